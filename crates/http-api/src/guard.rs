//! The `Host` and `Origin` rules: which pages in a browser may use the connector, and under which host name.
//!
//! Implements `contract-decisions` 13 and the protocol's requirement to validate `Origin`. The endpoint uses neither
//! cookies nor a sign-in, so a public one accepts any https origin. A server on loopback accepts only pages of the same
//! machine, because otherwise any page on the web could use it. The host rule prevents DNS rebinding in both cases.

use std::net::{IpAddr, SocketAddr};

/// Accepted host names and origins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guard {
    /// Hosts in lower case, with a port if they have one; `None` for any.
    hosts: Option<Vec<String>>,
    /// Origins beyond the rule, in lower case; `None` for any.
    origins: Option<Vec<String>>,
    /// True if the service is public; then every https origin is accepted.
    public: bool,
}

impl Guard {
    /// Builds the rule for a service at `base_url` that listens on `bind`, with the operator's additional hosts and
    /// origins. An asterisk accepts everything.
    #[must_use]
    pub fn new(base_url: &str, bind: SocketAddr, hosts: &[String], origins: &[String]) -> Self {
        let any = |list: &[String]| list.iter().any(|item| item == "*");
        let lower = |list: &[String]| list.iter().map(|item| item.to_ascii_lowercase()).collect::<Vec<_>>();
        let own = authority(base_url).to_ascii_lowercase();
        let public = !is_loopback(host_of(&own));
        let mut named = lower(hosts);
        named.push(own);
        if !bind.ip().is_unspecified() {
            named.push(bind.to_string());
        }
        Self {
            hosts: (!any(hosts)).then_some(named),
            origins: (!any(origins)).then(|| lower(origins)),
            public,
        }
    }

    /// Returns whether the service has an address that other machines can reach.
    #[must_use]
    pub const fn is_public(&self) -> bool {
        self.public
    }

    /// Returns whether a request may name this host. Loopback is always accepted, because other machines cannot reach
    /// it.
    #[must_use]
    pub fn lets_in_host(&self, host: Option<&str>) -> bool {
        let (Some(hosts), Some(host)) = (&self.hosts, host) else { return self.hosts.is_none() };
        let host = host.trim().to_ascii_lowercase();
        // A name configured without a port is accepted with any port.
        is_loopback(host_of(&host)) || hosts.iter().any(|known| *known == host || known == host_of(&host))
    }

    /// Returns whether a page of this origin may use the service. A request without an origin does not come from a
    /// page.
    #[must_use]
    pub fn lets_in_origin(&self, origin: Option<&str>) -> bool {
        let (Some(origins), Some(origin)) = (&self.origins, origin) else { return true };
        let origin = origin.trim().to_ascii_lowercase();
        let Some((scheme, authority)) = origin.split_once("://") else { return false };
        let plain = !authority.is_empty()
            && authority.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:[]_".contains(&b));
        let local = matches!(scheme, "http" | "https") && is_loopback(host_of(authority));
        plain && (origins.contains(&origin) || local || self.public && scheme == "https")
    }
}

/// Returns `host` or `host:port` of an address.
fn authority(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}

/// Returns the host without its port.
fn host_of(authority: &str) -> &str {
    if let Some(rest) = authority.strip_prefix('[') {
        return rest.split(']').next().unwrap_or_default();
    }
    authority.split(':').next().unwrap_or_default()
}

fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests;
