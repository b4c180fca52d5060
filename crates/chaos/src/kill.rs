//! `kill9`: load, SIGKILL at a random time, restart, repeated. Accepted deliveries are never lost, only those in flight
//! come twice and then with the same bytes, and the restarted service delivers at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::load::{Load, LoadLog, missing, subscribe};
use super::random::Random;
use super::report::{self, Figure};
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

/// Number of subscriptions: enough that lanes held by a dead process on PostgreSQL, for the duration of a lease, leave
/// others to deliver to.
const SUBSCRIPTIONS: usize = 1_200;
const LOADERS: usize = 4;
const SLOTS: usize = 64;
/// Range of the time from the start of the load to a kill, milliseconds.
const KILL: (u64, u64) = (150, 1_500);
/// Longer than a lease, after which a killed replica's deliveries are free.
const PATIENCE: Duration = Duration::from_secs(90);
/// Minimum number of kills for timed restarts: with a few, a busy machine would make them fail.
const TIMED: usize = 20;
/// Goal of a restart with a file, whose claims are free at once.
const RESTART: Goal = Goal { text: "≤ 2 s", limit: Duration::from_secs(2) };
/// Goal of a restart with a server, where a dead process is unknown until its leases expire.
const LAPSE: Goal = Goal { text: "≤ 25 s", limit: Duration::from_secs(25) };

/// The maximum time of a recovery, with its text for the report.
struct Goal {
    text: &'static str,
    limit: Duration,
}

#[expect(clippy::disallowed_methods, reason = "when a kill happened is a figure of the run")]
pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let mut random = Random::new(plan.seed);
    let sink = Sink::good()?;
    let settings = Settings { slots: SLOTS, ..Settings::default() };
    let mut service = Service::start(&plan.binary, &plan.database, &settings)?;
    let subscriptions = subscribe(&service, &sink, SUBSCRIPTIONS)?;
    let seen = Arc::new(LoadLog::default());
    let mut kills: Vec<Instant> = Vec::new();
    let mut recoveries: Vec<Duration> = Vec::new();
    for _ in 0..plan.rounds {
        let load = Load::start(service.address, &subscriptions, LOADERS, Duration::ZERO, &seen);
        thread::sleep(random.millis(KILL.0, KILL.1));
        service.kill();
        kills.push(Instant::now());
        load.stop();
        let arrived = sink.arrivals().len();
        let times = sink.times();
        let pending = seen.ids().iter().any(|id| !times.contains_key(id));
        service = Service::start(&plan.binary, &plan.database, &settings)?;
        if pending {
            recoveries.push(first_after(&sink, arrived, service.started)?);
        }
    }
    let lost = missing(&seen, &sink, PATIENCE);
    drop(service);
    let goal = if plan.database.url().is_some() { LAPSE } else { RESTART };
    let mut told = figures(&seen, &sink, lost, &kills);
    if plan.rounds >= TIMED {
        told.push(recovery(recoveries, &goal));
    }
    Ok(Outcome::Figures(told))
}

fn recovery(mut recoveries: Vec<Duration>, goal: &Goal) -> Figure {
    recoveries.sort_unstable();
    let slowest = recoveries.last().copied().unwrap_or_default();
    let median = recoveries.get(recoveries.len() / 2).copied().unwrap_or_default();
    Figure {
        row: 3,
        what: "first delivery after a restart, from the start of the process: median, longest",
        anchor: "45 s",
        goal: goal.text,
        measured: format!(
            "{:.2} s, {:.2} s of {} restarts with deliveries waiting{}",
            median.as_secs_f64(),
            slowest.as_secs_f64(),
            recoveries.len(),
            report::load()
        ),
        holds: slowest <= goal.limit,
    }
}

fn figures(seen: &LoadLog, sink: &Sink, lost: usize, kills: &[Instant]) -> Vec<Figure> {
    let twice = duplicates(sink, kills);
    let (total, most) = (twice.values().sum::<usize>(), twice.values().copied().max().unwrap_or(0));
    let accepted = seen.count();
    vec![
        Figure {
            row: 1,
            what: "accepted deliveries lost under kill -9",
            anchor: "5 of 970 (memory queue), 0 of 955 (Redis)",
            goal: "0",
            measured: format!("{lost} of {accepted} in {} kills", kills.len()),
            holds: lost == 0 && accepted > 0,
        },
        Figure {
            row: 2,
            what: "duplicates per kill, at most; changed bytes",
            anchor: "29",
            goal: "what was under way (≤ 64 slots), 0 changed",
            measured: format!("{most} at most, {total} in all; {} changed", sink.changed()),
            holds: most <= SLOTS && sink.changed() == 0,
        },
    ]
}

/// Returns the time from `started` to the first new arrival.
#[expect(clippy::disallowed_methods, reason = "how long a run waits")]
fn first_after(sink: &Sink, arrived: usize, started: Instant) -> Result<Duration, String> {
    let waiting = Instant::now();
    while waiting.elapsed() < PATIENCE {
        if let Some(arrival) = sink.arrivals().get(arrived) {
            return Ok(arrival.at.saturating_duration_since(started));
        }
        thread::sleep(Duration::from_millis(2));
    }
    Err("nothing was delivered after a restart".to_owned())
}

/// Returns the number of repeated deliveries by kill: the first kill after they had come before. On PostgreSQL they are
/// repeated when their lease expires, many kills later.
fn duplicates(sink: &Sink, kills: &[Instant]) -> BTreeMap<usize, usize> {
    let (mut came, mut twice): (BTreeMap<String, Instant>, _) = (BTreeMap::new(), BTreeMap::new());
    for arrival in sink.arrivals().iter() {
        if let Some(before) = came.insert(arrival.delivery.clone(), arrival.at) {
            let kill = kills.iter().filter(|kill| **kill <= before).count();
            *twice.entry(kill).or_default() += 1;
        }
    }
    twice
}
