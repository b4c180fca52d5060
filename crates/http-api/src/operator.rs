//! Resort reports over HTTP: sent by machines with a key as the bearer, read, and withdrawn. Each request is logged in
//! one line without key or body.
//!
//! Pages of other origins are not admitted: no answer has a CORS header, and none may be cached.

mod form;
mod openapi;
mod rejection;
mod write_connector;

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use ::operators::access::Act;
use ::operators::confirmed::{self, ConfirmedValues};
use ::operators::keys::{Use, digest};
use ::operators::problem::Problem;
use ::operators::report::Report;
use ::operators::{alpinebits, csv, entry};
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use conditions_core::time::Timestamp;
use rejection::response;
use runtime::clock;
use runtime::throttle::subscriber;
use serde::Serialize;
use serde_json::json;
use services::operators::{Mode, OperatorGrant, Operators, Rejection, Sending, report_id};
use storage::operators::reports::StoredReport;
use uuid::Uuid;

use super::body::{self, BodyError, Bounds};
use super::respond::JSON;
use super::route_facts::{Endpoint, RouteFacts, Routes};
use super::{Shared, credentials, observe, problem};

pub use openapi::describe;

const REPORTS: &str = "/api/v1/operator/resorts/{slug}/reports";
/// Publication of a draft.
const PUBLISH: &str = "/api/v1/operator/resorts/{slug}/reports/{id}/publish";
/// Withdrawal of the newest report.
const UNDO: &str = "/api/v1/operator/resorts/{slug}/reports/{id}/undo";

pub const PATHS: [&str; 3] = [REPORTS, PUBLISH, UNDO];

/// Limits of a body.
const BODY: Bounds = Bounds { most: 256 * 1024, patience: Duration::from_secs(5) };
/// Number of reports shown.
const SHOWN: i64 = 50;
/// Header that identifies a repeated request.
static IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Registers the routes of reports and of the write connector.
pub fn routes(config: &mut Routes<'_>) {
    write_connector::routes(config);
    form::routes(config);
    config.service(
        Endpoint::new(REPORTS, RouteFacts::BY_SECRET)
            .route(web::post().to(send))
            .route(web::get().to(list))
            .default_service(web::to(|request| other_method(request, "GET, POST, OPTIONS"))),
    );
    let posted = |path: &str| {
        let other = web::to(|request| other_method(request, "POST, OPTIONS"));
        Endpoint::new(path, RouteFacts::BY_SECRET).default_service(other)
    };
    config.service(posted(PUBLISH).route(web::post().to(publish)));
    config.service(posted(UNDO).route(web::post().to(undo)));
}

type Answered = Result<HttpResponse, RequestError>;

/// Reason why a request is rejected.
#[derive(Debug)]
enum RequestError {
    /// The service rejects it.
    Service(Rejection),
    /// The declared media type is not supported.
    MediaType,
    TooLarge,
    /// The body did not arrive in time.
    Late,
    Unreadable,
}

impl<T: Into<Rejection>> From<T> for RequestError {
    fn from(refusal: T) -> Self {
        Self::Service(refusal.into())
    }
}

impl From<BodyError> for RequestError {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLarge => Self::TooLarge,
            BodyError::Late => Self::Late,
            BodyError::Unreadable => Self::Unreadable,
        }
    }
}

/// Returns the grant of the key that is presented as the bearer.
async fn granted(request: &HttpRequest, operators: &Operators, act: Act) -> Result<OperatorGrant, Rejection> {
    let bearer = credentials::bearer(request);
    let shown = bearer.as_ref().map(|bearer| bearer.as_str());
    let granted = operators.admit(Use::Bearer, shown, client(request), clock::now()).await?;
    granted.ask(act, request.match_info().get("slug").unwrap_or_default())?;
    Ok(granted)
}

