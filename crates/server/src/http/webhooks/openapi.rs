//! What OpenAPI says of the webhooks: the endpoints; their shapes and the deliveries are in `schemas.rs`.

mod schemas;

use serde_json::{Map, Value, json};

use super::shapes::{CreatedShape, Data, DeliveryShape, Page, QueuedShape, RotationShape, SubscriptionShape};
use super::{LONGEST_PAGE, PAGE, PATHS};
use schemas::Schemas;
use webhooks::subscriptions::{Request, TestRequest};

/// Adds the endpoints, the deliveries and their shapes to a document.
pub fn describe(document: &mut Value) {
    let add = |document: &mut Value, pointer: &str, members: Vec<(String, Value)>| {
        if let Some(known) = document.pointer_mut(pointer).and_then(Value::as_object_mut) {
            known.extend(members);
        }
    };
    let mut schemas = Schemas::default();
    let paths = PATHS.into_iter().map(str::to_owned).zip(paths(&mut schemas)).collect();
    let deliveries = schemas.deliveries();
    let bearer = json!({
        "type": "http",
        "scheme": "bearer",
        "description": "The subscription's secret, shown once when it was made.",
    });
    add(document, "/paths", paths);
    add(document, "/components/schemas", schemas.definitions());
    let schemes = json!({ "webhookSecret": bearer });
    add(document, "/components", vec![("securitySchemes".to_owned(), schemes)]);
    add(document, "", vec![("webhooks".to_owned(), deliveries)]);
    contract::schema::tidy(document);
}

/// In the order of [`PATHS`].
fn paths(schemas: &mut Schemas) -> [Value; 7] {
    let created = schemas.answer::<Data<CreatedShape<'_>>>();
    let subscription = schemas.answer::<Data<SubscriptionShape<'_>>>();
    let deliveries = schemas.answer::<Page<DeliveryShape<'_>>>();
    let queued = schemas.answer::<Data<QueuedShape>>();
    let secret = schemas.answer::<Data<RotationShape<'_>>>();
    let (asked, asked_test) = (schemas.request::<Request>(), schemas.request::<TestRequest>());
    [
        json!({ "post": with_body(create(&created), asked, true) }),
        json!({
            "get": of_one("get_webhook", "One subscription", "Its state, failures in a row and newest delivery.",
                ok("200", "The subscription", &subscription)),
            "delete": of_one("delete_webhook", "Unsubscribe", "Ends the subscription; what waits is not sent.",
                json!({ "204": { "description": "Removed" } })),
        }),
        json!({ "get": page(&deliveries) }),
        json!({ "post": of_delivery(&queued) }),
        json!({ "post": with_body(test(&queued), asked_test, false) }),
        json!({ "post": rotation("rotate_webhook_secret", "A new secret, step one",
            "Shows the new secret once. `webhook-signature` carries both until it is committed, or for 24 hours.",
            ok("200", "The new secret", &secret)) }),
        json!({ "post": rotation("commit_webhook_secret", "A new secret, step two",
            "With the new secret as the bearer: from now on it alone signs.",
            ok("200", "The subscription", &subscription)) }),
    ]
}

fn create(created: &Value) -> Value {
    let mut answers = ok("201", "The subscription, with the one sight of its secret", created);
    merge(&mut answers, problems(&["400", "404", "408", "409", "413", "415", "422", "429", "503"]));
    json!({
        "operationId": "create_webhook",
        "summary": "Subscribe",
        "description": "Deliveries of these events go to `url`, signed. Without `resortSlug` the subscription is \
            global. 10 new ones per hour and client.",
        "responses": answers,
    })
}

