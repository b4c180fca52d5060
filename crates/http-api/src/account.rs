//! `/account`: the pages of one account and their forms. They accept only a session cookie.
//!
//! No answer here is cached. A request that changes something must come from a page of this service: browsers state the
//! origin of a form in `Sec-Fetch-Site`, older ones and plain http in `Origin`, and a request without either is
//! rejected (`own_origin`).

mod actions;
mod billing;
mod cookies;
mod forms;
#[cfg(feature = "passkeys")]
mod passkeys;
pub(super) mod return_address;
mod screens;

use std::net::{IpAddr, Ipv4Addr};

use accounts::{browser_mark, code};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, LOCATION,
    REFERRER_POLICY, RETRY_AFTER, SET_COOKIE,
};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::Method;
use pages::account::{Note, PasskeySupport, Screen};
use pages::{Ask, Language};
use publication::published::Published;
use runtime::clock;
use runtime::metrics::Metrics;
use runtime::throttle::subscriber;
use serde_json::Value;
use services::accounts::{AccountError, Accounts, SIGN_IN_LINK, Visitor};
use services::identity::SignedInBrowser;
use world::{Caller, View};

use self::forms::FormError;
use super::form_origin::is_own;
use super::identity;
use super::pages::{HTML, POLICY, in_every_language, language, remembered};
use super::route_facts::{RouteFacts, Routes};
use super::{Shared, observe, respond};

/// Paths of the pages; each exists in every language.
const PATHS: [&str; 14] = [
    "/account",
    "/account/sign-in",
    "/account/password-sign-in",
    "/account/code",
    SIGN_IN_LINK,
    "/account/save",
    "/account/unsave",
    "/account/sessions",
    "/account/tokens",
    "/account/password",
    "/account/data",
    "/account/data.json",
    "/account/delete",
    "/account/sign-out",
];

/// Path of the passkeys page; empty in a build without passkeys.
const PASSKEYS: &[&str] = if cfg!(feature = "passkeys") { &["/account/passkeys"] } else { &[] };

/// Reply to a request.
#[derive(Debug)]
enum Reply {
    Page(Screen, Option<Note>, StatusCode),
    /// A redirect to another page, with cookies to set.
    Go(String, Vec<String>),
    Data(Value),
    /// An answer for the passkey script, with cookies to set.
    #[cfg(feature = "passkeys")]
    Script(passkeys::ScriptAnswer),
}

impl Reply {
    fn page(screen: Screen) -> Self {
        Self::Page(screen, None, StatusCode::OK)
    }

    fn noted(screen: Screen, note: Note, status: StatusCode) -> Self {
        Self::Page(screen, Some(note), status)
    }
}

/// A request with the context that a form handler needs.
struct AccountRequest<'r> {
    accounts: &'r Accounts,
    metrics: &'r Metrics,
    published: &'r Published,
    request: &'r HttpRequest,
    client: IpAddr,
    language: Language,
    signed: Option<(Caller, SignedInBrowser)>,
}

impl AccountRequest<'_> {
    /// Counts a request that changes something against its limit.
    async fn admit(&self) -> Result<(), AccountError> {
        let account = self.signed.as_ref().map(|(_, signed)| Visitor::Account(signed.account));
        let cookie = self.accounts.cookie();
        let known = || browser_mark::digest(&cookies::known_of(self.request, cookie)?).map(Visitor::Browser);
        let challenge =
            || code::digest(&cookies::challenge_of(self.request, cookie)?).map(Visitor::Challenge);
        let visitor = account.or_else(known).or_else(challenge);
        self.accounts.admit(self.client, visitor).await
    }

    /// Counts a sign-in by its outcome, which it returns.
    fn count_sign_in<T>(
        &self,
        method: &'static str,
        outcome: Result<T, AccountError>,
    ) -> Result<T, AccountError> {
        let name = match &outcome {
            Ok(_) => "succeeded",
            Err(AccountError::TooMany(_)) => "limited",
            Err(AccountError::Busy | AccountError::Broken(_)) => "failed",
            Err(AccountError::Wrong | AccountError::Full | AccountError::Weak(_)) => "rejected",
        };
        self.metrics.sign_in(method, name);
        outcome
    }

    /// Redirects to another page of the account, with cookies to set.
    fn redirect(&self, page: &str, cookies: Vec<String>) -> Reply {
        Reply::Go(self.language.address(page), cookies)
    }
}

/// Registers the routes of the pages and of the billing provider's events.
pub fn routes(config: &mut Routes<'_>) {
    for path in PATHS.into_iter().chain(PASSKEYS.iter().copied()) {
        for address in in_every_language(path) {
            let resource = respond::resource(&address, &[Method::Get, Method::Post], RouteFacts::OWN_PAGE);
            let resource =
                respond::routed(resource, Method::Get, move |request, shared| get(path, request, shared));
            config.service(
                resource.route(
                    web::post().to(move |request, payload, shared| post(path, request, payload, shared)),
                ),
            );
        }
    }
    #[cfg(feature = "passkeys")]
    passkeys::routes(config);
    billing::route(config);
}

async fn get(path: &'static str, request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    answered(&request, &shared, path, async |asked| screens::build(path, asked).await).await
}

