//! Prometheus metrics: requests, ingest, and the age of the served data.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::build;
use crate::logging::lost_lines;

/// Labels of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Request {
    route: String,
    status: u16,
}

/// Labels of a lane.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Lane {
    lane: &'static str,
}

/// Labels of a fetch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Fetch {
    lane: &'static str,
    outcome: &'static str,
}

/// Labels of values that were left out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Dropped {
    lane: &'static str,
    reason: &'static str,
}

/// Labels of connections that were not let in or were ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reason {
    reason: &'static str,
}

/// Labels of changes that the database lost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Topic {
    topic: &'static str,
}

/// Labels of a background task.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Task {
    task: &'static str,
}

/// Labels of the database's hosts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct HostState {
    state: &'static str,
}

/// Labels of a tool call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ToolCall {
    tool: &'static str,
    outcome: &'static str,
}

type Number = Gauge<f64, AtomicU64>;

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Request, Counter>,
    seconds: Histogram,
    fetches: Family<Fetch, Counter>,
    weight: Family<Lane, Counter<f64, AtomicU64>>,
    notes: Family<Lane, Counter>,
    dropped: Family<Dropped, Counter>,
    tool_calls: Family<ToolCall, Counter>,
    tasks_ended: Family<Task, Counter>,
    lost_changes: Family<Topic, Counter>,
    database: Histogram,
    database_hosts: Family<HostState, Gauge>,
    refused: Family<Reason, Counter>,
    cut: Family<Reason, Counter>,
    /// Number of open connections.
    pub connections: Gauge,
    /// Number of resorts served.
    pub resorts: Gauge,
    /// Number of resorts with a usable forecast.
    pub with_forecast: Gauge,
    /// Age of the oldest usable forecast, in seconds.
    pub oldest_forecast: Number,
    /// Time when the newest world was published, in Unix seconds.
    pub published_at: Number,
    /// Number of evidence rows written.
    pub evidence_rows: Counter,
    /// Number of storage failures.
    pub storage_failures: Counter,
    /// Number of webhook events.
    pub webhook_events: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        Self::with(|_| ())
    }
}

