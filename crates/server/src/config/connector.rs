//! Who may use the tool connector, how often, and which proxies are believed.

use super::{ConfigError, wrong};
use crate::http::client_address::TrustedProxies;

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

pub(super) fn proxies(text: Option<&str>) -> Result<TrustedProxies, ConfigError> {
    TrustedProxies::parse(text.unwrap_or_default()).map_err(|part| {
        wrong("trusted-proxies", format!("`{part}` is neither an address nor a network such as 10.0.0.0/8"))
    })
}