/// Returns the client address for limits.
pub(super) fn client(request: &HttpRequest) -> IpAddr {
    let shared = request.app_data::<web::Data<Shared>>();
    let client = shared.and_then(|shared| shared.admission.clients.client_of(request));
    subscriber(client.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
}

async fn send(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, payload: web::Payload, shared: &Shared) -> Answered {
        let operators = &shared.operators;
        let (mode, confirmed) = wanted(request)?;
        let act = if mode == Mode::Publish { Act::PublishReport } else { Act::DraftReport };
        let granted = granted(request, operators, act).await?;
        let headers = request.headers();
        let is_csv = is_csv(headers);
        if body::is_coded(headers) || !(is_csv || body::is_json(headers)) {
            return Err(RequestError::MediaType);
        }
        let body = body::read(headers, payload, BODY).await?;
        let now = clock::now();
        let (id, request) = (identified(headers, &granted)?, digest_of(&body, mode));
        if is_csv {
            let sending = Sending { report: Report::default(), channel: "csv", id, request, mode, confirmed };
            return file(operators, &granted, &body, sending, now).await;
        }
        let (report, channel) = read(&body, now)?;
        let sending = Sending { report, channel, id, request, mode, confirmed };
        let answer = operators.submit(&granted, sending, now).await?;
        let is_new = answer.review.is_some() && mode != Mode::DryRun;
        let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
        data(status, &answer)
    }
    let answer = answer(&request, payload, &shared).await;
    sent(&request, "send_report", answer)
}

async fn list(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, shared: &Shared) -> Answered {
        no_query(request)?;
        let granted = granted(request, &shared.operators, Act::ReadContent).await?;
        let reports = shared.operators.reports(&granted, SHOWN).await?;
        data(StatusCode::OK, &reports.iter().map(report_json).collect::<Vec<_>>())
    }
    let answer = answer(&request, &shared).await;
    sent(&request, "list_reports", answer)
}

async fn publish(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, shared: &Shared) -> Answered {
        let confirmed = match wanted(request)? {
            (Mode::Publish, confirmed) => confirmed,
            (Mode::DryRun | Mode::Draft, _) => return Err(unknown_query("allowed: confirm").into()),
        };
        let granted = granted(request, &shared.operators, Act::PublishReport).await?;
        let id = id_of(request)?;
        let answer = shared.operators.publish_draft(&granted, id, confirmed, clock::now()).await?;
        data(StatusCode::OK, &answer)
    }
    let answer = answer(&request, &shared).await;
    sent(&request, "publish_report", answer)
}

async fn undo(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, shared: &Shared) -> Answered {
        no_query(request)?;
        let granted = granted(request, &shared.operators, Act::UndoReport).await?;
        let id = id_of(request)?;
        data(StatusCode::OK, &shared.operators.undo(&granted, id, clock::now()).await?)
    }
    let answer = answer(&request, &shared).await;
    sent(&request, "undo_report", answer)
}

/// Returns the report id in the path.
fn id_of(request: &HttpRequest) -> Result<Uuid, Rejection> {
    let id = request.match_info().get("id").and_then(|id| Uuid::parse_str(id).ok());
    id.ok_or(Rejection::NotFound)
}

/// Parses a report and returns it with its channel: the native JSON format or AlpineBits.
fn read(body: &[u8], now: Timestamp) -> Result<(Report, &'static str), Rejection> {
    match alpinebits::read(body, now) {
        Some(report) => Ok((report?, "alpinebits")),
        None => Ok((entry::json(body, now)?, "rest")),
    }
}

fn is_csv(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("text/csv")
}

/// Stores the reports of a file, all of them or none.
async fn file(
    operators: &Operators,
    granted: &OperatorGrant,
    body: &[u8],
    of_file: Sending,
    now: Timestamp,
) -> Answered {
    let reports = csv::read(body, &granted.slug, now).map_err(Rejection::Problems)?;
    match of_file.mode {
        Mode::Publish => {}
        Mode::DryRun => return data(StatusCode::OK, &operators.reviews(granted, &reports, now)?),
        Mode::Draft => return Err(unknown_query("a file cannot be a draft; allowed: dryRun=true").into()),
    }
    let sending = |(row, report)| Sending {
        report,
        id: report_id(&[&of_file.id.to_string(), &format!("{row}")]),
        ..of_file.clone()
    };
    let sendings = reports.into_iter().enumerate().map(sending).collect();
    data(StatusCode::CREATED, &operators.submit_all(granted, sendings, now).await?)
}

