//! Checks the requests to the receiver: each one separately, and those of one subscription together.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::Finding;
use conditions_core::time::Timestamp;
use serde_json::Value;
use tokio::time::{Duration, Instant};

use super::receiver::Arrival;
use super::signature;
use crate::live::finding;

/// Name of the report event in the contract.
pub(super) const REPORT: &str = "snow-report.updated";
pub(super) const POWDER: &str = "powder-alert";
/// Snowfall from which an alert is due, in centimetres.
const THRESHOLD_CM: f64 = 15.0;
/// Maximum age of a signature, in seconds: the usual tolerance of libraries.
const TOLERANCE_SECONDS: u64 = 300;
/// Number of attempts per delivery.
const ATTEMPTS: usize = 2;

/// The parts of a subscription that its deliveries are checked against.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    pub(super) id: String,
    pub(super) secret: String,
    pub(super) events: Vec<&'static str>,
    /// Resort of the subscription; `None` for all.
    pub(super) resort: Option<String>,
}

/// Returns whether a text is a UUID in the usual form.
pub(super) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Checks one request and returns all findings.
pub(super) fn one(arrival: &Arrival, asked: &Scope) -> Vec<Finding> {
    let mut found = headers(arrival);
    let signed = signature::service(&asked.secret, &arrival.body);
    if arrival.header("x-service-signature") != signed {
        let given = arrival.header("x-service-signature");
        found.push(finding("webhook/signature", "", given, "the signature of the raw body"));
    }
    found.extend(standard(arrival, asked));
    match serde_json::from_slice::<Value>(&arrival.body) {
        Ok(body) => found.extend(body_of(&body, arrival, asked)),
        Err(error) => found.push(finding("webhook/body", "", error, "a JSON object")),
    }
    found
}

fn headers(arrival: &Arrival) -> Vec<Finding> {
    let media_type = arrival.header("content-type").split(';').next().unwrap_or("").trim();
    let event = arrival.header("x-service-event");
    let checks = [
        (arrival.method == "POST", "method", arrival.method.as_str(), "POST"),
        (media_type == "application/json", "content-type", media_type, "application/json"),
        ([REPORT, POWDER].contains(&event), "x-service-event", event, "an event of the contract"),
        (is_uuid(arrival.delivery()), "x-service-delivery", arrival.delivery(), "a UUID"),
    ];
    let wrong = checks.into_iter().filter(|(right, ..)| !right);
    wrong
        .map(|(_, name, found, expected)| finding("webhook/headers", &format!("/{name}"), found, expected))
        .collect()
}

/// Checks the headers of Standard Webhooks; one of several signatures must be valid.
fn standard(arrival: &Arrival, asked: &Scope) -> Option<Finding> {
    let (id, timestamp) = (arrival.header("webhook-id"), arrival.header("webhook-timestamp"));
    let given = arrival.header("webhook-signature");
    let broken = |what: &str, expected: &str| Some(finding("webhook/standard-headers", "", what, expected));
    if id.is_empty() || id != arrival.delivery() {
        return broken(&format!("webhook-id `{id}`"), "the delivery's id");
    }
    if timestamp.parse::<u64>().ok().is_none_or(|at| at.abs_diff(arrival.seconds) > TOLERANCE_SECONDS) {
        return broken(&format!("webhook-timestamp `{timestamp}`"), "seconds since 1970, of this attempt");
    }
    let expected = signature::standard(&asked.secret, id, timestamp, &arrival.body);
    match expected {
        Some(expected) if given.split(' ').any(|one| one == expected) => None,
        _ => broken(given, "`v1,` and the signature by the secret's decoded bytes"),
    }
}

