//! Measures the cost of reading one question over the embedded catalogue. `cargo bench -p ask --bench questions` prints
//! the median and the maximum for the development set and for hostile texts, each as the best of several rounds, and
//! the memory of the tables. With `--once` each question is read once without timing, so that an instruction counter
//! sees the same work in each run.
#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::hint::black_box;
use std::time::Instant;

use ask::{KnownNames, MOST_CHARACTERS, Question, Service, understand};
use catalogue::Resort;
use catalogue::search::SearchIndex;
use chrono::NaiveDate;

const SET: &str = include_str!("../../../fixtures/questions/development.tsv");
const ROUNDS: usize = 20;

/// Number of costliest questions shown per set, and maximum length shown of each.
const SHOWN: usize = 3;
const SHOWN_CHARACTERS: usize = 60;

#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn main() {
    let Ok(resorts) = catalogue::embedded() else {
        return println!("the catalogue is broken: run its tests");
    };
    let index = SearchIndex::new(&resorts);
    let Some(today) = NaiveDate::from_ymd_opt(2027, 1, 13) else { return };
    let resort = |at: usize| -> Option<&Resort> { resorts.get(at) };
    let service = Service {
        known: KnownNames { index: &index, passes: catalogue::passes::passes(), resort: &resort },
        today: &|_| today,
        has_operation: &|_| true,
    };
    let rows = SET.lines().filter(|line| !line.starts_with('#'));
    let asked: Vec<String> = rows.filter_map(|line| line.split('\t').nth(1).map(str::to_owned)).collect();
    if std::env::args().any(|argument| argument == "--once") {
        return asked.iter().for_each(|question| gated(&service, question));
    }
    let before = resident_kb();
    gated(&service, "Snow in Zermatt?");
    let tables = resident_kb().zip(before).map(|(after, before)| after.saturating_sub(before));
    for (set, questions) in [("development", asked), ("hostile", hostile(&resorts))] {
        let round = |question: &str| {
            let start = Instant::now();
            gated(&service, question);
            start.elapsed().as_secs_f64() * 1e6
        };
        let best = |question: &String| (0..ROUNDS).map(|_| round(question)).fold(f64::INFINITY, f64::min);
        let mut timed: Vec<(f64, &String)> =
            questions.iter().map(|question| (best(question), question)).collect();
        timed.sort_by(|one, other| one.0.total_cmp(&other.0));
        let median = timed.get(timed.len() / 2).map_or(0.0, |(micros, _)| *micros);
        println!("{set:12} {} questions, median {median:.0} us; the worst:", timed.len());
        for (micros, question) in timed.iter().rev().take(SHOWN) {
            println!("{micros:10.0} us  {}", question.chars().take(SHOWN_CHARACTERS).collect::<String>());
        }
    }
    println!("tables: {tables:?} kB");
}

/// Returns adversarial texts, each at least as long as a question may be.
fn hostile(resorts: &[Resort]) -> Vec<String> {
    let names: Vec<&str> = resorts.iter().map(|resort| resort.name.as_str()).collect();
    let some = |from: usize| names.iter().skip(from).take(50).copied().collect::<Vec<_>>().join(", ");
    let misspelt =
        |name: &&str| name.chars().enumerate().filter(|(at, _)| *at != 3).map(|(_, c)| c).collect();
    let misspelt: Vec<String> = names.iter().rev().take(50).map(misspelt).collect();
    let whole = [
        format!("compare {}", some(0)),
        format!("neige à {}", some(300)),
        misspelt.join(" "),
        SET.chars().take(MOST_CHARACTERS).collect(),
        SET.chars().skip(SET.chars().count() / 2).take(MOST_CHARACTERS).collect(),
    ];
    let pieces = [
        "a ",
        "x",
        "雪",
        "ス",
        "Zermat Verbir Isgl Lauterbrun ",
        "2027-02-30 ",
        "1 2 3 4 ",
        "((((((",
        "snow in Vail or Alta tomorrow, but not ",
        "de la neige à St. Anton am Arlberg et ",
        "雪 snow снег ثلج Schnee ",
        "\u{202e}abc\u{202d} ",
        "ニセコと白馬の積雪を比べて、",
        "San Saint Sankt Mont Mount Les La ",
        "we were in last year but now ",
    ];
    let repeated = pieces.iter().map(|piece| piece.chars().cycle().take(MOST_CHARACTERS).collect());
    let longer =
        ["a ", "x", "雪"].iter().map(|piece| piece.chars().cycle().take(10 * MOST_CHARACTERS).collect());
    whole.into_iter().chain(repeated).chain(longer).collect()
}

/// Runs the work that `cargo xtask bench --gate` counts.
#[inline(never)]
fn gated(service: &Service<'_>, question: &str) {
    black_box(understand(black_box(Question { text: question, about: None, locale: None }), service));
}

/// Returns the resident memory of the process, if the system reports it.
fn resident_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.trim().trim_end_matches(" kB").trim().parse().ok())
}