/// Reads the mode and the confirmed values from the query. The default mode is to publish.
fn wanted(request: &HttpRequest) -> Result<(Mode, ConfirmedValues), Rejection> {
    let wrong = || unknown_query("allowed: dryRun=true or draft=true, and confirm");
    let query =
        web::Query::<Vec<(String, String)>>::from_query(request.query_string()).map_err(|_| wrong())?;
    let (mut mode, mut confirmed) = (None, None);
    for (name, value) in query.into_inner() {
        let is_repeated = match (name.as_str(), value.as_str()) {
            ("dryRun" | "draft", "false") => mode.replace(Mode::Publish).is_some(),
            ("dryRun", "true") => mode.replace(Mode::DryRun).is_some(),
            ("draft", "true") => mode.replace(Mode::Draft).is_some(),
            (confirmed::ARGUMENT, text) => {
                let parsed = ConfirmedValues::parse(text).map_err(|problem| vec![problem])?;
                confirmed.replace(parsed).is_some()
            }
            _ => return Err(wrong()),
        };
        if is_repeated {
            return Err(wrong());
        }
    }
    Ok((mode.unwrap_or(Mode::Publish), confirmed.unwrap_or_default()))
}

fn no_query(request: &HttpRequest) -> Result<(), Rejection> {
    if request.query_string().is_empty() { Ok(()) } else { Err(unknown_query("is not allowed")) }
}

fn unknown_query(allowed: &str) -> Rejection {
    Rejection::Problems(vec![Problem::new("query", allowed)])
}

/// Returns the report's id: random, or derived from the key and its idempotency key, so that a repeated request is the
/// same report.
fn identified(headers: &HeaderMap, granted: &OperatorGrant) -> Result<Uuid, Rejection> {
    let Some(key) = headers.get(&IDEMPOTENCY_KEY) else { return Ok(Uuid::new_v4()) };
    let key = key.to_str().ok().filter(|key| (1..=128).contains(&key.len()));
    let wrong = || Problem::new("Idempotency-Key", "must be 1 to 128 visible ASCII characters");
    let key = key.ok_or_else(|| vec![wrong()])?;
    Ok(report_id(&[&granted.author, key]))
}

/// Returns the digest by which two requests are compared.
fn digest_of(body: &[u8], mode: Mode) -> String {
    digest(&format!("{mode:?}\n{}", String::from_utf8_lossy(body)))
}

/// Formats a stored report for its owner.
fn report_json(report: &StoredReport) -> serde_json::Value {
    let said: serde_json::Value = serde_json::from_str(&report.report).unwrap_or_default();
    json!({
        "id": report.id.to_string(),
        "state": report.state,
        "channel": report.channel,
        "author": report.author,
        "observedAt": report.observed_at,
        "publishedAt": report.published_at,
        "undoneAt": report.ended_at,
        "report": said,
    })
}

fn data<T: Serialize>(status: StatusCode, of: &T) -> Answered {
    let body =
        serde_json::to_vec(&json!({ "data": of })).map_err(|error| Rejection::Broken(error.to_string()))?;
    Ok(HttpResponse::build(status).insert_header((CONTENT_TYPE, HeaderValue::from_static(JSON))).body(body))
}

/// Builds the response, which must not be cached, and logs it.
fn sent(request: &HttpRequest, act: &'static str, answer: Answered) -> HttpResponse {
    let id = observe::request_id(request);
    let mut answered = answer.unwrap_or_else(|refused| response(refused, &id));
    answered.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let status = answered.status();
    tracing::info!(target: "audit", id, write = act, is_done = status.is_success(), status = status.as_u16());
    answered
}

async fn other_method(request: HttpRequest, allowed: &'static str) -> HttpResponse {
    let mut response = if request.method() == actix_web::http::Method::OPTIONS {
        HttpResponse::NoContent().finish()
    } else {
        let detail = format!("{} is not allowed here; allowed: {allowed}", request.method());
        problem::response(problem::METHOD_NOT_ALLOWED, &detail, &observe::request_id(&request))
    };
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    response
}
