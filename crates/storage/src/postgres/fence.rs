//! The fence between an old primary and its successor. A failover starts a new timeline; a server with a lower one than
//! this process has used is an old primary that came back, and what it accepts is lost when it is rebuilt.
//!
//! One fence is shared by all connections of a store. It knows the highest timeline, closes connections to lower ones,
//! and remembers which host was last good and which ones do not answer.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;
use tokio_postgres::error::Severity;
use tokio_postgres::{Client, Error, SimpleQueryMessage, SimpleQueryRow};

/// Time for which a host is passed over after it stopped answering.
const PASSED_OVER: Duration = Duration::from_secs(60);

/// Asks for recovery, system and timeline. Other engines lack these functions and answer with an error; they are not fenced.
const IDENTITY: &str = "SELECT pg_is_in_recovery(), (SELECT system_identifier FROM pg_control_system()), \
    CASE WHEN pg_is_in_recovery() THEN NULL ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END";

/// Reads the timelines that processes have stored in the database itself.
const STORED: &str = "SELECT system, timeline FROM timelines";

/// The place of a primary in the history of its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeline {
    /// System identifier: equal for a primary and its standbys.
    pub system: u64,
    /// 1 for a new database, one more after each promotion.
    pub number: u32,
}

/// The role of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It accepts writes. `None` on engines without timelines.
    Primary(Option<Timeline>),
    /// It accepts writes on a lower timeline than one that is stored in its own tables.
    Fenced(Rejection),
    Standby,
}

/// The reason why a primary is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// An old primary.
    Old { timeline: u32, highest: u32 },
    /// A primary of another database in a list of hosts.
    Foreign,
}

/// The state of one host of the list, for `/readyz` and the metrics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostState {
    /// The primary in use.
    Primary,
    /// A standby.
    Standby,
    /// It accepts writes on an old timeline, and is not used.
    OldPrimary {
        /// Its timeline.
        timeline: u32,
        /// The timeline in use.
        highest: u32,
    },
    /// It accepts writes for another database, and is not used.
    Foreign,
    /// It does not answer.
    Silent,
}

impl HostState {
    /// Every name in the metrics.
    pub const NAMES: [&'static str; 5] = ["primary", "standby", "old-primary", "foreign", "silent"];

    /// Returns its name in the metrics.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Standby => "standby",
            Self::OldPrimary { .. } => "old-primary",
            Self::Foreign => "foreign",
            Self::Silent => "silent",
        }
    }

    /// Returns what is wrong with the host, without its name.
    #[must_use]
    pub const fn fault(&self) -> Option<&'static str> {
        match self {
            Self::Primary | Self::Standby => None,
            Self::OldPrimary { .. } => {
                Some("is an old primary that accepts writes; stop it and rebuild it as a standby")
            }
            Self::Foreign => Some("has another database; correct the list of hosts"),
            Self::Silent => Some("does not answer"),
        }
    }
}

impl From<Rejection> for HostState {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Old { timeline, highest } => Self::OldPrimary { timeline, highest },
            Rejection::Foreign => Self::Foreign,
        }
    }
}

/// Knowledge of a process about the servers of its database.
#[derive(Debug, Default)]
pub struct Fence {
    highest: watch::Sender<Option<Timeline>>,
    stored: Mutex<Option<Timeline>>,
    hosts: Mutex<Hosts>,
}

#[derive(Debug, Default)]
struct Hosts {
    last_good: Option<String>,
    /// When each silent host was found silent.
    silent: BTreeMap<String, Instant>,
    states: BTreeMap<String, HostState>,
}

impl Fence {
    /// Returns the highest timeline that was seen.
    #[must_use]
    pub fn highest(&self) -> Option<Timeline> {
        *self.highest.borrow()
    }

    /// Checks a primary's timeline and remembers it if it is the highest.
    ///
    /// # Errors
    /// Returns the reason if the server must not be used.
    pub fn admit(&self, host: &str, timeline: Option<Timeline>) -> Result<(), Rejection> {
        let outcome = self.compare(timeline);
        let state = outcome.map_or_else(HostState::from, |()| HostState::Primary);
        let mut hosts = self.hosts();
        if state == HostState::Primary {
            hosts.last_good = Some(host.to_owned());
        }
        hosts.silent.remove(host);
        hosts.states.insert(host.to_owned(), state);
        outcome
    }

    fn compare(&self, timeline: Option<Timeline>) -> Result<(), Rejection> {
        let Some(timeline) = timeline else { return Ok(()) };
        let mut outcome = Ok(());
        self.highest.send_if_modified(|highest| match highest {
            Some(known) if known.system != timeline.system => {
                outcome = Err(Rejection::Foreign);
                false
            }
            Some(known) if known.number > timeline.number => {
                outcome = Err(Rejection::Old { timeline: timeline.number, highest: known.number });
                false
            }
            Some(known) if known.number == timeline.number => false,
            _ => {
                *highest = Some(timeline);
                true
            }
        });
        outcome
    }

