//! Watches every host of a list, so that a promotion is noticed within seconds even if no connection breaks, and an old
//! primary that comes back is reported.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::fence::{self, HostState, Role};
use super::{Connector, hosts};
use crate::error::one_line;
use crate::thread;

/// Time between two queries of each host.
const EVERY: Duration = Duration::from_secs(1);
/// Time for a host's answer.
const LIMIT: Duration = Duration::from_secs(2);
/// Number of queries after which a host that stopped answering is tried again.
const SILENT_TURNS: u32 = 5;

/// One host and the connection to it.
struct WatchedHost {
    host: String,
    config: Config,
    client: Option<Client>,
    /// Queries to leave out.
    rest: u32,
}

impl Connector {
    /// Returns whether the URL names several hosts, so that there is something to watch.
    pub(crate) fn has_several_hosts(&self) -> bool {
        let config = &self.address.config;
        config.get_hosts().len().max(config.get_hostaddrs().len()) > 1
    }

    /// Queries every host each second, until the sender of `end` is dropped.
    pub(crate) fn watch(&self, end: &Receiver<()>) {
        let mut states = BTreeMap::new();
        let mut config = self.address.config.clone();
        // If a name has several addresses, one that does not answer must leave time for the others.
        config.target_session_attrs(TargetSessionAttrs::Any).connect_timeout(LIMIT / 4);
        let new = |(host, config)| WatchedHost { host, config, client: None, rest: 0 };
        let mut watched: Vec<WatchedHost> = hosts::hosts(&config).into_iter().map(new).collect();
        while end.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            let Ok(looked) = thread::here(self.query_all(watched)) else { return };
            watched = looked;
            let now = self.fence.states();
            for (host, state) in now.iter().filter(|(host, state)| states.get(*host) != Some(*state)) {
                self.report(host, state);
            }
            states = now;
        }
    }

    fn report(&self, host: &str, state: &HostState) {
        match state {
            HostState::Primary => tracing::info!(
                host,
                timeline = self.fence.highest().map(|timeline| timeline.number),
                "the primary of the database"
            ),
            HostState::Standby => tracing::info!(host, "a standby of the database"),
            HostState::OldPrimary { timeline, highest } => tracing::error!(
                host,
                timeline,
                highest,
                "an old primary accepts writes; the service does not use it: stop it and rebuild it as a standby"
            ),
            HostState::Foreign => tracing::error!(
                host,
                "a host of the list has another database; the service does not use it: correct the list"
            ),
            HostState::Silent => tracing::warn!(host, "a host of the database does not answer"),
        }
    }

    /// Queries every host at the same time.
    async fn query_all(&self, watched: Vec<WatchedHost>) -> Vec<WatchedHost> {
        let mut queries = JoinSet::new();
        for mut one in watched {
            if one.rest > 0 {
                one.rest -= 1;
                queries.spawn(async move { (one, None) });
                continue;
            }
            let tls = self.tls.borrow().clone();
            queries.spawn(async move {
                let role = timeout(LIMIT, one.query(tls)).await;
                let role = role.unwrap_or_else(|_| Err("no answer in time".to_owned()));
                if role.is_err() {
                    one.client = None;
                    one.rest = SILENT_TURNS;
                }
                (one, Some(role))
            });
        }
        let mut looked = Vec::new();
        while let Some(joined) = queries.join_next().await {
            let Ok((one, role)) = joined else { continue };
            match role {
                Some(Ok(Role::Primary(timeline))) => drop(self.fence.admit(&one.host, timeline)),
                Some(Ok(Role::Standby)) => self.fence.note(&one.host, HostState::Standby),
                Some(Ok(Role::Fenced(rejection))) => self.fence.note(&one.host, rejection.into()),
                Some(Err(_)) => self.fence.silent(&one.host),
                None => {}
            }
            looked.push(one);
        }
        looked
    }
}

impl WatchedHost {
    async fn query(&mut self, tls: MakeRustlsConnect) -> Result<Role, String> {
        let client = match self.client.take().filter(|client| !client.is_closed()) {
            Some(client) => client,
            None => {
                let (client, connection) =
                    self.config.connect(tls).await.map_err(|error| one_line(&error))?;
                tokio::spawn(connection);
                client
            }
        };
        let role = fence::role(&client).await.map_err(|error| one_line(&error))?;
        self.client = Some(client);
        Ok(role)
    }
}
