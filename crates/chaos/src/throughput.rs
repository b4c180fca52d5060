//! `throughput`: deliveries requested, accepted, sent and recorded concurrently, and the processor time per delivery,
//! of the service and of the load and the receivers.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::load::{Load, LoadLog, missing, subscribe_at};
use super::process::{processor, processor_of};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

const SUBSCRIPTIONS: usize = 64;
const LOADERS: usize = 8;
/// Name of PostgreSQL's processes.
const SERVER: &str = "postgres";
const WARM: Duration = Duration::from_secs(1);
const RUN: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(60);

/// The goals, one of which suffices.
const PER_SECOND: f64 = 2_000.0;
const MOST_PROCESSOR_MS: f64 = 0.6;

/// The result of a round.
struct Round {
    per_second: f64,
    service_ms: f64,
    database_ms: f64,
    all_ms: f64,
    lost: usize,
}

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let mut rounds = Vec::new();
    for _ in 0..plan.rounds {
        rounds.push(round(plan)?);
    }
    rounds.sort_by(|a, b| a.per_second.total_cmp(&b.per_second));
    let Some(middle) = rounds.get(rounds.len() / 2) else { return Err("no round".to_owned()) };
    let lost: usize = rounds.iter().map(|round| round.lost).sum();
    let (least, most) = (rounds.first().map_or(0.0, rate), rounds.last().map_or(0.0, rate));
    let database = match plan.database.url() {
        Some(_) => format!(" and {:.2} ms of PostgreSQL's", middle.database_ms),
        None => String::new(),
    };
    Ok(Outcome::Figures(vec![Figure {
        row: 13,
        what: "deliveries a second, accepted and sent over HTTP",
        anchor: "455–817/s, 1.4–1.6 ms of processor each",
        goal: "≥ 2,000/s or ≤ 0.6 ms of processor each, all processes",
        measured: format!(
            "{:.0}/s ({least:.0}–{most:.0}), {:.2} ms of processor each{}, {:.2} ms with load and receivers; {lost} lost",
            middle.per_second, middle.service_ms, database, middle.all_ms
        ),
        holds: lost == 0 && (middle.per_second >= PER_SECOND || middle.all_ms <= MOST_PROCESSOR_MS),
    }]))
}

fn rate(round: &Round) -> f64 {
    round.per_second
}

#[expect(clippy::disallowed_methods, reason = "the measurement")]
fn round(plan: &Plan) -> Result<Round, String> {
    let sink = Sink::good()?;
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let hosts = (0..SUBSCRIPTIONS).map(|number| (format!("127.0.3.{}", 1 + number), format!("/{number}")));
    let subscriptions = subscribe_at(&service, sink.address.port(), hosts)?;
    let seen = Arc::new(LoadLog::default());
    let load = Load::start(service.address, &subscriptions, LOADERS, Duration::ZERO, &seen);
    thread::sleep(WARM);
    let (begun, before) = (Instant::now(), sink.times().len());
    let processors = || -> Result<[Duration; 3], String> {
        let database = plan.database.url().map(|_| processor_of(SERVER)).unwrap_or_default();
        Ok([processor(service.id())?, database, processor(std::process::id())?])
    };
    let before_run = processors()?;
    thread::sleep(RUN);
    let after_run = processors()?;
    let (took, sent) = (begun.elapsed(), (sink.times().len() - before) as f64);
    load.stop();
    let lost = missing(&seen, &sink, PATIENCE);
    let used =
        |before: Duration, after: Duration| after.saturating_sub(before).as_secs_f64() * 1_000.0 / sent;
    let [service_ms, database_ms, own_ms] =
        std::array::from_fn(|index| used(before_run[index], after_run[index]));
    Ok(Round {
        per_second: sent / took.as_secs_f64(),
        service_ms,
        database_ms,
        all_ms: service_ms + database_ms + own_ms,
        lost,
    })
}
