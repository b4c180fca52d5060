//! Web pages: one route per page, folded from the table.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use pages::{PAGES, Page};
use world::View;

use super::api::get;
use super::{Shared, identity, respond};
use crate::clock;

/// Routes of every page.
pub fn routes(config: &mut web::ServiceConfig) {
    for page in PAGES {
        config.service(get(page.meta().path, |request, shared| answer(*page, &request, &shared)));
    }
}

fn answer(page: &'static dyn Page, request: &HttpRequest, shared: &Shared) -> HttpResponse {
    let Some(published) = shared.latest.current() else {
        return HttpResponse::ServiceUnavailable()
            .content_type("text/plain")
            .body("starting; try again in a second\n");
    };
    let caller = identity::caller(request, &*shared.accounts);
    let html = page.html(&View::new(&published.world, &caller), clock::now());
    let mut response = respond::document(html, "text/html; charset=utf-8");
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(respond::caching(caller.tier())));
    headers.insert(VARY, HeaderValue::from_static(respond::VARIES));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(pages::CONTENT_SECURITY_POLICY));
    response
}
