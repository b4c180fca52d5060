//! Tries the hosts of a PostgreSQL URL in order, each with its own share of the connect timeout.
//!
//! tokio-postgres limits the TCP connect of every address but not the handshake after it, so a host that accepts and
//! then stays silent would block the rest of the list forever. Here every address has its share: a list of n addresses
//! takes at most n + 1 connect timeouts.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use tokio::net::lookup_host;
use tokio::time::{sleep, timeout};
use tokio_postgres::config::{Host, LoadBalanceHosts};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;
use uuid::Uuid;

/// An open connection that no task drives yet.
pub(super) type OpenConnection =
    (Client, Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>);

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
    /// Its name has no address.
    Unresolved(io::Error),
    /// The server, or the network, rejected the connection.
    Refused(tokio_postgres::Error),
}

/// Connects to the first address of the list that accepts. Names are resolved first, each within one `limit`; then
/// address number i, from 0, has until i + 2 limits after the start.
///
/// # Errors
/// Returns every host that was tried.
pub(super) async fn connect(
    config: &Config,
    tls: &MakeRustlsConnect,
    limit: Duration,
) -> Result<OpenConnection, Vec<FailedHost>> {
    let (addresses, mut tried) = addresses(config, limit).await;
    let shares = (2..).zip(addresses).map(|(share, address)| (sleep(limit.saturating_mul(share)), address));
    // Collected here, so that every share begins with the first attempt.
    let shares: Vec<_> = shares.collect();
    for (end, (host, address)) in shares {
        let refusal = tokio::select! {
            connected = address.connect(tls.clone()) => match connected {
                Ok(opened) => return Ok(opened),
                Err(error) => Refusal::Refused(error),
            },
            () = end => Refusal::Late,
        };
        tried.push(FailedHost { host, refusal });
    }
    Err(tried)
}

/// Returns a configuration for every address of the list, in the order in which they are tried, with the name of its
/// host; and the hosts whose names have no address.
async fn addresses(config: &Config, limit: Duration) -> (Vec<(String, Config)>, Vec<FailedHost>) {
    let (hosts, numeric, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
    let (mut found, mut tried) = (Vec::new(), Vec::new());
    for index in 0..hosts.len().max(numeric.len()) {
        let port = ports.get(index).or_else(|| ports.first()).copied().unwrap_or(5432);
        let (host, address) = (hosts.get(index), numeric.get(index));
        let named = named(host, address, port);
        match (host, address) {
            (Some(host @ Host::Tcp(name)), None) => match timeout(limit, lookup_host((name.as_str(), port)))
                .await
            {
                Ok(Ok(resolved)) => found.extend(
                    resolved
                        .map(|address| (named.clone(), only(config, Some(host), Some(address.ip()), port))),
                ),
                Ok(Err(error)) => tried.push(FailedHost { host: named, refusal: Refusal::Unresolved(error) }),
                Err(_) => tried.push(FailedHost { host: named, refusal: Refusal::Late }),
            },
            (host, address) => found.push((named, only(config, host, address.copied(), port))),
        }
    }
    if config.get_load_balance_hosts() == LoadBalanceHosts::Random {
        found.sort_by_cached_key(|_| Uuid::new_v4());
    }
    (found, tried)
}

fn named(host: Option<&Host>, address: Option<&IpAddr>, port: u16) -> String {
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
