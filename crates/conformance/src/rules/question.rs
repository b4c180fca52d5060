//! Rules for answers to questions in words: every number in the text is in the evidence, at the pointer that the
//! evidence gives.

use serde_json::Value;

use super::json::{at, same};
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "ask/number-traced",
        clause: "Tools: ask_snowdata \"Primary grounded natural-language Q&A\"",
        severity: Severity::Error,
        checks: "every number of `answer` is contained in the `shown` of a piece of evidence",
        fix: "use only numbers from answers of the service in a text",
        check: Check::Asked(traced),
    },
    Rule {
        id: "ask/shown-is-value",
        clause: "Tools: ask_snowdata \"grounded\"",
        severity: Severity::Error,
        checks: "the text shows a quantity's `value`, rounded, in its unit or in the other unit of its kind",
        fix: "show the value that the evidence has",
        check: Check::Asked(shown_values),
    },
    Rule {
        id: "ask/evidence-there",
        clause: "What the service does, 1: \"A single resolver produces one conditions record per resort\"",
        severity: Severity::Error,
        checks: "evidence from the conditions record has the value at its pointer in the record",
        fix: "cite the record that is served",
        check: Check::Asked(there),
    },
    Rule {
        id: "ask/refusal",
        clause: "What the service does, 2: \"never substitutes a stale or guessed number\"",
        severity: Severity::Error,
        checks: "an unanswerable question has a `reason`, without evidence and numbers; an answered one has no reason",
        fix: "return only the reason",
        check: Check::Asked(refusal),
    },
];

fn evidence(answer: &Value) -> impl Iterator<Item = (usize, &Value)> {
    at(answer, &["data", "evidence"]).as_array().into_iter().flatten().enumerate()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    at(value, &[name]).as_str().unwrap_or_default()
}

/// Returns the text without the parts that evidence shows.
fn rest(answer: &Value) -> String {
    let mut rest = at(answer, &["data", "answer"]).as_str().unwrap_or_default().to_owned();
    let mut shown: Vec<&str> =
        evidence(answer).map(|(_, one)| text(one, "shown")).filter(|one| !one.is_empty()).collect();
    // Longest first, because 1 is contained in 12.
    shown.sort_by_key(|one| std::cmp::Reverse(one.len()));
    for one in shown {
        rest = rest.replace(one, " ");
    }
    rest
}

fn traced(answer: &Value, _: &Value, report: &mut Report<'_>) {
    if rest(answer).chars().any(char::is_numeric) {
        report.broken(
            "/data/answer",
            at(answer, &["data", "answer"]),
            "no number that is not in the evidence",
        );
    }
}

/// Units, with the factors and offsets of other units in which a text may show them.
const SHOWN_AS: &[(&str, &[(f64, f64)])] = &[
    ("cm", &[(1.0, 0.0), (1.0 / 2.54, 0.0)]),
    ("m", &[(1.0, 0.0), (1.0 / 0.3048, 0.0)]),
    ("km", &[(1.0, 0.0), (1.0 / 1.609_344, 0.0)]),
    ("mm", &[(1.0, 0.0), (1.0 / 25.4, 0.0)]),
    ("degC", &[(1.0, 0.0), (1.8, 32.0)]),
    ("m/s", &[(1.0, 0.0), (3.6, 0.0), (3.6 / 1.609_344, 0.0)]),
    ("share", &[(100.0, 0.0)]),
    ("%", &[(1.0, 0.0)]),
    // A sentence may state either an increase or a decrease.
    ("% of change", &[(1.0, 0.0), (-1.0, 0.0)]),
    ("points", &[(1.0, 0.0)]),
    ("count", &[(1.0, 0.0)]),
    ("money", &[(1.0, 0.0)]),
];

/// Returns the numbers that a text may mean: 1,144 is a thousand or one and a fraction, depending on the language.
fn numbers(shown: &str) -> Vec<f64> {
    // Thousands may be separated by other spaces than the one before the unit.
    let apart = ['\u{202f}', '\u{a0}', ' '];
    let is_of_number =
        |c: char| c.is_ascii_digit() || ['.', ',', '\'', '\u{2019}'].contains(&c) || apart.contains(&c);
    let sign = if shown.starts_with(['-', '\u{2212}']) { -1.0 } else { 1.0 };
    let rest = shown.trim_start_matches(['-', '\u{2212}', '+']);
    let number: String =
        rest.chars().take_while(|c| is_of_number(*c)).filter(|c| !apart.contains(c)).collect();
    let whole: String = number.chars().filter(char::is_ascii_digit).collect();
    [number.replace(',', "."), whole]
        .iter()
        .filter_map(|text| Some(sign * text.parse::<f64>().ok()?))
        .collect()
}

/// Tolerance: larger values are shown as whole numbers.
const ROUNDING: f64 = 0.5 + 1e-6;

fn shown_values(answer: &Value, _: &Value, report: &mut Report<'_>) {
    for (nth, one) in evidence(answer) {
        let (Some(value), shown) = (at(one, &["value"]).as_f64(), text(one, "shown")) else { continue };
        let Some((_, units)) = SHOWN_AS.iter().find(|(unit, _)| *unit == text(one, "unit")) else { continue };
        let near = |number: f64| {
            units.iter().any(|(factor, offset)| (value * factor + offset - number).abs() <= ROUNDING)
        };
        if !numbers(shown).into_iter().any(near) {
            report.broken(format_args!("/data/evidence/{nth}/shown"), shown, at(one, &["value"]));
        }
    }
}

fn there(answer: &Value, record: &Value, report: &mut Report<'_>) {
    let slug = at(record, &["meta", "slug"]);
    for (nth, one) in evidence(answer).filter(|(_, one)| text(one, "operation") == "get_conditions") {
        if at(one, &["arguments", "slug"]) != slug {
            continue;
        }
        let there = record.pointer(text(one, "pointer")).unwrap_or(&Value::Null);
        if there.is_null() || !same(there, at(one, &["value"])) {
            report.broken(format_args!("/data/evidence/{nth}/value"), at(one, &["value"]), there);
        }
    }
}

fn refusal(answer: &Value, _: &Value, report: &mut Report<'_>) {
    let answerable = at(answer, &["data", "answerable"]);
    let reason = at(answer, &["data", "reason"]);
    match answerable.as_bool() {
        Some(true) if !reason.is_null() => report.broken("/data/reason", reason, "null: there is an answer"),
        Some(true) => {}
        Some(false) => {
            if reason.as_str().is_none_or(str::is_empty) {
                report.broken("/data/reason", reason, "the reason for the missing answer");
            }
            if evidence(answer).next().is_some() {
                report.broken("/data/evidence", at(answer, &["data", "evidence"]), "none");
            }
        }
        None => report.broken("/data/answerable", answerable, "true or false"),
    }
}
