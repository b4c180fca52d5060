//! Scores sets of questions: correct operations and arguments, rejections, wrong resorts; by language and by intent,
//! with the confusions. `cargo xtask questions FILE …`; `--write` puts the scores into `docs/generated/questions.md`.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

mod blind;
mod sets;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::ExitCode;

use ask::{Locale, Question, Reading, Service, understand};
use catalogue::Resort;
use sets::{Expected, Line};

/// Output file of the scores.
const REPORT: &str = "docs/generated/questions.md";
/// Arguments that count only if they are expected.
const FREE: [&str; 3] = ["limit", "offset", "sort"];
/// Arguments that are sets.
const SETS: [&str; 3] = ["slugs", "passes", "dimensions"];

fn same(name: &str, one: &str, other: &str) -> bool {
    if SETS.contains(&name) {
        let set = |text: &str| text.split(',').map(|item| item.trim().to_owned()).collect::<BTreeSet<_>>();
        return set(one) == set(other);
    }
    match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) => (one - other).abs() < 1e-9,
        _ => one.trim().eq_ignore_ascii_case(other.trim()),
    }
}

fn fits(reading: &Reading, expected: &Expected) -> bool {
    let Expected::Operation { name, required, optional } = expected else { return false };
    let given: BTreeMap<&str, &str> =
        reading.arguments.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let all = required
        .iter()
        .all(|(name, value)| given.get(name.as_str()).is_some_and(|own| same(name, own, value)));
    let only = given.iter().all(|(name, value)| {
        required.contains_key(*name)
            || FREE.contains(name)
            || optional
                .get(*name)
                .is_some_and(|expected| expected.as_ref().is_none_or(|expected| same(name, value, expected)))
    });
    reading.operation == name && all && only
}

/// Returns the class of an outcome, in which "not offered here" and "nothing understood" are one.
fn class(reason: &str) -> &str {
    if reason == "no_data_kind" { "out_of_scope" } else { reason }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Right,
    WrongReason,
    WrongArguments,
    WrongIntent,
    WronglyRefused,
    WronglyAnswered,
    WrongResort,
}

impl Outcome {
    const fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::WrongReason => "right refusal, other reason",
            Self::WrongArguments => "wrong arguments",
            Self::WrongIntent => "wrong operation",
            Self::WronglyRefused => "wrongly refused",
            Self::WronglyAnswered => "answered what should be refused",
            Self::WrongResort => "wrong resort",
        }
    }
}

fn compare(line: &Line, understood: &ask::Outcome) -> Outcome {
    let refusals = || {
        line.expected.iter().filter_map(|one| match one {
            Expected::Refusal(reason) => Some(reason),
            Expected::Operation { .. } => None,
        })
    };
    match understood {
        ask::Outcome::Refused(refusal) => {
            let reason = class(refusal.reason.as_str());
            if refusals().any(|expected| expected.as_deref().is_none_or(|expected| class(expected) == reason))
            {
                Outcome::Right
            } else if refusals().next().is_some() {
                Outcome::WrongReason
            } else {
                Outcome::WronglyRefused
            }
        }
        ask::Outcome::Reading(reading) => {
            if line.expected.iter().any(|expected| fits(reading, expected)) {
                return Outcome::Right;
            }
            let named = |expected: &Expected| match expected {
                Expected::Operation { required, .. } => {
                    let slugs = ["slug", "slugs"].iter().filter_map(|name| required.get(*name));
                    slugs
                        .flat_map(|slugs| slugs.split(','))
                        .map(|slug| slug.trim().to_owned())
                        .collect::<Vec<_>>()
                }
                Expected::Refusal(_) => Vec::new(),
            };
            let right: BTreeSet<String> =
                line.expected.iter().flat_map(named).chain(line.about.clone()).collect();
            let own = reading.arguments.iter().filter(|(name, _)| matches!(*name, "slug" | "slugs"));
            let other = own.flat_map(|(_, slugs)| slugs.split(',')).any(|slug| !right.contains(slug));
            if other {
                return Outcome::WrongResort;
            }
            let of_intent = |expected: &Expected| matches!(expected, Expected::Operation { name, .. } if name == reading.operation);
            if line.expected.iter().any(of_intent) {
                Outcome::WrongArguments
            } else if refusals().next().is_some() && line.expected.len() == 1 {
                Outcome::WronglyAnswered
            } else {
                Outcome::WrongIntent
            }
        }
    }
}

/// Returns the expected intent: the operation, or the reason of a rejection.
fn intent(line: &Line) -> String {
    match line.expected.first() {
        Some(Expected::Operation { name, .. }) => name.clone(),
        Some(Expected::Refusal(reason)) => reason.clone().unwrap_or_else(|| "refuse".to_owned()),
        None => String::new(),
    }
}

