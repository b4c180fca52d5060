//! `/account/alerts`: a person's alerts with the evidence that triggered them, their delivery, and the clients that may
//! change them; and the links in emails, which start and stop the emails.
//!
//! Opening a link only shows a button. A `POST` to an email's own address stops the emails without a cookie, as RFC
//! 8058 requires: mail programs send it.
#![expect(clippy::result_large_err, reason = "the error is a complete response, built once and sent")]

use std::time::Duration;

use accounts::AccountId;
use accounts::oauth::Form;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::{AnyOperation, Method, OpError};
use pages::Language;
use pages::email::{self, ALERTS_PATH, CONFIRM_PATH, Row, UNSUBSCRIBE_PATH};
use pages::personal::{self, Alerts, AllowedClient, EmailOptIn, FiredAlert, Note};
use runtime::clock;
use services::alerts::channels::{AlertDelivery, AlertsOverview, EmailRequest};
use services::alerts::post;
use storage::StoreError;
use storage::alerts::channels::Mail;
use storage::alerts::notices::Notice;
use world::Caller;

use super::body::Bounds;
use super::network::network;
use super::pages::in_every_language;
use super::personal::{PersonalRequest, page_response};
use super::route_facts::{RouteFacts, Routes};
use super::{Shared, observe, respond};

/// Limits of a form with a few short texts.
const FORM: Bounds = Bounds { most: 4 * 1024, patience: Duration::from_secs(4) };

/// Action of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Add,
    Remove,
    Letters,
    Webhook,
    Client,
}

const ACTS: [(&str, Act); 5] = [
    ("/account/alerts/add", Act::Add),
    ("/account/alerts/remove", Act::Remove),
    ("/account/alerts/letters", Act::Letters),
    ("/account/alerts/webhook", Act::Webhook),
    ("/account/alerts/client", Act::Client),
];

/// Registers the pages, each in every language.
pub(super) fn routes(config: &mut Routes<'_>) {
    for prefix in in_every_language("") {
        let own = |path: &str, methods: &[Method], facts: RouteFacts| {
            respond::resource(&format!("{prefix}{path}"), methods, facts)
        };
        let page = own(ALERTS_PATH, &[Method::Get], RouteFacts::OWN_PAGE);
        config.service(respond::routed(page, Method::Get, show));
        for (path, act) in ACTS {
            config.service(
                own(path, &[Method::Post], RouteFacts::OWN_PAGE).route(
                    web::post().to(move |request, payload, shared| done(act, request, payload, shared)),
                ),
            );
        }
        for (path, begins) in [(CONFIRM_PATH, true), (UNSUBSCRIBE_PATH, false)] {
            let facts = RouteFacts::OWN_PAGE.with_secret_path();
            let link = own(&format!("{path}{{secret}}"), &[Method::Get, Method::Post], facts);
            let link = respond::routed(link, Method::Get, move |request, shared| {
                show_decision(begins, request, shared)
            });
            config.service(
                link.route(web::post().to(move |request, shared| followed(begins, request, shared))),
            );
        }
    }
}

fn failed(visit: &PersonalRequest<'_>, error: &StoreError) -> HttpResponse {
    tracing::warn!(%error, "cannot read or store the delivery of alerts");
    visit.busy()
}

/// Returns the delivery service of alerts, and the visit to their page or, by its English address, to another.
fn here<'r>(
    request: &'r HttpRequest,
    shared: &'r Shared,
    path: &'r str,
) -> Result<(PersonalRequest<'r>, &'r AlertDelivery), HttpResponse> {
    let ways = shared.ways.as_ref().ok_or_else(|| respond::not_found_at(request))?;
    Ok((PersonalRequest::new(request, shared, path)?, ways))
}

/// Shows the page.
async fn show(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    let shown = async {
        let (visit, ways) = here(&request, &shared, ALERTS_PATH)?;
        let (_, account) = visit.signed()?;
        Ok(page(&visit, ways, account, None, StatusCode::OK).await)
    };
    shown.await.unwrap_or_else(|answer: HttpResponse| answer)
}

