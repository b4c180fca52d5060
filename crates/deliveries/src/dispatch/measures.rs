//! The dispatcher's metrics: attempts by outcome, deliveries by outcome, and waiting times.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use runtime::metrics::table;
use storage::webhooks::outbox::{Census, FinishOutcome};
use webhooks::delivery::Ending;
use webhooks::delivery::queue::Stage;
use webhooks::delivery::subscription::State;

/// Labels of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Attempt {
    outcome: &'static str,
}

/// Labels of the outcome of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Delivery {
    result: &'static str,
}

/// Labels of a subscription.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Subscription {
    state: &'static str,
}

/// The counters, shared by all clones.
#[derive(Debug, Clone)]
pub struct Measures {
    attempts: Family<Attempt, Counter>,
    seconds: Histogram,
    waited: Histogram,
    first: Histogram,
    deliveries: Family<Delivery, Counter>,
    under_way: Gauge,
    subscriptions: Family<Subscription, Gauge>,
    queue: Gauge,
    oldest_due: Gauge<f64, AtomicU64>,
    storage_failures: Counter<u64, AtomicU64>,
}

impl Default for Measures {
    fn default() -> Self {
        // 1 ms to 16 s.
        let times = || Histogram::new((0..8).map(|step| 0.001 * 4_f64.powi(step)));
        Self {
            attempts: Family::default(),
            seconds: times(),
            waited: times(),
            // The goal is five seconds.
            first: Histogram::new([0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0, 600.0]),
            deliveries: Family::default(),
            under_way: Gauge::default(),
            subscriptions: Family::default(),
            queue: Gauge::default(),
            oldest_due: Gauge::default(),
            storage_failures: Counter::default(),
        }
    }
}

impl Measures {
    /// Registers the metrics.
    pub fn register(&self, registry: &mut Registry) {
        table::WEBHOOK_ATTEMPTS.register(registry, self.attempts.clone());
        table::WEBHOOK_ATTEMPT.register(registry, self.seconds.clone());
        table::WEBHOOK_FIRST.register(registry, self.first.clone());
        table::WEBHOOK_WAITED.register(registry, self.waited.clone());
        table::WEBHOOK_DELIVERIES.register(registry, self.deliveries.clone());
        table::WEBHOOK_SUBSCRIPTIONS.register(registry, self.subscriptions.clone());
        table::WEBHOOK_QUEUE.register(registry, self.queue.clone());
        table::WEBHOOK_OLDEST.register(registry, self.oldest_due.clone());
        table::WEBHOOK_IN_FLIGHT.register(registry, self.under_way.clone());
        table::WEBHOOK_STORAGE_FAILURES.register(registry, self.storage_failures.clone());
    }

    pub(super) fn attempt(&self, ending: &Ending, took: Duration) {
        self.attempts.get_or_create(&Attempt { outcome: ending.class() }).inc();
        self.seconds.observe(took.as_secs_f64());
    }

    /// Records the delay between due time and start of the given attempt, in milliseconds; a clock that went back counts
    /// as no delay. A delivery is due from its acceptance until the first attempt.
    pub(super) fn waited(&self, ms: i64, attempt: u8) {
        let seconds = ms.max(0) as f64 / 1_000.0;
        self.waited.observe(seconds);
        if attempt <= 1 {
            self.first.observe(seconds);
        }
    }

    pub(super) fn finished(&self, finished: &FinishOutcome) {
        let result = match finished {
            FinishOutcome::Recorded { stage: Stage::Delivered, .. } => "delivered",
            FinishOutcome::Recorded { stage: Stage::Failed, .. } => "failed",
            FinishOutcome::Recorded { stage: Stage::Discarded, .. } => "discarded",
            FinishOutcome::Recorded { stage: Stage::Waiting { .. } | Stage::Claimed { .. }, .. } => "retry",
            FinishOutcome::Stale => "stale",
        };
        self.count(result);
    }

    /// Counts an attempt whose claim was lost before it could be recorded.
    pub(super) fn stale(&self) {
        self.count("stale");
    }

    /// Counts a claim under which nothing was sent.
    pub(super) fn unsent(&self) {
        self.count("unsent");
    }

    /// Counts a claim that was postponed because the receiver's networks reached their limit.
    pub(super) fn put_off(&self) {
        self.count("put off");
    }

    /// Records the counts of the database.
    pub fn set_census(&self, census: &Census) {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        for state in [State::Active, State::Dropped, State::Removed] {
            let found = census.subscriptions.iter().find(|(known, _)| *known == state);
            let name = match state {
                State::Active => "active",
                State::Dropped => "dropped",
                State::Removed => "removed",
            };
            let count = found.map_or(0, |(_, count)| number(*count));
            self.subscriptions.get_or_create(&Subscription { state: name }).set(count);
        }
        self.queue.set(number(census.queue));
        self.oldest_due.set(census.oldest_due_ms.max(0) as f64 / 1_000.0);
    }

    pub(super) fn under_way(&self, count: usize) {
        self.under_way.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    pub(super) fn storage_failed(&self) {
        self.storage_failures.inc();
    }

    fn count(&self, result: &'static str) {
        self.deliveries.get_or_create(&Delivery { result }).inc();
    }
}
