//! The callback guard with a network: one judgement for creation, tests and every attempt. Carries `contract-decisions`
//! 12: a resolver of our own, every address of a name judged, one bad one refuses the name.
//!
//! What comes out is the only thing that a connection is opened to.

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

/// Longest time in which a name must resolve. Half of an attempt's deadline: the receiver gets the other half.
const LONGEST_LOOKUP: Duration = Duration::from_secs(5);

/// How long one name server may take, and how often it is asked.
const ONE_ANSWER: Duration = Duration::from_secs(2);
const ASKED: usize = 2;

/// Longest time that an answer is kept. A receiver that moves is found within a minute; kept answers are judged like
/// new ones.
const LONGEST_KEPT: Duration = Duration::from_secs(60);

/// Most answers that are kept.
const MOST_KEPT: u64 = 4_096;

/// Most questions that wait for one name server: two for every slot.
const MOST_ASKED: usize = 512;

/// The guard.
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

/// Why a URL may not be called, or not now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GuardError {
    /// Never, as it is.
    #[error(transparent)]
    Refused(#[from] CallbackError),
    /// Its name does not resolve. The text is constant: callers learn nothing about name servers.
    #[error("the host of `url` does not resolve")]
    Unresolved,
}

/// The resolver cannot be set up.
#[derive(Debug, thiserror::Error)]
#[error("cannot set up the resolver of callback names: {0}; name servers can be set by webhook-name-servers")]
pub struct ResolverError(#[from] NetError);

impl Guard {
    /// A guard that asks `name_servers`, or those of the system when there are none. Its lookups run on the runtime
    /// that it was made on, whoever asks.
    ///
    /// # Errors
    /// When the system's name servers cannot be read.
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

    /// The same, with further addresses that nothing is sent to.
    #[must_use]
    pub fn denying(self, named: Vec<IpNet>) -> Self {
        Self { denied: Arc::new(DeniedNetworks::new(named)), ..self }
    }

    /// Judges a URL: its text, then every address of its host.
    ///
    /// # Errors
    /// [`GuardError`].
    pub async fn judge(&self, url: &str) -> Result<(Target, VettedAddresses), GuardError> {
        let target = Target::vet(&self.policy, url)?;
        let reachable = match target.host() {
            Host::Address(address) => VettedAddresses::vet(&self.policy, &[*address])?,
            Host::Name(name) => VettedAddresses::vet(&self.policy, &self.addresses(name).await?)?,
        };
        if reachable.addresses().iter().any(|address| self.denied.holds(*address)) {
            return Err(CallbackError::NotPublic.into());
        }
        Ok((target, reachable))
    }

    /// Every address of a name, IPv4 first: there are more networks without a way to IPv6 than without one to IPv4.
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

/// A name of a host as name servers are asked for it. With its last dot, so that no search list of this machine is appended.
/// The name is ASCII already: the resolver's own reading of text would refuse an underscore, which many names have.
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
