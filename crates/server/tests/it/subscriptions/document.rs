//! Compares the OpenAPI description of the webhooks with real requests, answers and deliveries.

use reqwest::Method;
use serde_json::{Value, json};

use super::{NOBODY, PATH, create, development, started, subscribe};
use crate::harness::{Harness, RUNTIME, Reply};
use crate::webhooks::receiver::{Manner, Receiver};

/// The document with its objects closed, so that an undescribed member is found.
pub(super) struct Document(Value);

impl Document {
    pub(super) fn of(harness: &Harness) -> Self {
        let mut document = harness.get("/api/v1/openapi.json").json();
        close(&mut document["paths"]);
        close(&mut document["webhooks"]);
        close(&mut document["components"]["schemas"]);
        Self(document)
    }

    /// Returns the errors of an answer.
    pub(super) fn answer(&self, path: &str, method: &str, reply: &Reply) -> Vec<String> {
        let status = reply.status.to_string();
        let content = &self.0["paths"][path][method]["responses"][&status]["content"];
        self.wrong(&content[reply.header("content-type")]["schema"], &reply.json())
    }

    /// Returns the errors in the body of a request.
    fn request(&self, path: &str, body: &Value) -> Vec<String> {
        let content = &self.0["paths"][path]["post"]["requestBody"]["content"];
        self.wrong(&content["application/json"]["schema"], body)
    }

    /// Returns the errors of a delivery.
    fn delivery(&self, event: &str, body: &Value) -> Vec<String> {
        let content = &self.0["webhooks"][event]["post"]["requestBody"]["content"];
        self.wrong(&content["application/json"]["schema"], body)
    }

