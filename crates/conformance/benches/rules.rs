//! Benchmark: microseconds to check one envelope against all rules, as the fastest and the median slice.
#![expect(clippy::print_stdout, reason = "a bench prints")]

use std::hint::black_box;
use std::time::Instant;

use conformance::rules::{Answer, Definitions, Subject, Viewer, check};
use serde_json::Value;

const SLICES: usize = 200;
const ROUNDS: u32 = 50;

#[expect(clippy::disallowed_methods, reason = "a bench measures")]
fn main() {
    let text = include_str!("../../../docs/examples/full.json");
    let envelope: Value = serde_json::from_str(text).unwrap_or_default();
    let definitions = Definitions::default();
    let answer = Answer { json: &envelope, viewer: Viewer::Pro, definitions: &definitions };
    let mut slices: Vec<f64> = (0..SLICES)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..ROUNDS {
                black_box(check(black_box(&Subject::Envelope(answer))));
            }
            start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS)
        })
        .collect();
    slices.sort_by(f64::total_cmp);
    let at = |nth: usize| slices.get(nth).copied().unwrap_or_default();
    println!("one envelope through all rules: fastest {:.1} µs, median {:.1} µs", at(0), at(SLICES / 2));
}
