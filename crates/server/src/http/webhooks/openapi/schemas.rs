//! Shapes of the webhooks' requests, answers and deliveries, for OpenAPI.

use serde_json::{Value, json};

use super::{merge, reference};

/// Where a delivery can be.
const STATES: [&str; 5] = ["waiting", "underWay", "delivered", "failed", "discarded"];

/// Every shape under its name.
pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    [answers(), owners_view(), vec![page()], data()].concat()
}

/// What is sent to a subscription's URL.
pub(super) fn deliveries() -> Value {
    let header = |name: &str, about: &str| {
        json!({
            "name": name, "in": "header", "required": true, "description": about, "schema": { "type": "string" },
        })
    };
    let of = |event: &str, about: &str, data: &str| {
        json!({ "post": {
            "summary": event,
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
            "requestBody": { "required": true, "content": { "application/json": { "schema": delivery(data) } } },
            "responses": { "2XX": { "description": "Taken. Anything else is a failure and tried once more." } },
        } })
    };
    json!({
        "snow-report.updated": of("snow-report.updated",
            "A watched resort's report changed; for a global subscription, the leaderboard did.",
            "WebhookSnowReport"),
        "powder-alert": of("powder-alert",
            "A resort recorded at least 15 cm in the past 24 hours; once per resort and UTC day.",
            "WebhookPowderAlert"),
    })
}

fn delivery(data: &str) -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "required": ["id", "event", "resortSlug", "data", "createdAt", "subscriptionId"],
        "properties": {
            "id": { "type": "string", "format": "uuid" },
            "event": reference("WebhookEvent"),
            "resortSlug": text,
            "data": reference(data),
            "createdAt": { "type": "string", "format": "date-time" },
            "subscriptionId": { "type": "string", "format": "uuid" },
        },
    })
}

/// What is asked, and what is answered with nothing to read in it.
fn answers() -> Vec<(&'static str, Value)> {
    let id = json!({ "type": "string", "format": "uuid" });
    let text = json!({ "type": "string" });
    let at = json!({ "type": "string", "format": "date-time" });
    let events =
        json!({ "type": "array", "minItems": 1, "uniqueItems": true, "items": reference("WebhookEvent") });
    let data =
        |schema: Value| json!({ "type": "object", "required": ["data"], "properties": { "data": schema } });
    vec![
        ("WebhookEvent", json!({ "type": "string", "enum": ["snow-report.updated", "powder-alert"] })),
        (
            "WebhookRequest",
            json!({
                "type": "object",
                "additionalProperties": false,
                "required": ["url", "events"],
                "properties": {
                    "url": { "type": "string", "format": "uri", "maxLength": 2048, "description": "A public https endpoint." },
                    "events": events,
                    "resortSlug": { "type": ["string", "null"], "description": "Absent for a global subscription." },
                },
            }),
        ),
        (
            "WebhookCreated",
            data(json!({
                "type": "object",
                "required": ["id", "secret", "url", "events", "createdAt"],
                "properties": { "id": id, "secret": text, "url": text, "events": events, "resortSlug": text, "createdAt": at },
            })),
        ),
        (
            "WebhookRotation",
            data(json!({
                "type": "object",
                "required": ["id", "secret", "rotatesAt"],
                "properties": { "id": id, "secret": text, "rotatesAt": at },
            })),
        ),
        (
            "WebhookQueued",
            data(json!({
                "type": "object", "required": ["id"], "properties": { "id": id, "event": reference("WebhookEvent") },
            })),
        ),
    ]
}

