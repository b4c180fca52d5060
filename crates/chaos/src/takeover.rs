//! `takeover`: two replicas on one PostgreSQL, one of them killed with deliveries in flight: the other takes them over
//! when their leases have expired, and none is lost.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::load::{Load, LoadLog, missing, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

const SUBSCRIPTIONS: usize = 40;
/// Delay of the receiver, so that deliveries are always in flight.
const SLOW: Duration = Duration::from_millis(300);
/// Number of loaders, below the capacity of the lanes: waiting behind the dead replica's deliveries is not measured.
const LOADERS: usize = 4;
const PAUSE: Duration = Duration::from_millis(40);
const GOAL: Duration = Duration::from_secs(25);
const PATIENCE: Duration = Duration::from_secs(60);

#[expect(clippy::disallowed_methods, reason = "how long a takeover takes is a figure of the run")]
pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let sink = Sink::new(|_| (204, SLOW))?;
    let settings = Settings::default();
    let survivor = Service::start(&plan.binary, &plan.database, &settings)?;
    let subscriptions = subscribe(&survivor, &sink, SUBSCRIPTIONS)?;
    let seen = Arc::new(LoadLog::default());
    let (mut slowest, mut lost, mut taken_over) = (Duration::ZERO, 0, 0);
    for _ in 0..plan.rounds {
        let victim = Service::start(&plan.binary, &plan.database, &settings)?;
        let load = Load::start(survivor.address, &subscriptions, LOADERS, PAUSE, &seen);
        thread::sleep(Duration::from_secs(3));
        victim.kill();
        let killed = Instant::now();
        load.stop();
        lost = missing(&seen, &sink, PATIENCE);
        // Deliveries that had arrived and were not recorded are repeated.
        settle(&sink);
        let last = sink.arrivals().last().map(|arrival| arrival.at.saturating_duration_since(killed));
        slowest = slowest.max(last.unwrap_or_default());
        taken_over += sink.arrivals().iter().filter(|one| one.time > 1 && one.at > killed).count();
    }
    Ok(Outcome::Figures(vec![
        Figure {
            row: 1,
            what: "accepted deliveries lost when one of two replicas dies",
            anchor: "5 of 970 (memory queue), 0 of 955 (Redis)",
            goal: "0",
            measured: format!("{lost} of {}; {taken_over} taken over", seen.count()),
            holds: lost == 0 && seen.count() > 0,
        },
        Figure {
            row: 3,
            what: "last delivery of a dead replica, from its death",
            anchor: "45 s",
            goal: "≤ 25 s",
            measured: format!("{:.1} s", slowest.as_secs_f64()),
            holds: slowest <= GOAL,
        },
    ]))
}

/// Waits until leases have expired and nothing has arrived for a while.
#[expect(clippy::disallowed_methods, reason = "how long a run waits")]
fn settle(sink: &Sink) {
    let start = Instant::now();
    let quiet = Duration::from_secs(5);
    loop {
        let last = sink.arrivals().last().map_or(start, |arrival| arrival.at);
        if start.elapsed() > GOAL && last.elapsed() > quiet {
            return;
        }
        thread::sleep(Duration::from_millis(100));
    }
}
