//! Connects to the hosts of a PostgreSQL URL, all at once, and chooses the newest primary.
//!
//! tokio-postgres tries one address after the other and limits only the TCP connect, so a host that accepts and then
//! stays silent would delay the others. Here every address has the whole connect timeout, at the same time.

use std::cmp::Reverse;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;

use tokio::net::lookup_host;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_postgres::config::Host;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::fence::{self, Fence, HostState, Rejection, Role, Timeline};

/// A connection that no task drives yet.
pub(super) type Undriven = Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// Wait for the other addresses of the only host after one answered, if no timeline is known yet.
const FIRST_GRACE: Duration = Duration::from_secs(1);
/// Wait for a newer primary if the first one that answered has a timeline that this process has not used before.
const GRACE: Duration = Duration::from_millis(250);

/// An open connection to a primary.
pub(super) struct OpenedPrimary {
    pub(super) client: Client,
    pub(super) connection: Undriven,
    /// `host:port`, as the URL names it.
    pub(super) host: String,
    pub(super) timeline: Option<Timeline>,
}

/// A host without a connection.
pub(super) struct FailedHost {
    /// `host:port`, as the URL names it.
    pub(super) host: String,
    pub(super) refusal: Refusal,
}

/// The reason why a host has no connection.
pub(super) enum Refusal {
    /// It did not answer in time.
    Late,
    /// It closed the connection.
    HungUp,
    /// Its name has no address.
    Unresolved(io::Error),
    /// The server, or the network, rejected the connection.
    Refused(tokio_postgres::Error),
    /// It is a standby.
    Standby,
    /// It is a primary that must not be used.
    Fenced(Rejection),
}

/// Connects to the primary with the highest timeline. Hosts that stopped answering are tried only if no other accepts.
///
/// # Errors
/// Returns every host that was tried.
pub(super) async fn connect(
    config: &Config,
    tls: &MakeRustlsConnect,
    limit: Duration,
    fence: &Fence,
) -> Result<OpenedPrimary, Vec<FailedHost>> {
    let (addresses, mut tried) = addresses(config, limit).await;
    let first = addresses.first().map(|(host, _)| host.clone());
    let is_only_host = addresses.iter().all(|(host, _)| Some(host) == first.as_ref());
    let (silent, answering): (Vec<_>, Vec<_>) =
        addresses.into_iter().partition(|(host, _)| fence.is_passed_over(host));
    for addresses in [answering, silent] {
        let race = Race { tls, limit, fence, is_only_host };
        match race.run(addresses).await {
            Ok(opened) => return Ok(opened),
            Err(failed) => tried.extend(failed),
        }
    }
    Err(tried)
}

/// One attempt per address, at the same time.
struct Race<'a> {
    tls: &'a MakeRustlsConnect,
    limit: Duration,
    fence: &'a Fence,
    is_only_host: bool,
}

