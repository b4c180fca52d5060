//! The OpenAPI description of reports.

use ::operators::confirmed;
use ::operators::list::{LiftStatus, NAME};
use ::operators::report::Field;
use ::operators::surface::Surface;
use serde_json::{Map, Value, json};

use super::{PUBLISH, REPORTS, UNDO};

/// Name of the security scheme of keys.
const SCHEME: &str = "operatorKey";

/// Adds the endpoints of reports to a document.
pub fn describe(document: &mut Value) {
    let add = |document: &mut Value, pointer: &str, name: &str, value: Value| {
        if let Some(known) = document.pointer_mut(pointer).and_then(Value::as_object_mut) {
            known.insert(name.to_owned(), value);
        }
    };
    if document.pointer("/components/securitySchemes").is_none() {
        add(document, "/components", "securitySchemes", json!({}));
    }
    let bearer = json!({
        "type": "http", "scheme": "bearer",
        "description": "A key of one resort, `osc_key_…`, shown only once, when it was created.",
    });
    add(document, "/components/securitySchemes", SCHEME, bearer);
    let slug = parameter("slug", "path", "The resort of the key.");
    let confirm = parameter(
        confirmed::ARGUMENT,
        "query",
        "Values that look like slips but are correct, named as in `review.warnings`, for example depthBase:840; comma-separated.",
    );
    let post = json!({
        "operationId": "send_report", "summary": "Send a report of the resort",
        "description": "Omitted fields are unchanged; null means \"not measured\". Lengths are centimetres unless `units` is `in`. \
            Published at once unless the query says otherwise. `review.warnings` lists values that look like slips. A value whose warning has `confirm` is published only if the query contains it (409 otherwise), \
            and stays out of lists and rankings for 15 minutes.",
        "parameters": [
            slug,
            query("dryRun", "Return the changes that the report would make, and store nothing."),
            query("draft", "Store the report as a draft without publishing it."),
            confirm.clone(),
            parameter("Idempotency-Key", "header", "Identifies repeated requests: a repetition returns the stored report."),
        ],
        "security": [{ SCHEME: [] }],
        "requestBody": { "required": true, "content": {
            "application/json": { "schema": { "anyOf": [report(), { "type": "object", "description": "A resource of AlpineBits DestinationData with `snowCondition`." }] } },
            "text/csv": { "schema": { "type": "string", "description": "One report per row, all or none are stored; for the header names see `docs/operators.md`." } },
        } },
        "responses": responses(&[("201", "The report is stored"), ("200", "A dry run, or a repeated request")], &["400", "401", "403", "408", "409", "413", "415", "429", "503"]),
    });
    let get = json!({
        "operationId": "list_reports", "summary": "The newest reports of the resort, newest first",
        "parameters": [slug], "security": [{ SCHEME: [] }],
        "responses": responses(&[("200", "The reports, including withdrawn ones")], &["400", "401", "403", "429", "503"]),
    });
    let undo = json!({
        "operationId": "undo_report", "summary": "Withdraw the newest report within 15 minutes",
        "parameters": [slug, parameter("id", "path", "The report.")], "security": [{ SCHEME: [] }],
        "responses": responses(&[("200", "The report is withdrawn; the previous values apply again")], &["400", "401", "403", "404", "409", "429", "503"]),
    });
    add(document, "/paths", REPORTS, json!({ "get": get, "post": post }));
    let publish = json!({
        "operationId": "publish_report", "summary": "Publish a draft, for example one sent by e-mail",
        "parameters": [slug, parameter("id", "path", "The draft."), confirm], "security": [{ SCHEME: [] }],
        "responses": responses(&[("200", "The report is published")], &["400", "401", "403", "404", "409", "429", "503"]),
    });
    add(document, "/paths", PUBLISH, json!({ "post": publish }));
    add(document, "/paths", UNDO, json!({ "post": undo }));
}

fn parameter(name: &str, place: &str, about: &str) -> Value {
    json!({
        "name": name, "in": place, "required": place == "path", "description": about,
        "schema": { "type": "string" },
    })
}

fn query(name: &str, about: &str) -> Value {
    json!({
        "name": name, "in": "query", "required": false, "description": about,
        "schema": { "type": "boolean", "default": false },
    })
}

fn responses(answers: &[(&str, &str)], refusals: &[&str]) -> Value {
    let mut all = Map::new();
    for (status, about) in answers {
        let schema = json!({ "type": "object", "required": ["data"], "properties": { "data": {} } });
        all.insert(
            (*status).to_owned(),
            json!({ "description": about, "content": { "application/json": { "schema": schema } } }),
        );
    }
    for status in refusals {
        let problem = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
        all.insert(
            (*status).to_owned(),
            json!({ "description": "Refused", "content": { "application/problem+json": problem } }),
        );
    }
    Value::Object(all)
}

/// Returns the schema of a report.
fn report() -> Value {
    let mut members = Map::new();
    members.insert("units".to_owned(), json!({ "enum": ["cm", "in"], "default": "cm" }));
    for field in Field::ALL {
        let schema = match field {
            Field::Status => json!({ "enum": ["OPEN", "CLOSED_TODAY", "PRE_SEASON", "OFF_SEASON"] }),
            Field::Surface => {
                json!({ "enum": Surface::ALL.iter().map(|word| word.code()).collect::<Vec<_>>() })
            }
            Field::ObservedAt => {
                json!({ "type": "string", "format": "date-time", "description": "Time of measurement. Default: now." })
            }
            Field::Note => {
                json!({ "type": "string", "maxLength": 280, "description": "One sentence in plain text." })
            }
            Field::Lifts | Field::Runs => list(),
            field if Field::COUNTS.contains(field) => json!({ "type": "integer", "minimum": 0 }),
            _ => {
                json!({ "type": ["number", "null"], "minimum": 0, "description": "Null means \"not measured\"." })
            }
        };
        members.insert(field.name().to_owned(), schema);
    }
    json!({ "type": "object", "properties": members, "additionalProperties": false, "minProperties": 1 })
}

/// Returns the schema of lifts or runs by name.
fn list() -> Value {
    let codes: Vec<&str> = LiftStatus::ALL.iter().map(|status| status.code()).collect();
    let status = json!({ "enum": codes, "default": LiftStatus::default().code() });
    json!({
        "type": "array", "minItems": 1, "description": "All of them by name. A count in the same report must agree.",
        "items": {
            "type": "object", "required": ["name"], "additionalProperties": false,
            "properties": { "name": { "type": "string", "maxLength": NAME.most }, "status": status },
        },
    })
}