async fn post(
    path: &'static str,
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> HttpResponse {
    answered(&request, &shared, path, async |asked| {
        if !is_own(request.headers(), asked.accounts.base_url()) {
            return Ok(Reply::noted(Screen::Nothing, Note::Foreign, StatusCode::FORBIDDEN));
        }
        asked.admit().await?;
        match forms::read(request.headers(), payload).await {
            Ok(form) => actions::done(path, asked, &form).await,
            Err(no_form) => {
                let (note, status) = match no_form {
                    FormError::Other => (Note::NoForm, StatusCode::UNSUPPORTED_MEDIA_TYPE),
                    FormError::NotWhole => (Note::NotWhole, StatusCode::BAD_REQUEST),
                };
                Ok(Reply::noted(Screen::Nothing, note, status))
            }
        }
    })
    .await
}

/// Runs `work` and turns its reply into a response.
async fn answered(
    request: &HttpRequest,
    shared: &Shared,
    path: &'static str,
    work: impl AsyncFnOnce(&AccountRequest<'_>) -> Result<Reply, AccountError>,
) -> HttpResponse {
    let (Some(accounts), Some(published)) = (shared.accounts.as_deref(), shared.latest.current()) else {
        return respond::not_found_at(request);
    };
    let language = language(request);
    let client = shared.admission.clients.client_of(request).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let signed = identity::signed(request);
    let reply = match signed {
        Ok(signed) => {
            let client = subscriber(client);
            let (published, metrics) = (published.as_ref(), shared.metrics.as_ref());
            let asked = AccountRequest { accounts, metrics, published, request, client, language, signed };
            work(&asked).await
        }
        Err(_) => Err(AccountError::Busy),
    };
    let reply =
        reply.unwrap_or_else(|refused| refusal(path, accounts, refused, &observe::request_id(request)));
    let mut response = response(request, &published, path, language, reply);
    if response.status() == StatusCode::UNAUTHORIZED
        && let Some(back) = return_address::to(request, accounts.cookie())
    {
        response.headers_mut().append(SET_COOKIE, back);
    }
    response
}

/// Renders a rejection: the form again, with the error.
fn refusal(path: &str, accounts: &Accounts, refused: AccountError, id: &str) -> Reply {
    let screen = match path {
        "/account/code" => Screen::Code,
        "/account/password" => Screen::Password,
        "/account/sign-in" | "/account/password-sign-in" | "/account/link" => sign_in(accounts),
        _ => Screen::Nothing,
    };
    let (note, status) = note_and_status(refused, id);
    Reply::noted(screen, note, status)
}

/// Returns the screen with the ways to sign in.
fn sign_in(accounts: &Accounts) -> Screen {
    Screen::SignIn {
        is_open: accounts.is_open(),
        by_passkey: accounts.passkeys() == Some(PasskeySupport::Open),
    }
}

/// Returns the note and the status of a rejection.
fn note_and_status(refused: AccountError, id: &str) -> (Note, StatusCode) {
    match refused {
        AccountError::Wrong => (Note::Wrong, StatusCode::BAD_REQUEST),
        AccountError::TooMany(wait_ms) => {
            let minutes = usize::try_from(wait_ms).unwrap_or_default().div_ceil(60_000).max(1);
            (Note::TooMany(minutes), StatusCode::TOO_MANY_REQUESTS)
        }
        AccountError::Full => (Note::Full, StatusCode::CONFLICT),
        AccountError::Weak(_) => (Note::Weak, StatusCode::BAD_REQUEST),
        AccountError::Busy => (Note::Busy, StatusCode::SERVICE_UNAVAILABLE),
        AccountError::Broken(error) => {
            tracing::error!(id, error, "a request about an account failed");
            (Note::Busy, StatusCode::SERVICE_UNAVAILABLE)
        }
    }
}

fn response(
    request: &HttpRequest,
    published: &Published,
    path: &'static str,
    language: Language,
    reply: Reply,
) -> HttpResponse {
    let mut response = match reply {
        Reply::Page(screen, note, status) => {
            let caller = identity::person(request).unwrap_or_else(|_| world::Caller::for_credential_holder());
            let view = View::new(&published.world, &caller);
            let mut ask = Ask::new(view, clock::now(), language, path);
            ask.units = remembered(request.headers());
            let page = pages::account::page(&ask, &screen, note.as_ref(), status.as_u16());
            let mut built = HttpResponse::build(status);
            if let Some(Note::TooMany(minutes)) = note {
                built.insert_header((RETRY_AFTER, minutes * 60));
            }
            built.insert_header((CONTENT_TYPE, HTML)).body(page.html)
        }
        Reply::Go(to, cookies) => {
            let mut built = HttpResponse::SeeOther();
            built.insert_header((LOCATION, to));
            for cookie in cookies {
                built.append_header((SET_COOKIE, cookie));
            }
            built.finish()
        }
        Reply::Data(data) => HttpResponse::Ok()
            .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"my-data.json\""))
            .json(data),
        #[cfg(feature = "passkeys")]
        Reply::Script(told) => told.response(),
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(respond::NOT_KEPT));
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    // With `no-referrer`, as everywhere else, browsers would send `Origin: null` with forms.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}
