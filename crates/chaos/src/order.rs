//! `order`: receivers that fail occasionally, with kills in between: deliveries within a lane never overtake each
//! other, whatever is retried or repeated.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::load::{Load, LoadLog, missing, subscribe};
use super::random::Random;
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

/// Number of subscriptions: enough that consecutive waits after failures within a lane end within minutes.
const SUBSCRIPTIONS: usize = 1_000;
const LOADERS: usize = 6;
/// Divisor of failing first attempts; each failure delays its lane by half a minute.
const FAILS: u8 = 250;
const PATIENCE: Duration = Duration::from_secs(240);

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let mut random = Random::new(plan.seed);
    let sink = Sink::new(|arrival| {
        // Chosen by the delivery's id, so that the same one fails in every run of the receiver.
        let byte = u8::from_str_radix(arrival.delivery.get(..2).unwrap_or_default(), 16).unwrap_or(0);
        (if byte >= FAILS && arrival.time == 1 { 500 } else { 204 }, Duration::ZERO)
    })?;
    let settings = Settings::default();
    let mut service = Service::start(&plan.binary, &plan.database, &settings)?;
    let subscriptions = subscribe(&service, &sink, SUBSCRIPTIONS)?;
    let seen = Arc::new(LoadLog::default());
    for _ in 0..plan.rounds {
        let load = Load::start(service.address, &subscriptions, LOADERS, Duration::ZERO, &seen);
        thread::sleep(random.millis(1_500, 4_000));
        service.kill();
        load.stop();
        service = Service::start(&plan.binary, &plan.database, &settings)?;
    }
    let lost = missing(&seen, &sink, PATIENCE);
    drop(service);
    let (inversions, retried) = (inversions(&seen, &sink), retried(&sink));
    Ok(Outcome::Figures(vec![Figure {
        row: 12,
        what: "overtakings within a lane, with retries and kills",
        anchor: "no order is promised",
        goal: "0",
        measured: format!(
            "{inversions} of {} deliveries, {retried} of them tried again, {} kills; {lost} lost",
            seen.count(),
            plan.rounds
        ),
        holds: inversions == 0 && lost == 0 && seen.count() > 0,
    }]))
}

/// Returns the number of arrivals after a delivery that was accepted later for the same lane.
fn inversions(seen: &LoadLog, sink: &Sink) -> usize {
    let Ok(accepted) = seen.accepted.lock() else { return usize::MAX };
    let mut place: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for (number, (path, id)) in accepted.iter().enumerate() {
        place.insert(id, (path, number));
    }
    let mut furthest: BTreeMap<&str, usize> = BTreeMap::new();
    let mut inversions = 0;
    for arrival in sink.arrivals().iter() {
        let Some((path, number)) = place.get(arrival.delivery.as_str()) else { continue };
        let furthest = furthest.entry(path).or_default();
        if *number < *furthest {
            inversions += 1;
        }
        *furthest = (*furthest).max(*number);
    }
    inversions
}

fn retried(sink: &Sink) -> usize {
    let arrivals = sink.arrivals();
    arrivals.iter().filter(|one| one.time > 1).map(|one| &one.delivery).collect::<BTreeSet<_>>().len()
}
