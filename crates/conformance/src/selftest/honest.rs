//! Correct answers: three synthetic resorts at a fixed time, in the shapes of the service.

use std::sync::LazyLock;

use conditions_core::evidence::{Evidence, PerBand, Profile};
use conditions_core::field::Field;
use conditions_core::forecast;
use conditions_core::policy::Policy;
use conditions_core::record::{Band, Resolution};
use conditions_core::resolve;
use conditions_core::time::{DAY_MS, Timestamp};
use contract::Envelope;
use contract::envelope::Publisher;
use serde_json::{Value, json};

use super::{Request, Response};

/// 10 January 2026, 18:00 UTC, followed by its HTTP form.
const NOW: Timestamp = Timestamp::from_millis(1_768_068_000_000);
const DATE: &str = "Sat, 10 Jan 2026 18:00:05 GMT";

const PUBLISHER: Publisher<'static> =
    Publisher { name: "Synthetic Snow", base_url: "https://snow.example.org" };
pub(super) const SLUGS: [&str; 3] = ["first", "second", "third"];
const CREDIT: &str = "Data by Synthetic Snow (https://snow.example.org). Sources: Synthetic evidence.";

static EVIDENCE: LazyLock<Evidence> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../docs/examples/full.evidence.json")).unwrap_or_default()
});

fn profile(slug: &str) -> Profile {
    let mut profile = Profile::new(slug, conditions_core::chrono_tz::UTC);
    profile.elevation_m = PerBand { base: Some(2600.0), mid: Some(2900.0), summit: Some(3300.0) };
    profile
}

fn resolution(slug: &str, pro: bool) -> Resolution {
    let mut resolution = resolve(NOW, &Policy::contract(), &profile(slug), &EVIDENCE);
    if !pro {
        resolution.record.forecast.next14d_cm = Field::not_reported();
    }
    resolution
}

fn envelope(slug: &str, pro: bool) -> Value {
    let resolution = resolution(slug, pro);
    serde_json::to_value(Envelope::new(&PUBLISHER, &Policy::contract(), &resolution, NOW)).unwrap_or_default()
}

fn rows(slug: &str, pro: bool) -> Vec<Value> {
    let days =
        forecast::daily(NOW, &Policy::contract(), &profile(slug), EVIDENCE.forecast.as_ref(), Band::Mid);
    let mut rows: Vec<Value> = days.iter().filter_map(|day| serde_json::to_value(day).ok()).collect();
    for row in rows.iter_mut().skip(if pro { 14 } else { 7 }) {
        *row = json!({ "date": row["date"], "snowfallCm": null, "proRequired": true });
    }
    rows
}

fn biggest(rows: &[Value]) -> Value {
    let seen = rows.iter().take_while(|row| row["proRequired"] != true).count();
    let mut best: Option<&Value> = None;
    for row in rows.iter().take(seen) {
        let most = best.and_then(|row| row["snowfallCm"].as_f64()).unwrap_or(0.0);
        best = if row["snowfallCm"].as_f64().is_some_and(|cm| cm > most) { Some(row) } else { best };
    }
    best.map_or(
        Value::Null,
        |row| json!({ "date": row["date"], "snowfallCm": row["snowfallCm"], "windowDays": seen }),
    )
}

fn credits() -> Value {
    json!({
        "service": { "text": "Data by Synthetic Snow", "url": PUBLISHER.base_url },
        "requirement": "Show it.",
        "termsUrl": format!("{}/terms", PUBLISHER.base_url),
        "sources": [{ "name": "Synthetic", "text": "Synthetic evidence" }],
    })
}

fn wrapped(data: &Value) -> Value {
    json!({ "meta": { "source": PUBLISHER.name, "generatedAt": NOW, "credits": credits() }, "data": data })
}

fn detail(slug: &str, pro: bool) -> Value {
    let (envelope, rows) = (envelope(slug, pro), rows(slug, pro));
    let forecast = json!({ "peak": biggest(&rows), "days": rows });
    wrapped(&json!({ "slug": slug, "conditions": envelope["data"], "forecast": forecast }))
}

