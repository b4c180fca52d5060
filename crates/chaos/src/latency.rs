//! `latency`: the time from the request of a delivery to its arrival, on an idle service, one at a time.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use super::client::Client;
use super::load::{RequestOutcome, Subscription, ask, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

const DELIVERIES: usize = 400;
const PAUSE: Duration = Duration::from_millis(15);
const PATIENCE: Duration = Duration::from_secs(20);

const HALF: Duration = Duration::from_millis(10);
const NEARLY_ALL: Duration = Duration::from_millis(100);

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let sink = Sink::good()?;
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let subscriptions = subscribe(&service, &sink, 1)?;
    let asked = ask_in_turn(&mut service.client(), &subscriptions, DELIVERIES * plan.rounds, PAUSE)?;
    let times = Times::measure(&asked, &sink);
    Ok(Outcome::Figures(vec![Figure {
        row: 14,
        what: "from the request to the arrival, idle",
        anchor: "p50 5 ms",
        goal: "p50 ≤ 10 ms, p99 ≤ 100 ms",
        measured: format!("{times} of {}", asked.len()),
        holds: times.missing == 0 && times.at(50) <= HALF && times.at(99) <= NEARLY_ALL,
    }]))
}

/// Requests deliveries one after another and returns the time of each request, by id.
#[expect(clippy::disallowed_methods, reason = "the measurement")]
pub(super) fn ask_in_turn(
    client: &mut Client,
    subscriptions: &[Subscription],
    count: usize,
    pause: Duration,
) -> Result<BTreeMap<String, Instant>, String> {
    let mut asked = BTreeMap::new();
    for subscription in subscriptions.iter().cycle().take(count) {
        let at = Instant::now();
        match ask(client, subscription) {
            RequestOutcome::Accepted(id) => drop(asked.insert(id, at)),
            RequestOutcome::Refused(status, _) => return Err(format!("a delivery was refused: {status}")),
            RequestOutcome::Unknown => return Err("the service does not answer".to_owned()),
        }
        thread::sleep(pause);
    }
    Ok(asked)
}

/// Durations of deliveries, shortest first.
pub(super) struct Times {
    sorted: Vec<Duration>,
    pub(super) missing: usize,
}

impl Times {
    /// Returns the durations of requested deliveries; waits for those that have not arrived.
    #[expect(clippy::disallowed_methods, reason = "how long a run waits")]
    pub(super) fn measure(asked: &BTreeMap<String, Instant>, sink: &Sink) -> Self {
        let start = Instant::now();
        while start.elapsed() < PATIENCE && !asked.keys().all(|id| sink.times().contains_key(id)) {
            thread::sleep(PAUSE);
        }
        let mut first: BTreeMap<String, Instant> = BTreeMap::new();
        for arrival in sink.arrivals().iter() {
            first.entry(arrival.delivery.clone()).or_insert(arrival.at);
        }
        let mut sorted: Vec<Duration> =
            asked.iter().filter_map(|(id, at)| Some(first.get(id)?.saturating_duration_since(*at))).collect();
        sorted.sort_unstable();
        let missing = asked.len() - sorted.len();
        Self { sorted, missing }
    }

    /// Returns the given latency percentile.
    pub(super) fn at(&self, percent: usize) -> Duration {
        let index = (self.sorted.len() * percent / 100).min(self.sorted.len().saturating_sub(1));
        self.sorted.get(index).copied().unwrap_or(Duration::MAX)
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = |percent| self.at(percent).as_secs_f64() * 1_000.0;
        write!(f, "p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", ms(50), ms(99), ms(100))?;
        if self.missing > 0 { write!(f, ", {} missing", self.missing) } else { Ok(()) }
    }
}