fn page(deliveries: &Value) -> Value {
    let mut of = of_one(
        "list_webhook_deliveries",
        "Deliveries with their attempts, newest first",
        "Each attempt with status, milliseconds, error code and the beginning of the answer. Kept for 30 days.",
        ok("200", "One page", deliveries),
    );
    let integer = |name: &str, about: &str, most: Option<usize>| {
        json!({
            "name": name, "in": "query", "required": false, "description": about,
            "schema": match most {
                Some(most) => json!({ "type": "integer", "minimum": 1, "maximum": most, "default": PAGE }),
                None => json!({ "type": "integer", "minimum": 1 }),
            },
        })
    };
    let more = [
        integer("limit", "Deliveries on a page.", Some(LONGEST_PAGE)),
        integer("before", "`meta.next` of the former page.", None),
    ];
    if let Some(parameters) = of.get_mut("parameters").and_then(Value::as_array_mut) {
        parameters.extend(more);
    }
    merge_responses(&mut of, problems(&["400"]));
    of
}

fn of_delivery(queued: &Value) -> Value {
    let mut of = of_one(
        "redeliver_webhook",
        "Send a delivery once more",
        "The same id and bytes, at the end of its lane. It neither counts as a failure nor as a success.",
        ok("202", "It waits", queued),
    );
    if let Some(parameters) = of.get_mut("parameters").and_then(Value::as_array_mut) {
        parameters.push(path("delivery", "The delivery."));
    }
    merge_responses(&mut of, problems(&["404", "409", "422"]));
    of
}

fn test(queued: &Value) -> Value {
    let mut of = of_one(
        "test_webhook",
        "Send a sample",
        "A delivery in the event's true form, with the header `X-Service-Test: true`. Without `event`, the first one \
         that the subscription lists.",
        ok("202", "It waits", queued),
    );
    merge_responses(&mut of, problems(&["400", "409", "413", "415", "422"]));
    of
}

fn rotation(name: &str, summary: &str, description: &str, answers: Value) -> Value {
    let mut of = of_one(name, summary, description, answers);
    merge_responses(&mut of, problems(&["409"]));
    of
}

/// An operation of one subscription, by its secret.
fn of_one(name: &str, summary: &str, description: &str, mut answers: Value) -> Value {
    merge(&mut answers, problems(&["401", "429", "503"]));
    json!({
        "operationId": name,
        "summary": summary,
        "description": description,
        "security": [{ "webhookSecret": [] }],
        "parameters": [path("id", "The subscription.")],
        "responses": answers,
    })
}

fn path(name: &str, about: &str) -> Value {
    json!({
        "name": name, "in": "path", "required": true, "description": about,
        "schema": { "type": "string", "format": "uuid" },
    })
}

fn with_body(mut operation: Value, schema: Value, required: bool) -> Value {
    let body = json!({ "required": required, "content": { "application/json": { "schema": schema } } });
    if let Some(members) = operation.as_object_mut() {
        members.insert("requestBody".to_owned(), body);
    }
    operation
}

fn ok(status: &str, description: &str, schema: &Value) -> Value {
    json!({ status: { "description": description, "content": { "application/json": { "schema": schema } } } })
}

fn problems(statuses: &[&str]) -> Value {
    let codes = |status: &str| match status {
        "400" => "`invalid_argument`",
        "401" => "`unauthorized`: no such subscription, or another secret",
        "404" => "`resort_not_found` with suggestions, or `not_found`",
        "408" => "`request_timeout`",
        "409" => "`conflict`: `detail` says what stands in the way",
        "413" => "`payload_too_large`: more than 4 KiB",
        "415" => "`unsupported_media_type`",
        "422" => "`callback_url_not_public`",
        "429" => "`rate_limited`, with `Retry-After`",
        _ => "`upstream_unavailable`, with `Retry-After`",
    };
    let problem = json!({ "$ref": "#/components/schemas/Problem" });
    let of = |status: &&str| {
        let answer = json!({
            "description": codes(status),
            "content": { "application/problem+json": { "schema": problem } },
        });
        ((*status).to_owned(), answer)
    };
    Value::Object(statuses.iter().map(of).collect::<Map<_, _>>())
}

fn merge(into: &mut Value, from: Value) {
    if let (Some(into), Value::Object(from)) = (into.as_object_mut(), from) {
        into.extend(from);
    }
}

fn merge_responses(operation: &mut Value, from: Value) {
    if let Some(responses) = operation.get_mut("responses") {
        merge(responses, from);
    }
}
