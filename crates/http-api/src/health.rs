//! `/healthz`, `/readyz`, `/metrics` and the pages of the error codes.

use std::collections::BTreeMap;

use actix_web::http::header::{ACCEPT, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use conditions_core::time::Timestamp;
use runtime::build::VERSION;
use runtime::clock;
use runtime::health::{LaneHealth, ProcessHealth};
use runtime::metrics::exposition;
use runtime::status::Status;
use runtime::winter_progress::WinterProgress;
use serde::Serialize;
use sources::lanes::{old_ms, silent_ms};

use super::api::get;
use super::problem::CODES;
use super::route_facts::{RouteFacts, Routes};
use super::{Shared, respond};

/// Reader of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// Any caller: texts of upstreams are not shown.
    Anybody,
    /// A caller at the admin address.
    Operator,
}

/// Registers the routes of the admin address.
pub fn admin_routes(config: &mut web::ServiceConfig) {
    let mut routes = Routes::new(config);
    let state =
        |request: HttpRequest, shared: web::Data<Shared>| readiness(&request, &shared, Reader::Operator);
    routes
        .service(get("/healthz", RouteFacts::DOCUMENT, |_, _| alive()))
        .service(get("/readyz", RouteFacts::DOCUMENT, state))
        .service(get("/metrics", RouteFacts::DOCUMENT, |request, shared| counters(&request, &shared)));
    routes.default_service(web::to(respond::not_found));
}

/// Reports that the process answers, and its version.
pub(super) fn alive() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain").body(format!("ok {VERSION}\n"))
}

/// Returns the metrics as OpenMetrics if the client accepts that, else in the older text format, which every program for
/// Prometheus can read.
fn counters(request: &HttpRequest, shared: &Shared) -> HttpResponse {
    let accepted = request.headers().get_all(ACCEPT).filter_map(|value| value.to_str().ok());
    let mut ranges = accepted.flat_map(|value| value.split(','));
    let (form, text) = if ranges.any(|range| range.trim_start().starts_with("application/openmetrics-text")) {
        (exposition::OPENMETRICS, shared.metrics.text())
    } else {
        (exposition::PLAIN, shared.metrics.plain_text())
    };
    HttpResponse::Ok().content_type(form).insert_header((VARY, "accept")).body(text)
}

/// Registers the public routes. Pages of other origins can read neither the state nor the counters, and the counters
/// are only for programs on this machine.
pub fn routes(config: &mut Routes<'_>) {
    let private = RouteFacts { is_private: true, ..RouteFacts::DOCUMENT };
    let state = get("/readyz", private, |request, shared| readiness(&request, &shared, Reader::Anybody));
    let counters =
        get("/metrics", private, |request, shared| match shared.admission.is_on_this_machine(&request) {
            true => counters(&request, &shared),
            false => respond::not_found_at(&request),
        });
    config
        .service(get("/healthz", RouteFacts::DOCUMENT, |_, _| alive()))
        .service(state)
        .service(counters)
        .service(get("/problems/{code}", RouteFacts::DOCUMENT, |request, _| problem_page(&request)));
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Readiness {
    status: &'static str,
    reasons: Vec<String>,
    published_at: Option<Timestamp>,
    resorts: usize,
    resorts_with_forecast: usize,
    fetching: Fetching,
    lanes: BTreeMap<String, LaneHealth>,
    /// Progress of filling past winters; null until it has been read.
    past_winters: Option<WinterProgress>,
    /// Processes of the deployment; only at the operator's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    processes: Option<Vec<ProcessHealth>>,
}

/// Fetching from upstreams.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Fetching {
    /// Whether this process queries upstreams.
    enabled: bool,
    /// Time since when it does not.
    off_since: Option<Timestamp>,
    /// Time of the next planned call of any process; null if none is planned.
    next_try_at: Option<Timestamp>,
}

impl Fetching {
    fn from_status(status: &Status, lanes: &BTreeMap<String, LaneHealth>, now: Timestamp) -> Self {
        let off_since = status.fetching_off_since();
        let planned = lanes.values().filter_map(|health| health.next_due_at);
        Self { enabled: off_since.is_none(), off_since, next_try_at: planned.filter(|due| *due >= now).min() }
    }
}

/// Purpose of a readiness query.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Reads,
    /// `?for=writes`.
    Writes,
}

impl Purpose {
    fn from_request(request: &HttpRequest) -> Self {
        let is_for_writes = request.query_string().split('&').any(|pair| pair == "for=writes");
        if is_for_writes { Self::Writes } else { Self::Reads }
    }
}

/// Reports the state of a service that has nothing to serve yet.
pub(super) fn starting() -> HttpResponse {
    let body = Readiness {
        status: "starting",
        reasons: vec!["the service is starting or waiting for its database".to_owned()],
        published_at: None,
        resorts: 0,
        resorts_with_forecast: 0,
        fetching: Fetching::default(),
        lanes: BTreeMap::new(),
        past_winters: None,
        processes: None,
    };
    HttpResponse::ServiceUnavailable().insert_header(("Cache-Control", "no-store")).json(body)
}

