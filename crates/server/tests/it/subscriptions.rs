//! Webhook subscriptions from outside: making them, their owners, what is refused and how it looks.

mod limits;
mod owner;
mod refused;
mod secrets;

use reqwest::Method;
use serde_json::{Value, json};
use server::config::WebhookSettings;

use crate::harness::{Harness, Reply, Setup};

const PATH: &str = "/api/v1/webhooks";

/// Settings under which tests are not slowed down by limits that they are not about.
fn lenient() -> WebhookSettings {
    WebhookSettings {
        webhook_creations_per_hour: Some(100_000),
        webhook_subscriptions_per_host: Some(100_000),
        webhook_tests_per_minute: Some(0),
        ..WebhookSettings::default()
    }
}

/// A service of few resorts with webhooks.
fn started(name: &str, webhooks: WebhookSettings) -> Harness {
    Harness::start(Setup { webhooks, tick: 60, ..Setup::few(name) })
}

/// A subscription whose owner the test is.
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