    fn wrong(&self, schema: &Value, value: &Value) -> Vec<String> {
        assert!(schema.is_object(), "not described: {value}");
        let mut schema = schema.clone();
        schema["components"] = self.0["components"].clone();
        let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
        let validator = options.should_validate_formats(true).build(&schema).unwrap();
        let of = |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
        validator.iter_errors(value).map(of).collect()
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let is_object = members.get("type").is_some_and(|kind| kind == "object");
            if is_object && members.contains_key("properties") {
                members.entry("additionalProperties").or_insert(json!(false));
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn requests_are_described() {
    let harness = started("document-requests", development());
    let document = Document::of(&harness);
    let whole = json!({ "url": "https://8.8.8.8/hook", "events": ["powder-alert"], "resortSlug": "zermatt" });
    for (change, is_taken) in [
        (json!({}), true),
        (json!({ "resortSlug": null }), true),
        (json!({ "events": ["powder-alert", "snow-report.updated"] }), true),
        (json!({ "events": ["powder-alert", "powder-alert"] }), false),
        (json!({ "events": [] }), false),
        (json!({ "events": ["powder"] }), false),
        (json!({ "url": 7 }), false),
        (json!({ "url": null }), false),
        (json!({ "url": format!("https://8.8.8.8/{}", "x".repeat(2_048)) }), false),
        (json!({ "resort": "zermatt" }), false),
    ] {
        let mut body = whole.clone();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let reply = create(&harness, &body);
        assert_eq!(reply.status, if is_taken { 201 } else { 400 }, "{body}: {}", reply.text());
        assert_eq!(document.request(PATH, &body).is_empty(), is_taken, "{body}");
    }
    for missing in ["url", "events", "resortSlug"] {
        let mut body = whole.clone();
        body.as_object_mut().unwrap().remove(missing);
        let is_understood = create(&harness, &body).status != 400;
        assert_eq!(document.request(PATH, &body).is_empty(), is_understood, "{missing}");
    }
    let test = "/api/v1/webhooks/{id}/test";
    let owner = subscribe(&harness, &format!("{NOBODY}/hook"));
    let bearer = owner.bearer();
    let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
    for (body, is_taken) in [
        (json!({}), true),
        (json!({ "event": "powder-alert" }), true),
        (json!({ "event": "powder" }), false),
        (json!({ "events": ["powder-alert"] }), false),
    ] {
        let reply = harness.post(&owner.path("/test"), &headers, body.to_string().as_bytes());
        assert_eq!(reply.status, if is_taken { 202 } else { 400 }, "{body}: {}", reply.text());
        assert_eq!(document.request(test, &body).is_empty(), is_taken, "{body}");
        assert_eq!(document.answer(test, "post", &reply), [""; 0], "{body}");
    }
}

#[test]
fn deliveries_are_described() {
    let harness = started("document-deliveries", development());
    let document = Document::of(&harness);
    let answer = crate::webhooks::receiver::plain("204 No Content");
    let receiver = RUNTIME.block_on(Receiver::start("127.0.0.1", Manner::Answers(answer)));
    let url = format!("http://{}/hook", receiver.address);
    let cases = [
        ("powder-alert", json!("zermatt")),
        ("snow-report.updated", json!("zermatt")),
        ("snow-report.updated", Value::Null),
    ];
    for (nth, (event, slug)) in cases.into_iter().enumerate() {
        let made = create(&harness, &json!({ "url": url, "events": [event], "resortSlug": slug }));
        assert_eq!(made.status, 201, "{}", made.text());
        let data = &made.json()["data"];
        let text = |name: &str| data[name].as_str().unwrap().to_owned();
        let owner = super::Subscribed { id: text("id"), secret: text("secret") };
        assert_eq!(owner.send(&harness, Method::POST, "/test").status, 202);
        super::seen::wait("a delivery", || receiver.requests().len() > nth);
        let body: Value = serde_json::from_slice(&receiver.requests()[nth].body).unwrap();
        assert_eq!(body["event"], event);
        assert_eq!(body["data"].get("leaderboard").is_some(), slug.is_null(), "{body}");
        assert_eq!(document.delivery(event, &body), [""; 0], "{body}");
        let mut broken = body.clone();
        broken["data"]["somethingElse"] = json!(1);
        assert!(!document.delivery(event, &broken).is_empty(), "{broken}");
        let mut broken = body.clone();
        broken.as_object_mut().unwrap().remove("subscriptionId");
        assert!(!document.delivery(event, &broken).is_empty(), "{broken}");
    }
}

#[test]
fn secrets_and_rejections_are_described() {
    let harness = started("document-answers", development());
    let document = Document::of(&harness);
    let owner = subscribe(&harness, &format!("{NOBODY}/hook"));
    let rotation = owner.send(&harness, Method::POST, "/rotate").json();
    let secret = rotation["data"]["secret"].as_str().unwrap().to_owned();
    let next = super::Subscribed { id: owner.id.clone(), secret };
    let committed = next.send(&harness, Method::POST, "/rotate/commit");
    assert_eq!(committed.status, 200, "{}", committed.text());
    let path = "/api/v1/webhooks/{id}/rotate/commit";
    assert_eq!(document.answer(path, "post", &committed), [""; 0]);
    for (method, path, reply) in [
        ("get", "/api/v1/webhooks/{id}", owner.send(&harness, Method::GET, "")),
        ("delete", "/api/v1/webhooks/{id}", owner.send(&harness, Method::DELETE, "")),
        ("post", "/api/v1/webhooks/{id}/rotate", owner.send(&harness, Method::POST, "/rotate")),
        ("get", "/api/v1/webhooks/{id}/deliveries", next.send(&harness, Method::GET, "/deliveries?page=1")),
        (
            "post",
            "/api/v1/webhooks/{id}/deliveries/{delivery}/redeliver",
            next.send(&harness, Method::POST, "/deliveries/x/redeliver"),
        ),
        ("post", PATH, create(&harness, &json!({ "url": "https://10.0.0.1/", "events": ["powder-alert"] }))),
        ("post", PATH, harness.post(PATH, &[("Content-Type", "text/plain")], b"{}")),
    ] {
        assert!(reply.status >= 400, "{method} {path}: {}", reply.text());
        assert_eq!(document.answer(path, method, &reply), [""; 0], "{method} {path}: {}", reply.text());
    }
}
