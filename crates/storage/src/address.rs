//! Parses database addresses: a file path for SQLite, or a PostgreSQL URL with its TLS mode.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::path::PathBuf;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use crate::error::{StoreError, one_line};

#[cfg(test)]
mod tests;

#[derive(Debug)]
pub(crate) enum Address {
    Sqlite(PathBuf),
    Postgres(Box<PostgresAddress>),
}

/// A PostgreSQL server and the trust in its certificate. `Config` leaves the password out of its `Debug`.
#[derive(Debug, Clone)]
pub(crate) struct PostgresAddress {
    pub(crate) config: Config,
    pub(crate) trust: Trust,
    /// URL without password and parameters, for messages.
    pub(crate) place: String,
}

/// The certificates that are accepted on an encrypted connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Any certificate (`sslmode=prefer` and `require`, as everywhere in the PostgreSQL world): safe from
    /// eavesdroppers, open to an impostor.
    Anyone,
    /// A certificate that descends from the roots in this PEM file, for any host name (`sslmode=verify-ca`).
    AnyName(PathBuf),
    /// A certificate that names the host and descends from these roots (`sslmode=verify-full`).
    Verified(Roots),
}

/// Root certificates (`sslrootcert`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Roots {
    /// The public roots that are compiled in.
    Public,
    /// The roots of the operating system (`sslrootcert=system`).
    System,
    /// The roots in a PEM file.
    File(PathBuf),
}

impl Roots {
    fn parse(value: Option<&str>) -> Self {
        match value {
            None => Self::Public,
            Some("system") => Self::System,
            Some(path) => Self::File(PathBuf::from(percent_decoded(path))),
        }
    }
}

/// Returns `location` without password and parameters, for logs.
#[must_use]
pub fn redact(location: &str) -> String {
    match parse(location) {
        Ok(Address::Sqlite(path)) => path.display().to_string(),
        Ok(Address::Postgres(address)) => address.place,
        Err(_) => "(unreadable database address)".to_owned(),
    }
}

