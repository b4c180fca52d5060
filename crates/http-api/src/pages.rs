//! Web pages: routes generated from the page table, one in English and one for the other languages; feeds, badges and
//! similar files; and the files that pages load.
//!
//! Like answers, a page is cached until the next publication, for callers of one tier with the same units. Units stored
//! in a browser make its answers private. An error is a page too.

use std::sync::{Arc, LazyLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, LOCATION,
    REFERRER_POLICY, RETRY_AFTER, SET_COOKIE, VARY,
};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use conditions_core::time::Timestamp;
use operations::Method;
use operations::operation::AS_OF;
pub use pages::HTML;
use pages::{Answer, Ask, Asset, LaneKind, Language, PAGES, Page, UNITS, Units};
use sources::lanes::{self, old_ms, silent_ms};
use world::{Tier, View};

use super::api::get;
use super::query::query;
use super::route_facts::{Audience, RouteFacts, Routes, unrouted};
use super::{Shared, browser, cookie, device_list, identity, respond, spelling};
use publication::published::key::PageKey;
use publication::published::{Published, ReadyPage};
use publication::rendered::RenderedAnswer;
use runtime::clock;

mod embedded;
mod past_day;

/// Request headers that a page depends on.
const VARIES: HeaderValue = HeaderValue::from_static("accept-encoding, authorization, cookie");
/// Content security policy of pages.
pub const POLICY: HeaderValue = HeaderValue::from_static(pages::CONTENT_SECURITY_POLICY);
/// The address of a file that pages load changes with its bytes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Lifetime of the units cookie in seconds: a year.
const REMEMBERED_S: i64 = 31_536_000;
/// Path argument with the language.
const LANGUAGE: &str = "language";

/// Returns the pattern of a path in English and in the other languages.
pub(super) fn in_every_language(path: &str) -> [String; 2] {
    let codes: Vec<&str> = Language::ALL.iter().skip(1).map(|language| language.code()).collect();
    [path.to_owned(), format!("/{{{LANGUAGE}:{}}}{path}", codes.join("|"))]
}

/// Returns the language that the path of a request names.
pub(super) fn language(request: &HttpRequest) -> Language {
    request.match_info().get(LANGUAGE).and_then(Language::of_prefix).unwrap_or(Language::En)
}

/// Routes of every page and of what pages load.
pub fn routes(config: &mut Routes<'_>) {
    for &page in PAGES {
        let path = page.meta().path;
        for address in in_every_language(path) {
            if page.meta().query.contains(&AS_OF) {
                let at_path = respond::resource(&address, &[Method::Get], RouteFacts::PAGE);
                config.service(respond::routed(at_path, Method::Get, move |request, shared| async move {
                    past_day::answer(page, &request, &shared).await
                }));
            } else {
                config.service(get(&address, RouteFacts::PAGE, move |request, shared| {
                    let asked = PageRequest::new(&request, page.meta().query);
                    answer(
                        asked,
                        Source::for_page(page),
                        &|ask| pages::answer(page, ask),
                        HTML,
                        &request,
                        &shared,
                    )
                }));
            }
        }
    }
    let [_, prefix] = in_every_language("");
    config.service(get(&prefix, RouteFacts::PAGE, |request, _| {
        spelling::moved(&request, &spelling::canonical(request.path()))
    }));
    for file in pages::files() {
        config.service(get(file.path, RouteFacts::PAGE, |request, shared| {
            if file.is_shown_elsewhere {
                embedded::answer(file, &request, &shared)
            } else {
                let asked = PageRequest::new(&request, file.query);
                answer(
                    asked,
                    Source::Publication,
                    &|ask| pages::file(file, ask),
                    file.media_type,
                    &request,
                    &shared,
                )
            }
        }));
    }
    for (asset, ready) in ASSETS.iter() {
        config.service(get(&asset.path, RouteFacts::ASSET, |request, _| {
            let mut response = respond::rendered_as(&request, Tier::Anonymous, ready, asset.media_type);
            response.headers_mut().insert(CACHE_CONTROL, FOR_EVER);
            response
        }));
    }
}

/// Files that pages load, compressed once.
static ASSETS: LazyLock<Vec<(&Asset, RenderedAnswer)>> = LazyLock::new(|| {
    let ready =
        |asset: &'static Asset| (asset, RenderedAnswer::with_gzip(asset.bytes.to_vec(), clock::now()));
    pages::assets().map(ready).into()
});

/// Answers for an address without a resource: a redirect if it is another spelling of an existing one, else a page for
/// browsers and a problem for programs.
pub async fn not_found(request: HttpRequest) -> HttpResponse {
    match spelling::redirect(&request).or_else(|| error_page(&request)) {
        Some(answer) => answer,
        None => respond::not_found(request).await,
    }
}

