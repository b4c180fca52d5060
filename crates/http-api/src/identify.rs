//! Identification of requests: once, before the request is answered. This is the only place that reads credentials; the
//! result then travels with the request ([`RequestIdentity`]).

use std::net::{IpAddr, Ipv4Addr};

use actix_web::HttpMessage as _;
use actix_web::dev::ServiceRequest;

use super::identity::RequestIdentity;
use super::route_facts::CallerBy;
use super::{Shared, TABLE, credentials};
use runtime::throttle::subscriber;
use services::identity::Credential;

/// Looks up the credentials of a request, if it has any.
pub async fn identify(request: &ServiceRequest, shared: &Shared) {
    let caller_by = TABLE.of_request(request).caller_by;
    let client = shared.admission.clients.client_of(request.request());
    let client = subscriber(client.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
    let mut found = RequestIdentity::default();
    if credentials::has_bearer(request.request()) {
        let bearer = credentials::bearer(request.request());
        let bearer = bearer.as_ref().map(|bearer| bearer.as_str());
        let bearer = match caller_by {
            CallerBy::TokenOrSession | CallerBy::Token => Some(Credential::Bearer(bearer)),
            CallerBy::ClientToken => Some(Credential::Access(bearer)),
            CallerBy::Secret => None,
        };
        if let Some(bearer) = bearer {
            found.bearer = Some(shared.identities.resolve(bearer, client).await);
        }
    } else if caller_by == CallerBy::TokenOrSession
        && let Some(session) = credentials::session(request.request(), shared.identities.cookie())
    {
        found.session = Some(shared.identities.resolve(Credential::Session(&session), client).await);
    }
    request.extensions_mut().insert(found);
}
