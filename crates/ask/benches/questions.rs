//! Cost of reading one question over the embedded catalogue. `cargo bench -p ask --bench questions` prints the median and the
//! worst of the development set and of hostile texts, each as its best of several rounds, and what the tables hold in memory;
//! with `--once` each question is read once and nothing is timed, so that an instruction counter sees equal work each run.
#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::hint::black_box;
use std::time::Instant;

use ask::{Known, Question, Service, understand};
use catalogue::Resort;
use catalogue::search::SearchIndex;
use chrono::NaiveDate;

const SET: &str = include_str!("../../../fixtures/questions/development.tsv");
const ROUNDS: usize = 20;

#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn main() {
    let Ok(resorts) = catalogue::embedded() else {
        return println!("the catalogue is broken: run its tests");
    };
    let index = SearchIndex::new(&resorts);
    let Some(today) = NaiveDate::from_ymd_opt(2027, 1, 13) else { return };
    let resort = |at: usize| -> Option<&Resort> { resorts.get(at) };
    let service = Service {
        known: Known { index: &index, passes: catalogue::passes::passes(), resort: &resort },
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
    let names: Vec<&str> = resorts.iter().take(50).map(|resort| resort.name.as_str()).collect();
    let hostile = vec![
        format!("compare {}", names.join(", ")),
        "a ".repeat(5_000),
        "雪".repeat(1_000),
        "Zermat Verbir Isgl Lauterbrun ".repeat(40),
        "2027-02-30 ".repeat(90),
        "(((((((((((((((".repeat(66),
        "x".repeat(10_000),
    ];
    for (set, questions) in [("development", &asked), ("hostile", &hostile)] {
        let mut micros: Vec<f64> = questions
            .iter()
            .map(|question| {
                let round = |_| {
                    let start = Instant::now();
                    gated(&service, question);
                    start.elapsed().as_secs_f64() * 1e6
                };
                (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
            })
            .collect();
        micros.sort_by(f64::total_cmp);
        let (median, worst) = (micros.get(micros.len() / 2), micros.last());
        println!("{set:12} {} questions, median {median:.0?} us, worst {worst:.0?} us", micros.len());
    }
    println!("tables: {tables:?} kB");
}

/// What `cargo xtask bench --gate` counts.
#[inline(never)]
fn gated(service: &Service<'_>, question: &str) {
    black_box(understand(black_box(Question { text: question, about: None, locale: None }), service));
}

/// Resident memory of the process, where the system tells it.
fn resident_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.trim().trim_end_matches(" kB").trim().parse().ok())
}