impl Race<'_> {
    async fn run(&self, addresses: Vec<(String, Config)>) -> Result<OpenedPrimary, Vec<FailedHost>> {
        let mut tried = Vec::new();
        let opened = self.best(addresses, &mut tried).await;
        // A name may have several addresses: one that answers is enough.
        let has_opened = |host: &str| opened.as_ref().is_some_and(|opened| opened.host == host);
        tried.iter().filter(|failed| !has_opened(&failed.host)).for_each(|failed| self.note(failed));
        opened.ok_or(tried)
    }

    /// Returns the connection to the best primary, and adds the failures before it to `tried`.
    async fn best(
        &self,
        addresses: Vec<(String, Config)>,
        tried: &mut Vec<FailedHost>,
    ) -> Option<OpenedPrimary> {
        let known = self.fence.highest();
        let mut attempts = JoinSet::new();
        for (host, address) in addresses {
            attempts.spawn(attempt(host, address, self.tls.clone(), self.limit));
        }
        let mut candidates = Vec::new();
        let mut grace = pin!(sleep(Duration::ZERO));
        loop {
            let attempted = tokio::select! {
                joined = attempts.join_next() => match joined {
                    Some(Ok(attempted)) => attempted,
                    Some(Err(_)) => continue,
                    None => break,
                },
                () = &mut grace, if !candidates.is_empty() => break,
            };
            // Until the choice, a first primary is not remembered: concurrent connects would take it for the known one.
            match attempted
                .and_then(|opened| if known.is_none() { Ok(opened) } else { self.admitted(opened) })
            {
                Ok(opened) if known.is_some() && opened.timeline == known => return Some(opened),
                Ok(opened) => {
                    if candidates.is_empty() {
                        grace.set(sleep(self.grace(known, opened.timeline)));
                    }
                    candidates.push(opened);
                }
                Err(failed) => tried.push(failed),
            }
        }
        self.choice(candidates, tried)
    }

    /// Returns the wait for a newer primary after the first one answered. A process that knows no timeline cannot
    /// recognise an old primary, so it waits for every host of the list.
    fn grace(&self, known: Option<Timeline>, answered: Option<Timeline>) -> Duration {
        if known.is_some() || answered.is_none() {
            GRACE
        } else if self.is_only_host {
            FIRST_GRACE
        } else {
            self.limit
        }
    }

    /// Returns the newest primary that the fence admits, and adds the rejected ones to `tried`.
    fn choice(
        &self,
        mut candidates: Vec<OpenedPrimary>,
        tried: &mut Vec<FailedHost>,
    ) -> Option<OpenedPrimary> {
        candidates.sort_by_key(|opened| Reverse(self.rank(opened)));
        let mut best: Option<OpenedPrimary> = None;
        for candidate in candidates {
            if best.as_ref().is_some_and(|best| best.timeline == candidate.timeline) {
                continue;
            }
            match self.admitted(candidate) {
                Ok(opened) => best = best.or(Some(opened)),
                Err(failed) => tried.push(failed),
            }
        }
        best
    }

    /// Ranks a primary: the newest first, then the one that was used before.
    fn rank(&self, opened: &OpenedPrimary) -> (Option<u32>, bool) {
        (opened.timeline.map(|timeline| timeline.number), self.fence.is_last_good(&opened.host))
    }

    /// Passes the connection if the fence admits its server.
    fn admitted(&self, opened: OpenedPrimary) -> Result<OpenedPrimary, FailedHost> {
        let outcome = match (self.fence.admit(&opened.host, opened.timeline), opened.timeline) {
            (Err(Rejection::Foreign), Some(timeline)) if self.is_only_host => {
                tracing::warn!(host = opened.host, "another database has taken the place of the one in use");
                self.fence.start_over(timeline);
                self.fence.admit(&opened.host, opened.timeline)
            }
            (outcome, _) => outcome,
        };
        match outcome {
            Ok(()) => Ok(opened),
            Err(rejection) => Err(FailedHost { host: opened.host, refusal: Refusal::Fenced(rejection) }),
        }
    }

    fn note(&self, failed: &FailedHost) {
        match failed.refusal {
            Refusal::Late => self.fence.silent(&failed.host),
            Refusal::Standby => self.fence.note(&failed.host, HostState::Standby),
            Refusal::HungUp | Refusal::Unresolved(_) | Refusal::Refused(_) => {
                self.fence.note(&failed.host, HostState::Silent);
            }
            Refusal::Fenced(rejection) => self.fence.note(&failed.host, rejection.into()),
        }
    }
}

/// Connects to one address within `limit` and queries its role.
async fn attempt(
    host: String,
    address: Config,
    tls: MakeRustlsConnect,
    limit: Duration,
) -> Result<OpenedPrimary, FailedHost> {
    let refusal = match timeout(limit, opened(&address, tls)).await {
        Ok(Ok((client, connection, timeline))) => {
            return Ok(OpenedPrimary { client, connection, host, timeline });
        }
        Ok(Err(refusal)) => refusal,
        Err(_) => Refusal::Late,
    };
    Err(FailedHost { host, refusal })
}

async fn opened(
    address: &Config,
    tls: MakeRustlsConnect,
) -> Result<(Client, Undriven, Option<Timeline>), Refusal> {
    let (client, mut connection) = address.connect(tls).await.map_err(Refusal::Refused)?;
    let identified = {
        let mut role = pin!(fence::role(&client));
        tokio::select! {
            role = &mut role => role.map_err(Refusal::Refused),
            ended = &mut connection => match role.await {
                // The answer that ended the connection has the reason.
                Err(error) if !error.is_closed() => Err(Refusal::Refused(error)),
                _ => Err(ended.err().map_or(Refusal::HungUp, Refusal::Refused)),
            },
        }
    };
    match identified? {
        Role::Standby => Err(Refusal::Standby),
        Role::Fenced(rejection) => Err(Refusal::Fenced(rejection)),
        Role::Primary(timeline) => Ok((client, connection, timeline)),
    }
}

