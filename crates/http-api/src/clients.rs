//! Who asks, where a log or a limit is about clients, and whether the proxies in front write what that rests on.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::HttpRequest;
use edge::client_address::{Hops, TrustedProxies};

use super::options::Options;

/// The clients of a deployment.
#[derive(Debug)]
pub struct Clients {
    proxies: TrustedProxies,
    /// Whether the access log names them.
    are_logged: bool,
    /// The operator has been told about a proxy.
    is_said: AtomicBool,
}

impl Clients {
    /// Those of a deployment.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let proxies = options.trusted_proxies.clone();
        Self { proxies, are_logged: options.logs_clients, is_said: AtomicBool::new(false) }
    }

    /// Whose request this is; none where there is no connection.
    #[must_use]
    pub fn of(&self, request: &HttpRequest) -> Option<IpAddr> {
        Some(self.proxies.client_of(request.peer_addr()?.ip(), request.headers()))
    }

    /// The same where the access log names clients.
    #[must_use]
    pub fn logged(&self, request: &HttpRequest) -> Option<IpAddr> {
        if self.are_logged { self.of(request) } else { None }
    }

    /// Tells the operator, once, of a trusted proxy that does not write the client's address or lets clients write there.
    pub fn watch(&self, request: &HttpRequest) {
        if self.proxies.is_none() || self.is_said.load(Ordering::Relaxed) {
            return;
        }
        let Some(peer) = request.peer_addr() else { return };
        let advice = match self.proxies.hops(peer.ip(), request.headers()) {
            Hops::Enough => return,
            Hops::None => {
                "a trusted proxy sends no X-Forwarded-For, so all its clients count as one: let it send the address that it sees"
            }
            Hops::Foreign => {
                "a trusted proxy passes on what clients write into X-Forwarded-For: let it send the address that it sees alone"
            }
        };
        if !self.is_said.swap(true, Ordering::Relaxed) {
            tracing::warn!(proxy = %peer.ip(), "{advice} (deploy/ has configurations)");
        }
    }
}
