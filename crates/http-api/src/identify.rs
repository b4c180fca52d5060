//! Where a request is identified: once, before it is answered. What a program or a browser presents is looked at here and nowhere
//! else; what is known of it then goes with the request ([`Found`]).

use std::net::{IpAddr, Ipv4Addr};

use accounts::oauth::metadata::RESOURCE_PATH;
use actix_web::HttpMessage as _;
use actix_web::dev::ServiceRequest;
use operations::API_PREFIX;
use runtime::throttle::subscriber;
use services::identity::Credential;

use super::identity::Found;
use super::{Shared, credentials, presented};

/// Where no session is looked at, because nothing there is for browsers that are signed in.
const WITHOUT_SESSIONS: [&str; 3] = [API_PREFIX, "/mcp", pages::ASSETS_PREFIX];

/// Finds out who presents what a request does, if it does.
pub async fn identify(request: &ServiceRequest, shared: &Shared) {
    let path = request.path();
    let is_secret = credentials::is_anothers(path);
    let client = shared.admission.clients.of(request.request());
    let client = subscriber(client.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
    let mut found = Found::default();
    if presented::has_bearer(request.request()) {
        if !is_secret {
            let bearer = presented::bearer(request.request());
            let bearer = bearer.as_ref().map(|bearer| bearer.as_str());
            let bearer =
                if path == RESOURCE_PATH { Credential::Access(bearer) } else { Credential::Bearer(bearer) };
            found.bearer = Some(shared.identities.of(bearer, client).await);
        }
    } else if !WITHOUT_SESSIONS.iter().any(|prefix| path.starts_with(prefix))
        && let Some(session) = presented::session(request.request(), shared.identities.cookie())
    {
        found.session = Some(shared.identities.of(Credential::Session(&session), client).await);
    }
    request.extensions_mut().insert(found);
}
