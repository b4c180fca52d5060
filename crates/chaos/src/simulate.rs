//! `simulate`: replicas over a model of their database, in one thread and without a network: crashes, partitions, answers
//! in any order, clock jumps, and failovers after which change counters go back. The decisions are those of the service:
//! trust in leases (`runtime::lease`), the fence (`storage::Fence`), reads and names of publications
//! (`publication::publisher::PollState`), reported losses, and the record of events (`deliveries::evaluate`). Only the
//! tables, the network and the clocks are models.
//!
//! A seed determines every choice. A violation is shown with the shortest history that was found for it.

use std::collections::BTreeMap;
use std::time::Instant;

use conditions_core::record::Resolution;
use runtime::clock;

use crate::random::Random;
use crate::report::Figure;
use crate::{Outcome, Plan};

mod bug;
mod cluster;
mod judge;
mod outside;
mod replica;
mod reported;
mod step;
mod tables;

pub(crate) use bug::Bug;

use cluster::Cluster;
use judge::{Invariant, Violation};
use step::Step;

/// Name of the scenario and of the command.
pub(crate) const NAME: &str = "simulate";
/// The seed of each change's run: it must not fail by chance.
pub(crate) const SEED: u64 = 1;
/// Steps of a round of the scenario.
const ROUND: u64 = 100_000;
/// Steps between two lines of progress.
const PROGRESS: u64 = 1_000_000;
/// Number of histories tried to find a shorter one.
const SHRINKS: usize = 1_000;

/// The extent of a simulation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) seed: u64,
    pub(crate) steps: u64,
    pub(crate) bug: Option<Bug>,
}

/// The work and the checks of a simulation.
#[derive(Debug, Default)]
struct Counts {
    steps: u64,
    faults: BTreeMap<&'static str, u64>,
    checks: BTreeMap<Invariant, u64>,
}

/// A violation and the history that leads to it.
#[derive(Debug)]
struct Finding {
    violation: Violation,
    /// Number of steps of the whole simulation before it.
    step: u64,
    has_timelines: bool,
    history: Vec<Step>,
}

/// Simulates, and prints the progress and the checks.
///
/// # Errors
/// Returns the violation.
pub(crate) fn by_name(extent: Extent) -> Result<(), String> {
    let begun = clock::monotonic();
    println!("== {}", command(extent));
    let counts = simulate(extent, |counts| println!("   {}", progress(counts, begun)))?;
    println!("   {}", progress(&counts, begun));
    for (what, count) in counts.faults.iter().chain(&counts.checks) {
        println!("   {count:>10} {what}");
    }
    Ok(())
}

/// Runs the scenario.
///
/// # Errors
/// Returns the violation.
pub(crate) fn run(plan: &Plan) -> Result<Outcome, String> {
    let begun = clock::monotonic();
    let steps = ROUND * u64::try_from(plan.rounds).unwrap_or(0);
    let counts = simulate(Extent { seed: plan.seed, steps, bug: None }, |_| ())?;
    let faults: u64 = counts.faults.values().sum();
    Ok(Outcome::Figures(vec![Figure {
        row: 32,
        what: "broken invariants of simulated replicas",
        anchor: "none known",
        goal: "0",
        measured: format!("0; {faults} faults, {}", progress(&counts, begun)),
        holds: true,
    }]))
}

fn command(Extent { seed, steps, bug }: Extent) -> String {
    let bug = bug.map(|bug| format!(" --bug {}", name(bug))).unwrap_or_default();
    format!("cargo run -p chaos -- {NAME} --seed {seed} --steps {steps}{bug}")
}

fn name(bug: Bug) -> String {
    clap::ValueEnum::to_possible_value(&bug).map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn progress(counts: &Counts, begun: Instant) -> String {
    let seconds = begun.elapsed().as_secs_f64().max(0.001);
    #[expect(clippy::cast_precision_loss, reason = "shown with a few digits")]
    let rate = counts.steps as f64 / seconds * 60.0 / 1e6;
    format!("{} steps in {seconds:.0} s, {rate:.1} million a minute", counts.steps)
}

/// Simulates one history after the other.
fn simulate(extent: Extent, mut show: impl FnMut(&Counts)) -> Result<Counts, String> {
    let blank = replica::blank()?;
    let mut counts = Counts::default();
    match search(&blank, extent, &mut counts, &mut show) {
        None => Ok(counts),
        Some(finding) => Err(described(extent, &shortest(&blank, extent.bug, finding))),
    }
}

fn search(
    blank: &Resolution,
    Extent { seed, steps, bug }: Extent,
    counts: &mut Counts,
    show: &mut impl FnMut(&Counts),
) -> Option<Finding> {
    let mut random = Random::new(seed);
    let mut shown = PROGRESS;
    while counts.steps < steps {
        let history = step::history(&mut random);
        // Engines without timelines keep fewer promises.
        let has_timelines = !random.next().is_multiple_of(3);
        if let Err((position, violation)) = replay(blank, &history, has_timelines, bug, counts) {
            let history = history.into_iter().take(position + 1).collect();
            return Some(Finding { violation, step: counts.steps, has_timelines, history });
        }
        if counts.steps >= shown {
            show(counts);
            shown += PROGRESS;
        }
    }
    None
}

/// Performs a history from the beginning; a violation comes with the place of its step.
fn replay(
    blank: &Resolution,
    history: &[Step],
    has_timelines: bool,
    bug: Option<Bug>,
    counts: &mut Counts,
) -> Result<(), (usize, Violation)> {
    let mut cluster = Cluster::new(blank, has_timelines, bug);
    for (position, step) in history.iter().enumerate() {
        if let Some(fault) = step.action.fault() {
            *counts.faults.entry(fault).or_default() += 1;
        }
        counts.steps += cluster.step(step).map_err(|violation| (position, violation))?;
    }
    for (invariant, checks) in cluster.outside.judge.checks {
        *counts.checks.entry(invariant).or_default() += checks;
    }
    Ok(())
}

/// Removes steps for as long as the rest breaks the same invariant.
fn shortest(blank: &Resolution, bug: Option<Bug>, mut finding: Finding) -> Finding {
    let mut tries = 0;
    let mut length = finding.history.len();
    while length > 0 && tries < SHRINKS {
        let mut at = 0;
        let mut has_shrunk = false;
        while at < finding.history.len() && tries < SHRINKS {
            let mut shorter = finding.history.clone();
            shorter.drain(at..(at + length).min(shorter.len()));
            tries += 1;
            match replay(blank, &shorter, finding.has_timelines, bug, &mut Counts::default()) {
                Err((_, violation)) if violation.invariant == finding.violation.invariant => {
                    (finding.history, finding.violation, has_shrunk) = (shorter, violation, true);
                }
                _ => at += length,
            }
        }
        if length == 1 && !has_shrunk {
            break;
        }
        length = (length / 2).max(1);
    }
    finding
}

fn described(extent: Extent, finding: &Finding) -> String {
    let Finding { violation: Violation { invariant, detail }, step, has_timelines, history } = finding;
    let engine = if *has_timelines { "PostgreSQL" } else { "an engine without timelines" };
    let lines = history.iter().map(|step| {
        let Step { replica, action, wait_ms, dice } = step;
        format!("   after {wait_ms} ms, replica {replica}: {action:?} ({dice:x})")
    });
    let lines: Vec<String> = lines.collect();
    format!(
        "{}: broken at step {step} on {engine}: {invariant}: {detail}\nshortest history ({} steps):\n{}",
        command(extent),
        lines.len(),
        lines.join("\n")
    )
}

#[cfg(test)]
mod tests;
