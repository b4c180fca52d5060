//! Rules for every field envelope: missing values, times, confidences, and the sources that a field can have.

use super::answer::{Answer, FieldAt};
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "field/none-has-no-value",
        clause: "fieldSource: none \"No value\"",
        severity: Severity::Error,
        checks: "a field with source `none` has the value null",
        fix: "name the value's source, or publish null",
        check: Check::Envelope(none_has_no_value),
    },
    Rule {
        id: "field/null-is-none",
        clause: "D1 \"Evidence and sources\": nothing is `none`, value null; What the service does, 2: null is \"not reported\"",
        severity: Severity::Error,
        checks: "a field without a value has source `none`",
        fix: "publish source `none` with the null",
        check: Check::Envelope(null_is_none),
    },
    Rule {
        id: "field/none-is-bare",
        clause: "D1: nothing is \"`none`, value null, `observedAt` null, confidence 0\"",
        severity: Severity::Error,
        checks: "a field with source `none` has neither an observation time nor a confidence",
        fix: "publish observedAt null and confidence 0",
        check: Check::Envelope(none_is_bare),
    },
    Rule {
        id: "field/not-from-the-future",
        clause: "Field envelope: observedAt \"Time of the underlying observation\"; D1 \"Plausibility\": 10 min",
        severity: Severity::Threshold,
        checks: "no observation is later than the resolution, within the stated tolerance",
        fix: "drop the timestamp and raise `future_timestamp`",
        check: Check::Envelope(not_from_the_future),
    },
    Rule {
        id: "field/confidence-two-decimals",
        clause: "D3 \"Confidence\": \"Clamped to 0–1, two decimals\"",
        severity: Severity::Warning,
        checks: "a confidence has at most two decimals",
        fix: "round to hundredths",
        check: Check::Envelope(two_decimals),
    },
    Rule {
        id: "field/confidence-of-source",
        clause: "D3 \"Confidence\": the highest of each source",
        severity: Severity::Threshold,
        checks: "no field has a higher confidence than its source can have",
        fix: "use the confidence of the source; model and profile values have less than readings",
        check: Check::Envelope(confidence_of_source),
    },
];

fn each(answer: &Answer<'_>, mut judge: impl FnMut(FieldAt<'_>)) {
    answer.fields().for_each(&mut judge);
}

fn none_has_no_value(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |field| {
        if field.source() == "none" && !field.is_null() {
            report.broken(
                format_args!("{}/value", field.path),
                field.value(),
                "null, since the source is none",
            );
        }
    });
}

fn null_is_none(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |field| {
        if field.get("value").is_some_and(serde_json::Value::is_null)
            && !matches!(field.source(), "none" | "")
        {
            report.broken(
                format_args!("{}/source", field.path),
                field.source(),
                "none, since the value is null",
            );
        }
    });
}

fn none_is_bare(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |field| {
        if field.source() != "none" {
            return;
        }
        if let Some(at) = field.get("observedAt").filter(|at| !at.is_null()) {
            report.broken(format_args!("{}/observedAt", field.path), at, "null");
        }
        if field.confidence().is_some_and(|confidence| confidence != 0.0) {
            report.broken(format_args!("{}/confidence", field.path), &field["confidence"], "0");
        }
    });
}

fn not_from_the_future(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(resolved) = answer.resolved_at() else { return };
    let latest = resolved.plus_millis(answer.definitions.policy.future_tolerance_ms);
    each(answer, |field| {
        if let Some(at) = field.observed_at().filter(|at| *at > latest) {
            report.broken(format_args!("{}/observedAt", field.path), at, format_args!("{latest} or before"));
        }
    });
}

/// Tolerance for the decimals of a confidence.
const TINY: f64 = 1e-6;

fn two_decimals(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |field| {
        let Some(confidence) = field.confidence() else { return };
        if ((confidence * 100.0).round() - confidence * 100.0).abs() > TINY {
            report.broken(format_args!("{}/confidence", field.path), confidence, "two decimals");
        }
    });
}

fn confidence_of_source(answer: &Answer<'_>, report: &mut Report<'_>) {
    let policy = &answer.definitions.policy;
    let best = policy.confidence_scraped.iter().copied().fold(policy.confidence_station, f64::max);
    each(answer, |field| {
        let most = match field.source() {
            "operator" => policy.confidence_operator_live.max(policy.confidence_operator),
            "scraped" => best,
            "model" => policy.confidence_model.max(policy.confidence_model_alone),
            "profile" => policy.confidence_profile,
            _ => return,
        };
        if let Some(confidence) = field.confidence().filter(|confidence| *confidence > most + TINY) {
            let expected = format!("at most {most} for source {}", field.source());
            report.broken(format_args!("{}/confidence", field.path), confidence, expected);
        }
    });
}
