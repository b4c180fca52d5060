//! `/mountains`: the star of a resort. Its form adds a resort to the list on the start page or removes it, without a
//! script. The list of a signed-in browser is that of its account; every other browser has a cookie.
//!
//! Only the start page depends on the list. A resort's page stays public and cached: its script reads the cookie and
//! draws the star as pressed, so the cookie of a signed-in browser contains a copy of the account's list.
#![expect(clippy::result_large_err, reason = "the error is a complete response, built once and sent")]

use std::time::Duration;

use accounts::oauth::Form;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, LOCATION, REFERRER_POLICY, SET_COOKIE,
};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::Method;
use pages::personal::Note;
use pages::{Ask, Language, REMOVE, personal};
use publication::published::Published;
use runtime::clock;
use services::accounts::{AccountError, Accounts, Visitor};
use services::identity::SignedInBrowser;
use world::{Caller, View};

use super::body::{self, Bounds};
use super::device_list::{DeviceList, MOST, is_slug};
use super::form_origin::is_own;
use super::network::network;
use super::pages::{HTML, POLICY, in_every_language, language, remembered, starting};
use super::personal::is_form;
use super::route_facts::{RouteFacts, Routes};
use super::{Shared, identity, observe, respond};

/// A form has three short fields.
const FORM: Bounds = Bounds { most: 1024, patience: Duration::from_secs(4) };

/// Registers the routes of the star.
pub(super) fn routes(config: &mut Routes<'_>) {
    for address in in_every_language("/mountains") {
        let resource = respond::resource(&address, &[Method::Post], RouteFacts::OWN_PAGE);
        config.service(resource.route(web::post().to(post)));
    }
}

/// A change of the list.
struct Change {
    slug: String,
    removes: bool,
}

async fn post(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    let Some(published) = shared.latest.current() else { return starting() };
    let signed = match identity::signed(&request) {
        Ok(signed) => signed,
        Err(unidentified) => return identity::response(unidentified, &request),
    };
    let caller = identity::person(&request);
    let caller = caller.unwrap_or_else(|_| Caller::for_credential_holder());
    let visit = Visit { request: &request, shared: &shared, published: &published, caller };
    let change = match visit.change(payload).await {
        Ok(change) => change,
        Err(refusal) => return refusal,
    };
    let stored = match (signed, shared.accounts.as_deref()) {
        (Some((_, signed)), Some(accounts)) => visit.in_account(accounts, &signed, &change).await,
        _ => visit.on_device(&change),
    };
    stored.map_or_else(|refusal| refusal, |list| visit.done(&list))
}

/// A posted star with what its answer needs.
struct Visit<'r> {
    request: &'r HttpRequest,
    shared: &'r Shared,
    published: &'r Published,
    caller: Caller,
}

impl Visit<'_> {
    fn language(&self) -> Language {
        language(self.request)
    }

    /// Reads the form of a page of this service; returns an answer if it comes from elsewhere or cannot be read.
    async fn change(&self, payload: web::Payload) -> Result<Change, HttpResponse> {
        let view = View::new(&self.published.world, &self.caller);
        if !is_own(self.request.headers(), &view.service().base_url) {
            return Err(self.note_page(StatusCode::FORBIDDEN, &Note::Foreign));
        }
        if !is_form(self.request) {
            return Err(self.note_page(StatusCode::UNSUPPORTED_MEDIA_TYPE, &Note::NoForm));
        }
        let body = body::read(self.request.headers(), payload, FORM).await;
        let not_whole = || self.note_page(StatusCode::BAD_REQUEST, &Note::NotWhole);
        let form = Form::parse(&body.map_err(|_| not_whole())?);
        let field = |name| form.one(name).map(Option::unwrap_or_default).map_err(|_| not_whole());
        let (slug, act) = (field("resort")?, field("act")?);
        let removes = act == REMOVE;
        // A resort that has left the catalogue can still be removed.
        let is_known = view.of_slug(slug).is_some() || removes && is_slug(slug);
        if !is_known {
            return Err(self.note_page(StatusCode::NOT_FOUND, &Note::NoResort(slug.to_owned())));
        }
        Ok(Change { slug: slug.to_owned(), removes })
    }

    /// Changes the account's list, to which the device's list is added. Returns the copy for the device.
    async fn in_account(
        &self,
        accounts: &Accounts,
        signed: &SignedInBrowser,
        change: &Change,
    ) -> Result<DeviceList, HttpResponse> {
        let account = signed.account;
        let client = network(self.request, self.shared);
        accounts.admit(client, Some(Visitor::Account(account))).await.map_err(|error| self.failed(&error))?;
        let mut wanted = DeviceList::from_request(self.request).uncopied().to_vec();
        let view = View::new(&self.published.world, &self.caller);
        wanted.retain(|slug| *slug != change.slug && view.of_slug(slug).is_some());
        if !change.removes {
            wanted.push(change.slug.clone());
        }
        for slug in &wanted {
            accounts.save(account, slug).await.map_err(|error| self.failed(&error))?;
        }
        if change.removes {
            accounts.unsave(account, &change.slug).await.map_err(|error| self.failed(&error))?;
        }
        let saved = accounts.whole(account).await.map_err(|error| self.failed(&error))?.saved;
        Ok(DeviceList::copy(saved))
    }

    /// Changes the list of a browser that is not signed in.
    fn on_device(&self, change: &Change) -> Result<DeviceList, HttpResponse> {
        let mut slugs = DeviceList::from_request(self.request).into_slugs();
        slugs.retain(|slug| *slug != change.slug);
        if !change.removes {
            if slugs.len() >= MOST {
                return Err(self.note_page(StatusCode::CONFLICT, &Note::Full));
            }
            slugs.push(change.slug.clone());
        }
        Ok(DeviceList::new(slugs))
    }

    fn failed(&self, error: &AccountError) -> HttpResponse {
        match error {
            AccountError::Full => self.note_page(StatusCode::CONFLICT, &Note::Full),
            AccountError::TooMany(_) => self.note_page(StatusCode::TOO_MANY_REQUESTS, &Note::TooMany),
            error => {
                let id = observe::request_id(self.request);
                tracing::error!(id, ?error, "a resort could not be saved");
                self.note_page(StatusCode::SERVICE_UNAVAILABLE, &Note::Busy)
            }
        }
    }

    /// Redirects to the start page, which shows the list.
    fn done(&self, list: &DeviceList) -> HttpResponse {
        HttpResponse::SeeOther()
            .insert_header((LOCATION, self.language().address("/")))
            .insert_header((CACHE_CONTROL, HeaderValue::from_static(respond::NOT_KEPT)))
            .insert_header((SET_COOKIE, list.header()))
            .finish()
    }

    fn note_page(&self, status: StatusCode, note: &Note) -> HttpResponse {
        let view = View::new(&self.published.world, &self.caller);
        let mut ask = Ask::new(view, clock::now(), self.language(), "/");
        ask.units = remembered(self.request.headers());
        HttpResponse::build(status)
            .insert_header((CONTENT_TYPE, HTML))
            .insert_header((CACHE_CONTROL, HeaderValue::from_static(respond::NOT_KEPT)))
            // With `no-referrer`, browsers would send `Origin: null` with forms.
            .insert_header((REFERRER_POLICY, HeaderValue::from_static("same-origin")))
            .insert_header((CONTENT_SECURITY_POLICY, POLICY))
            .body(personal::star_note(&ask, note))
    }
}
