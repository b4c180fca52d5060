//! The consent page, on which a person approves or rejects a client, and the answer to the client.

use accounts::oauth::request;
use accounts::oauth::{Authorization, AuthorizationError, Client, Form};
use accounts::{AccountId, Scope};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use pages::account::Event;
use pages::personal::{self, Consent, Note};
use runtime::clock;
use services::oauth::{Authority, ClientError};
use storage::StoreError;
use url::Url;

use super::BODY;
use crate::personal::{PersonalRequest, page_response};
use crate::{Shared, observe, respond};

/// Target of links to other languages: the request itself has one address for all.
const ACCOUNT: &str = "/account";

/// Shows the request of a client. Its document is fetched only for a signed-in person, so that anonymous callers cannot
/// make this service send requests.
pub(super) async fn ask(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    let asked = async {
        let (visit, authority) = here(&request, &shared)?;
        let (_, account) = visit.signed()?;
        visit.admit(account).await?;
        let form = Form::parse(request.query_string().as_bytes());
        let (client, asked) = read(&visit, authority, &form).await?;
        consent(&visit, authority, account, &form, &client, &asked).await
    };
    asked.await.unwrap_or_else(|answer: HttpResponse| answer)
}

/// Carries out the person's decision.
pub(super) async fn decide(
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> HttpResponse {
    let decided = async {
        let (visit, authority) = here(&request, &shared)?;
        let form = visit.form(payload, BODY).await?;
        let (_, account) = visit.signed()?;
        visit.admit(account).await?;
        let (client, asked) = read(&visit, authority, &form).await?;
        if form.one("decision") != Ok(Some("allow")) {
            return Ok(away(&asked.denied(authority.place())));
        }
        let allowed = authority.allow(account, &client, &asked, clock::now()).await;
        let code = allowed.map_err(|error| failed(&visit, &error))?;
        if let Some(accounts) = shared.accounts.as_deref() {
            let host = Client::host_of(&asked.redirect).map(|(host, _)| host).unwrap_or_default();
            accounts.notify(account, Event::ClientAllowed(&host), visit.language).await;
        }
        let id = observe::request_id(&request);
        tracing::info!(target: "audit", id, write = "allow_client", client = client.id);
        Ok(away(&asked.granted(authority.place(), &code)))
    };
    decided.await.unwrap_or_else(|answer: HttpResponse| answer)
}

fn here<'r>(
    request: &'r HttpRequest,
    shared: &'r Shared,
) -> Result<(PersonalRequest<'r>, &'r Authority), HttpResponse> {
    let authority = shared.oauth.as_ref().ok_or_else(|| respond::not_found_at(request))?;
    Ok((PersonalRequest::new(request, shared, ACCOUNT)?.in_preferred_language(), authority))
}

fn failed(visit: &PersonalRequest<'_>, error: &StoreError) -> HttpResponse {
    tracing::warn!(%error, "cannot read or store a person's consent");
    visit.busy()
}

/// Reads and validates a client's request, or returns the page with the error. A rejected request never redirects to
/// the client, which no person has approved.
async fn read(
    visit: &PersonalRequest<'_>,
    authority: &Authority,
    form: &Form,
) -> Result<(Client, Authorization), HttpResponse> {
    let id = request::client_id(form).map_err(|refused| not_allowed(visit, refused.to_string()))?;
    let client = authority.client(id).await.map_err(|why| match why {
        ClientError::Store(error) => failed(visit, &error),
        ClientError::Bad(_) | ClientError::Unread(_) | ClientError::Unknown => {
            not_allowed(visit, why.to_string())
        }
    })?;
    let asked = request::read(authority.place(), &client, form);
    let asked = asked.map_err(|refused| not_allowed(visit, from_host(&client, form, &refused)))?;
    Ok((client, asked))
}

/// Describes the error in a request, and the host that its answer would go to.
fn from_host(client: &Client, form: &Form, refused: &AuthorizationError) -> String {
    let redirect = form.one("redirect_uri").ok().flatten().filter(|redirect| client.takes(redirect));
    match redirect.and_then(Client::host_of) {
        Some((host, _)) => {
            format!("the client at {host} sent an invalid request. {refused}")
        }
        None => refused.to_string(),
    }
}

/// Explains to the person why the client cannot be approved.
fn not_allowed(visit: &PersonalRequest<'_>, reason: String) -> HttpResponse {
    visit.note_page(StatusCode::BAD_REQUEST, &Note::NotAllowed(reason))
}

/// Redirects to the client.
fn away(to: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((LOCATION, to))
        .insert_header((CACHE_CONTROL, HeaderValue::from_static(respond::NOT_KEPT)))
        .finish()
}

/// Parameters that are read again when the form is posted.
const PARAMETERS: [&str; 8] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "code_challenge",
    "code_challenge_method",
    "scope",
    "state",
    "resource",
];

async fn consent(
    visit: &PersonalRequest<'_>,
    authority: &Authority,
    account: AccountId,
    form: &Form,
    client: &Client,
    asked: &Authorization,
) -> Result<HttpResponse, HttpResponse> {
    let host = Client::host_of(&asked.redirect);
    let no_host = || not_allowed(visit, "its redirect has no host".to_owned());
    let (host, is_local) = host.ok_or_else(no_host)?;
    let email = authority.address(account).await.map_err(|error| failed(visit, &error))?;
    let scopes = Scope::ALL.into_iter().filter(|scope| asked.scopes.has(*scope)).map(Scope::name);
    let parameters =
        PARAMETERS.into_iter().filter_map(|name| Some((name.to_owned(), form.one(name).ok()??.to_owned())));
    let consent = Consent {
        name: client.name.as_deref(),
        client: &client.id,
        host: &host,
        is_local,
        email: &email,
        scopes: &scopes.collect::<Vec<_>>(),
        parameters: &parameters.collect::<Vec<_>>(),
    };
    let mut response = page_response(StatusCode::OK, visit.framed(|ask| personal::consent(ask, &consent)));
    // The answer to the form redirects to the client, and browsers check every redirect against the form's policy.
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy(&asked.redirect));
    Ok(response)
}

fn policy(redirect: &str) -> HeaderValue {
    let usual = pages::CONTENT_SECURITY_POLICY;
    let origin = Url::parse(redirect).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    let wider = usual.replace("form-action 'self'", &format!("form-action 'self' {origin}"));
    HeaderValue::from_str(&wider).unwrap_or(HeaderValue::from_static(usual))
}
