//! Answers that are rendered already, sent before the router: the conditions of a resort, and pages that an anonymous
//! caller requested since the publication. Headers, counters and the log are those of other requests. A request that
//! could get any other answer continues to the application.

use std::future;
use std::sync::Arc;
use std::time::Duration;

use actix_http::{HttpMessage as _, Request, Response};
use actix_service::{Service as _, ServiceFactory, apply_fn_factory};
use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, CONTENT_LENGTH, COOKIE, HeaderName, TRANSFER_ENCODING};
use edge::connection::Connection;
use edge::slices::Slices;
use futures_util::TryFutureExt as _;
use futures_util::future::Either;
use operations::API_PREFIX;
use runtime::clock;
use runtime::metrics::requests::Interface;
use world::Tier;

use super::observe::{self, RequestFacts};
use super::request_id::RequestId;
use super::{Shared, api, pages, respond};

/// Headers of requests that may get another answer, or have a body.
const OTHERS: [HeaderName; 4] = [AUTHORIZATION, COOKIE, CONTENT_LENGTH, TRANSFER_ENCODING];

/// Puts the ready answers before an application.
pub fn before<A>(
    application: A,
    shared: Arc<Shared>,
) -> impl ServiceFactory<
    Request,
    Config = (),
    Response = Response<Slices>,
    Error = A::Error,
    InitError = A::InitError,
    Service: 'static,
> + 'static
where
    A: ServiceFactory<Request, Config = (), Error: 'static, Service: 'static> + 'static,
    A::Response: Into<Response<Slices>> + 'static,
{
    apply_fn_factory(application, move |request: Request, application: &A::Service| {
        match answer(&request, &shared) {
            Some(response) => Either::Left(future::ready(Ok(response))),
            None => Either::Right(application.call(request).map_ok(Into::into)),
        }
    })
}

/// Returns the answer to a request; `None` if it is not ready.
#[must_use]
pub fn answer(request: &Request, shared: &Shared) -> Option<Response<Slices>> {
    let headers = request.headers();
    if !matches!(*request.method(), Method::GET | Method::HEAD)
        || request.uri().query().is_some()
        || OTHERS.iter().any(|name| headers.contains_key(name))
    {
        return None;
    }
    let begun = clock::monotonic();
    let published = shared.latest.current()?;
    let (path, hot) = (request.path(), &*api::HOT_PATH);
    let page;
    let (mut response, interface, route) = if let Some(slug) = hot.slug(path) {
        let ready = published.conditions(Tier::Anonymous, slug).filter(|_| respond::accepts_json(request))?;
        (respond::rendered(request, Tier::Anonymous, ready), Interface::Api, &*hot.route)
    } else if path.starts_with(API_PREFIX) {
        return None;
    } else {
        page = published.ready_page(path, clock::now())?;
        let response = pages::whole(request, Tier::Anonymous, &page.answer, page.media_type);
        (response, Interface::Pages, &*page.route)
    };
    let connection = request.conn_data::<Arc<Connection>>().cloned();
    let _running = connection.as_ref().map(Connection::begin);
    let id = RequestId::from_headers(headers);
    let (peer, method, status) = (request.peer_addr(), request.method(), response.status());
    let waited = Duration::ZERO;
    RequestFacts {
        begun,
        waited,
        id: &id,
        peer,
        headers,
        method,
        interface,
        path,
        route,
        status,
        trace: None,
    }
    .record(shared);
    observe::complete(response.headers_mut(), id, shared, false);
    Some(response.map_body(|_, body| Slices::new(body, connection)).into())
}
