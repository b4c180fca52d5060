//! The table of metrics: everything that `/metrics` exports. Registration, the documentation, the dashboard and the checks
//! of alerting rules are made from it. Names follow the conventions of Prometheus, which a test checks.

use std::fmt;

use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::TypedMetric;
use prometheus_client::registry::{self, Registry, Unit};

/// Type of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Counter,
    Gauge,
    Histogram,
    /// A gauge of 1 whose labels are the information.
    Info,
}

impl Kind {
    /// Returns its name in the text format of Prometheus.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge | Self::Info => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// Row of the dashboard, and section of the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    Requests,
    Sources,
    Publication,
    Database,
    Webhooks,
    Accounts,
    Process,
}

impl Group {
    /// Every group, in the order of the dashboard.
    pub const ALL: [Self; 7] = [
        Self::Requests,
        Self::Sources,
        Self::Publication,
        Self::Database,
        Self::Webhooks,
        Self::Accounts,
        Self::Process,
    ];

    /// Returns its title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Requests => "Requests and connections",
            Self::Sources => "Sources",
            Self::Publication => "Publication",
            Self::Database => "Database and disk",
            Self::Webhooks => "Webhooks",
            Self::Accounts => "Accounts and email",
            Self::Process => "Process",
        }
    }
}

/// A metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metric {
    /// Complete name in the text format of Prometheus, with unit and suffix.
    pub name: &'static str,
    pub kind: Kind,
    pub labels: &'static [&'static str],
    /// One line of description, without a full stop at the end.
    pub help: &'static str,
    pub group: Group,
}

impl Metric {
    /// Returns the name without unit and suffix, and the unit, as the encoder takes them.
    fn family(&self) -> (&'static str, Option<Unit>) {
        let suffix = match self.kind {
            Kind::Counter => "_total",
            Kind::Info => "_info",
            Kind::Gauge | Kind::Histogram => "",
        };
        let name = self.name.strip_suffix(suffix).unwrap_or(self.name);
        let of_unit = |suffix, unit| name.strip_suffix(suffix).map(|family| (family, Some(unit)));
        of_unit("_seconds", Unit::Seconds)
            .or_else(|| of_unit("_bytes", Unit::Bytes))
            // The conventions of Prometheus name it in the singular.
            .or_else(|| of_unit("_ratio", Unit::Other("ratio".to_owned())))
            .unwrap_or((name, None))
    }

    /// Registers the values of the metric.
    pub fn register(&self, registry: &mut Registry, values: impl registry::Metric) {
        match self.family() {
            (family, Some(unit)) => registry.register_with_unit(family, self.help, unit, values),
            (family, None) => registry.register(family, self.help, values),
        }
    }

    /// Exports values that a collector has computed.
    ///
    /// # Errors
    /// Returns the errors of the encoder.
    pub fn export<V: EncodeMetric + TypedMetric>(
        &self,
        encoder: &mut DescriptorEncoder<'_>,
        values: &V,
    ) -> Result<(), fmt::Error> {
        let (family, unit) = self.family();
        let help = format!("{}.", self.help);
        values.encode(encoder.encode_descriptor(family, &help, unit.as_ref(), V::TYPE)?)
    }
}

macro_rules! table {
    ($($group:ident { $($constant:ident $kind:ident $name:literal [$($label:literal)*] $help:literal;)* })*) => {
        $($(
            #[doc = $help]
            pub const $constant: Metric = Metric {
                name: $name,
                kind: Kind::$kind,
                labels: &[$($label),*],
                help: $help,
                group: Group::$group,
            };
        )*)*

        /// Every metric, in the order of the documentation.
        pub const ALL: &[Metric] = &[$($($constant,)*)*];
    };
}

