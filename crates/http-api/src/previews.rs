//! `/resorts/{slug}/preview.png` and `/preview.png`, in every language: preview pictures of shared links. The same for
//! every caller, loadable from anywhere, cached for five minutes. If the fonts lack the characters of a language, the
//! picture is in English.

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, LAST_MODIFIED,
};
use actix_web::{HttpRequest, HttpResponse};
use operations::{Method, OpError};
use pages::Language;
use pages::preview::{PICTURES, Picture};
use publication::previews::PreviewError;
use publication::published::Published;
use publication::rendered::{Coding, RenderedAnswer};
use runtime::clock;
use world::{Caller, View};

use super::pages::{PageRequest, in_every_language};
use super::route_facts::{RouteFacts, Routes};
use super::{Shared, observe, problem, respond};

/// Content security policy of a picture opened directly: nothing is allowed.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");
const FIVE_MINUTES: HeaderValue = HeaderValue::from_static("public, max-age=300");
const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Registers every picture, in each language.
pub(super) fn routes(config: &mut Routes<'_>) {
    for picture in PICTURES {
        for address in in_every_language(picture.path) {
            let at_path = respond::resource(&address, &[Method::Get], RouteFacts::PAGE);
            config.service(respond::routed(at_path, Method::Get, move |request, shared| async move {
                answer(picture, &request, &shared).await
            }));
        }
    }
}

async fn answer(picture: &Picture, request: &HttpRequest, shared: &Shared) -> HttpResponse {
    let id = observe::request_id(request);
    let Some(previews) = &shared.previews else { return respond::not_found_at(request) };
    let Some(published) = shared.latest.current() else {
        return problem::unavailable("the service is starting; try again in a second", &id);
    };
    let mut asked = PageRequest::new(request, &[]);
    asked.units = asked.chosen();
    let languages = [asked.language, Language::En];
    for language in languages {
        let svg = match drawn(picture, &asked, language, &published, shared) {
            Ok(svg) => svg,
            Err(error) => return problem::of_operation(&error, &id),
        };
        match previews.picture(svg).await {
            Ok(ready) => return whole(request, &ready),
            Err(PreviewError::Unwritable) => {}
            Err(error @ PreviewError::Busy) => return problem::unavailable(&error.to_string(), &id),
            Err(error @ PreviewError::Failed(_)) => {
                tracing::error!(%id, %error, "no preview");
                return problem::response(problem::INTERNAL, "the service failed", &id);
            }
        }
    }
    tracing::warn!(
        path = request.path(),
        "the font lacks characters of a preview; choose another with --preview-font"
    );
    respond::not_found_at(request)
}

fn drawn(
    picture: &Picture,
    asked: &PageRequest,
    language: Language,
    published: &Published,
    shared: &Shared,
) -> Result<String, OpError> {
    #[expect(clippy::disallowed_methods, reason = "a preview shows the anonymous version")]
    let caller = Caller::anonymous();
    let at = published.time_at(clock::now());
    let mut ask = asked.ask(View::new(&published.world, &caller), shared, at);
    ask.language = language;
    picture.svg(&ask)
}

/// Sends the picture uncompressed, because its format is compressed already.
fn whole(request: &HttpRequest, ready: &RenderedAnswer) -> HttpResponse {
    let is_known = respond::not_modified(request.headers(), ready);
    let mut response = HttpResponse::build(if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    response
        .insert_header((ETAG, ready.etag(Coding::Identity).clone()))
        .insert_header((LAST_MODIFIED, ready.last_modified().clone()))
        .insert_header((CACHE_CONTROL, FIVE_MINUTES))
        .insert_header((CONTENT_SECURITY_POLICY, NOTHING))
        .insert_header((CORP, HeaderValue::from_static("cross-origin")));
    if is_known {
        return response.finish();
    }
    response.insert_header((CONTENT_TYPE, HeaderValue::from_static("image/png"))).body(ready.plain().clone())
}