fn describe(understood: &ask::Outcome) -> String {
    match understood {
        ask::Outcome::Refused(refusal) => {
            let readings = refusal.readings.join(" / ");
            format!("refuse {} {readings}", refusal.reason.as_str()).trim_end().to_owned()
        }
        ask::Outcome::Reading(reading) => {
            let arguments: Vec<String> =
                reading.arguments.iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{} {}", reading.operation, arguments.join("; ")).trim_end().to_owned()
        }
    }
}

fn report(lines: &[(Line, Outcome, String)]) -> String {
    let mut out = String::from(
        "# Questions\n\n<!-- Generated by `cargo xtask questions --write`. -->\n\nHow the sets of questions are understood, over the \
         embedded catalogue, asked on a day in January. The rules were built on `development.tsv`, and mended after \
         the sets that have been read since they were scored; their scores are no measure of questions that nobody has seen, so they \
         count below the first table only where there is no other set.\n",
    );
    let is_read = |line: &Line| sets::is_read(&line.file);
    let has_others = lines.iter().any(|(line, ..)| !is_read(line));
    let measured: Vec<_> = lines.iter().filter(|(line, ..)| !(has_others && is_read(line))).collect();
    let all: Vec<_> = lines.iter().collect();
    let mut table = |title: &str, lines: &[&(Line, Outcome, String)], key: &dyn Fn(&Line) -> String| {
        let mut rows: BTreeMap<String, BTreeMap<Outcome, usize>> = BTreeMap::new();
        for (line, outcome, _) in lines {
            *rows.entry(key(line)).or_default().entry(*outcome).or_default() += 1;
        }
        let _ = writeln!(
            out,
            "\n## By {title}\n\n| {title} | questions | right | other reason | wrong arguments | wrong operation | wrongly refused | wrongly answered | wrong resort |\n|---|---|---|---|---|---|---|---|---|"
        );
        for (key, counts) in &rows {
            let of = |outcome: Outcome| counts.get(&outcome).copied().unwrap_or(0);
            let total: usize = counts.values().sum();
            let _ = writeln!(
                out,
                "| {key} | {total} | {} | {} | {} | {} | {} | {} | {} |",
                of(Outcome::Right),
                of(Outcome::WrongReason),
                of(Outcome::WrongArguments),
                of(Outcome::WrongIntent),
                of(Outcome::WronglyRefused),
                of(Outcome::WronglyAnswered),
                of(Outcome::WrongResort)
            );
        }
    };
    table("set", &all, &|line| line.file.clone());
    table("language", &measured, &|line| line.language.code().to_owned());
    table("intent", &measured, &intent);
    out.push_str("\n## What was taken for what\n\n| expected | understood as | times |\n|---|---|---|\n");
    let mut confusion: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (line, _, told) in measured.iter().filter(|(_, outcome, _)| *outcome != Outcome::Right) {
        let word = told
            .split(' ')
            .take(if told.starts_with("refuse") { 2 } else { 1 })
            .collect::<Vec<_>>()
            .join(" ");
        *confusion.entry((intent(line), word)).or_default() += 1;
    }
    for ((expected, told), times) in confusion {
        let _ = writeln!(out, "| {expected} | {told} | {times} |");
    }
    out
}

fn run() -> Result<(), String> {
    let mut write = false;
    let mut quiet = false;
    let mut files = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--write" => write = true,
            "--quiet" => quiet = true,
            _ => files.push(argument),
        }
    }
    let judged = sets::with_service(|resorts, service| files_judged(&files, resorts, service))?;
    print_failures(&judged, quiet);
    let report = report(&judged) + &blind::report()?;
    if write {
        std::fs::write(REPORT, report).map_err(|error| format!("{REPORT}: {error}"))?;
    } else {
        println!("{report}");
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    judged.iter().for_each(|(_, outcome, _)| *counts.entry(outcome.word()).or_default() += 1);
    println!("{} questions: {counts:?}", judged.len());
    Ok(())
}

type Judged = Vec<(Line, Outcome, String)>;

fn print_failures(judged: &Judged, quiet: bool) {
    for (line, outcome, told) in judged.iter().filter(|(_, outcome, _)| !quiet && *outcome != Outcome::Right)
    {
        let Line { language, question, expected, .. } = line;
        println!(
            "{}: [{}] {question}\n    understood {told}\n    expected   {expected:?}",
            outcome.word(),
            language.code()
        );
    }
}

fn files_judged(files: &[String], resorts: &[Resort], service: &Service<'_>) -> Result<Judged, String> {
    let judged = sets::read(files)?.into_iter().map(|line| {
        let locale = Locale::from_tag(line.language.code());
        let understood = understand(
            Question { text: &line.question, about: line.resort_position(resorts), locale },
            service,
        );
        let outcome = compare(&line, &understood);
        let told = describe(&understood);
        (line, outcome, told)
    });
    Ok(judged.collect())
}

fn main() -> ExitCode {
    sets::ended(run())
}