fn body_of(body: &Value, arrival: &Arrival, asked: &Scope) -> Vec<Finding> {
    const MEMBERS: [&str; 6] = ["id", "event", "resortSlug", "data", "createdAt", "subscriptionId"];
    let mut found = Vec::new();
    let mut wrong = |path: &str, value: &Value, expected: &str| {
        found.push(finding("webhook/body", path, value, expected));
    };
    let text = |name: &str| body[name].as_str().unwrap_or("");
    let members: BTreeSet<&str> =
        body.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    if members != MEMBERS.into_iter().collect() {
        wrong("", &Value::from(members.into_iter().collect::<Vec<_>>()), "the six members of a delivery");
    }
    if !is_uuid(text("id")) || text("id") != arrival.delivery() {
        wrong("/id", &body["id"], "the UUID of X-Service-Delivery");
    }
    if text("event") != arrival.header("x-service-event") {
        wrong("/event", &body["event"], "the event of X-Service-Event");
    }
    if Timestamp::parse(text("createdAt")).is_none() {
        wrong("/createdAt", &body["createdAt"], "an instant");
    }
    if text("subscriptionId") != asked.id {
        wrong("/subscriptionId", &body["subscriptionId"], "the subscription that was made");
    }
    if text("resortSlug").is_empty() {
        wrong("/resortSlug", &body["resortSlug"], "a slug");
    }
    let (event, data) = (text("event"), &body["data"]);
    if !asked.events.contains(&event) {
        found.push(finding("webhook/asked-for", "/event", event, "an event of the subscription"));
    }
    if asked.resort.as_deref().is_some_and(|resort| resort != text("resortSlug")) {
        let expected = "the resort of the subscription";
        found.push(finding("webhook/asked-for", "/resortSlug", &body["resortSlug"], expected));
    }
    match event {
        POWDER => found.extend(powder(data, text("resortSlug"), arrival.is_test())),
        REPORT => found.extend(report(data, asked.resort.is_some(), text("resortSlug"))),
        _ => {}
    }
    found
}

/// Returns whether a value is a number, or null for "not reported".
fn number_or_null(value: Option<&Value>) -> bool {
    value.is_some_and(|value| value.is_number() || value.is_null())
}

fn powder(data: &Value, slug: &str, test: bool) -> Vec<Finding> {
    let enough = data["snowfall24hCm"].as_f64().is_some_and(|snow| test || snow >= THRESHOLD_CM);
    let checks = [
        (data["slug"] == slug, "slug", "the delivery's slug"),
        (data["name"].is_string(), "name", "a name"),
        (enough, "snowfall24hCm", "15 cm or more"),
        (data["snowDepthCm"].is_number(), "snowDepthCm", "centimetres"),
        (data["thresholdCm"].as_f64() == Some(THRESHOLD_CM), "thresholdCm", "15"),
        (data["url"].as_str().is_some_and(|url| url.starts_with("http")), "url", "the resort page"),
    ];
    members("webhook/powder-data", data, &checks)
}

fn report(data: &Value, of_one: bool, slug: &str) -> Vec<Finding> {
    if !of_one {
        let rows = data["leaderboard"].as_array().map(Vec::as_slice).unwrap_or_default();
        let ranked = rows.iter().zip(1..).all(|(row, rank)| row["rank"] == rank && row["slug"].is_string());
        let led = rows.first().is_some_and(|first| first["slug"] == slug);
        let right = (1..=10).contains(&rows.len()) && ranked && led;
        return members("webhook/report-data", data, &[(right, "leaderboard", "up to ten rows by rank")]);
    }
    const WATCHED: [&str; 3] = ["snowfall24hCm", "depthCm", "reportedAt"];
    let changed = data["changed"].as_array().map(Vec::as_slice).unwrap_or_default();
    let named = !changed.is_empty() && changed.iter().all(|one| WATCHED.iter().any(|name| one == name));
    let time_or_null = data.get("reportedAt").is_some_and(|at| at.is_null() || at.is_string());
    let checks = [
        (data["slug"] == slug, "slug", "the delivery's slug"),
        (data["name"].is_string(), "name", "a name"),
        (named, "changed", "which of snowfall24hCm, depthCm, reportedAt changed"),
        (number_or_null(data.get("snowfall24hCm")), "snowfall24hCm", "centimetres, or null"),
        (number_or_null(data.get("snowDepthCm")), "snowDepthCm", "centimetres, or null"),
        (time_or_null, "reportedAt", "an instant, or null"),
        (data["previous"].is_object(), "previous", "the previous report"),
    ];
    members("webhook/report-data", data, &checks)
}

fn members(rule: &'static str, data: &Value, checks: &[(bool, &str, &str)]) -> Vec<Finding> {
    let wrong = checks.iter().filter(|(right, ..)| !right);
    wrong.map(|(_, name, expected)| finding(rule, &format!("/data/{name}"), &data[name], expected)).collect()
}

