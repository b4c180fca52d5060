//! The callback guard with a network: one check for creation, tests and every attempt. Implements `contract-decisions`
//! 12: a separate resolver, every address of a name is vetted, and one bad address rejects the name.
//!
//! Connections are opened only to its results.

mod denied;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use denied::DeniedNetworks;
use hickory_resolver::TokioResolver;
use hickory_resolver::config::{
    ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts,
};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::Name;
use ipnet::IpNet;
use tokio::runtime::Handle;
use webhooks::callback::{CallbackError, Host, Target, VettedAddresses};
use webhooks::policy::CallbackPolicy;

/// Maximum time for resolving a name. Half of an attempt's deadline: the receiver gets the other half.
const LONGEST_LOOKUP: Duration = Duration::from_secs(5);

/// Timeout of one name server, and number of tries.
const ONE_ANSWER: Duration = Duration::from_secs(2);
const ASKED: usize = 2;

/// Maximum time for which a DNS answer is cached. A receiver that moves is found within a minute; cached answers are
/// vetted like new ones.
const LONGEST_KEPT: Duration = Duration::from_secs(60);

/// Maximum number of cached answers.
const MOST_KEPT: u64 = 4_096;

/// Maximum number of pending queries of one name server: two for every slot.
const MOST_ASKED: usize = 512;

/// Resolves and vets callback URLs.
#[derive(Clone)]
pub struct Guard {
    policy: CallbackPolicy,
    denied: Arc<DeniedNetworks>,
    resolver: TokioResolver,
    runtime: Handle,
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard").field("policy", &self.policy).finish_non_exhaustive()
    }
}

/// The reason why a URL may not be called, or not now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GuardError {
    /// The URL is not allowed.
    #[error(transparent)]
    Refused(#[from] CallbackError),
    /// The name does not resolve. The text is constant: callers learn nothing about name servers.
    #[error("the host of `url` does not resolve")]
    Unresolved,
}

/// The resolver cannot be set up.
#[derive(Debug, thiserror::Error)]
#[error("cannot set up the resolver of callback names: {0}; name servers can be set by webhook-name-servers")]
pub struct ResolverError(#[from] NetError);

impl Guard {
    /// Creates a guard that queries `name_servers`, or those of the system if the list is empty. Its lookups run on the
    /// runtime that created it, whatever the caller's runtime.
    ///
    /// # Errors
    /// Returns an error if the system's name servers cannot be read.
    pub fn new(policy: CallbackPolicy, name_servers: &[SocketAddr]) -> Result<Self, ResolverError> {
        let mut builder = if name_servers.is_empty() {
            TokioResolver::builder_tokio()?
        } else {
            let servers = name_servers.iter().map(|address| name_server(*address)).collect();
            let config = ResolverConfig::from_parts(None, Vec::new(), servers);
            TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
        };
        set(builder.options_mut());
        let resolver = builder.build()?;
        let denied = Arc::new(DeniedNetworks::new(Vec::new()));
        Ok(Self { policy, denied, resolver, runtime: Handle::current() })
    }

    /// Adds denied networks.
    #[must_use]
    pub fn denying(self, named: Vec<IpNet>) -> Self {
        Self { denied: Arc::new(DeniedNetworks::new(named)), ..self }
    }

    /// Replaces the denied networks, also for the clones of this guard.
    pub fn deny(&self, named: Vec<IpNet>) {
        self.denied.rename(named);
    }

    /// Vets a URL: its text, then every address of its host.
    ///
    /// # Errors
    /// Returns a [`GuardError`] if the URL may not be called or does not resolve.
    pub async fn vet(&self, url: &str) -> Result<(Target, VettedAddresses), GuardError> {
        let target = Target::vet(&self.policy, url)?;
        let reachable = match target.host() {
            Host::Address(address) => VettedAddresses::vet(&self.policy, &[*address])?,
            Host::Name(name) => VettedAddresses::vet(&self.policy, &self.addresses(name).await?)?,
        };
        if reachable.addresses().iter().any(|address| self.denied.contains(*address)) {
            return Err(CallbackError::NotPublic.into());
        }
        Ok((target, reachable))
    }

    /// Returns every address of a name, IPv4 first: more networks lack IPv6 than IPv4.
    async fn addresses(&self, name: &str) -> Result<Vec<IpAddr>, GuardError> {
        let (resolver, name) = (self.resolver.clone(), queried(name).ok_or(GuardError::Unresolved)?);
        let lookup = async move { tokio::time::timeout(LONGEST_LOOKUP, resolver.lookup_ip(name)).await };
        // A resolver's sockets belong to the runtime that opened them.
        match self.runtime.spawn(lookup).await {
            Ok(Ok(Ok(found))) => {
                let mut addresses: Vec<IpAddr> = found.iter().collect();
                addresses.sort_by_key(IpAddr::is_ipv6);
                addresses.dedup();
                Ok(addresses)
            }
            Ok(Ok(Err(_)) | Err(_)) | Err(_) => Err(GuardError::Unresolved),
        }
    }
}

/// Converts a host name to the form in which name servers are queried. It ends in a dot, so that no search list of this
/// machine is appended. The name is ASCII already: the resolver's own parser would reject an underscore, which many
/// names have.
fn queried(name: &str) -> Option<Name> {
    Name::from_ascii(format!("{name}.")).ok()
}

fn name_server(address: SocketAddr) -> NameServerConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
        connection.port = address.port();
        connection
    });
    NameServerConfig::new(address.ip(), true, connections.into())
}

fn set(options: &mut ResolverOpts) {
    options.timeout = ONE_ANSWER;
    options.attempts = ASKED;
    options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
    options.use_hosts_file = ResolveHosts::Never;
    options.cache_size = MOST_KEPT;
    options.positive_max_ttl = Some(LONGEST_KEPT);
    options.negative_max_ttl = Some(LONGEST_KEPT);
    options.max_active_requests = MOST_ASKED;
    options.try_tcp_on_error = true;
}

#[cfg(test)]
mod tests;
