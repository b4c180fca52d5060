//! HTTP options of a deployment.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use edge::client_address::TrustedProxies;
use edge::limiter::ConnectionLimits;

/// HTTP options of a deployment.
#[derive(Debug, Clone)]
pub struct Options {
    pub base_url: String,
    /// Address to listen on.
    pub bind: SocketAddr,
    /// True if a separate admin address is configured.
    pub has_admin_address: bool,
    /// Proxies whose statement of the client's address is trusted.
    pub trusted_proxies: TrustedProxies,
    /// Hosts accepted at the tool connector, in addition to the service's own.
    pub hosts: Vec<String>,
    /// Origins whose pages may use the tool connector, in addition to those of the rule.
    pub origins: Vec<String>,
    /// Maximum number of requests per client and minute at the tool connector; 0 for no limit.
    pub requests_per_minute: u32,
    /// Enables client addresses in the access log.
    pub logs_clients: bool,
    pub connections: ConnectionLimits,
    /// Worker threads; `None` for one per core.
    pub workers: Option<usize>,
}

impl Default for Options {
    /// Returns the options of a local service without limits on the tool connector.
    fn default() -> Self {
        Self {
            base_url: "http://127.0.0.1:8080".to_owned(),
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            has_admin_address: false,
            trusted_proxies: TrustedProxies::default(),
            hosts: Vec::new(),
            origins: Vec::new(),
            requests_per_minute: 0,
            logs_clients: false,
            connections: ConnectionLimits { total: 1_024, per_client: 128 },
            workers: None,
        }
    }
}
