//! Faults of the server, each with the rule that must find it.

use serde_json::{Value, json};

use super::honest::{SLUGS, days_before};
use super::{Fault, Request, Response};

const fn fault(name: &'static str, rule: &'static str, spoil: fn(&Request, &mut Response, u64)) -> Fault {
    Fault { name, rule, spoil }
}

/// Returns whether the request is for existing conditions.
fn is_conditions(request: &Request) -> bool {
    SLUGS.iter().any(|slug| request.target == format!("/api/v1/resorts/{slug}/conditions"))
}

/// Edits conditions for anonymous callers.
fn open(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if is_conditions(request) && !request.is_pro() && out.status == 200 {
        out.edit(change);
    }
}

/// Edits the resort's detail.
fn detail(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if SLUGS.iter().any(|slug| request.target == format!("/api/v1/resorts/{slug}")) {
        out.edit(change);
    }
}

/// Edits the answer about the road.
fn road(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if request.target.ends_with("/road") && out.status == 200 {
        out.edit(change);
    }
}

fn list(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if request.target.starts_with("/api/v1/resorts?") {
        out.edit(change);
    }
}

fn schema(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if request.target.starts_with("/.well-known/") {
        out.edit(change);
    }
}

/// Edits the result of a method of the connector.
fn method(name: &str, request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if request.body["method"] == name {
        out.edit(|message| change(&mut message["result"]));
    }
}

fn tool(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    method("tools/call", request, out, |result| {
        if result["isError"] != true {
            change(result);
        }
    });
}

fn fortnight() -> Value {
    json!({ "value": 66, "source": "model", "observedAt": days_before(0), "confidence": 0.5 })
}

/// Edits the danger bulletin of a resort.
fn bulletin(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if SLUGS.iter().any(|slug| request.target == format!("/api/v1/resorts/{slug}/avalanche")) {
        out.edit(change);
    }
}

/// Edits the answer to a question.
fn edit_question(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if request.target.starts_with("/api/v1/ask?") {
        out.edit(|body| change(&mut body["data"]));
    }
}

/// Edits the photos of a resort.
fn photos(request: &Request, out: &mut Response, change: impl FnOnce(&mut Value)) {
    if SLUGS.iter().any(|slug| request.target == format!("/api/v1/resorts/{slug}/photos")) {
        out.edit(change);
    }
}

