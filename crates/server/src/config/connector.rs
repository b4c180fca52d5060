//! Access to the tool connector: trusted proxies, additional hosts and origins, and the rate limit.

use edge::client_address::TrustedProxies;
use http_api::options as http;

use super::{Config, ConfigError, wrong};

/// Access rules and rate limit of the tool connector.
#[derive(Debug, Clone, Default)]
pub struct Connector {
    /// Proxies whose statement of the client's address is trusted.
    pub trusted_proxies: TrustedProxies,
    /// Accepted hosts, in addition to the service's own.
    pub hosts: Vec<String>,
    /// Accepted origins, in addition to those of the rule.
    pub origins: Vec<String>,
    /// Requests per client and minute; 0 for no limit.
    pub per_minute: u32,
}

impl Config {
    /// Returns the options of the HTTP layer.
    #[must_use]
    pub fn http(&self) -> http::Options {
        let Connector { trusted_proxies, hosts, origins, per_minute } = self.connector.clone();
        http::Options {
            base_url: self.base_url.clone(),
            bind: self.bind,
            has_admin_address: self.admin_bind.is_some(),
            trusted_proxies,
            hosts,
            origins,
            requests_per_minute: per_minute,
            logs_clients: self.log_clients,
            connections: self.connections,
            workers: self.workers,
        }
    }
}

impl Connector {
    /// Builds the connector's configuration from settings.
    ///
    /// # Errors
    /// Returns an error if a proxy is neither an address nor a network.
    pub(super) fn new(
        proxies: Option<&str>,
        hosts: Option<&str>,
        origins: Option<&str>,
        per_minute: Option<u32>,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            trusted_proxies: self::proxies(proxies)?,
            hosts: list(hosts),
            origins: list(origins),
            per_minute: per_minute.unwrap_or(0),
        })
    }
}

fn proxies(text: Option<&str>) -> Result<TrustedProxies, ConfigError> {
    TrustedProxies::parse(text.unwrap_or_default()).map_err(|part| {
        wrong("trusted-proxies", format!("`{part}` is neither an address nor a network such as 10.0.0.0/8"))
    })
}

/// Splits a comma-separated list.
pub(super) fn list(text: Option<&str>) -> Vec<String> {
    let parts = text.unwrap_or_default().split(',').map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