/// Reports readiness. The service is ready from the first publication on, until a background task or every database
/// thread ends. A silent upstream or database degrades it but does not make it unready: serving continues from what is
/// known, and values age and turn null by the rules. For writes a service is ready only while they succeed.
fn readiness(request: &HttpRequest, shared: &Shared, reader: Reader) -> HttpResponse {
    let now = clock::now();
    let published = shared.latest.current();
    let mut lanes = shared.status.lanes();
    if reader == Reader::Anybody {
        lanes.values_mut().for_each(LaneHealth::shorten);
    }
    let mut reasons = of_the_service(&shared.status, published.as_ref().map(|p| p.world.as_of), now, reader);
    for (lane, health) in &lanes {
        if let Some(why) = &health.not_asked {
            reasons.push(format!("{lane}: not polled; {why}"));
            continue;
        }
        if health.is_silent(silent_ms(lane), now) || health.consecutive_failures >= 3 {
            let since = health.last_success_at.map_or("never".to_owned(), |at| at.to_string());
            let why = health.last_failure.as_deref().unwrap_or("no failure recorded");
            reasons.push(format!("{lane}: last success {since}; {why}"));
        } else if health.is_old(old_ms(lane), now) {
            let newest = health.newest_value_at.map_or_else(String::new, |at| at.to_string());
            reasons.push(format!("{lane}: repeats an old response; its newest value is from {newest}"));
        }
    }
    let (resorts, with_forecast) = published.as_ref().map_or((0, 0), |p| {
        (p.world.len(), p.world.resorts().filter(|held| held.evidence.forecast.is_some()).count())
    });
    if with_forecast == 0 && reasons.is_empty() {
        reasons.push(match shared.status.fetching_off_since() {
            Some(since) => format!(
                "no forecast is stored, and fetching is switched off since {since}; only the catalogue is served"
            ),
            None => "no forecast has arrived yet; only the catalogue is served".to_owned(),
        });
    }
    let takes_writes = Purpose::from_request(request) == Purpose::Reads || writes_get_through(shared);
    if !takes_writes {
        reasons.push("writes to the database do not succeed".to_owned());
    }
    let is_whole = shared.status.is_whole();
    let status = match (&published, reasons.is_empty()) {
        (None, _) => "starting",
        (Some(_), _) if !is_whole => "failed",
        (Some(_), false) => "degraded",
        (Some(_), true) => "ready",
    };
    let body = Readiness {
        status,
        reasons,
        published_at: published.as_ref().map(|p| p.world.as_of),
        resorts,
        resorts_with_forecast: with_forecast,
        fetching: Fetching::from_status(&shared.status, &lanes, now),
        lanes,
        past_winters: shared.status.winter_progress(),
        processes: (reader == Reader::Operator).then(|| shared.status.processes()),
    };
    let is_ready = published.is_some() && is_whole && takes_writes;
    let mut response = if is_ready { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    response.insert_header(("Cache-Control", "no-store")).json(body)
}

fn writes_get_through(shared: &Shared) -> bool {
    let probed = shared.write_probe.gets_through(clock::monotonic());
    probed && shared.status.database_fails().is_none() && !shared.status.writes_wait()
}

/// Lists failures of the service's own parts.
fn of_the_service(
    status: &Status,
    published_at: Option<Timestamp>,
    now: Timestamp,
    reader: Reader,
) -> Vec<String> {
    let mut reasons: Vec<String> = status
        .ended_tasks()
        .into_iter()
        .map(|task| format!("the background task {task} has ended"))
        .collect();
    if status.has_no_database_threads() {
        reasons.push("no database thread is running".to_owned());
    }
    // The database's message names it.
    reasons.extend(status.database_fails().map(|why| match reader {
        Reader::Anybody => "the database does not answer".to_owned(),
        Reader::Operator => format!("the database does not answer: {why}"),
    }));
    reasons.extend(of_the_hosts(status, reader));
    if status.writes_wait() {
        reasons.push("the database accepts no writes: they wait longer than the limit".to_owned());
    }
    if reader == Reader::Operator {
        reasons.extend(status.lost_changes(now));
    }
    if let Some(at) = published_at.filter(|at| status.is_old(*at, now)) {
        reasons.push(format!("nothing has been published since {at}: freshness labels do not age"));
    }
    reasons
}

/// Lists faults of the database's hosts. Only the operator sees their names.
fn of_the_hosts(status: &Status, reader: Reader) -> Vec<String> {
    let faults = status.faults_of_hosts();
    let named = faults.iter().map(|(host, fault)| match reader {
        Reader::Anybody => format!("a host of the database {fault}"),
        Reader::Operator => format!("the database host {host} {fault}"),
    });
    named.collect()
}

fn problem_page(request: &HttpRequest) -> HttpResponse {
    let code = request.match_info().get("code").unwrap_or_default();
    match CODES.iter().find(|known| known.name == code) {
        Some(known) => {
            let text = format!("{} ({})\n\n{}\n", known.name, known.status, known.meaning);
            respond::document(text, "text/plain; charset=utf-8")
        }
        None => {
            let names: Vec<&str> = CODES.iter().map(|known| known.name).collect();
            HttpResponse::NotFound()
                .content_type("text/plain")
                .body(format!("known codes: {}\n", names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests;
