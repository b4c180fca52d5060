//! Rules for `flags`: spelling, order, and consistency with the record.

use super::answer::{Answer, BANDS};
use super::{Check, Report, Rule, Severity};

const PATH: &str = "/data/flags";

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "flags/spelling",
        clause: "data: flags \"Machine-readable\"; D4 \"Lower snake_case\"",
        severity: Severity::Error,
        checks: "a flag is lower snake_case",
        fix: "publish one machine-readable word per issue",
        check: Check::Envelope(spelling),
    },
    Rule {
        id: "flags/sorted",
        clause: "D4: \"sorted, no duplicates\"",
        severity: Severity::Error,
        checks: "flags are sorted and distinct",
        fix: "sort them",
        check: Check::Envelope(sorted),
    },
    Rule {
        id: "flags/divergence",
        clause: "D4: `operator_model_divergence`, `operator_station_divergence`",
        severity: Severity::Error,
        checks: "a divergence from the operator is flagged only if a depth tier has source `operator`",
        fix: "compare the operator's published depth with other depths of the same band",
        check: Check::Envelope(divergence),
    },
];

fn spelling(answer: &Answer<'_>, report: &mut Report<'_>) {
    for (nth, flag) in answer.data("flags").as_array().into_iter().flatten().enumerate() {
        let Some(word) = flag.as_str() else { continue };
        let plain = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if !plain || !word.starts_with(|c: char| c.is_ascii_lowercase()) || word.ends_with('_') {
            report.broken(format_args!("{PATH}/{nth}"), flag, "lower snake_case");
        }
    }
}

fn sorted(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(flags) = answer.data("flags").as_array() else { return };
    let words: Vec<&str> = flags.iter().filter_map(serde_json::Value::as_str).collect();
    if let Some([before, after]) = words.windows(2).find(|pair| pair.first() >= pair.last()) {
        report.broken(PATH, format_args!("{before}, {after}"), "sorted, each once");
    }
}

fn divergence(answer: &Answer<'_>, report: &mut Report<'_>) {
    let operator =
        BANDS.into_iter().any(|band| answer.depth(band).is_some_and(|field| field.source() == "operator"));
    for flag in ["operator_model_divergence", "operator_station_divergence"] {
        if !operator && answer.has_flag(flag) {
            report.broken(PATH, flag, "no such flag: no depth tier is the operator's");
        }
    }
}