/// The attempts of one delivery, in order.
#[derive(Debug)]
pub(super) struct Delivery<'a> {
    pub(super) attempts: Vec<&'a Arrival>,
}

impl Delivery<'_> {
    /// Returns the time of the first attempt.
    pub(super) fn begun(&self) -> Option<Instant> {
        self.attempts.first().map(|first| first.at)
    }

    /// Returns whether all attempts of the contract were rejected.
    pub(super) fn failed(&self) -> bool {
        self.attempts.len() >= ATTEMPTS && self.attempts.iter().all(|one| one.status >= 300)
    }
}

/// Returns the deliveries of one path, in the order of their first attempts.
pub(super) fn deliveries<'a>(arrivals: &'a [Arrival], path: &str) -> Vec<Delivery<'a>> {
    let mut by_id: BTreeMap<&str, Vec<&Arrival>> = BTreeMap::new();
    for arrival in arrivals.iter().filter(|arrival| arrival.path == path) {
        by_id.entry(arrival.delivery()).or_default().push(arrival);
    }
    let mut all: Vec<Delivery<'_>> = by_id.into_values().map(|attempts| Delivery { attempts }).collect();
    all.sort_by_key(Delivery::begun);
    all
}

/// Checks the attempts of one path's deliveries at `now`; retries must have arrived within `retry`.
pub(super) fn attempts(all: &[Delivery<'_>], now: Instant, retry: Duration) -> Vec<Finding> {
    let mut found = Vec::new();
    let renamed = repeated(all);
    for delivery in all {
        let [first, rest @ ..] = delivery.attempts.as_slice() else { continue };
        if rest.iter().any(|again| again.body != first.body) {
            found.push(finding("webhook/same-delivery", "", "other bytes in the retry", "the same bytes"));
        }
        if delivery.attempts.len() > ATTEMPTS {
            let count = format!("{} attempts", delivery.attempts.len());
            found.push(finding("webhook/one-retry", "", count, "two attempts"));
        }
        let late = now.duration_since(first.at) > retry;
        if late && first.status >= 300 && rest.is_empty() && !renamed.contains(first.delivery()) {
            found.push(finding("webhook/one-retry", "", "no second attempt", "one retry"));
        }
    }
    if !renamed.is_empty() {
        found.push(finding(
            "webhook/same-delivery",
            "/id",
            "another id for the same event",
            "the earlier id",
        ));
    }
    found
}

/// Returns deliveries that repeat the content and time of another one: retries with another identifier.
fn repeated<'a>(all: &[Delivery<'a>]) -> BTreeSet<&'a str> {
    let mut said: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for first in all.iter().filter_map(|delivery| delivery.attempts.first()) {
        let mut body: Value = serde_json::from_slice(&first.body).unwrap_or_default();
        if body.as_object_mut().and_then(|members| members.remove("id")).is_some() {
            said.entry(body.to_string()).or_default().push(first.delivery());
        }
    }
    said.into_values().filter(|ids| ids.len() > 1).flatten().collect()
}

/// Returns findings for powder alerts that one subscription received twice for a resort and UTC day.
pub(super) fn repeated_alerts(all: &[Delivery<'_>]) -> Vec<Finding> {
    let mut days: BTreeMap<(String, String), BTreeSet<&str>> = BTreeMap::new();
    for first in all.iter().filter_map(|delivery| delivery.attempts.first()) {
        if first.is_test() || first.header("x-service-event") != POWDER {
            continue;
        }
        let body: Value = serde_json::from_slice(&first.body).unwrap_or_default();
        let text = |name: &str| body[name].as_str().unwrap_or("").to_owned();
        let day = text("createdAt").chars().take(10).collect();
        days.entry((text("resortSlug"), day)).or_default().insert(first.delivery());
    }
    let twice = days.into_iter().filter(|(_, ids)| ids.len() > 1);
    twice
        .map(|((slug, day), ids)| {
            let found = format!("{} alerts of {slug} on {day}", ids.len());
            finding("webhook/powder-once-a-day", "", found, "one")
        })
        .collect()
}
