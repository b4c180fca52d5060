//! What a deployment decides about HTTP.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use edge::client_address::TrustedProxies;
use edge::limiter::ConnectionLimits;

/// What a deployment decides about HTTP.
#[derive(Debug, Clone)]
pub struct Options {
    /// Base address of the service.
    pub base_url: String,
    /// Address that it listens on.
    pub bind: SocketAddr,
    /// Whether its operator has an address of their own.
    pub has_admin_address: bool,
    /// Proxies whose word on the client's address is taken.
    pub trusted_proxies: TrustedProxies,
    /// Hosts that may be named at the tool connector, besides the service's own.
    pub hosts: Vec<String>,
    /// Origins whose pages may use the tool connector, besides those of the rule.
    pub origins: Vec<String>,
    /// Requests of one client a minute at the tool connector; 0 for no limit.
    pub requests_per_minute: u32,
    /// Whether the access log names clients.
    pub logs_clients: bool,
    /// Limits of connections.
    pub connections: ConnectionLimits,
    /// Worker threads; `None` for one per core.
    pub workers: Option<usize>,
}

impl Default for Options {
    /// A service on this machine, without limits on the tool connector.
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
