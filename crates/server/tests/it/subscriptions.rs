//! Tests of webhook subscriptions over HTTP: creation, ownership and rejections.

mod document;
mod limits;
mod owner;
mod refused;
mod secrets;
mod seen;

use reqwest::Method;
use serde_json::{Value, json};
use server::config::WebhookSettings;

use crate::harness::{Harness, Reply, Setup};
use document::Document;

const PATH: &str = "/api/v1/webhooks";

/// A receiver's host on this machine at which no process listens: deliveries go nowhere.
const NOBODY: &str = "http://127.0.0.1:1026";

/// Returns settings under which unrelated limits do not slow tests down.
fn lenient() -> WebhookSettings {
    WebhookSettings {
        webhook_creations_per_hour: Some(100_000),
        webhook_subscriptions_per_host: Some(100_000),
        webhook_subscriptions_per_client: Some(100_000),
        webhook_tests_per_minute: Some(0),
        ..WebhookSettings::default()
    }
}

/// Like [`lenient`], on a development machine.
fn development() -> WebhookSettings {
    WebhookSettings { webhook_development: Some(true), ..lenient() }
}

/// Returns the setup of a service of few resorts without evidence, so that no event happens and no receiver is called:
/// the addresses of the tests are real ones of other people.
fn quiet(name: &str) -> Setup {
    Setup { upstream: Some(([127, 0, 0, 1], 1).into()), tick: 60, ..Setup::few(name) }
}

/// Starts such a service with these settings.
fn started(name: &str, webhooks: WebhookSettings) -> Harness {
    Harness::start(Setup { webhooks, ..quiet(name) })
}

/// A subscription owned by the test.
struct Subscribed {
    id: String,
    secret: String,
}

impl Subscribed {
    fn path(&self, rest: &str) -> String {
        format!("{PATH}/{}{rest}", self.id)
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.secret)
    }

    fn send(&self, harness: &Harness, method: Method, rest: &str) -> Reply {
        harness.send(method, &self.path(rest), &[("Authorization", &self.bearer())])
    }
}

/// Checks that OpenAPI describes every member of this answer.
#[track_caller]
fn described(harness: &Harness, path: &str, method: &str, reply: &Reply) {
    let status = reply.status.to_string();
    let wrong = Document::of(harness).answer(path, method, reply);
    assert_eq!(wrong, [""; 0], "{method} {path} {status}: {}", reply.text());
}

fn create(harness: &Harness, body: &Value) -> Reply {
    harness.post(PATH, &[("Content-Type", "application/json")], body.to_string().as_bytes())
}

#[track_caller]
fn subscribe(harness: &Harness, url: &str) -> Subscribed {
    let reply = create(harness, &json!({ "url": url, "events": ["powder-alert", "snow-report.updated"] }));
    assert_eq!(reply.status, 201, "{}", reply.text());
    let data = &reply.json()["data"];
    let text = |name: &str| data[name].as_str().unwrap().to_owned();
    Subscribed { id: text("id"), secret: text("secret") }
}