    /// Forgets the timeline: the only host of the list is another database now, for example a restored one.
    pub(crate) fn start_over(&self, timeline: Timeline) {
        self.highest.send_replace(Some(timeline));
    }

    /// Returns the statement that stores the highest timeline, unless it is stored. The first process that connects to a
    /// promoted standby also stores the change counters, before it writes anything: changes beyond them are lost.
    pub(crate) fn to_store(&self) -> Option<String> {
        let highest = self.highest()?;
        if *self.stored.lock().unwrap_or_else(PoisonError::into_inner) == Some(highest) {
            return None;
        }
        let Timeline { system, number } = highest;
        Some(format!(
            "INSERT INTO timelines (system, timeline, counters) \
             VALUES ('{system}', {number}, (SELECT json_object_agg(shard, version)::text FROM changes)) \
             ON CONFLICT (system) DO UPDATE SET timeline = EXCLUDED.timeline, counters = EXCLUDED.counters \
             WHERE timelines.timeline < EXCLUDED.timeline"
        ))
    }

    /// Remembers that the highest timeline is stored.
    pub(crate) fn stored(&self) {
        *self.stored.lock().unwrap_or_else(PoisonError::into_inner) = self.highest();
    }

    /// Completes when a higher timeline than that of a connection is known.
    pub(crate) fn superseded(&self, own: Option<Timeline>) -> impl Future<Output = ()> + Send + 'static {
        let mut highest = self.highest.subscribe();
        async move {
            let Some(own) = own else { return std::future::pending().await };
            let is_old = |known: &Option<Timeline>| known.is_some_and(|known| known != own);
            if highest.wait_for(is_old).await.is_err() {
                // The store is closed.
                std::future::pending::<()>().await;
            }
        }
    }

    /// Remembers that a host stopped answering.
    pub(crate) fn silent(&self, host: &str) {
        let mut hosts = self.hosts();
        hosts.silent.insert(host.to_owned(), Instant::now());
        hosts.states.insert(host.to_owned(), HostState::Silent);
    }

    /// Records the state of a host that is not used for writes.
    pub(crate) fn note(&self, host: &str, state: HostState) {
        let mut hosts = self.hosts();
        if state != HostState::Silent {
            hosts.silent.remove(host);
        }
        hosts.states.insert(host.to_owned(), state);
    }

    /// Returns whether a host is passed over because it stopped answering a short time ago.
    pub(crate) fn is_passed_over(&self, host: &str) -> bool {
        self.hosts().silent.get(host).is_some_and(|since| since.elapsed() < PASSED_OVER)
    }

    /// Returns whether the host was the last one that a connection was opened to.
    pub(crate) fn is_last_good(&self, host: &str) -> bool {
        self.hosts().last_good.as_deref() == Some(host)
    }

    /// Returns the last known state of each host.
    pub(crate) fn states(&self) -> BTreeMap<String, HostState> {
        self.hosts().states.clone()
    }

    fn hosts(&self) -> MutexGuard<'_, Hosts> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Queries the role and the timeline of a server.
///
/// # Errors
/// Returns an error if the connection fails. A server that rejects the query is a primary without a timeline.
pub(super) async fn role(client: &Client) -> Result<Role, Error> {
    let rows = answered(client, IDENTITY).await?;
    let Some(row) = rows.first() else { return Ok(Role::Primary(None)) };
    if column(row, 0) == Some("t") {
        return Ok(Role::Standby);
    }
    let number = column(row, 2).and_then(|text| u32::from_str_radix(text, 16).ok());
    let system = column(row, 1).and_then(|text| text.parse().ok());
    let own = system.zip(number).map(|(system, number)| Timeline { system, number });
    let stored = answered(client, STORED).await?.iter().filter_map(timeline).max_by_key(|row| row.number);
    Ok(match own.zip(stored) {
        Some((own, stored)) if own.system == stored.system && own.number < stored.number => {
            Role::Fenced(Rejection::Old { timeline: own.number, highest: stored.number })
        }
        _ => Role::Primary(own),
    })
}

/// Returns the rows of a query; none if the server rejects it.
async fn answered(client: &Client, sql: &str) -> Result<Vec<SimpleQueryRow>, Error> {
    let messages = match client.simple_query(sql).await {
        Ok(messages) => messages,
        Err(error) if is_of_statement(&error) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let rows = messages.into_iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    Ok(rows.collect())
}

/// Returns whether a server rejected only the statement, and keeps the session.
fn is_of_statement(error: &Error) -> bool {
    error.as_db_error().is_some_and(|error| match error.parsed_severity() {
        Some(severity) => severity == Severity::Error,
        None => error.severity() == "ERROR",
    })
}

/// Returns a column; `None` if it is null or missing, as on a server that answers something else.
fn column(row: &SimpleQueryRow, index: usize) -> Option<&str> {
    row.try_get(index).ok().flatten()
}

fn timeline(row: &SimpleQueryRow) -> Option<Timeline> {
    Some(Timeline { system: column(row, 0)?.parse().ok()?, number: column(row, 1)?.parse().ok()? })
}

#[cfg(test)]
mod tests;
