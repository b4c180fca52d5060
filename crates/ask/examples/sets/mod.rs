//! Parses sets of questions, and provides the service they are asked of: the embedded catalogue on a day in January.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use ask::{KnownNames, Language, Service};
use catalogue::Resort;
use catalogue::search::SearchIndex;
use chrono::{DateTime, NaiveDate, Utc};

/// Time of every question: noon UTC on a Wednesday.
const NOW: &str = "2027-01-13T12:00:00Z";
/// Generated list of the tools.
const TOOLS: &str = "docs/generated/tools.md";
/// The set that the rules were built on.
pub(crate) const DEVELOPMENT: &str = "development.tsv";
/// Tempting names; rules were made after them too.
pub(crate) const NAMES: &str = "names.tsv";
/// Sets that were read after they were scored: rules were corrected after their kinds.
pub(crate) const READ: [&str; 32] = [
    "held-out",
    "held-out-3",
    "held-out-4",
    "held-out-5",
    "held-out-6",
    "held-out-7",
    "held-out-8",
    "held-out-9",
    "held-out-10",
    "held-out-11",
    "held-out-12",
    "held-out-13",
    "held-out-14",
    "held-out-15",
    "held-out-16",
    "held-out-17",
    "held-out-18",
    "held-out-19",
    "held-out-20",
    "held-out-21",
    "held-out-22",
    "held-out-23",
    "held-out-24",
    "held-out-26",
    "held-out-27",
    "held-out-28",
    "held-out-29",
    "held-out-30",
    "held-out-32",
    "held-out-33",
    "held-out-35",
    "held-out-36",
];

/// Returns whether rules were made after reading a set, so that its score measures nothing.
pub(crate) fn is_read(file: &str) -> bool {
    let of_language =
        |set: &str| Language::ALL.iter().any(|language| file == format!("{set}-{}.tsv", language.code()));
    file == DEVELOPMENT || file == NAMES || READ.iter().any(|set| of_language(set))
}

/// A correct reading.
#[derive(Debug)]
pub(crate) enum Expected {
    /// A rejection, with its reason if it matters.
    Refusal(Option<String>),
    /// An operation, with its required and optional arguments.
    Operation { name: String, required: BTreeMap<String, String>, optional: BTreeMap<String, Option<String>> },
}

/// A question of a set.
pub(crate) struct Line {
    pub(crate) file: String,
    pub(crate) language: Language,
    pub(crate) question: String,
    /// Correct readings.
    pub(crate) expected: Vec<Expected>,
    /// Slug of the conversation's resort.
    pub(crate) about: Option<String>,
}

impl Line {
    /// Returns the position of the conversation's resort.
    pub(crate) fn resort_position(&self, resorts: &[Resort]) -> Option<usize> {
        let slug = self.about.as_ref()?;
        resorts.iter().position(|resort| resort.slug == *slug)
    }
}

/// Reads sets.
pub(crate) fn read(files: &[String]) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let name = std::path::Path::new(file)
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        lines.extend(parse(&name, &text)?);
    }
    Ok(lines)
}

fn parse(file: &str, text: &str) -> Result<Vec<Line>, String> {
    let rows = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    rows.map(|(nth, line)| {
        let wrong = |what: &str| format!("{file}:{}: {what}", nth + 1);
        let mut columns = line.split('\t');
        let language = columns.next().and_then(Language::from_code).ok_or_else(|| wrong("no language"))?;
        let question = columns.next().ok_or_else(|| wrong("no question"))?;
        let question = question.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
        let expected = columns.next().ok_or_else(|| wrong("nothing is expected"))?;
        let expected = expected.split(" | ").map(expect).collect();
        let about =
            columns.next().and_then(|context| context.trim().strip_prefix("slug=")).map(str::to_owned);
        Ok(Line { file: file.to_owned(), language, question, expected, about })
    })
    .collect()
}

fn expect(text: &str) -> Expected {
    let (name, arguments) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let name = name.trim_end_matches(';');
    if name == "refuse" {
        return Expected::Refusal(Some(arguments.trim().to_owned()).filter(|reason| !reason.is_empty()));
    }
    let (mut required, mut optional) = (BTreeMap::new(), BTreeMap::new());
    for pair in arguments.split(';').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match name.strip_prefix('?') {
            Some(name) => {
                optional.insert(name.to_owned(), Some(value.to_owned()).filter(|value| !value.is_empty()));
            }
            None => {
                required.insert(name.to_owned(), value.to_owned());
            }
        }
    }
    Expected::Operation { name: name.to_owned(), required, optional }
}

/// Calls something with the service of the embedded catalogue.
pub(crate) fn with_service<T>(
    then: impl FnOnce(&[Resort], &Service<'_>) -> Result<T, String>,
) -> Result<T, String> {
    let tools = std::fs::read_to_string(TOOLS).map_err(|error| format!("{TOOLS}: {error}"))?;
    let operations: BTreeSet<String> = tools
        .lines()
        .filter_map(|line| line.strip_prefix("## `")?.split('`').next().map(str::to_owned))
        .collect();
    let resorts = catalogue::embedded().map_err(|error| error.to_string())?;
    let index = SearchIndex::new(&resorts);
    let now: DateTime<Utc> = NOW.parse().map_err(|_| "no instant".to_owned())?;
    let resort = |at: usize| -> Option<&Resort> { resorts.get(at) };
    let today = |at: Option<usize>| -> NaiveDate {
        at.and_then(resort)
            .map_or(now.date_naive(), |resort| now.with_timezone(&resort.timezone).date_naive())
    };
    let has = |name: &str| operations.contains(name);
    let service = Service {
        known: KnownNames { index: &index, passes: catalogue::passes::passes(), resort: &resort },
        today: &today,
        has_operation: &has,
    };
    then(&resorts, &service)
}

/// Converts the result of a program into its exit code and prints the error, if any.
pub(crate) fn ended(run: Result<(), String>) -> ExitCode {
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
