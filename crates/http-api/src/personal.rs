//! Personal pages with forms: the visitor, the page frame, and headers that prevent caching.
#![expect(clippy::result_large_err, reason = "the error is a complete response, built once and sent")]

use std::sync::Arc;

use accounts::AccountId;
use accounts::oauth::Form;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, REFERRER_POLICY,
    SET_COOKIE,
};
use actix_web::{HttpRequest, HttpResponse, web};
use pages::personal::Note;
use pages::{Ask, Language, personal};
use publication::published::Published;
use runtime::clock;
use services::accounts::{AccountError, Visitor};
use world::{Caller, View};

use super::account::return_address;
use super::body::{self, Bounds};
use super::form_origin::is_own;
use super::network::network;
use super::pages::{HTML, POLICY, language, remembered};
use super::{Shared, identity, respond};

/// A request of a person.
pub(super) struct PersonalRequest<'r> {
    pub(super) request: &'r HttpRequest,
    /// State shared by workers.
    pub(super) shared: &'r Shared,
    /// Current publication.
    pub(super) published: Arc<Published>,
    pub(super) language: Language,
    /// English address of the page, for links to other languages.
    path: &'r str,
    base_url: &'r str,
}

impl<'r> PersonalRequest<'r> {
    /// Returns the visit to a page by its English address, or an answer if there are no accounts or nothing is
    /// published yet.
    pub(super) fn new(
        request: &'r HttpRequest,
        shared: &'r Shared,
        path: &'r str,
    ) -> Result<Self, HttpResponse> {
        let (Some(accounts), Some(published)) = (shared.accounts.as_deref(), shared.latest.current()) else {
            return Err(respond::not_found_at(request));
        };
        Ok(Self {
            request,
            shared,
            published,
            language: language(request),
            path,
            base_url: accounts.base_url(),
        })
    }

    /// Switches to the browser's language, for addresses that cannot name one.
    pub(super) fn in_preferred_language(self) -> Self {
        let accepted = self.request.headers().get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Self { language: Language::preferred(accepted.unwrap_or_default()), ..self }
    }

    /// Returns the signed-in account; other callers are sent to the sign-in, and then back to this address.
    pub(super) fn signed(&self) -> Result<(Caller, AccountId), HttpResponse> {
        match identity::signed(self.request) {
            Ok(Some((caller, signed))) => Ok((caller, signed.account)),
            Ok(None) => {
                let here = self.request.uri().path_and_query().map_or("/account", |to| to.as_str());
                let page = self.framed(|ask| personal::sign_in_first(ask, here));
                let mut asked = page_response(StatusCode::UNAUTHORIZED, page);
                let accounts = self.shared.accounts.as_deref();
                if let Some(back) =
                    accounts.and_then(|accounts| return_address::to(self.request, accounts.cookie()))
                {
                    asked.headers_mut().append(SET_COOKIE, back);
                }
                Err(asked)
            }
            Err(unidentified) => Err(identity::response(unidentified, self.request)),
        }
    }

    /// Reads the form of a page of this service; returns an answer if it comes from elsewhere or cannot be read.
    pub(super) async fn form(&self, payload: web::Payload, bounds: Bounds) -> Result<Form, HttpResponse> {
        if !is_own(self.request.headers(), self.base_url) {
            return Err(self.note_page(StatusCode::FORBIDDEN, &Note::Foreign));
        }
        if !is_form(self.request) {
            return Err(self.note_page(StatusCode::UNSUPPORTED_MEDIA_TYPE, &Note::NoForm));
        }
        let body = body::read(self.request.headers(), payload, bounds).await;
        body.map(|body| Form::parse(&body))
            .map_err(|_| self.note_page(StatusCode::BAD_REQUEST, &Note::NotWhole))
    }

    /// Counts a request against the account's limit; returns an answer if the limit is exceeded.
    pub(super) async fn admit(&self, account: AccountId) -> Result<(), HttpResponse> {
        let Some(accounts) = self.shared.accounts.as_deref() else { return Ok(()) };
        let client = network(self.request, self.shared);
        accounts.admit(client, Some(Visitor::Account(account))).await.map_err(|refused| match refused {
            AccountError::TooMany(_) => self.note_page(StatusCode::TOO_MANY_REQUESTS, &Note::TooMany),
            _ => self.busy(),
        })
    }

    /// Renders content in the common page frame.
    pub(super) fn framed(&self, make: impl FnOnce(&Ask<'_>) -> String) -> String {
        let caller =
            identity::person(self.request).unwrap_or_else(|_| world::Caller::for_credential_holder());
        let view = View::new(&self.published.world, &caller);
        let mut ask = Ask::new(view, clock::now(), self.language, self.path);
        ask.units = remembered(self.request.headers());
        make(&ask)
    }

    /// Renders a page with a single note.
    pub(super) fn note_page(&self, status: StatusCode, note: &Note) -> HttpResponse {
        page_response(status, self.framed(|ask| personal::note(ask, note)))
    }

    /// Answers that the store is unavailable.
    pub(super) fn busy(&self) -> HttpResponse {
        self.note_page(StatusCode::SERVICE_UNAVAILABLE, &Note::Busy)
    }
}

/// Returns the response with a personal page.
pub(super) fn page_response(status: StatusCode, html: String) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((CONTENT_TYPE, HTML))
        .insert_header((CACHE_CONTROL, HeaderValue::from_static(respond::NOT_KEPT)))
        // With `no-referrer`, browsers would send `Origin: null` with forms.
        .insert_header((REFERRER_POLICY, HeaderValue::from_static("same-origin")))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .body(html)
}

/// Returns whether a request contains a form.
pub(super) fn is_form(request: &HttpRequest) -> bool {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
}
