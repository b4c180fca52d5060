//! Rules for answers about the road to a resort: a missing statement is unknown, and a statement has its time and
//! credit.

use serde_json::Value;

use super::json::{at, timestamp};
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "road/unknown-is-null",
        clause: "Tools: get_road_access \"Chain and drive call … chain-control\"; What the service does, 3: unknown is null",
        severity: Severity::Error,
        checks: "a control has a known level, or a null `level` with a reason",
        fix: "never turn a statement that is stale, missing or unreadable into `no_restriction`",
        check: Check::Road(unknown_is_null),
    },
    Rule {
        id: "road/call",
        clause: "Tools: get_road_access \"Chain and drive call\"",
        severity: Severity::Error,
        checks: "`call.level` is the strictest level stated; `no_restriction` only when every control states it",
        fix: "publish null if a control is unknown and the others state no restriction",
        check: Check::Road(call),
    },
    Rule {
        id: "road/time",
        clause: "Tools: get_road_access; D11: freshness of what is shown",
        severity: Severity::Error,
        checks: "a control with a level has the time of its agency's last statement",
        fix: "omit the level if the agency gives no time",
        check: Check::Road(time),
    },
    Rule {
        id: "road/credited",
        clause: "D11: \"Every data answer carries `meta` with `generatedAt` and the credits\"; Attribution rule",
        severity: Severity::Error,
        checks: "every control names its source, and an answer with controls credits one",
        fix: "credit the agencies whose statements the answer contains",
        check: Check::Road(credited),
    },
];

/// Levels, least strict first.
const LEVELS: [&str; 6] = [
    "no_restriction",
    "traction_advised",
    "traction_required",
    "chains_unless_awd",
    "chains_required",
    "closed",
];

/// Returns the strictness of a level; `None` for null and unknown words.
fn strictness(level: &Value) -> Option<usize> {
    let word = level.as_str()?;
    LEVELS.iter().position(|known| *known == word)
}

fn controls(answer: &Value) -> impl Iterator<Item = (usize, &Value)> {
    at(answer, &["data", "controls"]).as_array().into_iter().flatten().enumerate()
}

fn unknown_is_null(answer: &Value, report: &mut Report<'_>) {
    for (nth, control) in controls(answer) {
        let (level, reason) = (at(control, &["level"]), at(control, &["reason"]));
        let path = format_args!("/data/controls/{nth}/level");
        match (strictness(level), reason.is_string()) {
            (Some(_), false) => {}
            (None, true) if level.is_null() => {}
            (Some(_), true) => report.broken(path, level, format_args!("null, because of {reason}")),
            (None, true) => report.broken(path, level, "null or a level"),
            (None, false) => report.broken(path, level, "a level, or null with a reason"),
        }
    }
}

fn call(answer: &Value, report: &mut Report<'_>) {
    let call = at(answer, &["data", "call"]);
    let called = strictness(at(call, &["level"]));
    let strictest = controls(answer).filter_map(|(_, control)| strictness(at(control, &["level"]))).max();
    let has_unknown = at(call, &["unknown"]).as_u64() != Some(0)
        || controls(answer).any(|(_, control)| at(control, &["level"]).is_null());
    let path = "/data/call/level";
    match called {
        Some(0) if has_unknown => report.broken(path, LEVELS[0], "null: at least one control is unknown"),
        _ if strictest > called && strictest > Some(0) => {
            let expected = strictest.and_then(|level| LEVELS.get(level)).copied().unwrap_or_default();
            report.broken(path, at(call, &["level"]), expected);
        }
        _ => {}
    }
}

fn time(answer: &Value, report: &mut Report<'_>) {
    for (nth, control) in controls(answer) {
        let as_of = at(control, &["asOf"]);
        if strictness(at(control, &["level"])).is_some() && timestamp(as_of).is_none() {
            report.broken(format_args!("/data/controls/{nth}/asOf"), as_of, "an RFC 3339 instant");
        }
    }
}

fn credited(answer: &Value, report: &mut Report<'_>) {
    let mut carries = false;
    for (nth, control) in controls(answer) {
        carries = true;
        let source = at(control, &["place", "source"]);
        if source.as_str().is_none_or(str::is_empty) {
            report.broken(format_args!("/data/controls/{nth}/place/source"), source, "the source");
        }
    }
    let sources = at(answer, &["meta", "credits", "sources"]);
    if carries && sources.as_array().is_none_or(Vec::is_empty) {
        report.broken("/meta/credits/sources", sources, "the agency's credit");
    }
}