/// Returns a configuration for every host of the list with its name. The name is resolved at each connect.
pub(super) fn hosts(config: &Config) -> Vec<(String, Config)> {
    let (hosts, numeric, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
    let host = |index| {
        let port = ports.get(index).or_else(|| ports.first()).copied().unwrap_or(5432);
        let (host, address) = (hosts.get(index), numeric.get(index));
        (host_name(host, address, port), only(config, host, address.copied(), port))
    };
    (0..hosts.len().max(numeric.len())).map(host).collect()
}

/// Returns a configuration for every address of the list with the name of its host, and the hosts whose names have no
/// address. Names are resolved at the same time, each within `limit`.
async fn addresses(config: &Config, limit: Duration) -> (Vec<(String, Config)>, Vec<FailedHost>) {
    let (mut found, mut tried, mut lookups) = (Vec::new(), Vec::new(), JoinSet::new());
    for (index, (named, config)) in hosts(config).into_iter().enumerate() {
        let port = config.get_ports().first().copied().unwrap_or(5432);
        match (config.get_hosts().first().cloned(), config.get_hostaddrs()) {
            (Some(Host::Tcp(name)), []) => {
                lookups.spawn(async move {
                    match timeout(limit, lookup_host((name.as_str(), port))).await {
                        Ok(Ok(resolved)) => Ok(resolved
                            .map(|address| {
                                only(&config, config.get_hosts().first(), Some(address.ip()), port)
                            })
                            .map(|config| (index, named.clone(), config))
                            .collect::<Vec<_>>()),
                        Ok(Err(error)) => Err((named, Refusal::Unresolved(error))),
                        Err(_) => Err((named, Refusal::Late)),
                    }
                });
            }
            _ => found.push((index, named, config)),
        }
    }
    while let Some(joined) = lookups.join_next().await {
        match joined {
            Ok(Ok(resolved)) => found.extend(resolved),
            Ok(Err((host, refusal))) => tried.push(FailedHost { host, refusal }),
            Err(_) => {}
        }
    }
    found.sort_by_key(|(index, ..)| *index);
    (found.into_iter().map(|(_, named, address)| (named, address)).collect(), tried)
}

fn host_name(host: Option<&Host>, address: Option<&IpAddr>, port: u16) -> String {
    match (host, address) {
        (Some(Host::Tcp(name)), _) => format!("{name}:{port}"),
        #[cfg(unix)]
        (Some(Host::Unix(folder)), _) => folder.display().to_string(),
        (None, Some(address)) => format!("{address}:{port}"),
        (None, None) => format!("port {port}"),
    }
}

/// Returns `config` with one address instead of its list.
fn only(config: &Config, host: Option<&Host>, address: Option<IpAddr>, port: u16) -> Config {
    let mut one = Config::new();
    one.port(port)
        .ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .channel_binding(config.get_channel_binding())
        .target_session_attrs(config.get_target_session_attrs())
        .keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle());
    match host {
        Some(Host::Tcp(name)) => drop(one.host(name)),
        Some(Host::Unix(folder)) => drop(one.host_path(folder)),
        None => {}
    }
    address.map(|address| one.hostaddr(address));
    config.get_user().map(|user| one.user(user));
    config.get_password().map(|password| one.password(password));
    config.get_dbname().map(|name| one.dbname(name));
    config.get_options().map(|options| one.options(options));
    config.get_application_name().map(|name| one.application_name(name));
    config.get_connect_timeout().map(|time| one.connect_timeout(*time));
    config.get_tcp_user_timeout().map(|time| one.tcp_user_timeout(*time));
    config.get_keepalives_interval().map(|time| one.keepalives_interval(time));
    config.get_keepalives_retries().map(|retries| one.keepalives_retries(retries));
    one
}

#[cfg(test)]
mod tests;