pub(super) const ALL: &[Fault] = &[
    fault("an invented number in an answer", "ask/number-traced", |request, out, _| {
        edit_question(request, out, |data| data["answer"] = json!("The snow is 999 deep."));
    }),
    fault("an answer with other numbers than its evidence", "ask/shown-is-value", |request, out, _| {
        edit_question(request, out, |data| data["evidence"][0]["shown"] = json!("999 cm"));
    }),
    fault("evidence that is not in the record", "ask/evidence-there", |request, out, _| {
        edit_question(request, out, |data| {
            data["evidence"][0]["value"] = json!(999);
            data["evidence"][0]["shown"] = json!("999 cm");
            data["answer"] = json!("The snow is 999 cm deep.");
        });
    }),
    fault("no answer and no reason", "ask/refusal", |request, out, _| {
        edit_question(request, out, |data| {
            data["answerable"] = json!(false);
            data["evidence"] = json!([]);
            data["answer"] = json!("No.");
        });
    }),
    fault("a photo that may not be shown", "photos/licence", |request, out, _| {
        photos(request, out, |body| body["data"]["photos"][0]["licence"] = json!("CC BY-NC 4.0"));
    }),
    fault("a licence without its text", "photos/licence", |request, out, _| {
        photos(request, out, |body| body["data"]["photos"][0]["licenceUrl"] = Value::Null);
    }),
    fault("a photo without its author", "photos/credited", |request, out, _| {
        photos(request, out, |body| body["data"]["photos"][0]["author"] = Value::Null);
    }),
    fault("a script for a photo's page", "photos/credited", |request, out, _| {
        photos(request, out, |body| body["data"]["photos"][1]["pageUrl"] = json!("javascript:alert(1)"));
    }),
    fault("no photo without a reason", "photos/reason", |request, out, _| {
        photos(request, out, |body| body["data"]["photos"] = json!([]));
    }),
    fault("no danger level turned into 0", "avalanche/level-or-reason", |request, out, _| {
        bulletin(request, out, |body| body["data"]["tomorrow"]["level"] = json!(0));
    }),
    fault("no danger level without a reason", "avalanche/level-or-reason", |request, out, _| {
        bulletin(request, out, |body| body["data"]["tomorrow"]["reason"] = Value::Null);
    }),
    fault("a danger level below its highest rating", "avalanche/highest-rating", |request, out, _| {
        bulletin(request, out, |body| body["data"]["now"]["level"] = json!(2));
    }),
    fault("an expired bulletin as current", "avalanche/holds", |request, out, _| {
        bulletin(request, out, |body| body["data"]["bulletin"]["validUntil"] = json!(days_before(1)));
    }),
    fault("a bulletin that is not yet valid, as current", "avalanche/holds", |request, out, _| {
        bulletin(request, out, |body| body["data"]["bulletin"]["validFrom"] = json!(days_before(-1)));
    }),
    fault("problems of an expired bulletin", "avalanche/holds", |request, out, _| {
        bulletin(request, out, |body| {
            body["data"]["bulletin"]["validUntil"] = json!(days_before(1));
            body["data"]["now"] = body["data"]["tomorrow"].take();
        });
    }),
    fault("a danger level without its issuer", "avalanche/credited", |request, out, _| {
        bulletin(request, out, |body| body["data"]["bulletin"]["issuer"] = json!(" "));
    }),
    fault("a danger level without a source", "avalanche/credited", |request, out, _| {
        bulletin(request, out, |body| body["meta"]["credits"]["sources"] = json!([]));
    }),
    fault("a script for a link", "avalanche/credited", |request, out, _| {
        bulletin(request, out, |body| body["data"]["bulletin"]["link"] = json!("javascript:alert(1)"));
    }),
    fault("null turned into 0", "field/none-has-no-value", |request, out, _| {
        open(request, out, |body| body["data"]["forecast"]["next14dCm"]["value"] = json!(0));
    }),
    fault("the Pro total for everyone", "forecast/fortnight-withheld", |request, out, _| {
        open(request, out, |body| body["data"]["forecast"]["next14dCm"] = fortnight());
    }),
    fault("the Pro total inline", "detail/inline-withheld", |request, out, _| {
        detail(request, out, |body| body["data"]["conditions"]["forecast"]["next14dCm"] = fortnight());
    }),
    fault("the Pro rows for everyone", "detail/rows-withheld", |request, out, _| {
        detail(request, out, |body| body["data"]["forecast"]["days"][9]["snowfallCm"] = json!(4));
    }),
    fault("a stale control published as open", "road/unknown-is-null", |request, out, _| {
        road(request, out, |body| body["data"]["controls"][1]["level"] = json!("no_restriction"));
    }),
    fault("an open road with an unknown control", "road/call", |request, out, _| {
        road(request, out, |body| body["data"]["call"]["level"] = json!("no_restriction"));
    }),
    fault("a level without a time", "road/time", |request, out, _| {
        road(request, out, |body| body["data"]["controls"][0]["asOf"] = Value::Null);
    }),
    fault("an agency without its credit", "road/credited", |request, out, _| {
        road(request, out, |body| body["meta"]["credits"]["sources"] = json!([]));
    }),
    fault("thirteen rows", "detail/fourteen-rows", |request, out, _| {
        detail(request, out, |body| {
            if let Some(days) = body["data"]["forecast"]["days"].as_array_mut() {
                days.pop();
            }
        });
    }),
    fault("another window for the own peak", "detail/own-peak", |request, out, _| {
        detail(request, out, |body| body["data"]["forecast"]["peak"]["windowDays"] = json!(14));
    }),
    fault("another record inline", "detail/inline-record", |request, out, _| {
        detail(request, out, |body| body["data"]["conditions"]["surface"]["value"] = json!("ice"));
    }),
    fault("rows of another blend", "rows/sum-is-next7d", |request, out, _| {
        if request.target.ends_with("/forecast") {
            out.edit(|body| body["data"]["days"][0]["snowfallCm"] = json!(0.1));
        }
    }),
    fault("another resort's record", "http/slug-asked", |request, out, _| {
        open(request, out, |body| {
            body["meta"]["slug"] = json!("first");
            body["data"]["slug"] = json!("first");
        });
    }),
    fault("a page for people", "http/json", |request, out, _| {
        if is_conditions(request) && request.target.contains("second") {
            out.set("content-type", "text/html");
            out.body = "<!doctype html><title>Snow</title>".to_owned();
        }
    }),
    fault("nested without end", "http/json", |request, out, _| {
        if is_conditions(request) && request.target.contains("second") {
            out.body = "[".repeat(100_000);
        }
    }),
    fault("redirected", "http/answers", |request, out, _| {
        if is_conditions(request) && request.target.contains("second") {
            out.status = 302;
            out.set("location", "/elsewhere");
        }
    }),
    fault("an error within", "http/answers", |request, out, _| {
        if is_conditions(request) && request.target.contains("second") {
            out.status = 500;
        }
    }),
    fault("cut off", "http/answers", |request, out, _| {
        if is_conditions(request) && request.target.contains("second") {
            out.missing = 10_000;
        }
    }),
    fault("resolved earlier each time", "samples/resolved-never-back", |request, out, nth| {
        open(request, out, |body| {
            let at = json!(days_before(i64::try_from(nth).unwrap_or(0)));
            body["meta"]["resolvedAt"] = at.clone();
            body["data"]["resolvedAt"] = at;
        });
    }),
    fault(
        "another record of the same resolution",
        "samples/one-resolution-one-record",
        |request, out, nth| {
            open(request, out, |body| body["data"]["surface"]["value"] = json!(format!("ice {nth}")));
        },
    ),
    fault("ages from a cache", "freshness/age", |request, out, _| {
        open(request, out, |body| body["meta"]["freshness"]["surface"]["ageHours"] = json!(0.1));
    }),
    fault("made an hour ago", "http/generated-recently", |request, out, _| {
        if is_conditions(request) {
            out.set("date", "Sat, 10 Jan 2026 19:00:05 GMT");
        }
    }),
    fault("one resort twice", "list/each-once", |request, out, _| {
        list(request, out, |body| body["data"][2]["slug"] = json!("first"));
    }),
    fault("no total", "list/total", |request, out, _| {
        list(request, out, |body| body["meta"]["total"] = json!("3"));
    }),
    fault("a list without credits", "list/meta", |request, out, _| {
        list(request, out, |body| body["meta"]["credits"] = Value::Null);
    }),
    fault("unknown parameters ignored", "http/unknown-parameter", |request, out, _| {
        if request.target.contains("nobodyKnowsThis") {
            (out.status, out.body) = (200, "{}".to_owned());
        }
    }),
    fault("an unknown resort is some resort", "http/not-found", |request, out, _| {
        if request.target.contains("no-resort-has-this-slug") {
            (out.status, out.body) = (200, "{}".to_owned());
        }
    }),
    fault("errors in plain text", "http/problem-type", |_, out, _| {
        if out.status == 404 {
            out.set("content-type", "text/plain");
        }
    }),
    fault("no tag", "http/revalidates", |_, out, _| out.headers.retain(|(name, _)| *name != "etag")),
    fault("a tag for nothing", "http/revalidates", |_, out, _| {
        if out.status == 304 {
            (out.status, out.body) = (200, "{}".to_owned());
        }
    }),
    fault("cached for a day", "http/cacheable", |request, out, _| {
        if !request.is_pro() {
            out.set("cache-control", "public, max-age=86400");
        }
    }),
    fault("a shared cache keeps Pro answers", "http/cacheable", |request, out, _| {
        if request.is_pro() {
            out.set("cache-control", "public, max-age=60");
        }
    }),
    fault("Pro sees the anonymous view", "tiers/pro-sees-the-fortnight", |request, out, _| {
        if request.is_pro() && is_conditions(request) && out.status == 200 {
            let none = json!({ "value": null, "source": "none", "observedAt": null, "confidence": 0 });
            out.edit(|body| body["data"]["forecast"]["next14dCm"] = none);
        }
    }),
    fault("Pro sees another week", "tiers/same-but-the-fortnight", |request, out, _| {
        if request.is_pro() && is_conditions(request) && out.status == 200 {
            out.edit(|body| body["data"]["forecast"]["next7dCm"]["value"] = json!(0.7));
        }
    }),
    fault("no schema", "schema/accepts", |request, out, _| {
        if request.target.starts_with("/.well-known/") {
            out.status = 404;
        }
    }),
    fault("a schema of another version", "schema/version", |request, out, _| {
        schema(request, out, |body| body["properties"]["schemaVersion"]["const"] = json!("1.9.0"));
    }),
    fault("an open schema", "schema/closed", |request, out, _| {
        schema(request, out, |body| body["additionalProperties"] = json!(true));
    }),
    fault("a schema of more", "schema/same-members", |request, out, _| {
        schema(request, out, |body| body["properties"]["more"] = json!({ "type": "string" }));
    }),
    fault("a schema that is elsewhere", "schema/identified", |request, out, _| {
        schema(request, out, |body| body["$id"] = json!("https://elsewhere.example.org/schema.json"));
    }),
    fault("no structured credit", "connector/structured-credit", |request, out, _| {
        tool(request, out, |result| result["structuredContent"]["credits"] = json!({}));
    }),
    fault("no credit at the end of the text", "connector/text-credit", |request, out, _| {
        tool(request, out, |result| result["content"][0]["text"] = json!("Data by Synthetic Snow.\n\nSnow."));
    }),
    fault("upstream credits forgotten", "connector/upstream-credits", |request, out, _| {
        tool(request, out, |result| result["content"][0]["text"] = json!("Snow.\n\nData by Synthetic Snow"));
    }),
    fault("instructions without credit", "connector/instructions-credit", |request, out, _| {
        method("initialize", request, out, |result| result["instructions"] = json!("Ask away."));
    }),
    fault("one revision for all", "connector/both-eras", |request, out, _| {
        method("initialize", request, out, |result| result["protocolVersion"] = json!("2025-11-25"));
    }),
    fault("no modern opening", "connector/answers", |request, out, _| {
        if request.body["method"] == "server/discover" {
            out.edit(|message| *message = json!({ "jsonrpc": "2.0", "error": { "code": -32601 } }));
        }
    }),
    fault("a connector that is cut off", "connector/answers", |request, out, _| {
        if request.body["method"] == "tools/list" {
            out.missing = 10_000;
        }
    }),
    fault("sessions", "connector/stateless", |request, out, _| {
        if request.target == "/mcp" {
            out.set("mcp-session-id", "1");
        }
    }),
    fault("a stream for GET", "connector/stateless", |request, out, _| {
        if request.target == "/mcp" && request.method == "GET" {
            out.status = 200;
        }
    }),
    fault("another record by tool", "connector/agrees-with-rest", |request, out, _| {
        tool(request, out, |result| result["structuredContent"]["data"]["surface"] = json!("ice"));
    }),
    fault("the Pro total by tool", "connector/fortnight-withheld", |request, out, _| {
        tool(request, out, |result| {
            result["structuredContent"]["data"]["conditions"]["forecast"]["next14dCm"] = fortnight();
        });
    }),
    fault("against its own output schema", "connector/output-schema", |request, out, _| {
        tool(request, out, |result| result["structuredContent"]["data"] = json!([]));
    }),
    fault("an unknown resort is not an error", "connector/input-fault", |request, out, _| {
        if request.body["method"] == "tools/call" {
            out.edit(|message| {
                if let Some(result) = message["result"].as_object_mut() {
                    result.remove("isError");
                }
            });
        }
    }),
];
