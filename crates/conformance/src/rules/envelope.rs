//! Rules for the members of the envelope, and for the consistency of `meta` and `data`.

use serde_json::Value;

use super::answer::Answer;
use super::json::timestamp;
use super::{Check, Report, Rule, Severity};
use contract::{SCHEMA_PATH, SCHEMA_VERSION};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "envelope/version",
        clause: "Conditions response envelope: schemaVersion \"Constant `1.10.0`\"",
        severity: Severity::Error,
        checks: "`schemaVersion` is the contract's version",
        fix: "publish the version that the members belong to",
        check: Check::Envelope(version),
    },
    Rule {
        id: "envelope/schema-url",
        clause: "Conditions response envelope: schema \"shaped `{base_url}/.well-known/schemas/resort-conditions-v1.json`\"",
        severity: Severity::Error,
        checks: "`schema` is an absolute http(s) address that ends so",
        fix: "publish the absolute address below your base URL",
        check: Check::Envelope(schema_url),
    },
    Rule {
        id: "envelope/named",
        clause: "meta: source \"Constant: the service's name\"; slug \"Resort slug\"",
        severity: Severity::Warning,
        checks: "the service's name is not blank",
        fix: "publish the service's name: the credit uses it",
        check: Check::Envelope(service_name),
    },
    Rule {
        id: "envelope/one-slug",
        clause: "meta: slug; data: slug",
        severity: Severity::Error,
        checks: "`meta.slug` and `data.slug` are the same resort",
        fix: "wrap each record in its own envelope",
        check: Check::Envelope(one_slug),
    },
    Rule {
        id: "envelope/one-resolution",
        clause: "meta: resolvedAt \"When the resolver produced the truth\"; data: resolvedAt",
        severity: Severity::Error,
        checks: "`meta.resolvedAt` and `data.resolvedAt` are the same instant",
        fix: "copy it from the wrapped record",
        check: Check::Envelope(one_resolution),
    },
    Rule {
        id: "envelope/resolved-first",
        clause: "meta: generatedAt \"When this response was serialized\"; resolvedAt",
        severity: Severity::Error,
        checks: "`generatedAt` is not before `resolvedAt`",
        fix: "take both from one clock",
        check: Check::Envelope(resolved_first),
    },
];

fn version(answer: &Answer<'_>, report: &mut Report<'_>) {
    let found = answer.at(&["schemaVersion"]);
    if found.as_str().is_some_and(|version| version != SCHEMA_VERSION) {
        report.broken("/schemaVersion", found, SCHEMA_VERSION);
    }
}

fn schema_url(answer: &Answer<'_>, report: &mut Report<'_>) {
    let found = answer.at(&["schema"]);
    let Some(address) = found.as_str() else { return };
    let base = address.strip_suffix(SCHEMA_PATH).unwrap_or("");
    let host = base.strip_prefix("https://").or_else(|| base.strip_prefix("http://")).unwrap_or("");
    if host.is_empty() || host.starts_with('/') || host.contains(char::is_whitespace) {
        report.broken("/schema", found, format_args!("{{base_url}}{SCHEMA_PATH}"));
    }
}

fn service_name(answer: &Answer<'_>, report: &mut Report<'_>) {
    let name = answer.at(&["meta", "source"]);
    if name.as_str().is_some_and(|name| name.trim().is_empty()) {
        report.broken("/meta/source", name, "the service's name");
    }
}

fn one_slug(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (meta, data) = (answer.at(&["meta", "slug"]), answer.data("slug"));
    if meta.is_string() && data.is_string() && meta != data {
        report.broken("/meta/slug", meta, data);
    }
}

fn one_resolution(answer: &Answer<'_>, report: &mut Report<'_>) {
    let at = answer.at(&["meta", "resolvedAt"]);
    if let (Some(meta), Some(data)) = (timestamp(at), answer.resolved_at())
        && meta != data
    {
        report.broken("/meta/resolvedAt", at, answer.data("resolvedAt"));
    }
}

fn resolved_first(answer: &Answer<'_>, report: &mut Report<'_>) {
    let resolved: &Value = answer.at(&["meta", "resolvedAt"]);
    if let (Some(at), Some(generated)) = (timestamp(resolved), answer.generated_at())
        && at > generated
    {
        report.broken("/meta/resolvedAt", resolved, format_args!("{generated} or before"));
    }
}