/// What `data` of a delivery holds.
fn data() -> Vec<(&'static str, Value)> {
    let text = json!({ "type": "string" });
    let number_or_null = json!({ "type": ["number", "null"] });
    let report = json!({
        "snowfall24hCm": number_or_null, "snowDepthCm": number_or_null,
        "reportedAt": { "type": ["string", "null"], "format": "date-time" },
    });
    let mut snow_report = json!({
        "slug": text, "name": text, "url": text,
        "changed": { "type": "array", "items": { "enum": ["snowfall24hCm", "depthCm", "reportedAt"] } },
        "previous": { "type": "object", "properties": report },
        "leaderboard": { "type": "array", "maxItems": 10, "items": { "type": "object", "properties": {
            "rank": { "type": "integer" }, "slug": text, "name": text, "snowfall24hCm": { "type": "number" },
            "previousRank": { "type": ["integer", "null"] },
        } } },
    });
    merge(&mut snow_report, report);
    let snow_report = (
        "WebhookSnowReport",
        json!({
            "type": "object",
            "description": "Of a resort, all but `leaderboard`; of a global subscription, `leaderboard` alone.",
            "properties": snow_report,
        }),
    );
    let powder_alert = (
        "WebhookPowderAlert",
        json!({
            "type": "object",
            "required": ["slug", "name", "snowfall24hCm", "snowDepthCm", "thresholdCm", "url"],
            "properties": {
                "slug": text, "name": text, "snowfall24hCm": { "type": "number" }, "snowDepthCm": number_or_null,
                "thresholdCm": { "type": "number" }, "url": text,
            },
        }),
    );
    vec![snow_report, powder_alert]
}

/// What the owner of a subscription reads.
fn owners_view() -> Vec<(&'static str, Value)> {
    let id = json!({ "type": "string", "format": "uuid" });
    let text = json!({ "type": "string" });
    let text_or_null = json!({ "type": ["string", "null"] });
    let at = json!({ "type": "string", "format": "date-time" });
    let at_or_null = json!({ "type": ["string", "null"], "format": "date-time" });
    let states = json!({ "type": "string", "enum": STATES });
    let last = json!({
        "type": ["object", "null"],
        "required": ["id", "event", "state", "attempt"],
        "properties": {
            "id": id, "event": reference("WebhookEvent"), "state": states, "attempt": reference("WebhookAttempt"),
        },
    });
    vec![
        (
            "WebhookAttempt",
            json!({
                "type": "object",
                "required": ["number", "startedAt", "millis", "status", "error", "snippet"],
                "properties": {
                    "number": { "type": "integer", "minimum": 1 },
                    "startedAt": at,
                    "millis": { "type": "integer" },
                    "status": { "type": ["integer", "null"] },
                    "error": {
                        "enum": ["E_TARGET", "E_RESOLVE", "E_CONNECT", "E_TLS", "E_TIMEOUT", "E_PROTOCOL", null],
                        "description": "Why there was no answer.",
                    },
                    "snippet": text_or_null,
                },
            }),
        ),
        (
            "WebhookAnswer",
            json!({ "type": "object", "required": ["data"], "properties": { "data": {
            "type": "object",
            "required": ["id", "url", "events", "createdAt", "state", "consecutiveFailures", "lastDelivery",
                "rotatesAt"],
            "properties": {
                "id": id, "url": text, "events": { "type": "array", "items": reference("WebhookEvent") },
                "resortSlug": text, "createdAt": at,
                "state": { "type": "string", "enum": ["active", "dropped"] },
                "consecutiveFailures": { "type": "integer", "minimum": 0 },
                "lastDelivery": last,
                "rotatesAt": at_or_null,
            },
        } } }),
        ),
    ]
}

/// A page of deliveries.
fn page() -> (&'static str, Value) {
    let id = json!({ "type": "string", "format": "uuid" });
    let at = json!({ "type": "string", "format": "date-time" });
    let at_or_null = json!({ "type": ["string", "null"], "format": "date-time" });
    let states = json!({ "type": "string", "enum": STATES });
    (
        "WebhookDeliveries",
        json!({ "type": "object", "required": ["meta", "data"], "properties": {
            "meta": { "type": "object", "required": ["next"],
                "properties": { "next": { "type": ["integer", "null"] } } },
            "data": { "type": "array", "items": {
                "type": "object",
                "required": ["id", "event", "test", "state", "createdAt", "dueAt", "endedAt", "attempts"],
                "properties": {
                    "id": id, "event": reference("WebhookEvent"), "test": { "type": "boolean" }, "state": states,
                    "createdAt": at, "dueAt": at_or_null, "endedAt": at_or_null,
                    "attempts": { "type": "array", "items": reference("WebhookAttempt") },
                },
            } },
        } }),
    )
}
