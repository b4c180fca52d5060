//! JSON endpoints of the passkey script: the options of a ceremony, and the browser's answer. They are protected like
//! forms.

use std::time::Duration;

use accounts::passkey;
use actix_web::http::StatusCode;
use actix_web::http::header::{RETRY_AFTER, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::Method;
use pages::account::{Note, note};
use runtime::clock;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use services::accounts::AccountError;
use services::accounts::passkeys::PasskeyCeremony;

use super::{AccountRequest, Reply, actions, answered, cookies, note_and_status};
use crate::body::{self, BodyError, Bounds};
use crate::form_origin::is_own;
use crate::pages::in_every_language;
use crate::route_facts::{RouteFacts, Routes};
use crate::{Shared, observe, respond};

/// An answer contains a key and its wrappings: two to three kilobytes, more with RSA.
const ANSWER: Bounds = Bounds { most: 16 * 1024, patience: Duration::from_secs(4) };

const PATHS: [&str; 4] = [
    "/account/passkeys/begin",
    "/account/passkeys/add",
    "/account/passkey-sign-in/begin",
    "/account/passkey-sign-in",
];

/// An answer for the script.
#[derive(Debug)]
pub(super) struct ScriptAnswer {
    status: StatusCode,
    body: Value,
    cookies: Vec<String>,
    wait_s: Option<usize>,
}

impl ScriptAnswer {
    fn new(body: Value, cookies: Vec<String>) -> Self {
        Self { status: StatusCode::OK, body, cookies, wait_s: None }
    }

    pub(super) fn response(self) -> HttpResponse {
        let mut built = HttpResponse::build(self.status);
        for cookie in self.cookies {
            built.append_header((SET_COOKIE, cookie));
        }
        if let Some(seconds) = self.wait_s {
            built.insert_header((RETRY_AFTER, seconds));
        }
        built.json(self.body)
    }
}

/// Reason why a request fails.
enum PasskeyRejection {
    Refused(AccountError),
    Said(Note, StatusCode),
}

impl From<AccountError> for PasskeyRejection {
    fn from(refused: AccountError) -> Self {
        Self::Refused(refused)
    }
}

/// The browser's answer to a ceremony.
#[derive(Deserialize)]
struct BrowserAnswer<'a> {
    #[serde(default)]
    name: String,
    #[serde(borrow)]
    credential: &'a RawValue,
}

pub(super) fn routes(config: &mut Routes<'_>) {
    for path in PATHS {
        for address in in_every_language(path) {
            let resource = respond::resource(&address, &[Method::Post], RouteFacts::OWN_PAGE);
            config.service(
                resource.route(
                    web::post().to(move |request, payload, shared| post(path, request, payload, shared)),
                ),
            );
        }
    }
}

async fn post(
    path: &'static str,
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> HttpResponse {
    answered(&request, &shared, path, async |asked| {
        let told = match done(path, asked, payload).await {
            Ok(told) => told,
            Err(PasskeyRejection::Said(note, status)) => note_answer(asked, &note, status),
            Err(PasskeyRejection::Refused(refused)) => {
                let is_sign_in = path == "/account/passkey-sign-in" && matches!(refused, AccountError::Wrong);
                let (note, status) = note_and_status(refused, &observe::request_id(asked.request));
                note_answer(asked, if is_sign_in { &Note::NoPasskey } else { &note }, status)
            }
        };
        Ok(Reply::Script(told))
    })
    .await
}

fn note_answer(asked: &AccountRequest<'_>, said: &Note, status: StatusCode) -> ScriptAnswer {
    let wait_s = if let Note::TooMany(minutes) = said { Some(minutes * 60) } else { None };
    ScriptAnswer { status, body: json!({ "says": note(asked.language, said) }), cookies: Vec::new(), wait_s }
}

async fn done(
    path: &str,
    asked: &AccountRequest<'_>,
    payload: web::Payload,
) -> Result<ScriptAnswer, PasskeyRejection> {
    let (accounts, headers) = (asked.accounts, asked.request.headers());
    if !is_own(headers, accounts.base_url()) {
        return Err(PasskeyRejection::Said(Note::Foreign, StatusCode::FORBIDDEN));
    }
    asked.admit().await?;
    if !body::is_json(headers) {
        return Err(PasskeyRejection::Said(Note::Wrong, StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let bytes = body::read(headers, payload, ANSWER).await.map_err(|error| {
        let status = match error {
            BodyError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            BodyError::Late => StatusCode::REQUEST_TIMEOUT,
            BodyError::Unreadable => StatusCode::BAD_REQUEST,
        };
        PasskeyRejection::Said(Note::Wrong, status)
    })?;
    match path {
        "/account/passkey-sign-in/begin" => {
            Ok(ceremony_answer(asked, accounts.begin_with_passkey(actions::from(asked)).await?))
        }
        "/account/passkey-sign-in" => {
            let sent = sent(&bytes)?;
            let answer = sent.credential.get().as_bytes();
            let outcome = accounts.with_passkey(&ceremony(asked)?, answer, actions::from(asked)).await;
            let entered = asked.count_sign_in("passkey", outcome)?;
            Ok(redirect_answer(
                asked,
                &actions::landing(asked),
                actions::sign_in_cookies(asked, entered).await?,
            ))
        }
        _ => add_passkey(path, asked, &bytes).await,
    }
}

/// Adds a passkey, which needs a sign-in within the last minutes.
async fn add_passkey(
    path: &str,
    asked: &AccountRequest<'_>,
    bytes: &[u8],
) -> Result<ScriptAnswer, PasskeyRejection> {
    let Some((_, signed)) = &asked.signed else {
        return Err(PasskeyRejection::Said(Note::Fresh, StatusCode::UNAUTHORIZED));
    };
    if !signed.times.is_fresh(clock::now()) {
        return Err(PasskeyRejection::Said(Note::Fresh, StatusCode::FORBIDDEN));
    }
    if path == "/account/passkeys/begin" {
        return Ok(ceremony_answer(asked, asked.accounts.begin_passkey(signed.account).await?));
    }
    let sent = sent(bytes)?;
    let name = passkey::name(&sent.name).ok_or(AccountError::Wrong)?;
    let answer = sent.credential.get().as_bytes();
    let ceremony = ceremony(asked)?;
    asked.accounts.add_passkey(signed.account, asked.language, &ceremony, name, answer).await?;
    Ok(redirect_answer(asked, &asked.language.address("/account/passkeys"), Vec::new()))
}

fn sent(bytes: &[u8]) -> Result<BrowserAnswer<'_>, AccountError> {
    serde_json::from_slice(bytes).map_err(|_| AccountError::Wrong)
}

fn ceremony(asked: &AccountRequest<'_>) -> Result<String, AccountError> {
    cookies::ceremony_of(asked.request, asked.accounts.cookie()).ok_or(AccountError::Wrong)
}

fn ceremony_answer(asked: &AccountRequest<'_>, begun: PasskeyCeremony) -> ScriptAnswer {
    ScriptAnswer::new(
        json!({ "publicKey": begun.options }),
        vec![cookies::ceremony(asked.accounts.cookie(), &begun.name)],
    )
}

fn redirect_answer(asked: &AccountRequest<'_>, to: &str, mut kept: Vec<String>) -> ScriptAnswer {
    kept.push(cookies::ceremony_gone(asked.accounts.cookie()));
    ScriptAnswer::new(json!({ "to": to }), kept)
}