/// Returns the error page; `None` if the answer is for programs.
fn error_page(request: &HttpRequest) -> Option<HttpResponse> {
    let shared = request.app_data::<web::Data<Shared>>()?;
    let is_for_programs = unrouted(request.path()).audience == Audience::Programs;
    if is_for_programs || !browser::is_one(request) || *request.method() != actix_web::http::Method::GET {
        return None;
    }
    let published = shared.latest.current()?;
    let path = request.path();
    let code = path.split('/').nth(1).unwrap_or_default();
    let language = Language::of_prefix(code).unwrap_or(Language::En);
    let asked = PageRequest {
        language,
        units: remembered(request.headers()),
        query: Vec::new(),
        path: path.to_owned(),
        arguments: Vec::new(),
        mountains: Vec::new(),
    };
    let caller = identity::person(request).ok()?;
    let at = published.time_at(clock::now());
    let page = pages::not_found(&asked.ask(View::new(&published.world, &caller), shared, at));
    Some(error_response(page))
}

/// A request for a page before it has a view.
#[derive(Clone)]
pub(super) struct PageRequest {
    pub(super) language: Language,
    pub(super) units: Option<Units>,
    query: Vec<(String, String)>,
    path: String,
    arguments: Vec<(String, String)>,
    /// Slugs of the caller's own list, on the page that shows it.
    mountains: Vec<String>,
}

impl PageRequest {
    /// Reads a request for an address that takes the parameters in `known`. Other parameters, and a query that cannot be
    /// read, are ignored: they reach neither the cache nor the links of the page.
    pub(super) fn new(request: &HttpRequest, known: &[&str]) -> Self {
        let info = request.match_info();
        let language = language(request);
        let arguments = info.iter().filter(|(name, _)| *name != LANGUAGE);
        let arguments = arguments.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let units = remembered(request.headers());
        let mut asked = Self {
            language,
            units,
            query: Vec::new(),
            path: request.path().to_owned(),
            arguments,
            mountains: Vec::new(),
        };
        if !request.query_string().is_empty() {
            asked.query = Ask::known_parameters(query(request).unwrap_or_default(), known);
        }
        asked
    }

    pub(super) fn ask<'w>(&self, view: View<'w>, shared: &Shared, now: Timestamp) -> Ask<'w> {
        let lanes = shared.status.lanes().into_iter().map(|(name, health)| pages::Lane {
            silent: health.is_silent(silent_ms(&name), now),
            old: health.is_old(old_ms(&name), now),
            newest_value: health.newest_value_at,
            last_success: health.last_success_at,
            failures: health.consecutive_failures,
            next_try: health.next_due_at,
            is_off: health.not_asked.is_some(),
            kind: lane_kind(&name),
            name,
        });
        let mut ask = self.with(view, now, lanes.collect());
        ask.has_alerts = shared.ways.is_some();
        ask.winters = shared.status.winter_progress().map(|progress| pages::WinterProgress {
            resorts: progress.resorts,
            current: progress.current_winter,
            ten: progress.ten_winters,
            thirty: progress.thirty_winters,
            missing: progress.winters_missing,
            calls: progress.calls_last_day,
            limit: progress.calls_per_day,
            done_at: progress.done_at,
        });
        ask
    }

    fn with<'w>(&self, view: View<'w>, now: Timestamp, lanes: Vec<pages::Lane>) -> Ask<'w> {
        let mut ask = Ask::new(view, now, self.language, Language::english(&self.path));
        ask.units = self.units;
        ask.arguments.clone_from(&self.arguments);
        ask.query.clone_from(&self.query);
        ask.lanes = lanes;
        ask.mountains.clone_from(&self.mountains);
        ask
    }

    /// Returns the cache key of the page within a publication and tier.
    fn key(&self) -> PageKey {
        PageKey { path: self.path.clone(), query: self.query.clone(), units: self.units }
    }

    /// Returns the units that the address requests.
    pub(super) fn chosen(&self) -> Option<Units> {
        self.query.iter().find(|(name, _)| name == UNITS).and_then(|(_, value)| Units::from_name(value))
    }
}

