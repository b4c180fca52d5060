//! Files embedded in other pages: the same for every browser regardless of cookies, may be framed and loaded from
//! anywhere, cached for five minutes.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use pages::File;
use runtime::clock;
use world::{Caller, View};

use super::{PageRequest, error_response, starting};
use crate::{Shared, respond};

/// Lets pages of other origins show the file in a frame.
const POLICY: HeaderValue = HeaderValue::from_static(pages::EMBED_POLICY);
const FIVE_MINUTES: HeaderValue = HeaderValue::from_static("public, max-age=300");
/// Lets pages of other origins load the file.
const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const ANYWHERE: HeaderValue = HeaderValue::from_static("cross-origin");

/// Returns the file for anonymous callers.
pub(super) fn answer(file: &'static File, request: &HttpRequest, shared: &Shared) -> HttpResponse {
    let Some(published) = shared.latest.current() else { return starting() };
    let mut asked = PageRequest::new(request, file.query);
    asked.units = asked.chosen();
    let is_plain = asked.query.is_empty();
    #[expect(clippy::disallowed_methods, reason = "embedded content is always the anonymous version")]
    let caller = Caller::anonymous();
    let make = |view: &View<'_>, at| pages::file(file, &asked.ask(*view, shared, at));
    let mut response = match published.page(&caller, asked.key(), is_plain, clock::now(), make) {
        Ok(ready) => respond::rendered_as(request, caller.tier(), &ready, file.media_type),
        Err(page) => return error_response(page),
    };
    let headers = response.headers_mut();
    if file.media_type.starts_with("text/html") {
        headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    }
    headers.insert(CACHE_CONTROL, FIVE_MINUTES);
    headers.insert(CORP, ANYWHERE);
    response
}
