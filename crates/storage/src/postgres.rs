//! Opens PostgreSQL connections with tokio-postgres and rustls, without C libraries. Errors distinguish network, trust
//! and credentials.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use diesel_async::AsyncPgConnection;
use tokio::sync::{mpsc, oneshot, watch as latest};
use tokio::time::{sleep, timeout};
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, Client};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::address::PostgresAddress;
use crate::conn::{Conn, Driver, PgConnection};
use crate::error::{StoreError, one_line};
use crate::options::Options;
use crate::thread::{self, Driving, Timer};

mod certificates;
mod fence;
mod hosts;
mod pooled;
mod trust;
mod watch;

pub use certificates::Certificates;
pub(crate) use certificates::TrustedCertificates;
pub use fence::{Fence, HostState, Rejection, Timeline};
use hosts::{FailedHost, OpenedPrimary, Refusal};

/// Time after which a silent network counts as dead.
const SILENCE: Duration = Duration::from_secs(30);

/// Maximum silence of a statement if another host may have taken over.
const SILENCE_OF_A_LIST: Duration = Duration::from_secs(6);

/// Connections to one database, each driven by the thread that opened it.
pub(crate) struct Connector {
    address: PostgresAddress,
    /// The certificates for new connections; see [`Certificates`].
    tls: latest::Sender<MakeRustlsConnect>,
    settings: String,
    /// Maximum time for connecting to one address, and for each query that prepares a connection.
    limit: Duration,
    /// Maximum time without a response to a statement.
    silence: Duration,
    max_age: Duration,
    fence: Arc<Fence>,
}

/// A connection without diesel, for single statements.
pub(crate) struct Session {
    client: Client,
    driving: Driving,
    age: Timer,
    trusted: TrustedCertificates,
}

impl Session {
    /// Returns whether the server has hung up since the last statement, or the connection must be replaced.
    pub(crate) fn has_ended(&self) -> bool {
        self.driving.has_ended() || self.age.has_ended() || self.trusted.is_outdated()
    }

    /// Returns the client, for statements that return rows or copy them.
    pub(crate) const fn client(&self) -> &Client {
        &self.client
    }

    /// Runs one statement; the outer error means that this thread is ending.
    pub(crate) fn execute(&self, sql: &str) -> Result<Result<(), tokio_postgres::Error>, StoreError> {
        let _statement = thread::Statement::begin();
        thread::here(self.client.batch_execute(sql))
    }
}

