//! Timing for benchmarks: several cases in one run, with medians and their spread. It does not judge the results.
//!
//! Rounds of the cases alternate, so that other load on the machine affects all cases alike.

use std::time::Instant;

/// Number of timings per case.
const ROUNDS: usize = 201;
/// Approximate duration of one timing of a case, in seconds.
const SLICE_SECONDS: f64 = 0.001;

/// One piece of work to time.
pub(crate) struct Case<'a> {
    /// Name of the work, with the number of repetitions per call if there is more than one.
    pub(crate) name: &'a str,
    /// Does the work once.
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