/// Returns a road with one control that requires something, and one without current information.
fn road(slug: &str) -> Value {
    let place = |name: &str| json!({ "name": name, "source": "synthetic" });
    wrapped(&json!({
        "slug": slug, "available": true, "reason": null,
        "call": { "level": "chains_unless_awd", "stated": 1, "unknown": 1 },
        "controls": [
            { "place": place("First Pass"), "level": "chains_unless_awd", "reason": null, "asOf": NOW },
            { "place": place("Second Pass"), "level": null, "reason": "stale", "asOf": days_before(2) },
        ],
    }))
}

/// Returns a valid avalanche bulletin for today, and none for the next day.
fn bulletin(slug: &str) -> Value {
    let rating =
        |level: u8, elevation: &str| json!({ "level": level, "elevation": elevation, "part": "all_day" });
    json!({
        "slug": slug, "available": true, "reason": null,
        "now": {
            "level": 3, "levelName": "considerable", "reason": null,
            "ratings": [rating(3, "above 2200 m"), rating(2, "below 2200 m")],
        },
        "tomorrow": { "level": null, "levelName": null, "reason": "not_yet_issued", "ratings": [] },
        "bulletin": {
            "issuer": "Synthetic service", "link": "https://snow.example.org/bulletin",
            "validFrom": NOW.plus_millis(-DAY_MS / 2), "validUntil": NOW.plus_millis(DAY_MS / 2),
            "problems": [{ "kind": "wind_slab" }],
        },
        "notice": "Not advice.",
    })
}

/// Returns the answer to a question about the depth of the snow.
fn depth_question(query: &str) -> Value {
    let slug =
        SLUGS.iter().find(|slug| query.ends_with(&format!("slug={slug}"))).copied().unwrap_or_default();
    let depth = envelope(slug, false)["data"]["displayDepthCm"].clone();
    let Some(value) = depth["value"].as_f64() else {
        return json!({
            "answer": "The snow depth is not reported.", "answerable": true, "reason": null, "evidence": [],
        });
    };
    let shown = format!("{} cm", value.round());
    json!({
        "answer": format!("The snow is {shown} deep."), "answerable": true, "reason": null,
        "evidence": [{
            "operation": "get_conditions", "arguments": { "slug": slug }, "pointer": "/data/displayDepthCm/value",
            "value": depth["value"], "unit": "cm", "shown": shown, "source": depth["source"],
        }],
    })
}

/// Returns two invented photos.
fn photos(slug: &str) -> Value {
    let photo = |licence: &str, licence_url: Value, author: Value| {
        json!({
            "url": "https://photos.example.org/1.jpg", "pageUrl": "https://photos.example.org/1", "alt": "Synthetic photo",
            "licence": licence, "licenceUrl": licence_url, "author": author,
        })
    };
    json!({
        "slug": slug, "available": true, "reason": null,
        "photos": [
            photo("CC BY-SA 4.0", json!("https://creativecommons.org/licenses/by-sa/4.0/"), json!("Nobody")),
            photo("Public domain", Value::Null, Value::Null),
        ],
    })
}

