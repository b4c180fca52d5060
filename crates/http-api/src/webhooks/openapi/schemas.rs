//! Schemas of the webhooks' requests, answers and deliveries, derived from the types that are read and written.

use operations::openapi::settings;
use operations::writes;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use webhooks::body;
use webhooks::events::{EVENTS, EventName};

/// Schemas collected for a document. Optional members differ between requests and answers.
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
    /// Returns the schema of an answer.
    pub(super) fn answer<T: JsonSchema>(&mut self) -> Value {
        self.answers.subschema_for::<T>().to_value()
    }

    /// Describes every write, by its path.
    pub(super) fn writes(&mut self) -> Map<String, Value> {
        writes::openapi::paths(&mut self.requests, &mut self.answers)
    }

    /// Describes the deliveries to a subscription's URL.
    pub(super) fn deliveries(&mut self) -> Value {
        let header = |name: &str, about: &str| {
            json!({
                "name": name, "in": "header", "required": true, "description": about, "schema": { "type": "string" },
            })
        };
        let of = |event: EventName, schemas: &mut SchemaGenerator| {
            let about: Vec<&str> = EVENTS
                .iter()
                .filter(|known| known.name() == event)
                .map(|known| known.description())
                .collect();
            let body = body::schema(schemas, event).to_value();
            let delivery = json!({ "post": {
                "operationId": format!("on_{}", event.wire().replace(['.', '-'], "_")),
                "summary": event.wire(),
                "description": about.join(" "),
                "parameters": [
                    header("X-Service-Event", "Event name."),
                    header("X-Service-Signature",
                        "`sha256=` and the hex of HMAC-SHA256 over the raw body, keyed with the secret's text."),
                    header("X-Service-Delivery", "The body's `id`, unchanged on retries."),
                    header("webhook-id", "Like `X-Service-Delivery`."),
                    header("webhook-timestamp", "Time at which this attempt was signed, in seconds since 1970."),
                    header("webhook-signature", "Signature as specified by Standard Webhooks."),
                ],
                "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
                "responses": { "2XX": { "description": "Accepted. Any other outcome is a failure and is retried once." } },
            } });
            (event.wire().to_owned(), delivery)
        };
        Value::Object(EventName::all().into_iter().map(|event| of(event, &mut self.answers)).collect())
    }

    /// Returns every definition that the schemas refer to.
    pub(super) fn definitions(mut self) -> Vec<(String, Value)> {
        let mut definitions = self.answers.take_definitions(true);
        definitions.extend(self.requests.take_definitions(true));
        definitions.into_iter().collect()
    }
}
