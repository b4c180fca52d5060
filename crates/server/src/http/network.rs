//! Which network a request comes from, where one subscriber counts as one.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::HttpRequest;

use super::Shared;
use super::client_address::subscriber;

/// The network of a request's client.
pub(super) fn network(request: &HttpRequest, shared: &Shared) -> IpAddr {
    subscriber(shared.admission.clients.of(request).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
}