/// Returns the answer of a server that follows every rule.
pub(super) fn answer(request: &Request) -> Response {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let pro = request.is_pro();
    let body = match parts.as_slice() {
        ["api", "v1", "definitions"] => {
            wrapped(&json!([{ "id": "ttl.depth", "value": 48, "unit": "h", "meaning": "synthetic" }]))
        }
        ["api", "v1", "resorts"] => {
            let mut list = wrapped(&SLUGS.iter().map(|slug| json!({ "slug": slug })).collect());
            list["meta"]["total"] = json!(SLUGS.len());
            list
        }
        ["api", "v1", "ask"] => wrapped(&depth_question(query)),
        [".well-known", "schemas", _] => {
            serde_json::from_str(&contract::schema::served(PUBLISHER.base_url)).unwrap_or_default()
        }
        ["api", "v1", "resorts", slug, rest @ ..] if SLUGS.contains(slug) => match rest {
            _ if query.contains("nobodyKnowsThis") => return problem(400, "invalid_argument"),
            ["conditions"] => envelope(slug, pro),
            ["forecast"] => wrapped(&json!({ "days": rows(slug, pro) })),
            ["road"] => road(slug),
            ["avalanche"] => wrapped(&bulletin(slug)),
            ["photos"] => wrapped(&photos(slug)),
            [] => detail(slug, pro),
            _ => return problem(404, "not_found"),
        },
        ["api", "v1", "resorts", ..] => return problem(404, "resort_not_found"),
        ["mcp"] if request.method == "POST" => return connector(request),
        ["mcp"] => return problem(405, "method_not_allowed"),
        _ => return problem(404, "not_found"),
    };
    let mut out = json_out(200, &body);
    let control = if pro { "private" } else { "public, max-age=60" };
    out.set("cache-control", control);
    let tag = format!("\"{:x}-{}\"", fold(&out.body), u8::from(pro));
    if request.header("if-none-match") == tag {
        (out.status, out.body) = (304, String::new());
    }
    out.set("etag", &tag);
    out
}

/// Hashes a text; collisions are unlikely enough here.
fn fold(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

pub(super) fn json_out(status: u16, body: &Value) -> Response {
    let headers = vec![("content-type", "application/json".to_owned()), ("date", DATE.to_owned())];
    Response { status, headers, body: body.to_string(), missing: 0 }
}

fn problem(status: u16, code: &str) -> Response {
    let body = json!({
        "type": format!("{}/problems/{code}", PUBLISHER.base_url),
        "title": code, "status": status, "code": code, "error": code, "suggestions": SLUGS,
    });
    let mut out = json_out(status, &body);
    out.set("content-type", "application/problem+json");
    out
}

fn connector(request: &Request) -> Response {
    let params = &request.body["params"];
    let instructions = format!("Show the credit \"{CREDIT}\".");
    let schema = json!({
        "type": "object", "required": ["data", "credits"],
        "properties": { "data": { "type": "object" }, "credits": { "type": "object" } },
    });
    let tool =
        |name: &str| json!({ "name": name, "inputSchema": { "type": "object" }, "outputSchema": schema });
    let result = match request.body["method"].as_str().unwrap_or("") {
        "initialize" => json!({
            "protocolVersion": params["protocolVersion"], "capabilities": {},
            "serverInfo": { "name": "synthetic", "version": "1" }, "instructions": instructions,
        }),
        "server/discover" => json!({
            "supportedVersions": ["2026-07-28", "2025-11-25"], "capabilities": {},
            "instructions": instructions, "resultType": "complete",
        }),
        "tools/list" => json!({ "tools": [tool("get_conditions"), tool("get_resort")] }),
        "tools/call" => called(params),
        _ => {
            return json_out(
                404,
                &json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32601, "message": "?" } }),
            );
        }
    };
    json_out(200, &json!({ "jsonrpc": "2.0", "id": request.body["id"], "result": result }))
}

fn called(params: &Value) -> Value {
    let slug = params["arguments"]["slug"].as_str().unwrap_or("");
    if !SLUGS.contains(&slug) {
        return json!({ "isError": true, "content": [{ "type": "text", "text": "No such resort." }] });
    }
    let mut structured =
        if params["name"] == "get_resort" { detail(slug, false) } else { envelope(slug, false) };
    if let Some(meta) = structured["meta"].as_object_mut() {
        meta.remove("credits");
    }
    structured["credits"] = credits();
    json!({
        "structuredContent": structured,
        "content": [{ "type": "text", "text": format!("Snow of {slug}.\n\n{CREDIT}") }],
    })
}

/// Returns a time relative to now, for faults.
pub(super) fn days_before(days: i64) -> String {
    NOW.plus_millis(-days * DAY_MS).to_string()
}
