//! The pages of resort staff: sign-in with a key, form, preview, and the state of a report.
//!
//! A presented key is exchanged for a twelve-hour key in a cookie of this path, so that no browser stores the key
//! itself; revoking the first ends the second. An account that is a member needs no key. Forms of other origins are
//! rejected.

mod parse;
mod session;

use std::collections::BTreeMap;
use std::time::Duration;

use ::operators::access::Act;
use ::operators::checks;
use ::operators::confirmed::{self, ConfirmedValues};
use ::operators::keys::{Use, digest};
use ::operators::problem::Problem;
use ::operators::report::Field;
use ::operators::review;
use ::operators::statement::current_claim;
use ::operators::statements::ResortStatements as Words;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, LOCATION, REFERRER_POLICY,
};
use actix_web::{HttpRequest, HttpResponse, web};
use conditions_core::time::Timestamp;
use pages::operator::{self as staff, FormValues, Outcome, ReportDraft, ReportReview, StaffView};
use pages::{Ask, Language};
use parse::read;
use runtime::clock;
use services::operators::{Mode, OperatorGrant, Rejection, Sending, report_id};
use session::{cookie, set_cookie};
use storage::operators::reports::StoredReport;
use uuid::Uuid;
use world::View;
use world::report_data::OwnDataSet;
use zeroize::Zeroizing;

use super::client;
use crate::body::{self, Bounds};
use crate::form_origin::is_own;
use crate::pages::{in_every_language, language};
use crate::route_facts::{Endpoint, RouteFacts, Routes};
use crate::{Shared, identity, observe, respond};

/// Limits of a form: some hundred names of lifts and runs, four times each, and every other field.
const BODY: Bounds = Bounds { most: 256 * 1024, patience: Duration::from_secs(10) };
/// Maximum number of drafts in the form.
const MOST_DRAFTS: i64 = 3;
const POLICY: HeaderValue = HeaderValue::from_static(pages::CONTENT_SECURITY_POLICY);

/// Registers the pages, in English and with the prefix of each other language.
pub(super) fn routes(config: &mut Routes<'_>) {
    for before in in_every_language(staff::PATH) {
        let at = |rest: &str| {
            let path = format!("{before}{rest}");
            Endpoint::new(&path, RouteFacts::OWN_PAGE)
        };
        config.service(at("").route(web::get().to(entrance)));
        config.service(at("/sign-in").route(web::post().to(sign_in)));
        config.service(at("/sign-out").route(web::post().to(sign_out)));
        config.service(at("/{slug}").route(web::get().to(show)).route(web::post().to(send)));
        config.service(at("/{slug}/undo").route(web::post().to(undo)));
    }
}

/// A request of a staff member.
struct StaffVisit<'r> {
    request: &'r HttpRequest,
    shared: &'r Shared,
    now: Timestamp,
}

type Sent = Result<HttpResponse, Rejection>;

