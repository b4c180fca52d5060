//! Measures the cost of one search over the embedded catalogue. `cargo bench -p catalogue --bench search` prints
//! microseconds; with `--once` each query runs once without timing, so that an instruction counter sees the same work
//! in each run.
#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::hint::black_box;
use std::time::Instant;

use catalogue::search::SearchIndex;

const QUERIES: &[&str] = &[
    "zermatt",
    "val d isere",
    "whislter",
    "ニセコ",
    "mount hutt",
    "st",
    "three valleys courchevel",
    "qqqqqqqq",
];

const ROUNDS: u32 = 2_000;

#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn main() {
    let Ok(resorts) = catalogue::embedded() else {
        return println!("the catalogue is broken: run its tests");
    };
    let index = SearchIndex::new(&resorts);
    let once = std::env::args().any(|argument| argument == "--once");
    let rounds = if once { 1 } else { ROUNDS };
    for query in QUERIES {
        let start = Instant::now();
        for _ in 0..rounds {
            gated(&index, query);
        }
        if !once {
            let micros = start.elapsed().as_secs_f64() * 1e6 / f64::from(rounds);
            println!("{query:30} {micros:8.1} us over {} resorts", resorts.len());
        }
    }
}

/// Runs the work that `cargo xtask bench --gate` counts.
#[inline(never)]
fn gated(index: &SearchIndex, query: &str) {
    black_box(index.search(black_box(query), 10));
}
