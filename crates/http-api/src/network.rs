//! Which network a request comes from, where one subscriber counts as one.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::HttpRequest;
use runtime::throttle::subscriber;

use super::Shared;

/// The network of a request's client.
pub(super) fn network(request: &HttpRequest, shared: &Shared) -> IpAddr {
    subscriber(shared.admission.clients.of(request).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
}
