//! Rules for the avalanche bulletin of a resort: a level of the scale or a reason, the highest of its ratings, only
//! while the bulletin is valid, and always with its issuer.

use serde_json::Value;

use super::json::{at, timestamp};
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "avalanche/level-or-reason",
        clause: "get_avalanche: \"on the EAWS 1 to 5 scale\"; Quality: null never becomes 0",
        severity: Severity::Error,
        checks: "a level is 1 to 5 with its name and without a reason, or null with a reason; `available` states which",
        fix: "return null and the reason, never 0 or 1, if the issuer states no level",
        check: Check::Avalanche(level_or_reason),
    },
    Rule {
        id: "avalanche/highest-rating",
        clause: "get_avalanche: \"Official avalanche danger bulletin for a resort's zone …, relayed\"",
        severity: Severity::Error,
        checks: "the level is the highest of the bulletin's ratings, and each of these is 1 to 5 or null",
        fix: "take the highest rating that is valid at that time",
        check: Check::Avalanche(highest_rating),
    },
    Rule {
        id: "avalanche/holds",
        clause: "get_avalanche: relayed; a bulletin that has run out is not shown as current",
        severity: Severity::Error,
        checks: "the current level is from a bulletin that is valid at `generatedAt`; an expired one shows neither danger nor problems",
        fix: "compare the validity with the time of the answer",
        check: Check::Avalanche(validity),
    },
    Rule {
        id: "avalanche/credited",
        clause: "get_avalanche: \"relayed with issuer and link\"; Attribution rule",
        severity: Severity::Error,
        checks: "a level comes with its issuer, a source in the credits, a notice, and a link that is https or null",
        fix: "credit the issuer of the bulletin that is shown",
        check: Check::Avalanche(credited),
    },
];

/// Returns the danger now and tomorrow, with their names in the answer.
fn dangers(answer: &Value) -> [(&'static str, &Value); 2] {
    ["now", "tomorrow"].map(|name| (name, at(answer, &["data", name])))
}

/// Returns a level of the scale, or `None` for every other value.
fn level(value: &Value) -> Option<u64> {
    value.as_u64().filter(|level| (1..=5).contains(level))
}

fn level_or_reason(answer: &Value, report: &mut Report<'_>) {
    for (name, danger) in dangers(answer) {
        let (stated, reason) = (at(danger, &["level"]), at(danger, &["reason"]));
        let is_level = level(stated).is_some() && at(danger, &["levelName"]).is_string() && reason.is_null();
        let is_none = stated.is_null() && reason.is_string() && at(danger, &["levelName"]).is_null();
        if !is_level && !is_none {
            report.broken(format_args!("/data/{name}"), danger, "a level of 1 to 5, or null with a reason");
        }
    }
    let available = at(answer, &["data", "available"]);
    if available.as_bool() != Some(level(at(answer, &["data", "now", "level"])).is_some()) {
        report.broken("/data/available", available, "whether there is a level now");
    }
}

fn highest_rating(answer: &Value, report: &mut Report<'_>) {
    for (name, danger) in dangers(answer) {
        let ratings = at(danger, &["ratings"]).as_array().map(Vec::as_slice).unwrap_or_default();
        let levels = ratings.iter().map(|rating| at(rating, &["level"]));
        let (stated, highest) = (at(danger, &["level"]), levels.clone().filter_map(Value::as_u64).max());
        if stated.as_u64() != highest || levels.clone().any(|one| !one.is_null() && level(one).is_none()) {
            let expected = highest.map_or_else(|| "null".to_owned(), |highest| highest.to_string());
            report.broken(
                format_args!("/data/{name}/level"),
                stated,
                format_args!("{expected}, as its ratings"),
            );
        }
    }
}

fn validity(answer: &Value, report: &mut Report<'_>) {
    let bulletin = at(answer, &["data", "bulletin"]);
    let Some(now) = timestamp(at(answer, &["meta", "generatedAt"])) else { return };
    let (from, until) = (at(bulletin, &["validFrom"]), at(bulletin, &["validUntil"]));
    let has_begun = timestamp(from).is_some_and(|from| from <= now);
    let has_ended = timestamp(until).is_some_and(|until| until <= now);
    let stated = at(answer, &["data", "now", "level"]);
    if !stated.is_null() && (!has_begun || has_ended || timestamp(until).is_none()) {
        report.broken(
            "/data/now/level",
            stated,
            format_args!("null: the bulletin is valid from {from} until {until}"),
        );
    }
    let problems = at(bulletin, &["problems"]);
    if has_ended && problems.as_array().is_some_and(|problems| !problems.is_empty()) {
        report.broken("/data/bulletin/problems", problems, "none from an expired bulletin");
    }
}

fn credited(answer: &Value, report: &mut Report<'_>) {
    let data = at(answer, &["data"]);
    let link = at(data, &["bulletin", "link"]);
    if !link.is_null() && !link.as_str().is_some_and(|link| link.starts_with("https://")) {
        report.broken("/data/bulletin/link", link, "an https address or null");
    }
    if dangers(answer).into_iter().all(|(_, danger)| at(danger, &["level"]).is_null()) {
        return;
    }
    let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.trim().is_empty());
    for (path, value) in [
        ("/data/bulletin/issuer", at(data, &["bulletin", "issuer"])),
        ("/data/notice", at(data, &["notice"])),
    ] {
        if !is_text(value) {
            report.broken(path, value, "a text for every level");
        }
    }
    let sources = at(answer, &["meta", "credits", "sources"]);
    if sources.as_array().is_none_or(Vec::is_empty) {
        report.broken("/meta/credits/sources", sources, "the source of the bulletin");
    }
}
