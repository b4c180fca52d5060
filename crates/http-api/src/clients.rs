//! The client of a request, for logs and limits, and a check whether the proxies write the headers that it is derived
//! from.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use edge::client_address::{Hops, TrustedProxies};

use super::options::Options;

/// Identification of clients in a deployment.
#[derive(Debug)]
pub struct Clients {
    proxies: TrustedProxies,
    /// Enables client addresses in the access log.
    are_logged: bool,
    /// Set once the operator was warned about a proxy.
    is_said: AtomicBool,
}

impl Clients {
    /// Builds the rules of a deployment.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let proxies = options.trusted_proxies.clone();
        Self { proxies, are_logged: options.logs_clients, is_said: AtomicBool::new(false) }
    }

    /// Returns the client of a request; `None` without a connection.
    #[must_use]
    pub fn client_of(&self, request: &HttpRequest) -> Option<IpAddr> {
        Some(self.proxies.client_of(request.peer_addr()?.ip(), request.headers()))
    }

    /// Returns the client of a request from `peer` if the access log names clients.
    #[must_use]
    pub fn logged(&self, peer: Option<SocketAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let peer = peer.filter(|_| self.are_logged)?;
        Some(self.proxies.client_of(peer.ip(), headers))
    }

    /// Warns the operator, once, about a trusted proxy that does not write the client's address or passes on a value
    /// written by clients.
    pub fn watch(&self, peer: Option<SocketAddr>, headers: &HeaderMap) {
        if self.proxies.is_none() || self.is_said.load(Ordering::Relaxed) {
            return;
        }
        let Some(peer) = peer else { return };
        let advice = match self.proxies.hops(peer.ip(), headers) {
            Hops::Enough => return,
            Hops::None => {
                "a trusted proxy sends no X-Forwarded-For, so all its clients count as one; configure it to send the client's address"
            }
            Hops::Foreign => {
                "a trusted proxy forwards X-Forwarded-For values written by clients; configure it to replace them with the client's address"
            }
        };
        if !self.is_said.swap(true, Ordering::Relaxed) {
            tracing::warn!(proxy = %peer.ip(), "{advice} (see the example configurations in deploy/)");
        }
    }
}
