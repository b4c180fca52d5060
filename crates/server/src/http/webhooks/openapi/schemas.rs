//! Shapes of the webhooks' requests, answers and deliveries, made from the types that are read and written.

use operations::openapi::settings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};
use webhooks::body;
use webhooks::events::{EventName, LeaderboardData, PowderAlertData, SnowReportData};

/// `data` of `snow-report.updated`.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
#[expect(dead_code, reason = "it is the schema of two types, and never a value")]
enum SnowReportOrLeaderboard {
    /// To a subscription of the resort.
    Resort(SnowReportData),
    /// To a global subscription.
    Global(LeaderboardData),
}

/// Schemas on their way into a document. What may be left out differs between what is asked and what is answered.
pub(super) struct Schemas {
    answers: SchemaGenerator,
    requests: SchemaGenerator,
}

impl Default for Schemas {
    fn default() -> Self {
        Self { answers: settings().into_generator(), requests: settings().for_deserialize().into_generator() }
    }
}

impl Schemas {
    /// Of what is answered.
    pub(super) fn answer<T: JsonSchema>(&mut self) -> Value {
        self.answers.subschema_for::<T>().to_value()
    }

    /// Of what is asked.
    pub(super) fn request<T: JsonSchema>(&mut self) -> Value {
        self.requests.subschema_for::<T>().to_value()
    }

    /// What is sent to a subscription's URL.
    pub(super) fn deliveries(&mut self) -> Value {
        let header = |name: &str, about: &str| {
            json!({
                "name": name, "in": "header", "required": true, "description": about, "schema": { "type": "string" },
            })
        };
        let of = |event: EventName, about: &str, body: Value| {
            let delivery = json!({ "post": {
                "summary": event.wire(),
                "description": about,
                "parameters": [
                    header("X-Service-Event", "Event name."),
                    header("X-Service-Signature",
                        "`sha256=` and the hex of HMAC-SHA256 over the raw body, keyed with the secret's text."),
                    header("X-Service-Delivery", "The body's `id`; the same at a retry."),
                    header("webhook-id", "The same."),
                    header("webhook-timestamp", "Seconds since 1970 at which this attempt was signed."),
                    header("webhook-signature", "As Standard Webhooks has it."),
                ],
                "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
                "responses": { "2XX": { "description": "Taken. Anything else is a failure and tried once more." } },
            } });
            (event.wire().to_owned(), delivery)
        };
        let snow_report = body::schema::<SnowReportOrLeaderboard>(&mut self.answers).to_value();
        let powder_alert = body::schema::<PowderAlertData>(&mut self.answers).to_value();
        Value::Object(serde_json::Map::from_iter([
            of(
                EventName::SnowReportUpdated,
                "A watched resort's report changed; for a global subscription, the leaderboard did.",
                snow_report,
            ),
            of(
                EventName::PowderAlert,
                "A resort recorded at least 15 cm in the past 24 hours; once per resort and UTC day.",
                powder_alert,
            ),
        ]))
    }

    /// Every definition that the others lead to.
    pub(super) fn definitions(mut self) -> Vec<(String, Value)> {
        let mut definitions = self.answers.take_definitions(true);
        definitions.extend(self.requests.take_definitions(true));
        definitions.into_iter().collect()
    }
}