impl Connector {
    pub(crate) fn new(mut address: PostgresAddress, options: &Options) -> Result<Self, StoreError> {
        let (tls, _) = latest::channel(MakeRustlsConnect::new(trust::tls_config(&address)?));
        let config = &mut address.config;
        let limit = config.get_connect_timeout().copied().unwrap_or(options.connect_timeout);
        config.connect_timeout(limit);
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE);
        }
        config.keepalives_idle(SILENCE);
        if config.get_application_name().is_none() {
            config.application_name("snow-conditions");
        }
        // A peer that vanished during a transaction must not hold its locks for the two hours of the TCP timeout. Set
        // by statement, not as a startup option, which a connection pooler in between rejects.
        let milliseconds = options.statement_timeout.as_millis();
        let settings = format!(
            "SET statement_timeout = {milliseconds}; SET idle_in_transaction_session_timeout = {milliseconds}"
        );
        let Options { max_age, silence, .. } = *options;
        let mut connector = Self { address, tls, settings, limit, silence, max_age, fence: Arc::default() };
        if connector.has_several_hosts() {
            connector.silence = silence.min(SILENCE_OF_A_LIST);
        }
        Ok(connector)
    }

    /// Opens one connection, to be used only on this thread.
    pub(crate) fn open(&self) -> Result<(Conn, Driving), StoreError> {
        // Kept outside of the runtime: dropping a `Driving` runs the runtime again, after any failure too.
        let (client, driving) = self.driven()?;
        let ready = self.in_time(async {
            client.batch_execute(&self.settings).await.map_err(|error| self.rejection(&error))?;
            let connection = AsyncPgConnection::try_from(client).await;
            connection.map_err(|error| self.unreachable(one_line(&error)))
        });
        let connection = thread::here(ready)??;
        Ok((Conn(Driver::Postgres(PgConnection::from(connection)), false), driving))
    }

    /// Opens one connection for single statements, to be used only on this thread.
    pub(crate) fn session(&self) -> Result<Session, StoreError> {
        let trusted = self.trusted();
        let (client, driving) = self.driven()?;
        let age = thread::here(async { Timer::start(self.max_age) })?;
        Ok(Session { client, driving, age, trusted })
    }

    /// Connects and starts the task that drives the connection, until a newer primary is known. Not `async`: see
    /// [`Connector::open`].
    fn driven(&self) -> Result<(Client, Driving), StoreError> {
        let OpenedPrimary { client, connection, host, timeline } = thread::here(self.connected())??;
        let superseded = self.fence.superseded(timeline);
        let driven = async move {
            tokio::select! {
                // First: after the promotion is known, an old primary gets no statement, and its answers are dropped.
                biased;
                () = superseded => tracing::warn!("a newer primary is known; closing a connection to the old one"),
                ended = connection => if let Err(error) = ended {
                    tracing::warn!(error = one_line(&error), "connection to PostgreSQL ended");
                },
            }
        };
        let fence = Arc::clone(&self.fence);
        let silent = move || fence.silent(&host);
        let driving = thread::here(async { Driving::start(driven, self.silence, silent) })?;
        self.store_timeline(&client);
        Ok((client, driving))
    }

    /// Stores a timeline that this process has not stored yet. Before the first migration the table does not exist; a
    /// later connection then stores it.
    fn store_timeline(&self, client: &Client) {
        let Some(statement) = self.fence.to_store() else { return };
        let stored = thread::here(async { timeout(self.limit, client.batch_execute(&statement)).await });
        if matches!(stored, Ok(Ok(Ok(())))) {
            self.fence.stored();
        }
    }

    /// Returns the state of each host that was tried.
    pub(crate) fn hosts(&self) -> BTreeMap<String, HostState> {
        self.fence.states()
    }

    /// Returns the highest timeline.
    pub(crate) fn timeline(&self) -> Option<Timeline> {
        self.fence.highest()
    }

    async fn connected(&self) -> Result<OpenedPrimary, StoreError> {
        let tls = self.tls.borrow().clone();
        let opened = hosts::connect(&self.address.config, &tls, self.limit, &self.fence).await;
        opened.map_err(|tried| self.failed(&tried))
    }

    /// Builds the error of a connection attempt, with the reason of every host that was tried.
    fn failed(&self, tried: &[FailedHost]) -> StoreError {
        let reasons: Vec<(Cause, String)> = tried.iter().map(|one| cause(&one.refusal)).collect();
        let detail = match reasons.as_slice() {
            [] => "the address does not name a host".to_owned(),
            [(_, only)] => only.clone(),
            all => {
                let named = tried.iter().zip(all).map(|(one, (_, reason))| format!("{}: {reason}", one.host));
                named.collect::<Vec<_>>().join("; ")
            }
        };
        // The most hopeful host decides whether waiting makes sense.
        let cause = reasons.into_iter().map(|(cause, _)| cause).min().unwrap_or(Cause::Unreachable);
        self.error(cause, detail)
    }

    async fn in_time<T>(&self, asked: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        let late = |_| self.unreachable("no answer in time".to_owned());
        timeout(self.limit, asked).await.map_err(late)?
    }

    /// Listens on `channel` over a separate connection and calls `told` at the start and at every notification, until
    /// the connection ends or must be replaced (true), or `stop` arrives (false).
    pub(crate) fn listen(
        &self,
        channel: &str,
        told: &dyn Fn(),
        stop: &mut oneshot::Receiver<()>,
    ) -> Result<bool, StoreError> {
        thread::here(async {
            let mut trusted = self.tls.subscribe();
            let OpenedPrimary { client, mut connection, timeline, .. } = self.connected().await?;
            let mut superseded = pin!(self.fence.superseded(timeline));
            // Room for one: several unread notifications count as one.
            let (heard, mut hearing) = mpsc::channel(1);
            tokio::spawn(async move {
                while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                    if let AsyncMessage::Notification(_) = message {
                        let _ = heard.try_send(());
                    }
                }
            });
            let listen = format!("LISTEN {channel}");
            self.in_time(async {
                client.batch_execute(&listen).await.map_err(|error| self.rejection(&error))
            })
            .await?;
            // No notification was received for writes before this connection listened.
            told();
            let mut aged = pin!(sleep(self.max_age));
            loop {
                tokio::select! {
                    _ = &mut *stop => return Ok(false),
                    () = &mut aged => return Ok(true),
                    () = &mut superseded => return Ok(true),
                    _ = trusted.changed() => return Ok(true),
                    message = hearing.recv() => match message {
                        Some(()) => told(),
                        None => return Ok(true),
                    },
                }
            }
        })?
    }

    fn unreachable(&self, detail: String) -> StoreError {
        StoreError::Unreachable { place: self.address.place.clone(), detail }
    }

    fn rejection(&self, error: &tokio_postgres::Error) -> StoreError {
        self.error(cause_of(error), one_line(error))
    }

    fn error(&self, cause: Cause, detail: String) -> StoreError {
        let place = self.address.place.clone();
        match cause {
            Cause::Unreachable => StoreError::Unreachable { place, detail },
            Cause::Tls => StoreError::Tls { place, detail },
            Cause::Denied => StoreError::Denied { place, detail },
        }
    }
}

/// The kind of change that a connection needs to succeed. Ordered: waiting may cure the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    Unreachable,
    Tls,
    Denied,
}

fn cause(refusal: &Refusal) -> (Cause, String) {
    match refusal {
        Refusal::Late => (Cause::Unreachable, "no answer in time".to_owned()),
        Refusal::Unresolved(error) => (Cause::Unreachable, one_line(error)),
        Refusal::Refused(error) => (cause_of(error), one_line(error)),
        Refusal::HungUp => (Cause::Unreachable, "closed the connection".to_owned()),
        Refusal::Standby => {
            (Cause::Unreachable, "is a standby and accepts no writes; name its primary".to_owned())
        }
        Refusal::Fenced(Rejection::Old { timeline, highest }) => {
            let detail = format!(
                "is an old primary (timeline {timeline}; the service has used timeline {highest}): \
                 stop it and rebuild it as a standby"
            );
            (Cause::Unreachable, detail)
        }
        Refusal::Fenced(Rejection::Foreign) => {
            (Cause::Denied, "has another database than the other hosts; correct the list".to_owned())
        }
    }
}

fn cause_of(error: &tokio_postgres::Error) -> Cause {
    if let Some(code) = error.code() {
        let denied = [
            SqlState::INVALID_PASSWORD,
            SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
            SqlState::INVALID_CATALOG_NAME,
            SqlState::INSUFFICIENT_PRIVILEGE,
        ];
        return if denied.contains(code) { Cause::Denied } else { Cause::Unreachable };
    }
    let detail = one_line(error);
    if detail.starts_with("error performing TLS handshake") {
        Cause::Tls
    } else if detail.starts_with("authentication error") || detail.starts_with("invalid configuration") {
        Cause::Denied
    } else {
        Cause::Unreachable
    }
}
