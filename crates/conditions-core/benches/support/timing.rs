//! Timing for benchmarks: cases side by side in one run, medians and their spread, no judgement.
//!
//! Rounds of the cases alternate, so that what else the machine does falls on all of them alike.

use std::time::Instant;

/// How often every case is timed.
const ROUNDS: usize = 201;
/// How long one timing of a case takes about, seconds.
const SLICE_SECONDS: f64 = 0.001;

/// One thing to be timed.
pub(crate) struct Case<'a> {
    /// What is done, and how often per call when it is more than one thing.
    pub(crate) name: &'a str,
    /// Does it once.
    pub(crate) run: &'a mut dyn FnMut(),
}

/// Times every case and prints a table: median, fastest, spread of the middle half, and the ratio to the first case.
#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
pub(crate) fn compare(title: &str, mut cases: Vec<Case<'_>>) {
    let calls: Vec<u32> = cases.iter_mut().map(|case| calls_per_slice(case)).collect();
    let mut micros: Vec<Vec<f64>> = vec![Vec::with_capacity(ROUNDS); cases.len()];
    for _ in 0..ROUNDS {
        for ((case, calls), taken) in cases.iter_mut().zip(&calls).zip(&mut micros) {
            taken.push(seconds(case, *calls) / f64::from(*calls) * 1e6);
        }
    }
    println!("{title}\n{:44} {:>11} {:>11} {:>8} {:>7}", "", "median us", "fastest us", "spread", "ratio");
    let mut first = None;
    for (case, taken) in cases.iter().zip(&mut micros) {
        taken.sort_by(f64::total_cmp);
        let median = taken[ROUNDS / 2];
        let spread = 100.0 * (taken[ROUNDS * 3 / 4] - taken[ROUNDS / 4]) / median;
        let ratio = median / *first.get_or_insert(median);
        println!("{:44} {median:11.3} {:11.3} {spread:7.1}% {ratio:7.2}", case.name, taken[0]);
    }
}

fn calls_per_slice(case: &mut Case<'_>) -> u32 {
    let mut calls = 1;
    loop {
        let taken = seconds(case, calls);
        if taken > SLICE_SECONDS / 4.0 {
            return ((f64::from(calls) * SLICE_SECONDS / taken) as u32).max(1);
        }
        calls *= 4;
    }
}

#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn seconds(case: &mut Case<'_>, calls: u32) -> f64 {
    let begun = Instant::now();
    for _ in 0..calls {
        (case.run)();
    }
    begun.elapsed().as_secs_f64()
}