impl StaffVisit<'_> {
    fn language(&self) -> Language {
        language(self.request)
    }

    fn slug(&self) -> &str {
        self.request.match_info().get("slug").unwrap_or_default()
    }

    /// Renders a page from the current publication.
    fn page(&self, make: impl FnOnce(&Ask<'_>) -> Option<String>) -> Sent {
        let published = self.shared.latest.current().ok_or(Rejection::Starting)?;
        let caller = world::Caller::for_credential_holder();
        let view = View::new(&published.world, &caller);
        let path = Language::english(self.request.path());
        let ask = Ask::new(view, self.now, self.language(), path);
        let html = make(&ask).ok_or(Rejection::NoResort)?;
        Ok(respond::visited(self.request, html, self.now))
    }

    /// Renders a page for one resort's staff.
    fn staff_page(&self, slug: &str, make: impl FnOnce(&Ask<'_>, StaffView<'_>) -> String) -> Sent {
        self.page(|ask| {
            let seen = ask.view.of_slug(slug)?;
            let said = &seen.evidence().observations;
            let own: Vec<_> = said
                .iter()
                .filter(|known| known.origin == conditions_core::evidence::Origin::Operator)
                .cloned()
                .collect();
            let stands = Field::ALL.iter().filter_map(|field| Some((*field, current_claim(&own, *field)?)));
            let stands: BTreeMap<_, _> = stands.collect();
            let words = ask.view.dataset::<OwnDataSet>().get(slug);
            let (profile, policy) = (seen.profile(), ask.view.policy());
            let without = review::with_claims(seen.evidence(), &[]);
            let (without, _) = review::resolved(self.now, policy, profile, &without);
            let known = Field::MEASURES.into_iter().filter_map(|field| {
                let known = checks::of_record(&without, field)?;
                Some((field, (known.value?.get(), known.source)))
            });
            let desk = StaffView {
                slug,
                name: &seen.resort().name,
                profile,
                standing: &stands,
                known: &known.collect(),
                totals: seen.evidence().totals(profile),
                words,
                leaning: words.and_then(Words::weekend_bias),
            };
            Some(make(ask, desk))
        })
    }

    fn led_to(&self, path: &str) -> HttpResponse {
        let address = self.language().address(path);
        let mut response = HttpResponse::SeeOther().finish();
        if let Ok(address) = HeaderValue::from_str(&address) {
            response.headers_mut().insert(LOCATION, address);
        }
        response
    }

    fn base_url(&self) -> Result<String, Rejection> {
        Ok(self.shared.latest.current().ok_or(Rejection::Starting)?.world.service.base_url.clone())
    }

    /// Returns all grants of the request, by the session's key or as a signed-in member.
    async fn granted(&self) -> Result<Vec<OperatorGrant>, Rejection> {
        let base_url = self.base_url()?;
        if let Some(key) = cookie(self.request, &base_url) {
            match self.shared.operators.admit(Use::Session, Some(&key), client(self.request), self.now).await
            {
                Ok(granted) => return Ok(vec![granted]),
                // An invalid session does not affect the account that is signed in.
                Err(Rejection::Unauthorized | Rejection::TooMany(_)) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        match identity::signed(self.request) {
            Ok(Some((_, signed))) => self.shared.operators.member(&signed.account.to_string()).await,
            _ => Ok(Vec::new()),
        }
    }

    /// Returns the grant for the resort in the path.
    async fn of_path(&self) -> Result<OperatorGrant, Rejection> {
        let all = self.granted().await?;
        all.into_iter().find(|granted| granted.slug == self.slug()).ok_or(Rejection::Unauthorized)
    }

    /// Returns the newest drafts of the resort's reports.
    async fn drafts(&self, granted: &OperatorGrant) -> Result<Vec<ReportDraft>, Rejection> {
        let drafts = self.shared.operators.drafts(granted, MOST_DRAFTS).await?;
        let draft = |stored: StoredReport| {
            let (id, observed_at) = (stored.id.to_string(), stored.observed_at);
            Some(ReportDraft { id, observed_at, report: serde_json::from_str(&stored.report).ok()? })
        };
        Ok(drafts.into_iter().filter_map(draft).collect())
    }

    /// Reads the fields of a form of this origin.
    async fn entered(&self, payload: web::Payload) -> Result<FormValues, Rejection> {
        if !is_own(self.request.headers(), &self.base_url()?) {
            return Err(Rejection::Forbidden(Act::DraftReport));
        }
        let broken = || Rejection::Problems(vec![Problem::new("form", "cannot be read")]);
        let body = body::read(self.request.headers(), payload, BODY).await.map_err(|_| broken())?;
        let text = String::from_utf8(body).map_err(|_| broken())?;
        let pairs = web::Query::<Vec<(String, String)>>::from_query(&text).map_err(|_| broken())?;
        let pairs = pairs.into_inner().into_iter();
        Ok(pairs.filter(|(name, value)| name.len() <= 40 && !value.trim().is_empty()).collect())
    }
}

/// Builds the response to a visit: never cached, and without a referrer for other pages.
fn closed(visit: &StaffVisit<'_>, act: &'static str, sent: Sent) -> HttpResponse {
    let mut response = sent.unwrap_or_else(|refusal| refusal_page(visit, &refusal));
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    let (id, status) = (observe::request_id(visit.request), response.status());
    tracing::info!(target: "audit", id, write = act, is_done = status.as_u16() < 400, status = status.as_u16());
    response
}

/// Renders a rejection as a page: the sign-in, or the reason.
fn refusal_page(visit: &StaffVisit<'_>, refusal: &Rejection) -> HttpResponse {
    let status = match refusal {
        Rejection::Unauthorized => StatusCode::UNAUTHORIZED,
        Rejection::Forbidden(_) => StatusCode::FORBIDDEN,
        Rejection::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
        Rejection::Problems(_) => StatusCode::BAD_REQUEST,
        Rejection::NotFound | Rejection::NoResort => StatusCode::NOT_FOUND,
        Rejection::Conflict(_) | Rejection::Unconfirmed(_) => StatusCode::CONFLICT,
        Rejection::Starting | Rejection::Storage(_) => StatusCode::SERVICE_UNAVAILABLE,
        Rejection::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    if let Rejection::Storage(error) = refusal {
        tracing::error!(%error, "cannot store a report from the form");
    }
    let page = visit.page(|ask| {
        Some(match refusal {
            Rejection::Unauthorized => staff::sign_in(ask, false),
            _ => staff::failed(ask),
        })
    });
    match page {
        Ok(mut page) => {
            *page.status_mut() = status;
            page
        }
        Err(_) => HttpResponse::build(status).finish(),
    }
}

async fn entrance(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(visit: &StaffVisit<'_>) -> Sent {
        let granted = visit.granted().await?;
        match granted.as_slice() {
            [] => visit.page(|ask| Some(staff::sign_in(ask, false))),
            [one] => Ok(visit.led_to(&format!("{}/{}", staff::PATH, one.slug))),
            many => visit.page(|ask| {
                let name = |slug: &String| ask.view.of_slug(slug).map(|seen| seen.resort().name.clone());
                let named = many.iter().filter_map(|one| Some((one.slug.clone(), name(&one.slug)?)));
                Some(staff::choose(ask, &named.collect::<Vec<_>>()))
            }),
        }
    }
    let visit = StaffVisit { request: &request, shared: &shared, now: clock::now() };
    let answer = answer(&visit).await;
    closed(&visit, "operator_page", answer)
}

async fn sign_in(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(visit: &StaffVisit<'_>, payload: web::Payload) -> Sent {
        let mut entered = visit.entered(payload).await?;
        let shown = Zeroizing::new(entered.remove("key").unwrap_or_default());
        let operators = &visit.shared.operators;
        let granted =
            operators.admit(Use::Bearer, Some(shown.trim()), client(visit.request), visit.now).await;
        let granted = match granted {
            Ok(granted) => granted,
            Err(Rejection::Unauthorized) => {
                let mut page = visit.page(|ask| Some(staff::sign_in(ask, true)))?;
                *page.status_mut() = StatusCode::UNAUTHORIZED;
                return Ok(page);
            }
            Err(refusal) => return Err(refusal),
        };
        let (session, seconds) = operators.begin(&granted, visit.now).await?;
        let mut response = visit.led_to(&format!("{}/{}", staff::PATH, granted.slug));
        set_cookie(&mut response, &session, seconds, &visit.base_url()?);
        Ok(response)
    }
    let visit = StaffVisit { request: &request, shared: &shared, now: clock::now() };
    let answer = answer(&visit, payload).await;
    closed(&visit, "operator_sign_in", answer)
}

async fn sign_out(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(visit: &StaffVisit<'_>, payload: web::Payload) -> Sent {
        visit.entered(payload).await?;
        let base_url = visit.base_url()?;
        if let Some(key) = cookie(visit.request, &base_url) {
            visit.shared.operators.end(&key, visit.now).await?;
        }
        let mut response = visit.led_to(staff::PATH);
        set_cookie(&mut response, "", 0, &base_url);
        Ok(response)
    }
    let visit = StaffVisit { request: &request, shared: &shared, now: clock::now() };
    let answer = answer(&visit, payload).await;
    closed(&visit, "operator_sign_out", answer)
}

async fn show(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(visit: &StaffVisit<'_>) -> Sent {
        let granted = visit.of_path().await?;
        granted.ask(Act::DraftReport, visit.slug())?;
        let drafts = visit.drafts(&granted).await?;
        let opened = web::Query::<BTreeMap<String, String>>::from_query(visit.request.query_string());
        let opened = opened.ok().and_then(|query| query.get("draft").cloned());
        let opened = opened.and_then(|id| drafts.iter().find(|draft| draft.id == id));
        visit.staff_page(visit.slug(), |ask, desk| {
            let entered = opened.map(|draft| draft.as_input(ask, desk)).unwrap_or_default();
            staff::form(ask, desk, &entered, &[], &drafts)
        })
    }
    let visit = StaffVisit { request: &request, shared: &shared, now: clock::now() };
    let answer = answer(&visit).await;
    closed(&visit, "operator_form", answer)
}

async fn send(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    let visit = StaffVisit { request: &request, shared: &shared, now: clock::now() };
    let answer = stepped(&visit, payload).await;
    closed(&visit, "operator_report", answer)
}

/// Handles one step of a report: back to the form, preview, or publication.
async fn stepped(visit: &StaffVisit<'_>, payload: web::Payload) -> Sent {
    let mut entered = visit.entered(payload).await?;
    let granted = visit.of_path().await?;
    let (slug, now, operators) = (visit.slug(), visit.now, &visit.shared.operators);
    let step = entered.remove("step").unwrap_or_default();
    if let Some(corrected) = entered.remove("correct")
        && let Some((field, value)) = corrected.split_once('=')
        && Field::from_name(field).is_some()
    {
        entered.remove(&format!("{field}.same"));
        entered.insert(field.to_owned(), value.to_owned());
    }
    // The same id for a double tap on the button; another preview is another report.
    let once =
        entered.entry("once".to_owned()).or_insert_with(|| Uuid::new_v4().simple().to_string()).clone();
    if step == "edit" {
        return visit.staff_page(slug, |ask, desk| staff::form(ask, desk, &entered, &[], &[]));
    }
    let confirmed = ticked(&mut entered);
    let report = match read(visit, &entered) {
        Ok(report) => report,
        Err(problems) => {
            return visit.staff_page(slug, |ask, desk| staff::form(ask, desk, &entered, &problems, &[]));
        }
    };
    let review = operators.review(&granted, &report, now)?;
    if step != "publish" || !confirmed.unconfirmed(&review.warnings).is_empty() {
        return visit.staff_page(slug, |ask, desk| {
            let (warnings, changes) = (review.warnings.as_slice(), review.changes.as_slice());
            staff::review(
                ask,
                desk,
                &entered,
                ReportReview { report: &report, warnings, changes, expires: &review.expires },
            )
        });
    }
    let begun = clock::monotonic();
    let said = serde_json::to_string(&report).map_err(|error| Rejection::Broken(error.to_string()))?;
    let expires = review.expires;
    let id = report_id(&[&granted.author, slug, &once]);
    let (request, mode) = (digest(&said), Mode::Publish);
    let sending = Sending { report, channel: "form", id, request, mode, confirmed };
    let answer = operators.submit(&granted, sending, now).await?;
    let id = id.to_string();
    visit.staff_page(slug, |ask, desk| {
        let live_in_s = answer.is_live.then(|| begun.elapsed().as_secs_f64());
        staff::published(
            ask,
            desk,
            Outcome { id: &id, live_in_s, undo_until: answer.undo_until, expires: &expires },
        )
    })
}

/// Returns the values that are ticked as correct, which are not part of the report.
fn ticked(entered: &mut FormValues) -> ConfirmedValues {
    let all: Vec<String> = Field::MEASURES
        .iter()
        .filter_map(|field| entered.remove(&format!("{}.{}", confirmed::ARGUMENT, field.name())))
        .collect();
    ConfirmedValues::parse(&all.join(",")).unwrap_or_default()
}

async fn undo(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(visit: &StaffVisit<'_>, payload: web::Payload) -> Sent {
        let entered = visit.entered(payload).await?;
        let granted = visit.of_path().await?;
        let id = entered.get("id").and_then(|id| Uuid::parse_str(id).ok()).ok_or(Rejection::NotFound)?;
        visit.shared.operators.undo(&granted, id, visit.now).await?;
        visit.staff_page(visit.slug(), staff::undone)
    }
    let visit = StaffVisit { request: &request, shared: &shared, now: clock::now() };
    let answer = answer(&visit, payload).await;
    closed(&visit, "undo_report", answer)
}
