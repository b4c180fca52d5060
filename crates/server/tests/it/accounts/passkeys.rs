//! Tests of passkeys over HTTP with a software device: added, used and removed; every invalid proof is rejected in the
//! same way.

mod adding;
mod authenticator;
mod entering;
mod replicas;
mod walk;

use actix_http::Request;
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::Method;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

use super::bench::{Bench, Browser, Got};
use authenticator::{Device, Kind};

const BASE: &str = "https://snow.example.org";
const COOKIE: &str = "__Host-osc_session";
const CEREMONY: &str = "__Host-osc_passkey";

/// Posts JSON as the script does.
async fn sent<S, B>(browser: &Browser, app: &S, path: &str, body: &Value) -> Got
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    browser.send(app, TestRequest::default().method(Method::POST).uri(path).set_json(body)).await
}

fn body(got: &Got) -> Value {
    serde_json::from_str(&got.body).unwrap()
}

/// Begins a ceremony; returns the browser's options.
async fn begun<S, B>(browser: &Browser, app: &S, path: &str) -> Value
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let got = sent(browser, app, path, &json!({})).await;
    assert_eq!(got.status, 200, "{}", got.body);
    body(&got)["publicKey"].clone()
}

async fn added<S, B>(browser: &Browser, app: &S, credential: &Value) -> Got
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    sent(browser, app, "/account/passkeys/add", &json!({ "name": "phone", "credential": credential })).await
}

async fn entered<S, B>(browser: &Browser, app: &S, credential: &Value) -> Got
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    sent(browser, app, "/account/passkey-sign-in", &json!({ "credential": credential })).await
}

/// Signs a person up and adds a passkey.
async fn with_passkey<S, B>(bench: &Bench, app: &S, email: &str, kind: Kind) -> (Browser, Device)
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let browser = Browser::at("192.0.2.1");
    browser.sign_in(bench, app, email).await;
    let mut device = Device::new(kind, BASE);
    let options = begun(&browser, app, "/account/passkeys/begin").await;
    let answer = device.add(&options, |_| ());
    let got = added(&browser, app, &answer).await;
    assert_eq!((got.status, &body(&got)["to"]), (200, &json!("/account/passkeys")), "{}", got.body);
    (browser, device)
}

/// Signs in with a passkey in a new browser.
async fn enters<S, B>(app: &S, device: &mut Device) -> Browser
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let browser = Browser::at("192.0.2.9");
    let options = begun(&browser, app, "/account/passkey-sign-in/begin").await;
    let answer = device.enter(&options, |_| ());
    let got = entered(&browser, app, &answer).await;
    assert_eq!((got.status, &body(&got)["to"]), (200, &json!("/account")), "{}", got.body);
    browser
}

/// Checks the uniform rejection of an invalid passkey: no session, and no reason given.
fn is_refused(browser: &Browser, got: &Got) {
    assert_eq!(got.status, 400, "{}", got.body);
    let says = "This passkey was not accepted. Sign in by email or with your password.";
    assert_eq!(body(got), json!({ "says": says }));
    assert!(browser.cookie(COOKIE).is_none(), "signed in");
}
