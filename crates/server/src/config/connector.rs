//! Who may use the tool connector: proxies, hosts and origins beyond the rule's, and how often a client may ask.

use edge::client_address::TrustedProxies;
use http_api::options as http;

use super::{Config, ConfigError, wrong};

/// Who may use the tool connector, and how often.
#[derive(Debug, Clone, Default)]
pub struct Connector {
    /// Proxies whose word on the client's address is taken.
    pub trusted_proxies: TrustedProxies,
    /// Hosts let in besides the service's own.
    pub hosts: Vec<String>,
    /// Origins let in besides the rule's.
    pub origins: Vec<String>,
    /// Requests per client and minute; 0 for no limit.
    pub per_minute: u32,
}

impl Config {
    /// Returns what HTTP takes of this configuration.
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
    /// From settings.
    ///
    /// # Errors
    /// A proxy that is neither an address nor a network.
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

/// The parts of a comma-separated list.
pub(super) fn list(text: Option<&str>) -> Vec<String> {
    let parts = text.unwrap_or_default().split(',').map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
