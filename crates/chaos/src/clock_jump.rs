//! `clock-jump`: sets the machine's clock back by two hours and then forward by a day, with retries pending and
//! deliveries in flight: no retry is late, none is repeated. PostgreSQL uses its server's clock and is not tested.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::load::{LoadLog, RequestOutcome, Subscription, ask, missing, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::{Arrival, Sink};
use super::{Outcome, Plan};

const LIBRARY: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const SUBSCRIPTIONS: usize = 20;
/// Delay of a slow receiver, whose deliveries are in flight while the clock jumps.
const SLOW: Duration = Duration::from_secs(4);
/// Maximum time to a retry, from its first attempt.
const LATEST: Duration = Duration::from_secs(90);

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    if !Path::new(LIBRARY).exists() {
        return Ok(Outcome::NotTried("no libfaketime here".to_owned()));
    }
    // Receivers of even subscriptions fail once at first; odd ones are slow.
    let sink = Sink::new(|arrival: &Arrival| {
        let number: usize = arrival.path.trim_start_matches('/').parse().unwrap_or(0);
        let fails = number.is_multiple_of(2) && arrival.time == 1;
        let slow = if number.is_multiple_of(2) { Duration::ZERO } else { SLOW };
        (if fails { 500 } else { 204 }, slow)
    })?;
    let clock = plan.database.folder().join("clock");
    set(&clock, "+0")?;
    let environment = vec![
        ("LD_PRELOAD", LIBRARY.to_owned()),
        ("FAKETIME_TIMESTAMP_FILE", clock.display().to_string()),
        ("FAKETIME_NO_CACHE", "1".to_owned()),
        ("DONT_FAKE_MONOTONIC", "1".to_owned()),
    ];
    let settings = Settings { environment, ..Settings::default() };
    let service = Service::start(&plan.binary, &plan.database, &settings)?;
    let subscriptions = subscribe(&service, &sink, SUBSCRIPTIONS)?;
    let seen = Arc::new(LoadLog::default());
    let mut late = Duration::ZERO;
    for jump in ["-7200", "+86400", "+0"] {
        let asked = one_each(&service, &subscriptions, &seen)?;
        // The slow ones are in flight, the failing ones await their retry.
        thread::sleep(Duration::from_secs(1));
        set(&clock, jump)?;
        late = late.max(retries(&sink, &asked)?);
    }
    let lost = missing(&seen, &sink, LATEST);
    let twice = duplicates(&sink);
    drop(service);
    Ok(Outcome::Figures(vec![Figure {
        row: 15,
        what: "clock −2 h, then +1 d, then right again: latest retry; duplicates; lost",
        anchor: "unstated",
        goal: "≤ 90 s; 0; 0",
        measured: format!("{:.0} s; {twice} of {}; {lost}", late.as_secs_f64(), seen.count()),
        holds: late <= LATEST && twice == 0 && lost == 0,
    }]))
}

fn set(clock: &Path, offset: &str) -> Result<(), String> {
    fs::write(clock, offset).map_err(|error| format!("{}: {error}", clock.display()))
}

/// Requests one delivery for each subscription.
fn one_each(
    service: &Service,
    subscriptions: &[Subscription],
    seen: &LoadLog,
) -> Result<Vec<String>, String> {
    let mut client = service.client();
    let mut ids = Vec::new();
    for subscription in subscriptions {
        let RequestOutcome::Accepted(id) = ask(&mut client, subscription) else {
            return Err("a delivery was not accepted".to_owned());
        };
        if let Ok(mut accepted) = seen.accepted.lock() {
            accepted.push((subscription.path.clone(), id.clone()));
        }
        ids.push(id);
    }
    Ok(ids)
}

/// Waits for the second attempt of the failed deliveries and returns the longest time between first and second.
#[expect(clippy::disallowed_methods, reason = "how long a run waits")]
fn retries(sink: &Sink, asked: &[String]) -> Result<Duration, String> {
    let start = Instant::now();
    while start.elapsed() < LATEST + SLOW {
        let mut first: BTreeMap<String, Instant> = BTreeMap::new();
        let mut waits: BTreeMap<String, Duration> = BTreeMap::new();
        for arrival in sink.arrivals().iter().filter(|arrival| asked.contains(&arrival.delivery)) {
            let began = *first.entry(arrival.delivery.clone()).or_insert(arrival.at);
            if arrival.time > 1 {
                waits.insert(arrival.delivery.clone(), arrival.at.saturating_duration_since(began));
            }
        }
        if first.len() == asked.len() && waits.len() >= asked.len() / 2 {
            // The slow receivers must answer before the next jump is evaluated.
            thread::sleep(SLOW);
            return Ok(waits.into_values().max().unwrap_or_default());
        }
        thread::sleep(Duration::from_millis(200));
    }
    Err("a retry did not come".to_owned())
}

/// Returns the number of deliveries that came too often: more than twice for those that fail at first, more than once
/// for the others.
fn duplicates(sink: &Sink) -> usize {
    let arrivals = sink.arrivals();
    let even = |arrival: &&Arrival| {
        arrival.path.trim_start_matches('/').parse::<usize>().is_ok_and(|number| number.is_multiple_of(2))
    };
    arrivals.iter().filter(|arrival| arrival.time > if even(arrival) { 2 } else { 1 }).count()
}