/// Returns the kind of data of a lane or of a part of a lane (`enso/roni`).
fn lane_kind(name: &str) -> LaneKind {
    let id = name.split('/').next().unwrap_or(name);
    match id {
        _ if id == lanes::FORECAST.meta().id => LaneKind::Forecasts,
        _ if id == lanes::CLIMATE.meta().id => LaneKind::Winters,
        _ if lanes::find_network(id).is_some() => LaneKind::Stations,
        _ if lanes::ROADS.iter().any(|road| road.lane.meta().id == id) => LaneKind::Roads,
        _ if id == lanes::ENSO.meta().id => LaneKind::ElNino,
        _ if id == lanes::COMMONS.meta().id => LaneKind::Photos,
        "lifts" => LaneKind::Lifts,
        "cameras" | "webcams" => LaneKind::Webcams,
        _ => LaneKind::Bulletins,
    }
}

/// The data that a page is made from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The publication: the page is cached until the next one.
    Publication,
    /// Also the state of the service, at the time of the request.
    Service,
    /// Also the caller's own list of resorts, if it is not empty.
    Caller,
}

impl Source {
    fn for_page(page: &dyn Page) -> Self {
        match (page.shows_service(), page.shows_mountains()) {
            (true, _) => Self::Service,
            (false, true) => Self::Caller,
            (false, false) => Self::Publication,
        }
    }
}

fn answer(
    mut asked: PageRequest,
    source: Source,
    made: &dyn Fn(&Ask<'_>) -> Answer,
    media_type: &'static str,
    request: &HttpRequest,
    shared: &Shared,
) -> HttpResponse {
    let Some(published) = shared.latest.current() else { return starting() };
    let caller = match identity::person(request) {
        Ok(caller) => caller,
        Err(unidentified) => return identity::response(unidentified, request),
    };
    let chosen = asked.chosen();
    let is_private = asked.units.is_some() || chosen.is_some();
    asked.units = chosen.or(asked.units);
    let is_plain = asked.query.is_empty();
    let now = clock::now();
    if source == Source::Caller {
        asked.mountains = device_list::start_page_slugs(request, &caller);
    }
    let is_shared = source != Source::Service && asked.mountains.is_empty();
    let make = |view: &View<'_>, at| made(&asked.ask(*view, shared, at));
    let page = if is_shared {
        published.page(&caller, asked.key(), is_plain, now, make)
    } else {
        Published::momentary(make(&View::new(&published.world, &caller), now), now)
    };
    let mut response = match page {
        Ok(ready) => {
            if !is_private && is_plain && is_shared && caller.tier() == Tier::Anonymous {
                shortcut(&published, request, &ready, media_type, now);
            }
            whole(request, caller.tier(), &ready, media_type)
        }
        Err(page) => error_response(page),
    };
    if (is_private || !is_shared) && caller.tier() == Tier::Anonymous {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(respond::PRIVATE));
    }
    remember(&mut response, chosen);
    response
}

/// Lets later requests for a page skip the router.
fn shortcut(
    published: &Published,
    request: &HttpRequest,
    ready: &Arc<RenderedAnswer>,
    media_type: &'static str,
    now: Timestamp,
) {
    if let Some(route) = request.match_name() {
        let page = ReadyPage { answer: Arc::clone(ready), route: route.into(), media_type };
        published.add_ready_page(request.path(), page, now);
    }
}

/// Stores the requested units in the browser.
fn remember(response: &mut HttpResponse, chosen: Option<Units>) {
    if let Some(units) = chosen
        && let Ok(cookie) = HeaderValue::from_str(&cookie::readable(UNITS, units.name(), REMEMBERED_S))
    {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
}

/// Answers before the first publication.
pub(super) fn starting() -> HttpResponse {
    HttpResponse::ServiceUnavailable()
        .insert_header((RETRY_AFTER, "1"))
        .content_type("text/plain")
        .body("starting; try again in a second\n")
}

/// Sends a page rendered for a tier.
pub(super) fn whole(
    request: &impl HttpMessage,
    tier: Tier,
    ready: &RenderedAnswer,
    media_type: &'static str,
) -> HttpResponse {
    let mut response = respond::rendered_as(request, tier, ready, media_type);
    let headers = response.headers_mut();
    headers.insert(VARY, VARIES);
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    // Pages have forms. With `no-referrer`, browsers would send `Origin: null` with them.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

/// Returns the answer to a failed request, or a redirect. It is not cached.
fn error_response(page: Answer) -> HttpResponse {
    let mut built = HttpResponse::build(StatusCode::from_u16(page.status).unwrap_or(StatusCode::BAD_REQUEST));
    if let Some(location) = page.location {
        built.insert_header((LOCATION, location));
    }
    built
        .insert_header((CONTENT_TYPE, page.media_type))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .body(page.html)
}

/// Returns the units stored in the browser. Other cookies are ignored.
pub fn remembered(headers: &HeaderMap) -> Option<Units> {
    let cookies = headers.get_all(COOKIE).filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == UNITS).and_then(|(_, value)| Units::from_name(value))
}
