//! Formats of a report: plain text, JSON, JUnit, SARIF.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::rules::Severity;
use serde_json::{Value, json};

use crate::live;
use crate::results::{LocatedFinding, Results};

/// Format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// Plain text for people.
    #[default]
    Human,
    /// One JSON object.
    Json,
    /// JUnit XML: one suite per area, one case per rule.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
}

/// Formats the results of a check.
#[must_use]
pub fn format(verdict: &Results, format: Format) -> String {
    match format {
        Format::Human => human(verdict),
        Format::Json => pretty(&machine(verdict)),
        Format::Junit => junit(verdict),
        Format::Sarif => pretty(&sarif(verdict)),
    }
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// Groups findings by rule.
fn by_rule(verdict: &Results) -> BTreeMap<&'static str, Vec<&LocatedFinding>> {
    let mut rules: BTreeMap<&'static str, Vec<&LocatedFinding>> = BTreeMap::new();
    for found in &verdict.found {
        rules.entry(found.finding.rule).or_default().push(found);
    }
    rules
}

/// Maximum number of findings of one rule in the plain-text report.
const SHOWN: usize = 5;

fn human(verdict: &Results) -> String {
    let mut text = String::new();
    for (id, all) in by_rule(verdict) {
        let Some(rule) = live::rule(id) else { continue };
        let severity = all.first().map_or(rule.severity, |found| found.finding.severity).as_str();
        let _ = writeln!(
            text,
            "{severity}: {id}: {}\n  clause: {}\n  fix:    {}",
            rule.checks, rule.clause, rule.fix
        );
        for LocatedFinding { about, finding } in all.iter().take(SHOWN) {
            let path = if finding.path.is_empty() { "(answer)" } else { &finding.path };
            let _ = writeln!(
                text,
                "  {about} {path}\n    found:    {}\n    expected: {}",
                finding.found, finding.expected
            );
        }
        if all.len() > SHOWN {
            let _ = writeln!(text, "  and {} more", all.len() - SHOWN);
        }
    }
    for note in &verdict.left_out {
        let _ = writeln!(text, "not checked: {note}");
    }
    let (errors, warnings) = (verdict.count(Severity::Error), verdict.count(Severity::Warning));
    let _ = writeln!(text, "{} subjects judged: {errors} errors, {warnings} warnings", verdict.subjects);
    text
}

fn machine(verdict: &Results) -> Value {
    let findings: Vec<Value> = verdict
        .found
        .iter()
        .map(|LocatedFinding { about, finding }| {
            json!({
                "rule": finding.rule,
                "clause": live::rule(finding.rule).map(|rule| rule.clause),
                "severity": finding.severity.as_str(),
                "about": about,
                "path": finding.path,
                "found": finding.found,
                "expected": finding.expected,
            })
        })
        .collect();
    json!({
        "conforms": verdict.conforms(false),
        "subjects": verdict.subjects,
        "errors": verdict.count(Severity::Error),
        "warnings": verdict.count(Severity::Warning),
        "notLookedAt": verdict.left_out,
        "findings": findings,
    })
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 cannot represent the other control characters.
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

fn junit(verdict: &Results) -> String {
    let broken = by_rule(verdict);
    let all: Vec<_> = crate::rules::rules().chain(live::RULES).collect();
    let failed = |id: &str| {
        broken.get(id).is_some_and(|all| all.iter().any(|found| found.finding.severity != Severity::Warning))
    };
    let failures = all.iter().filter(|rule| failed(rule.id)).count();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"conformance\" tests=\"{}\" failures=\"{failures}\">\n",
        all.len()
    );
    for rule in all {
        let (area, name) = rule.id.split_once('/').unwrap_or(("", rule.id));
        let _ = write!(text, "<testcase classname=\"{area}\" name=\"{name}\">");
        let lines: Vec<String> = broken.get(rule.id).into_iter().flatten().map(|found| line(found)).collect();
        let lines = escaped(&lines.join(" ; "));
        if failed(rule.id) {
            let _ = write!(text, "<failure message=\"{}\">{lines}</failure>", escaped(rule.checks));
        } else if !lines.is_empty() {
            let _ = write!(text, "<system-out>{lines}</system-out>");
        }
        text.push_str("</testcase>\n");
    }
    text.push_str("</testsuite>\n</testsuites>\n");
    text
}

fn line(found: &LocatedFinding) -> String {
    let LocatedFinding { about, finding } = found;
    format!("{about} {}: found {}, expected {}", finding.path, finding.found, finding.expected)
}

fn sarif(verdict: &Results) -> Value {
    let rules: Vec<Value> = crate::rules::rules()
        .chain(live::RULES)
        .map(|rule| {
            json!({
                "id": rule.id,
                "shortDescription": { "text": rule.checks },
                "fullDescription": { "text": rule.clause },
                "help": { "text": rule.fix },
            })
        })
        .collect();
    let results: Vec<Value> = verdict
        .found
        .iter()
        .map(|found| {
            let level = if found.finding.severity == Severity::Warning { "warning" } else { "error" };
            json!({
                "ruleId": found.finding.rule,
                "level": level,
                "message": { "text": line(found) },
                "locations": [{
                    "physicalLocation": { "artifactLocation": { "uri": found.about.replace(' ', "%20") } },
                    "logicalLocations": [{ "fullyQualifiedName": found.finding.path, "kind": "member" }],
                }],
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "snow-conformance",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "results": results,
        }],
    })
}

#[cfg(test)]
mod tests;
