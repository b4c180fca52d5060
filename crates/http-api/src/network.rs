//! The network of a request, within which subscribers count as one.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::HttpRequest;
use runtime::throttle::subscriber;

use super::Shared;

/// Returns the network of a request's client.
pub(super) fn network(request: &HttpRequest, shared: &Shared) -> IpAddr {
    subscriber(shared.admission.clients.client_of(request).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
}
