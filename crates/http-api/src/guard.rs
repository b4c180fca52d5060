//! Who may speak to the connector from a browser, and under which name: the `Host` and `Origin` rules.
//!
//! Carries `contract-decisions` 13 and the protocol's duty to validate `Origin`. The endpoint has no cookies and asks
//! for no sign-in, so a public one takes any https origin; a server on loopback takes pages of the same machine only,
//! because any page on the web could otherwise speak to it. The host rule stops DNS rebinding either way.

use std::net::{IpAddr, SocketAddr};

/// Names and origins that are let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guard {
    /// Hosts, lower case, with their port where they have one; `None` for any.
    hosts: Option<Vec<String>>,
    /// Origins beyond the rule, lower case; `None` for any.
    origins: Option<Vec<String>>,
    /// Whether the service is public: then every https origin is let in.
    public: bool,
}

impl Guard {
    /// The rule for a service at `base_url` that listens on `bind`, with what its operator lets in besides. An
    /// asterisk lets in everything.
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

    /// Whether the service has an address that is reached from elsewhere.
    #[must_use]
    pub const fn is_public(&self) -> bool {
        self.public
    }

    /// Whether a request may name this host. Loopback is always let in: it cannot be reached from elsewhere.
    #[must_use]
    pub fn lets_in_host(&self, host: Option<&str>) -> bool {
        let (Some(hosts), Some(host)) = (&self.hosts, host) else { return self.hosts.is_none() };
        let host = host.trim().to_ascii_lowercase();
        // A name that was let in without a port is let in with any.
        is_loopback(host_of(&host)) || hosts.iter().any(|known| *known == host || known == host_of(&host))
    }

    /// Whether a page of this origin may speak to the service; a request without an origin is of no page.
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

/// `host` or `host:port` of an address.
fn authority(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}

/// The host without its port.
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
