//! Rules for list answers: total, credits, and each resort at most once.

use serde_json::Value;

use super::json::{at, timestamp};
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "list/total",
        clause: "D11: \"Lists take `limit` and `offset` and return `meta.total`\"",
        severity: Severity::Error,
        checks: "`meta.total` is a count of at least the rows shown",
        fix: "count before paging",
        check: Check::List(total),
    },
    Rule {
        id: "list/meta",
        clause: "D11: \"Every data answer carries `meta` with `generatedAt` and the credits\"; Attribution rule",
        severity: Severity::Error,
        checks: "`meta.generatedAt` is a timestamp and `meta.credits` an object that credits the service",
        fix: "wrap every answer in the same way",
        check: Check::List(meta),
    },
    Rule {
        id: "list/each-once",
        clause: "What the service does, 1: \"one conditions record per resort\"",
        severity: Severity::Error,
        checks: "every row has a slug, and slugs are unique",
        fix: "page over a stable order",
        check: Check::List(each_once),
    },
];

fn rows(list: &Value) -> Option<&Vec<Value>> {
    at(list, &["data"]).as_array()
}

fn total(list: &Value, report: &mut Report<'_>) {
    let total = at(list, &["meta", "total"]);
    let shown = rows(list).map_or(0, Vec::len);
    if total.as_u64().is_none_or(|total| total < shown as u64) {
        report.broken("/meta/total", total, format_args!("{shown} or more"));
    }
}

fn meta(list: &Value, report: &mut Report<'_>) {
    let generated = at(list, &["meta", "generatedAt"]);
    if timestamp(generated).is_none() {
        report.broken("/meta/generatedAt", generated, "an RFC 3339 instant");
    }
    let credits = at(list, &["meta", "credits"]);
    if !super::tool_result::texts(credits).iter().any(|text| text.contains("Data by ")) {
        report.broken("/meta/credits", credits, "the credit `Data by <service_name>`");
    }
}

fn each_once(list: &Value, report: &mut Report<'_>) {
    let Some(rows) = rows(list) else { return report.broken("/data", at(list, &["data"]), "a list") };
    let mut slugs = Vec::with_capacity(rows.len());
    for (nth, row) in rows.iter().enumerate() {
        match at(row, &["slug"]).as_str() {
            Some(slug) => slugs.push(slug),
            None => report.broken(format_args!("/data/{nth}/slug"), at(row, &["slug"]), "a slug"),
        }
    }
    slugs.sort_unstable();
    if let Some([slug, _]) = slugs.windows(2).find(|pair| pair.first() == pair.last()) {
        report.broken("/data", format_args!("{slug} twice"), "each resort once");
    }
}
