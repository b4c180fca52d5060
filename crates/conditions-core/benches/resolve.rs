//! Benchmark of `resolve`: one resort and 600 resorts, with every kind of evidence, on one core. `cargo bench -p
//! conditions-core`.
//!
//! `--once` resolves one resort once, in `gated`, and times nothing, so that an instruction counter measures the same
//! work in each run.

use std::hint::black_box;

use conditions_core::evidence::{Evidence, Profile};
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::{forecast, resolve};

#[path = "support/full.rs"]
mod full;
#[path = "support/timing.rs"]
mod timing;

use timing::Case;

const RESORTS: u64 = 600;

/// Runs the work that the instruction counter measures.
#[inline(never)]
fn gated(policy: &Policy, profile: &Profile, evidence: &Evidence) {
    drop(black_box(resolve(full::NOW, policy, profile, black_box(evidence))));
}

fn main() {
    let policy = Policy::contract();
    let (profile, evidence) = full::resort(7);
    if std::env::args().any(|argument| argument == "--once") {
        gated(&policy, &profile, &evidence);
        return;
    }
    let world: Vec<_> = (0..RESORTS).map(full::resort).collect();
    let snapshot = evidence.forecast.as_ref();
    let record = resolve(full::NOW, &policy, &profile, &evidence);
    let mut others = world.iter().cycle();
    let mut unprepared = evidence.forecast.clone();
    timing::compare(
        "Resolver, full evidence: 24 observations, 5 stations, 7 models x 16 days, climate",
        vec![
            Case {
                name: "copy a resolution (what the record keeps)",
                run: &mut || drop(black_box(record.clone())),
            },
            Case {
                name: "resolve the same resort",
                run: &mut || {
                    drop(black_box(resolve(full::NOW, &policy, black_box(&profile), &evidence)));
                },
            },
            Case {
                name: "resolve another resort each time",
                run: &mut || {
                    if let Some((profile, evidence)) = others.next() {
                        drop(black_box(resolve(full::NOW, &policy, profile, evidence)));
                    }
                },
            },
            Case {
                name: "resolve 600 resorts",
                run: &mut || {
                    for (profile, evidence) in &world {
                        drop(black_box(resolve(full::NOW, &policy, profile, evidence)));
                    }
                },
            },
            Case {
                name: "prepare the evidence",
                run: &mut || {
                    for model in unprepared.iter_mut().flat_map(|snapshot| &mut snapshot.models) {
                        model.days.change(|days| {
                            black_box(days);
                        });
                    }
                },
            },
            Case {
                name: "14 daily rows of one band",
                run: &mut || {
                    black_box(forecast::daily(full::NOW, &policy, &profile, black_box(snapshot), Band::Mid));
                },
            },
        ],
    );
}