async fn page(
    visit: &PersonalRequest<'_>,
    ways: &AlertDelivery,
    account: AccountId,
    note: Option<Note>,
    status: StatusCode,
) -> HttpResponse {
    let AlertsOverview { address, ways, alerts, fired, grants } = match ways.overview(account).await {
        Ok(held) => held,
        Err(error) => return failed(visit, &error),
    };
    let letters = match ways.as_ref().and_then(|ways| ways.mail) {
        None => EmailOptIn::Never,
        Some(Mail::Asked) => EmailOptIn::Asked,
        Some(Mail::On) => EmailOptIn::On,
        Some(Mail::Stopped) => EmailOptIn::Stopped,
    };
    let allowed = grants.into_iter().map(|grant| AllowedClient {
        id: grant.id,
        name: grant.client_name,
        scopes: grant.scopes.to_text(),
        since: grant.made_at,
    });
    let page = Alerts {
        email: address,
        letters,
        language: post::language(ways.as_ref().and_then(|ways| ways.language.as_deref())),
        morning: ways.as_ref().and_then(|ways| ways.morning),
        webhook: ways.and_then(|ways| ways.webhook).map(|id| id.to_string()),
        alerts,
        fired: fired.iter().map(|notice| row(visit, notice)).collect(),
        allowed: allowed.collect(),
        note,
    };
    page_response(status, visit.framed(|ask| personal::alerts(ask, &page)))
}

fn row(visit: &PersonalRequest<'_>, notice: &Notice) -> FiredAlert {
    let row = Row {
        kind: notice.kind,
        slug: &notice.slug,
        name: visit.published.name_of(&notice.slug).unwrap_or(&notice.slug),
        zone: notice.zone.parse().unwrap_or(accounts::alerts::quiet::UTC),
        evidence: &notice.evidence,
    };
    FiredAlert {
        headline: email::headline(visit.language, &row),
        evidence: email::evidence(visit.language, &row),
        at: notice.fired_at,
        slug: notice.slug.clone(),
    }
}

