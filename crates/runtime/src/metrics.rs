//! Prometheus metrics: requests, ingest, and the age of the served data. [`table`] lists all of them.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use sources::failure::FailureClass;

use crate::logging::lost_lines;
use crate::{build, clock};

pub mod exposition;
mod labels;
mod process;
pub mod requests;
pub mod table;

use labels::{
    Allowance, DropLabels, Emails, FailedFetch, Fetch, HostState, Lane, Reason, Request, SignIn, Task,
    ToolCall, Topic, Transactions, WaitingEmails,
};
use process::ProcessSeries;
use requests::{Access, Interface, RequestSeries};

type Number = Gauge<f64, AtomicU64>;

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Request, Counter>,
    by_interface: RequestSeries,
    failures: Family<FailedFetch, Counter>,
    allowances: Family<Allowance, Number>,
    leases: Family<Lane, Gauge>,
    waiting: Family<Transactions, Gauge>,
    emails: Family<Emails, Counter>,
    emails_waiting: Family<WaitingEmails, Gauge>,
    sign_ins: Family<SignIn, Counter>,
    publication: Histogram,
    fetches: Family<Fetch, Counter>,
    weight: Family<Lane, Counter<f64, AtomicU64>>,
    notes: Family<Lane, Counter>,
    dropped: Family<DropLabels, Counter>,
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
    /// Number of resorts with a forecast of at most six hours.
    pub with_recent_forecast: Gauge,
    /// Size of the answers that the newest publication rendered in advance, in bytes.
    pub publication_bytes: Gauge,
    /// Size of the database, in bytes.
    pub database_bytes: Gauge,
    /// Free space and size of the file system with the data folder, in bytes.
    pub disk_free: Number,
    pub disk_size: Number,
    /// Time when the key file of the webhooks was last written, in Unix seconds.
    pub webhook_keys_changed_at: Number,
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
        let mut registry = Registry::default();
        let by_interface = RequestSeries::register(&mut registry);
        let mut metrics = Self {
            registry,
            requests: Family::default(),
            by_interface,
            failures: Family::default(),
            allowances: Family::default(),
            leases: Family::default(),
            waiting: Family::default(),
            emails: Family::default(),
            emails_waiting: Family::default(),
            sign_ins: Family::default(),
            // 10 ms to 41 s.
            publication: Histogram::new((0..13).map(|step| 0.01 * 2_f64.powi(step))),
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
            with_recent_forecast: Gauge::default(),
            publication_bytes: Gauge::default(),
            database_bytes: Gauge::default(),
            disk_free: Gauge::default(),
            disk_size: Gauge::default(),
            webhook_keys_changed_at: Gauge::default(),
            oldest_forecast: Gauge::default(),
            published_at: Gauge::default(),
            evidence_rows: Counter::default(),
            storage_failures: Counter::default(),
            webhook_events: Counter::default(),
        };
        metrics.register();
        others(&mut metrics.registry);
        metrics
    }

    fn register(&mut self) {
        let registry = &mut self.registry;
        table::HTTP_REQUESTS.register(registry, self.requests.clone());
        table::HTTP_CONNECTIONS.register(registry, self.connections.clone());
        table::HTTP_REFUSED.register(registry, self.refused.clone());
        table::HTTP_CUT.register(registry, self.cut.clone());
        table::TOOL_CALLS.register(registry, self.tool_calls.clone());
        table::FETCHES.register(registry, self.fetches.clone());
        table::FAILURES.register(registry, self.failures.clone());
        table::WEIGHT.register(registry, self.weight.clone());
        table::ALLOWANCE.register(registry, self.allowances.clone());
        table::NOTES.register(registry, self.notes.clone());
        table::DROPPED.register(registry, self.dropped.clone());
        table::LEASE.register(registry, self.leases.clone());
        table::EVIDENCE_ROWS.register(registry, self.evidence_rows.clone());
        table::RESORTS.register(registry, self.resorts.clone());
        table::WITH_FORECAST.register(registry, self.with_forecast.clone());
        table::RECENT_FORECAST.register(registry, self.with_recent_forecast.clone());
        table::OLDEST_FORECAST.register(registry, self.oldest_forecast.clone());
        table::PUBLISHED_AT.register(registry, self.published_at.clone());
        table::PUBLICATION_SECONDS.register(registry, self.publication.clone());
        table::PUBLICATION_BYTES.register(registry, self.publication_bytes.clone());
        self.register_internals();
    }

    /// Registers metrics of the database, of accounts and of the process.
    fn register_internals(&mut self) {
        let registry = &mut self.registry;
        table::DATABASE_WAITING.register(registry, self.waiting.clone());
        table::DATABASE_POLL.register(registry, self.database.clone());
        table::DATABASE_HOSTS.register(registry, self.database_hosts.clone());
        table::DATABASE_SIZE.register(registry, self.database_bytes.clone());
        table::LOST_CHANGES.register(registry, self.lost_changes.clone());
        table::STORAGE_FAILURES.register(registry, self.storage_failures.clone());
        table::DISK_FREE.register(registry, self.disk_free.clone());
        table::DISK_SIZE.register(registry, self.disk_size.clone());
        table::WEBHOOK_EVENTS.register(registry, self.webhook_events.clone());
        table::WEBHOOK_KEYS.register(registry, self.webhook_keys_changed_at.clone());
        table::SIGN_INS.register(registry, self.sign_ins.clone());
        table::EMAILS.register(registry, self.emails.clone());
        table::EMAILS_WAITING.register(registry, self.emails_waiting.clone());
        let labels = vec![("version", build::VERSION.to_owned()), ("platform", build::platform())];
        table::BUILD.register(registry, Info::new(labels));
        table::TASKS_ENDED.register(registry, self.tasks_ended.clone());
        table::LOG_LINES_LOST.register(registry, lost_lines());
        registry.register_collector(Box::new(ProcessSeries(clock::now())));
    }

    /// Counts an answered request.
    pub fn request(&self, interface: Interface, access: Access, route: &str, status: u16, elapsed: Duration) {
        self.requests.get_or_create(&Request { route: route.to_owned(), status }).inc();
        self.by_interface.count(interface, access, status, elapsed);
    }

    /// Lists a lane: its series exist before anything happens, because a series that begins at 1 does not show an
    /// increase.
    pub fn lane(&self, lane: &'static str, lost: &'static str) {
        self.dropped(lane, lost, 0);
        self.notes(lane, 0);
        self.lease(lane, false);
    }

    /// Records whether this process has the lease of a lane.
    pub fn lease(&self, lane: &'static str, is_held: bool) {
        self.leases.get_or_create(&Lane { lane }).set(is_held.into());
    }

    /// Counts a failed upstream call, also by its class.
    pub fn failed_fetch(&self, lane: &'static str, class: FailureClass, weight: f64) {
        self.fetch(lane, "failed", weight);
        self.failures.get_or_create(&FailedFetch { lane, class: class.name() }).inc();
    }

    /// Sets the unused part of an allowance, from 0 to 1.
    pub fn allowance(&self, ledger: &'static str, window: &'static str, left: f64) {
        self.allowances.get_or_create(&Allowance { ledger, window }).set(left);
    }

    /// Sets the number of transactions that wait for a database thread.
    pub fn waiting_transactions(&self, access: &'static str, count: usize) {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.waiting.get_or_create(&Transactions { access }).set(count);
    }

    /// Records the time that building and rendering a publication took.
    pub fn publication_took(&self, elapsed: Duration) {
        self.publication.observe(elapsed.as_secs_f64());
    }

    /// Counts emails by their outcome; with a count of 0 the series exists from then on.
    pub fn emails(&self, kind: &'static str, outcome: &'static str, count: u64) {
        self.emails.get_or_create(&Emails { kind, outcome }).inc_by(count);
    }

    /// Sets the number of emails that wait to be sent.
    pub fn emails_waiting(&self, kind: &'static str, count: i64) {
        self.emails_waiting.get_or_create(&WaitingEmails { kind }).set(count);
    }

    /// Counts a sign-in.
    pub fn sign_in(&self, method: &'static str, outcome: &'static str) {
        self.sign_ins.get_or_create(&SignIn { method, outcome }).inc();
    }

    /// Counts an upstream call.
    pub fn fetch(&self, lane: &'static str, outcome: &'static str, weight: f64) {
        self.fetches.get_or_create(&Fetch { lane, outcome }).inc();
        self.weight.get_or_create(&Lane { lane }).inc_by(weight);
    }

    /// Lists a background task.
    pub fn task_begun(&self, task: &'static str) {
        self.tasks_ended.get_or_create(&Task { task }).inc_by(0);
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

    /// Sets the number of the database's hosts in each of the `possible` states.
    pub fn database_hosts(
        &self,
        possible: impl IntoIterator<Item = &'static str>,
        states: impl IntoIterator<Item = &'static str>,
    ) {
        let mut counts: BTreeMap<&'static str, i64> = possible.into_iter().map(|state| (state, 0)).collect();
        states.into_iter().for_each(|state| *counts.entry(state).or_insert(0) += 1);
        for (state, count) in counts {
            self.database_hosts.get_or_create(&HostState { state }).set(count);
        }
    }

    /// Counts a tool call.
    pub fn tool_call(&self, tool: &'static str, outcome: &'static str) {
        self.tool_calls.get_or_create(&ToolCall { tool, outcome }).inc();
    }

    /// Lists the reasons for which connections are rejected and closed.
    pub fn connection_reasons(
        &self,
        refused: impl IntoIterator<Item = &'static str>,
        cut: impl IntoIterator<Item = &'static str>,
    ) {
        refused.into_iter().for_each(|reason| drop(self.refused.get_or_create(&Reason { reason })));
        cut.into_iter().for_each(|reason| drop(self.cut.get_or_create(&Reason { reason })));
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
        self.dropped.get_or_create(&DropLabels { lane, reason }).inc_by(count);
    }

    /// Logs the contents of the newest publication.
    pub fn log_publication(&self) {
        let (resorts, with_forecast) = (self.resorts.get(), self.with_forecast.get());
        tracing::info!(resorts, with_forecast, "world published");
    }

    /// Returns the metrics as OpenMetrics.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }

    /// Returns the metrics in the text format 0.0.4.
    #[must_use]
    pub fn plain_text(&self) -> String {
        exposition::plain(&self.text())
    }
}
