//! Rules for the result of a tool call: the credit in both channels, agreement with REST, and absence of withheld
//! values.

use conditions_core::time::Timestamp;
use serde_json::Value;

use super::json::{at, same, timestamp};
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "connector/structured-credit",
        clause: "What the service does, 7: \"Every tool result that carries service data holds the credit in `structuredContent.credits`\"",
        severity: Severity::Error,
        checks: "`structuredContent.credits` is an object with `Data by <service_name>` and an address of the service",
        fix: "put the credits at the root of the structured content, in empty results too",
        check: Check::Tool(structured_credit),
    },
    Rule {
        id: "connector/text-credit",
        clause: "What the service does, 7: \"The same credit closes the text content of the result\"",
        severity: Severity::Error,
        checks: "the text ends with the credit",
        fix: "append it after everything else",
        check: Check::Tool(text_credit),
    },
    Rule {
        id: "connector/upstream-credits",
        clause: "What the service does, 7: \"Upstream credits must be shown alongside the service's\"",
        severity: Severity::Error,
        checks: "every source that the structured credits name is named at the end of the text",
        fix: "generate both from the same list",
        check: Check::Tool(upstream_credits),
    },
    Rule {
        id: "connector/agrees-with-rest",
        clause: "What the service does, 4: \"The connector mirrors the public REST API\"",
        severity: Severity::Error,
        checks: "for one resolution, the tool returns the same record as REST",
        fix: "generate both from the same answer",
        check: Check::Tool(agrees),
    },
    Rule {
        id: "connector/fortnight-withheld",
        clause: "next14dCm: \"… and in the `get_resort` tool\"",
        severity: Severity::Error,
        checks: "an anonymous tool call does not return a 14-day total anywhere",
        fix: "withhold it like REST",
        check: Check::Tool(withheld),
    },
];

/// The result of a tool call by an anonymous caller, with the REST answer to compare.
#[derive(Debug, Clone, Copy)]
pub struct ToolResult<'a> {
    /// `result` of `tools/call`.
    pub result: &'a Value,
    /// Name of the service, as in REST.
    pub service: &'a str,
    /// REST answer to the same question, if there is one.
    pub rest: Option<&'a Value>,
}

/// Returns every text inside a value.
pub(super) fn texts(value: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    gather(value, &mut found);
    found
}

fn gather<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| gather(item, found)),
        Value::Object(members) => members.values().for_each(|member| gather(member, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

impl<'a> ToolResult<'a> {
    fn structured(&self) -> &'a Value {
        at(self.result, &["structuredContent"])
    }

    fn credit(&self) -> String {
        format!("Data by {}", self.service)
    }

    /// Returns the last text of the content.
    fn text(&self) -> &'a str {
        let content = at(self.result, &["content"]).as_array();
        content.and_then(|all| all.iter().rev().find_map(|part| at(part, &["text"]).as_str())).unwrap_or("")
    }

    /// Returns the text after the last blank line.
    fn closing(&self) -> &'a str {
        let text = self.text().trim_end();
        text.rsplit_once("\n\n").map_or(text, |(_, last)| last)
    }
}

fn structured_credit(tool: &ToolResult<'_>, report: &mut Report<'_>) {
    let credits = at(tool.structured(), &["credits"]);
    let said = texts(credits);
    let named = said.iter().any(|text| text.contains(&tool.credit()));
    let linked = said.iter().any(|text| text.starts_with("https://") || text.starts_with("http://"));
    if !credits.is_object() || !named || !linked {
        let expected = format!("an object with `{}` and its address", tool.credit());
        report.broken("/structuredContent/credits", credits, expected);
    }
}

fn text_credit(tool: &ToolResult<'_>, report: &mut Report<'_>) {
    let closing = tool.closing();
    if !closing.contains(&tool.credit()) {
        report.broken("/content", closing, format_args!("a text that ends with `{}`", tool.credit()));
    }
}

fn upstream_credits(tool: &ToolResult<'_>, report: &mut Report<'_>) {
    let sources = at(tool.structured(), &["credits", "sources"]).as_array();
    for (nth, source) in sources.into_iter().flatten().enumerate() {
        let Some(text) = at(source, &["text"]).as_str() else { continue };
        if !tool.closing().contains(text) {
            report.broken(format_args!("/structuredContent/credits/sources/{nth}"), "not in the text", text);
        }
    }
}

fn agrees(tool: &ToolResult<'_>, report: &mut Report<'_>) {
    let Some(rest) = tool.rest else { return };
    let (ours, theirs) = (at(tool.structured(), &["data"]), at(rest, &["data"]));
    if !ours.is_object() && !ours.is_array() {
        return report.broken("/structuredContent/data", ours, "the data of the REST answer");
    }
    // The server may publish between the two requests: records of two resolutions may differ.
    if resolutions(ours) != resolutions(theirs) {
        return;
    }
    for (name, value) in theirs.as_object().into_iter().flatten() {
        let found = at(ours, &[name]);
        if !same(found, value) {
            report.broken(format_args!("/structuredContent/data/{name}"), found, value);
        }
    }
}

/// Returns the resolution time of each record inside the value, in the order of its members.
fn resolutions(value: &Value) -> Vec<Option<Timestamp>> {
    match value {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, member)| match name.as_str() {
                "resolvedAt" => vec![timestamp(member)],
                _ => resolutions(member),
            })
            .collect(),
        Value::Array(items) => items.iter().flat_map(resolutions).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

fn withheld(tool: &ToolResult<'_>, report: &mut Report<'_>) {
    if let Some(found) = fortnight(tool.structured()) {
        report.broken("/structuredContent", found, "next14dCm null with source none");
    }
}

/// Returns a 14-day total that has a value.
fn fortnight(value: &Value) -> Option<&Value> {
    match value {
        Value::Object(members) => members.iter().find_map(|(name, member)| {
            let total = name == "next14dCm" && !at(member, &["value"]).is_null();
            if total { Some(member) } else { fortnight(member) }
        }),
        Value::Array(items) => items.iter().find_map(fortnight),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}