/// Handles a form of the page.
async fn done(
    act: Act,
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> HttpResponse {
    let done = async {
        let (visit, ways) = here(&request, &shared, ALERTS_PATH)?;
        let form = visit.form(payload, FORM).await?;
        let (caller, account) = visit.signed()?;
        visit.admit(account).await?;
        let outcome = acted(act, &visit, ways, &caller, account, &form).await;
        let is_done = matches!(outcome, Ok(None));
        tracing::info!(target: "audit", id = observe::request_id(&request), write = ?act, is_done, face = "page");
        match outcome? {
            // Redirects to a GET, so that reloading the page does not repeat the action.
            None => Ok(HttpResponse::SeeOther()
                .insert_header((LOCATION, visit.language.address(ALERTS_PATH)))
                .insert_header((CACHE_CONTROL, HeaderValue::from_static(respond::NOT_KEPT)))
                .finish()),
            Some(note) => Ok(page(&visit, ways, account, Some(note), StatusCode::BAD_REQUEST).await),
        }
    };
    done.await.unwrap_or_else(|answer: HttpResponse| answer)
}

/// Performs the action; returns a note if it is not done.
async fn acted(
    act: Act,
    visit: &PersonalRequest<'_>,
    ways: &AlertDelivery,
    caller: &Caller,
    account: AccountId,
    form: &Form,
) -> Result<Option<Note>, HttpResponse> {
    let text = |name| form.one(name).ok().flatten().map(str::trim).filter(|text| !text.is_empty());
    let failed = |error: StoreError| failed(visit, &error);
    match act {
        Act::Add => {
            let names = ["type", "slug", "thresholdCm", "windowDays", "quietHours"];
            let pairs: Vec<(&str, &str)> =
                names.into_iter().filter_map(|name| Some((name, text(name)?))).collect();
            operated(&operations::ops::subscribe_alerts::Op, visit, caller, &pairs).await
        }
        Act::Remove => {
            let pairs = [("id", text("id").unwrap_or_default())];
            operated(&operations::ops::unsubscribe_alerts::Op, visit, caller, &pairs).await
        }
        Act::Letters if text("act") == Some("stop") => {
            ways.end(account).await.map_err(failed)?;
            Ok(None)
        }
        Act::Letters if text("act") == Some("speak") => {
            ways.set_language(account, visit.language).await.map_err(failed)?;
            Ok(None)
        }
        Act::Letters if text("act") == Some("morning") => {
            let hour = text("hour").and_then(|hour| hour.parse().ok());
            ways.set_morning(account, hour.filter(|hour| email::MORNING_HOURS.contains(hour)))
                .await
                .map_err(failed)?;
            Ok(None)
        }
        Act::Letters => Ok(match ways.ask(account, visit.language, clock::now()).await.map_err(failed)? {
            EmailRequest::Sent | EmailRequest::There => None,
            EmailRequest::TooMany => Some(Note::ThreeLetters),
        }),
        Act::Webhook => webhook(visit, ways, account, text("id"), text("secret")).await,
        Act::Client => {
            let (Some(authority), Some(id)) = (visit.shared.oauth.as_ref(), text("id")) else {
                return Ok(None);
            };
            authority.end(account, id, clock::now()).await.map_err(failed)?;
            Ok(None)
        }
    }
}

/// Sets the account's own webhook to a subscription, proved by its secret, or removes it.
async fn webhook(
    visit: &PersonalRequest<'_>,
    ways: &AlertDelivery,
    account: AccountId,
    id: Option<&str>,
    secret: Option<&str>,
) -> Result<Option<Note>, HttpResponse> {
    let failed = |error: StoreError| failed(visit, &error);
    let Some(id) = id else {
        ways.set_webhook(account, None).await.map_err(failed)?;
        return Ok(None);
    };
    let Some(service) = visit.shared.webhooks.as_deref() else {
        return Ok(Some(Note::NoWebhooks));
    };
    let client = network(visit.request, visit.shared);
    let Ok(owner) = service.owner(id, secret, client, clock::now()).await else {
        return Ok(Some(Note::NoSubscription));
    };
    let own = ::webhooks::events::account_alert::NAME;
    if !owner.subscription.events.contains(&own) {
        return Ok(Some(Note::NotListed(own.to_string())));
    }
    ways.set_webhook(account, Some(owner.subscription.id)).await.map_err(failed)?;
    Ok(None)
}

/// Runs an operation of the account for the signed-in browser.
async fn operated(
    operation: &dyn AnyOperation,
    visit: &PersonalRequest<'_>,
    caller: &Caller,
    pairs: &[(&str, &str)],
) -> Result<Option<Note>, HttpResponse> {
    let holdings = &visit.shared.holdings;
    match holdings.act(operation, &visit.published, caller, pairs, clock::now()).await {
        Ok(_) => Ok(None),
        Err(OpError::Unread) => Err(visit.busy()),
        // Pressed twice or in two windows: it is gone already.
        Err(OpError::NotFound { .. }) => Ok(None),
        Err(error) => Ok(Some(error_note(error))),
    }
}

/// Explains an error in the language of the page: operations write for programs.
fn error_note(error: OpError) -> Note {
    match error {
        OpError::ResortNotFound { asked, .. } => Note::NoResort(asked),
        OpError::Full { .. } => Note::Full,
        OpError::InvalidArguments(problems) => {
            match problems.first().map(|problem| problem.argument.as_str()) {
                Some("thresholdCm") => Note::Threshold,
                Some("windowDays") => Note::Days,
                Some("quietHours") => Note::Quiet,
                _ => Note::Refused(OpError::InvalidArguments(problems).to_string()),
            }
        }
        error => Note::Refused(error.to_string()),
    }
}

/// Shows the page of an email link, with a button. Changes nothing.
async fn show_decision(begins: bool, request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    let secret = request.match_info().get("secret").unwrap_or_default();
    match here(&request, &shared, Language::english(request.path())) {
        Ok((visit, _)) => {
            page_response(StatusCode::OK, visit.framed(|ask| personal::decide(ask, begins, secret)))
        }
        Err(answer) => answer,
    }
}

/// Starts or stops emails on one request without a cookie, from a person or a mail program.
async fn followed(begins: bool, request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    let secret = request.match_info().get("secret").unwrap_or_default();
    let (visit, ways) = match here(&request, &shared, Language::english(request.path())) {
        Ok(here) => here,
        Err(answer) => return answer,
    };
    let done = if begins { ways.begin(secret, clock::now()).await } else { ways.end_by(secret).await };
    let (status, note) = match (begins, done) {
        (_, Err(error)) => return failed(&visit, &error),
        (true, Ok(true)) => (StatusCode::OK, Note::Begun),
        (true, Ok(false)) => (StatusCode::NOT_FOUND, Note::NotBegun),
        (false, Ok(true)) if secret.ends_with(email::MORNING_ENDING) => (StatusCode::OK, Note::MorningEnded),
        (false, Ok(true)) => (StatusCode::OK, Note::Ended),
        (false, Ok(false)) => (StatusCode::NOT_FOUND, Note::NotEnded),
    };
    visit.note_page(status, &note)
}
