//! `/reels/{id}`: a page for people with one powder reel, and `/reels/{id}.png`, its picture.
//!
//! The picture is a file, read on a separate thread so that no other request waits. It is made of third-party stills,
//! so it is served only as a picture, with a policy that allows nothing when it is opened directly.

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::Method;
use operations::ops::get_powder_reels::{FOLDER, MEDIA_TYPE, find};
use pages::{Ask, reel};
use runtime::clock;
use world::View;

use super::pages::{in_every_language, language};
use super::route_facts::{RouteFacts, Routes};
use super::{Shared, identity, lists, observe, problem, respond};

/// Content security policy of a picture opened directly: nothing is allowed.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");
const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// A finished reel never changes; a growing one changes with its next frame.
const FOR_A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");
const FOR_A_WHILE: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// Registers every reel: its picture, and its page in each language.
pub fn routes(config: &mut Routes<'_>) {
    for address in in_every_language(&format!("{FOLDER}/{{reel}}")) {
        let at_path = respond::resource(&address, &[Method::Get], RouteFacts::PAGE);
        config.service(respond::routed(at_path, Method::Get, |request, shared| async move {
            let asked = request.match_info().get("reel").unwrap_or_default().to_owned();
            match asked.strip_suffix(".png") {
                Some(id) => picture(&request, &shared, id).await,
                None => page(&request, &shared, &asked),
            }
        }));
    }
}

fn page(request: &HttpRequest, shared: &Shared, id: &str) -> HttpResponse {
    let Some(published) = shared.latest.current() else { return starting(request) };
    let caller = match identity::person(request) {
        Ok(caller) => caller,
        Err(unidentified) => return identity::response(unidentified, request),
    };
    let view = View::new(&published.world, &caller);
    let ask = Ask::new(view, published.time_at(clock::now()), language(request), format!("{FOLDER}/{id}"));
    let Some(html) = reel::html(&ask, id) else {
        return respond::not_found_at(request);
    };
    let mut response = respond::document(html, "text/html; charset=utf-8");
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(respond::caching(caller.tier())));
    headers.insert(VARY, HeaderValue::from_static(respond::VARIES));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(pages::CONTENT_SECURITY_POLICY));
    response
}

async fn picture(request: &HttpRequest, shared: &Shared, id: &str) -> HttpResponse {
    let Some(published) = shared.latest.current() else { return starting(request) };
    let caller = match identity::person(request) {
        Ok(caller) => caller,
        Err(unidentified) => return identity::response(unidentified, request),
    };
    let view = View::new(&published.world, &caller);
    let Some((reel, ..)) = find(&view, id) else { return respond::not_found_at(request) };
    let tag = format!("\"{}-{}\"", reel.frames.len(), reel.bytes);
    let is_over = reel.is_over;
    let is_known = lists::members(request.headers(), &IF_NONE_MATCH)
        .any(|known| known == "*" || known.trim_start_matches("W/") == tag);
    let mut response = HttpResponse::build(if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    response
        .insert_header((ETAG, tag))
        .insert_header((CACHE_CONTROL, if is_over { FOR_A_DAY } else { FOR_A_WHILE }))
        .insert_header((CONTENT_SECURITY_POLICY, NOTHING))
        .insert_header((CORP, HeaderValue::from_static("cross-origin")));
    if is_known {
        return response.finish();
    }
    let (disk, id) = (shared.reels.clone(), reel.id.clone());
    match web::block(move || disk.picture(&id)).await {
        Ok(Ok(bytes)) => {
            response.insert_header((CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE))).body(bytes)
        }
        // Another replica has it, or it was removed a moment ago.
        Ok(Err(_)) | Err(_) => respond::not_found_at(request),
    }
}

fn starting(request: &HttpRequest) -> HttpResponse {
    problem::unavailable("the service is starting; try again in a second", &observe::request_id(request))
}