/// Returns whether `location` is a PostgreSQL on another machine whose connection may be unencrypted, or encrypted
/// without a check of the certificate (`sslmode=prefer`, the usual mode).
#[must_use]
pub fn is_trusting(location: &str) -> bool {
    let is_remote = |host: &Host| match host {
        Host::Tcp(name) => {
            name != "localhost" && !name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => false,
    };
    match parse(location) {
        Ok(Address::Postgres(address)) => {
            address.config.get_ssl_mode() == SslMode::Prefer
                && address.config.get_hosts().iter().any(is_remote)
        }
        Ok(Address::Sqlite(_)) | Err(_) => false,
    }
}

/// Parses `path`, `sqlite:path`, `sqlite://path`, `postgres://…` or `postgresql://…`.
pub(crate) fn parse(location: &str) -> Result<Address, StoreError> {
    let refuse = |text: &str| Err(StoreError::Address(text.to_owned()));
    if let Some(rest) =
        location.strip_prefix("postgres://").or_else(|| location.strip_prefix("postgresql://"))
    {
        return postgres(rest).map(|address| Address::Postgres(Box::new(address)));
    }
    if ["postgres:", "postgresql:"].iter().any(|prefix| location.starts_with(prefix)) {
        return refuse("a PostgreSQL URL starts with postgres://");
    }
    let path =
        location.strip_prefix("sqlite://").or_else(|| location.strip_prefix("sqlite:")).unwrap_or(location);
    if path.trim().is_empty() {
        return refuse("empty; give a file path or postgres://user:password@host/name");
    }
    if path.contains("://") {
        return refuse("only postgres:// URLs and file paths are understood");
    }
    if path.contains('\0') {
        return refuse("contains a zero character");
    }
    if path.starts_with("file:") || path == ":memory:" {
        return refuse("give a plain file path: several connections share the file");
    }
    if ["host=", "hostaddr=", "dbname=", "password="].iter().any(|key| path.contains(key)) {
        return refuse("write PostgreSQL's address as postgres://user:password@host/name");
    }
    Ok(Address::Sqlite(PathBuf::from(path)))
}

fn postgres(rest: &str) -> Result<PostgresAddress, StoreError> {
    let refuse = |text: &str| Err(StoreError::Address(format!("PostgreSQL URL: {text}")));
    // A password with a bare `@`, `/` or `?` would be split: its tail would be taken for a host and shown.
    let (authority, tail) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    if tail.contains('@') || authority.matches('@').count() > 1 {
        return refuse("write @ / ? : in a user name or password as %40 %2F %3F %3A");
    }
    let (path, query) = tail.split_once('?').unwrap_or((tail, ""));
    let mut kept = Vec::new();
    let (mut mode, mut roots, mut is_any_server) = (None, None, true);
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value),
            Some(("sslrootcert", value)) => roots = Some(value),
            _ => {
                is_any_server &= !pair.starts_with("target_session_attrs=");
                kept.push(pair);
            }
        }
    }
    let url = format!("postgres://{authority}{path}?{}", kept.join("&"));
    let mut config = match url.parse::<Config>() {
        Ok(config) => config,
        Err(error) => return refuse(&one_line(&error).replace("invalid connection string: ", "")),
    };
    let (ssl_mode, trust) = match (mode, Roots::parse(roots)) {
        (Some("verify-full"), roots) => (SslMode::Require, Trust::Verified(roots)),
        (Some("verify-ca"), Roots::File(file)) => (SslMode::Require, Trust::AnyName(file)),
        (Some("verify-ca"), _) => {
            return refuse(
                "sslmode=verify-ca needs sslrootcert=FILE: everyone can get a certificate of other roots \
                 (or use verify-full)",
            );
        }
        // As in libpq.
        (None, Roots::System) => (SslMode::Require, Trust::Verified(Roots::System)),
        (_, Roots::System) => return refuse("sslrootcert=system goes with sslmode=verify-full"),
        (_, Roots::File(_)) => return refuse("sslrootcert goes with sslmode=verify-ca or verify-full"),
        (None | Some("prefer"), Roots::Public) => (SslMode::Prefer, Trust::Anyone),
        (Some("disable"), Roots::Public) => (SslMode::Disable, Trust::Anyone),
        (Some("require"), Roots::Public) => (SslMode::Require, Trust::Anyone),
        (Some(_), Roots::Public) => {
            return refuse("sslmode is one of disable, prefer, require, verify-ca, verify-full");
        }
    };
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        return refuse("does not name a host");
    }
    let hosts = config.get_hosts().len().max(config.get_hostaddrs().len());
    if config.get_ports().len() > 1 && config.get_ports().len() != hosts {
        return refuse("names one port, or one for each host");
    }
    if is_any_server && hosts > 1 {
        // The other hosts of a list are usually standbys, and a service connected to a standby cannot write.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    config.ssl_mode(ssl_mode);
    let place = place(&config);
    Ok(PostgresAddress { config, trust, place })
}

fn place(config: &Config) -> String {
    let mut text = "postgres://".to_owned();
    if let Some(user) = config.get_user() {
        text.push_str(user);
        text.push('@');
    }
    for (index, host) in config.get_hosts().iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        match host {
            Host::Tcp(name) if name.contains(':') => {
                text.push('[');
                text.push_str(name);
                text.push(']');
            }
            Host::Tcp(name) => text.push_str(name),
            Host::Unix(path) => text.push_str(&path.display().to_string()),
        }
        let ports = config.get_ports();
        if let Some(port) = ports.get(index).or_else(|| ports.first()) {
            // Writing to a String cannot fail.
            let _ = write!(text, ":{port}");
        }
    }
    if let Some(name) = config.get_dbname() {
        text.push('/');
        text.push_str(name);
    }
    text
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escape = tail
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|pair| core::str::from_utf8(pair).ok())
            .and_then(|pair| u8::from_str_radix(pair, 16).ok());
        bytes.push(escape.unwrap_or(*first));
        rest = if escape.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