table! {
    Requests {
        HTTP_REQUESTS Counter "snow_http_requests_total" ["route" "status"] "Requests by route and status";
        HTTP_SECONDS Histogram "snow_http_request_seconds" ["interface" "access"] "Time to respond by interface, for reads and writes";
        HTTP_FAILURES Counter "snow_http_failures_total" ["interface" "access"] "Requests that were answered with a status of 500 or above";
        HTTP_SLOW Counter "snow_http_slow_requests_total" ["interface"] "Requests that took more than 250 ms; the log has a line for each";
        HTTP_CONNECTIONS Gauge "snow_http_connections" [] "Open connections";
        HTTP_REFUSED Counter "snow_http_connections_refused_total" ["reason"] "Rejected connections (per_client, full)";
        HTTP_CUT Counter "snow_http_connections_cut_total" ["reason"] "Connections that the service closed (idle, head, exchange, unread, closing, displaced, memory); unsent answers take at most 256 MiB of memory";
        TOOL_CALLS Counter "snow_tool_calls_total" ["tool" "outcome"] "Tool calls of the connector by tool and outcome";
    }
    Sources {
        FETCHES Counter "snow_ingest_fetches_total" ["lane" "outcome"] "Upstream calls by lane and outcome (ok, failed, forbidden)";
        FAILURES Counter "snow_ingest_failures_total" ["lane" "class"] "Failed upstream calls by lane and class of failure";
        WEIGHT Counter "snow_ingest_weight_total" ["lane"] "Weighted upstream calls by lane";
        ALLOWANCE Gauge "snow_ingest_allowance_left_ratio" ["ledger" "window"] "Unused part of an allowance of upstream calls";
        NOTES Counter "snow_ingest_notes_total" ["lane"] "Upstream values dropped or repaired by lane";
        DROPPED Counter "snow_ingest_dropped_total" ["lane" "reason"] "Station values left out: quality, sentinel, not_a_number, unit, range, no_sensor, not_snow because of the reading itself; future, stuck, jumped, other_unit, depth, backwards because of the station's history; moved stations; lost quantities";
        LAST_SUCCESS Gauge "snow_ingest_last_success_timestamp_seconds" ["lane"] "Time when a lane last fetched something usable; equal on every replica";
        NEWEST_VALUE Gauge "snow_ingest_newest_value_timestamp_seconds" ["lane"] "Time of the newest value of a lane, which does not advance while the upstream repeats an old answer; equal on every replica";
        NEXT_DUE Gauge "snow_ingest_next_due_timestamp_seconds" ["lane"] "Time of the next planned call of a lane";
        SILENT Gauge "snow_ingest_silent_sources" ["lane"] "Sources of a lane without a success for longer than their limit; a source that has never succeeded counts too";
        STALE Gauge "snow_ingest_stale_sources" ["lane"] "Sources of a lane that answer and repeat an old response";
        FAILING Gauge "snow_ingest_failing_sources" ["lane" "class"] "Sources of a lane whose last two or more calls failed, by class of the last failure";
        LEASE Gauge "snow_ingest_lease_held" ["lane"] "Whether this process has the lease of a lane (1) or not (0)";
        EVIDENCE_ROWS Counter "snow_evidence_rows_total" [] "Evidence rows written";
    }
    Publication {
        RESORTS Gauge "snow_resorts" [] "Resorts served";
        WITH_FORECAST Gauge "snow_resorts_with_forecast" [] "Resorts with a usable forecast";
        RECENT_FORECAST Gauge "snow_resorts_with_recent_forecast" [] "Resorts with a forecast of at most six hours, outside their season twelve";
        OLDEST_FORECAST Gauge "snow_oldest_forecast_age_seconds" [] "Age of the oldest usable forecast";
        PUBLISHED_AT Gauge "snow_published_timestamp_seconds" [] "Time of the newest publication";
        PUBLICATION_SECONDS Histogram "snow_publication_seconds" [] "Time to build and render a publication";
        PUBLICATION_BYTES Gauge "snow_publication_size_bytes" [] "Size of the conditions that were requested from the previous publication";
        COUNTER_LAG Gauge "snow_replica_lag_changes" ["topic"] "Changes that another replica has published and this one has not";
        REPLICAS Gauge "snow_replicas" [] "Processes of the deployment that were seen lately";
    }
    Database {
        DATABASE_UP Gauge "snow_database_up" [] "Whether the database answers this process (1) or not (0)";
        DATABASE_BLOCKED Gauge "snow_database_writes_held_up" [] "Whether writes wait although the database answers reads (1) or not (0)";
        DATABASE_WAITING Gauge "snow_database_waiting_transactions" ["access"] "Transactions that wait for a database thread";
        DATABASE_POLL Histogram "snow_database_look_seconds" [] "Duration of the poll for database changes, made every second";
        DATABASE_HOSTS Gauge "snow_database_hosts" ["state"] "Hosts of the PostgreSQL URL by state: primary, standby, old-primary (accepts writes on an old timeline and is not used), foreign (another database), silent";
        DATABASE_SIZE Gauge "snow_database_size_bytes" [] "Size of the database";
        LOST_CHANGES Counter "snow_database_lost_changes_total" ["topic"] "Changes that were read and that the database no longer has, after a failover or a restored backup";
        STORAGE_FAILURES Counter "snow_storage_failures_total" [] "Failed storage transactions";
        DISK_FREE Gauge "snow_disk_free_bytes" [] "Free space of the file system with the data folder";
        DISK_SIZE Gauge "snow_disk_size_bytes" [] "Size of the file system with the data folder";
    }
    Webhooks {
        WEBHOOK_EVENTS Counter "snow_webhook_events_total" [] "Webhook events";
        WEBHOOK_ATTEMPTS Counter "snow_webhook_attempts_total" ["outcome"] "Webhook attempts by outcome";
        WEBHOOK_ATTEMPT Histogram "snow_webhook_attempt_seconds" [] "Duration of a webhook attempt";
        WEBHOOK_FIRST Histogram "snow_webhook_first_attempt_seconds" [] "Time from accepting a delivery to its first attempt";
        WEBHOOK_WAITED Histogram "snow_webhook_waited_seconds" [] "Delay between the due time of a delivery and its attempt";
        WEBHOOK_DELIVERIES Counter "snow_webhook_deliveries_total" ["result"] "Webhook deliveries by outcome of an attempt";
        WEBHOOK_SUBSCRIPTIONS Gauge "snow_webhook_subscriptions" ["state"] "Webhook subscriptions by state, of all replicas together";
        WEBHOOK_QUEUE Gauge "snow_webhook_queue" [] "Webhook deliveries that have not ended, of all replicas together";
        WEBHOOK_OLDEST Gauge "snow_webhook_oldest_due_seconds" [] "Waiting time of the oldest webhook delivery that could be sent";
        WEBHOOK_IN_FLIGHT Gauge "snow_webhook_under_way" [] "Webhook attempts in flight";
        WEBHOOK_STORAGE_FAILURES Counter "snow_webhook_storage_failures_total" [] "Failed transactions of the outbox";
        WEBHOOK_KEYS Gauge "snow_webhook_keys_changed_timestamp_seconds" [] "Time when the file of the webhook keys was last written";
    }
    Accounts {
        SIGN_INS Counter "snow_sign_ins_total" ["method" "outcome"] "Sign-ins by method and outcome";
        EMAILS Counter "snow_emails_total" ["kind" "outcome"] "Emails by kind (account, alert) and outcome";
        EMAILS_WAITING Gauge "snow_emails_waiting" ["kind"] "Emails that wait to be sent; those of alerts are of all replicas together";
    }
    Process {
        BUILD Info "snow_build_info" ["version" "platform"] "Version of the program";
        TASKS_ENDED Counter "snow_background_tasks_ended_total" ["task"] "Background tasks that ended before the service did";
        CLOCK Gauge "snow_clock_timestamp_seconds" [] "Time of the clock of the process at the scrape";
        LOG_LINES_LOST Counter "snow_log_lines_lost_total" [] "Log lines lost because they were not read in time";
        PROCESS_CPU Counter "process_cpu_seconds_total" [] "User and system time of the process";
        PROCESS_RESIDENT Gauge "process_resident_memory_bytes" [] "Resident memory of the process";
        PROCESS_VIRTUAL Gauge "process_virtual_memory_bytes" [] "Virtual memory of the process";
        PROCESS_THREADS Gauge "process_threads" [] "Threads of the process";
        PROCESS_OPEN_FDS Gauge "process_open_fds" [] "Open file descriptors";
        PROCESS_MAX_FDS Gauge "process_max_fds" [] "Maximum number of open file descriptors";
        PROCESS_START Gauge "process_start_time_seconds" [] "Start time of the process";
    }
}

#[cfg(test)]
mod tests;