impl Metrics {
    /// Creates every metric of this crate, and those that `others` registers.
    #[must_use]
    pub fn with(others: impl FnOnce(&mut Registry)) -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("snow"),
            requests: Family::default(),
            // 100 µs to 1.6 s.
            seconds: Histogram::new((0..8).map(|step| 0.0001 * 4_f64.powi(step))),
            fetches: Family::default(),
            weight: Family::default(),
            notes: Family::default(),
            dropped: Family::default(),
            tool_calls: Family::default(),
            tasks_ended: Family::default(),
            lost_changes: Family::default(),
            // Half a millisecond to eight seconds.
            database: Histogram::new((0..8).map(|step| 0.0005 * 4_f64.powi(step))),
            database_hosts: Family::default(),
            refused: Family::default(),
            cut: Family::default(),
            connections: Gauge::default(),
            resorts: Gauge::default(),
            with_forecast: Gauge::default(),
            oldest_forecast: Gauge::default(),
            published_at: Gauge::default(),
            evidence_rows: Counter::default(),
            storage_failures: Counter::default(),
            webhook_events: Counter::default(),
        };
        metrics.register();
        others(&mut metrics.registry);
        metrics.register_internals();
        metrics
    }

    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register("http_requests", "Requests by route and status", self.requests.clone());
        registry.register_with_unit("http_request", "Time to respond", Unit::Seconds, self.seconds.clone());
        registry.register("ingest_fetches", "Upstream calls by lane and outcome", self.fetches.clone());
        registry.register("ingest_weight", "Weighted upstream calls by lane", self.weight.clone());
        registry.register("ingest_notes", "Upstream values dropped or repaired by lane", self.notes.clone());
        registry.register(
            "ingest_dropped",
            "Station values left out by lane and reason",
            self.dropped.clone(),
        );
        registry.register(
            "tool_calls",
            "Calls of the connector by tool and outcome",
            self.tool_calls.clone(),
        );
        registry.register("http_connections", "Open connections", self.connections.clone());
        registry.register("http_connections_refused", "Rejected connections by reason", self.refused.clone());
        registry.register("http_connections_cut", "Connections ended by reason", self.cut.clone());
        registry.register("resorts", "Resorts served", self.resorts.clone());
        registry.register(
            "resorts_with_forecast",
            "Resorts with a usable forecast",
            self.with_forecast.clone(),
        );
        registry.register_with_unit(
            "oldest_forecast_age",
            "Age of the oldest usable forecast",
            Unit::Seconds,
            self.oldest_forecast.clone(),
        );
        registry.register_with_unit(
            "published_timestamp",
            "When the newest world was published",
            Unit::Seconds,
            self.published_at.clone(),
        );
        registry.register("evidence_rows", "Evidence rows written", self.evidence_rows.clone());
        registry.register(
            "database_lost_changes",
            "Changes that were read and that the database does not have any more, by topic",
            self.lost_changes.clone(),
        );
        registry.register("storage_failures", "Failed storage transactions", self.storage_failures.clone());
        registry.register("webhook_events", "Webhook events", self.webhook_events.clone());
    }

    /// Registers metrics about the service itself.
    fn register_internals(&mut self) {
        let registry = &mut self.registry;
        let labels = vec![("version", build::VERSION.to_owned()), ("platform", build::platform())];
        registry.register("build", "Version of the program", Info::new(labels));
        registry.register(
            "background_tasks_ended",
            "Background tasks that ended before the service did",
            self.tasks_ended.clone(),
        );
        registry.register_with_unit(
            "database_look",
            "Duration of the poll for database changes, made every second",
            Unit::Seconds,
            self.database.clone(),
        );
        registry.register(
            "database_hosts",
            "Hosts of the database by their state",
            self.database_hosts.clone(),
        );
        registry.register(
            "log_lines_lost",
            "Log lines lost because they were not read in time",
            lost_lines(),
        );
    }

    /// Counts an answered request.
    pub fn request(&self, route: &str, status: u16, elapsed: Duration) {
        self.requests.get_or_create(&Request { route: route.to_owned(), status }).inc();
        self.seconds.observe(elapsed.as_secs_f64());
    }

    /// Counts an upstream call.
    pub fn fetch(&self, lane: &'static str, outcome: &'static str, weight: f64) {
        self.fetches.get_or_create(&Fetch { lane, outcome }).inc();
        self.weight.get_or_create(&Lane { lane }).inc_by(weight);
    }

    /// Counts a background task that ended before the service did.
    pub fn task_ended(&self, task: &'static str) {
        self.tasks_ended.get_or_create(&Task { task }).inc();
    }

    /// Counts changes of a topic that the database lost.
    pub fn changes_lost(&self, topic: &'static str, count: u64) {
        self.lost_changes.get_or_create(&Topic { topic }).inc_by(count);
    }

    /// Records the duration of a poll of the change counters, successful or not.
    pub fn database_looked_at(&self, elapsed: Duration) {
        self.database.observe(elapsed.as_secs_f64());
    }

    /// Sets the number of the database's hosts in each state that occurs.
    pub fn database_hosts(&self, states: impl IntoIterator<Item = &'static str>) {
        let mut counts = BTreeMap::new();
        states.into_iter().for_each(|state| *counts.entry(state).or_insert(0_i64) += 1);
        self.database_hosts.clear();
        for (state, count) in counts {
            self.database_hosts.get_or_create(&HostState { state }).set(count);
        }
    }

    /// Counts a tool call.
    pub fn tool_call(&self, tool: &'static str, outcome: &'static str) {
        self.tool_calls.get_or_create(&ToolCall { tool, outcome }).inc();
    }

    /// Counts a rejected connection.
    pub fn connection_refused(&self, reason: &'static str) {
        self.refused.get_or_create(&Reason { reason }).inc();
    }

    /// Counts a connection that the service ended before its client did.
    pub fn connection_cut(&self, reason: &'static str) {
        self.cut.get_or_create(&Reason { reason }).inc();
    }

    /// Counts values of an upstream response that were dropped or repaired.
    pub fn notes(&self, lane: &'static str, count: usize) {
        self.notes.get_or_create(&Lane { lane }).inc_by(count as u64);
    }

    /// Counts values of a station that were left out.
    pub fn dropped(&self, lane: &'static str, reason: &'static str, count: u64) {
        self.dropped.get_or_create(&Dropped { lane, reason }).inc_by(count);
    }

    /// Returns the metrics in the Prometheus text format.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
