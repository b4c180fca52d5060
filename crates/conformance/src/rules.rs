//! The rules of a conforming answer: a list of pure functions over JSON, each with the clause it implements.
//!
//! Subjects may come from any server in any language, so every rule is total: any JSON either conforms or breaks the
//! rule, without a panic. A rule that lacks a member it needs reports nothing; the rule that requires the member
//! reports it. `docs/generated/rules.md` is generated from this list.

use std::fmt::Display;

use serde_json::Value;

mod answer;
mod avalanche;
mod average;
mod definitions;
mod depth;
mod disagreement;
mod endpoints;
mod envelope;
mod field;
mod flags;
mod freshness;
mod json;
mod list;
mod measured;
mod outlook;
mod photos;
mod plausible;
mod published_schema;
mod question;
mod road;
mod samples;
mod shape;
mod snow;
mod status;
mod terrain;
mod tool_result;

pub use answer::{Answer, Viewer};
pub use definitions::Definitions;
pub use json::same;
pub use tool_result::ToolResult;

/// Severity of a broken rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The contract is broken.
    Error,
    /// The thresholds that the server states are broken. If the server states none, a deployment may have changed the
    /// defaults, and the finding is a warning.
    Threshold,
    /// The answer is suspicious, or contradicts a decision of the contract that the specification does not settle.
    Warning,
}

impl Severity {
    /// Returns `error`, `threshold` or `warning`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Threshold => "threshold",
            Self::Warning => "warning",
        }
    }
}

/// A rule of the contract.
#[derive(Debug)]
pub struct Rule {
    /// Stable identifier, `area/name`.
    pub id: &'static str,
    /// Section of the specification (or of the contract's decisions) with the statement that the rule implements.
    pub clause: &'static str,
    /// Severity if the rule is broken.
    pub severity: Severity,
    /// Requirement that the rule checks.
    pub checks: &'static str,
    /// Advice if the rule is broken.
    pub fix: &'static str,
    /// Function that checks the rule.
    pub check: Check,
}

/// The check of a rule, by the subject that it needs.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// Checked by the table of members, which is traversed once for all rules of this kind.
    Shape(Problem),
    /// Checks one envelope.
    Envelope(fn(&Answer<'_>, &mut Report<'_>)),
    /// Checks an earlier and a later envelope of one resort for one caller.
    Samples(fn(&Answer<'_>, &Answer<'_>, &mut Report<'_>)),
    /// Checks an envelope against the resort's detail.
    Detail(fn(&Answer<'_>, &Value, &mut Report<'_>)),
    /// Checks an envelope against the rows of the daily forecast, day 1 first.
    Rows(fn(&Answer<'_>, &[Value], &mut Report<'_>)),
    /// Checks the envelopes of an anonymous caller and of a Pro caller.
    Tiers(fn(&Answer<'_>, &Answer<'_>, &mut Report<'_>)),
    /// Checks the published schema, and the address that envelopes give for it.
    Schema(fn(&Value, Option<&str>, &mut Report<'_>)),
    /// Checks a list answer.
    List(fn(&Value, &mut Report<'_>)),
    /// Checks the answer about the road to a resort.
    Road(fn(&Value, &mut Report<'_>)),
    /// Checks the avalanche bulletin of a resort.
    Avalanche(fn(&Value, &mut Report<'_>)),
    /// Checks the answer to a question in words, with the record of the resort that it is about.
    Asked(fn(&Value, &Value, &mut Report<'_>)),
    /// Checks the photos of a resort.
    Photos(fn(&Value, &mut Report<'_>)),
    /// Checks the result of a tool call.
    Tool(fn(&ToolResult<'_>, &mut Report<'_>)),
    /// Checked against a running server, with feature `live`.
    Live,
}

/// A kind of problem with the shape of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Problem {
    /// A required member is missing.
    Missing,
    /// A member is not in the contract.
    Extra,
    /// A value has another type, or is null where null is not allowed.
    Type,
    /// A word or constant is not in the contract.
    Word,
    /// A text is not an RFC 3339 timestamp or an ISO date.
    Time,
    /// A number is outside the range of its kind.
    Range,
}

/// The subject of a check.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// One envelope.
    Envelope(Answer<'a>),
    /// Two envelopes of one resort for one caller, the earlier first.
    Samples(Answer<'a>, Answer<'a>),
    /// An envelope and the answer of `/api/v1/resorts/{slug}`.
    Detail(Answer<'a>, &'a Value),
    /// An envelope and the answer of the daily forecast at mid mountain.
    Rows(Answer<'a>, &'a Value),
    /// Envelopes of an anonymous caller and of a Pro caller.
    Tiers(Answer<'a>, Answer<'a>),
    /// A published schema and the address that an envelope gives for it.
    Schema(&'a Value, Option<&'a str>),
    /// A list answer.
    List(&'a Value),
    /// The answer of `/api/v1/resorts/{slug}/road`.
    Road(&'a Value),
    /// The answer of `/api/v1/resorts/{slug}/avalanche`.
    Avalanche(&'a Value),
    /// The answer of `/api/v1/ask` about one resort, and that resort's envelope.
    Asked(&'a Value, &'a Value),
    /// The answer of `/api/v1/resorts/{slug}/photos`.
    Photos(&'a Value),
    /// A tool's result.
    Tool(ToolResult<'a>),
}

/// A broken rule and its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Identifier of the rule.
    pub rule: &'static str,
    /// Severity: error or warning, after thresholds were resolved.
    pub severity: Severity,
    /// JSON pointer into the subject.
    pub path: String,
    /// Value that was found.
    pub found: String,
    /// Value that was expected.
    pub expected: String,
}

/// Collects the findings of one rule.
#[derive(Debug)]
pub struct Report<'r> {
    rule: &'r Rule,
    severity: Severity,
    findings: &'r mut Vec<Finding>,
}

/// Maximum length of a value in a finding, in characters.
const SHOWN: usize = 160;

impl Report<'_> {
    /// Adds a finding of the rule.
    pub fn broken(&mut self, path: impl Display, found: impl Display, expected: impl Display) {
        self.findings.push(Finding {
            rule: self.rule.id,
            severity: self.severity,
            path: path.to_string(),
            found: short(found.to_string()),
            expected: short(expected.to_string()),
        });
    }
}

fn short(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(at);
        text.push('…');
    }
    text
}

/// Every rule, by area.
pub const AREAS: [&[Rule]; 23] = [
    shape::RULES,
    envelope::RULES,
    field::RULES,
    status::RULES,
    depth::RULES,
    average::RULES,
    disagreement::RULES,
    terrain::RULES,
    snow::RULES,
    outlook::RULES,
    measured::RULES,
    freshness::RULES,
    flags::RULES,
    plausible::RULES,
    samples::RULES,
    endpoints::RULES,
    published_schema::RULES,
    list::RULES,
    road::RULES,
    avalanche::RULES,
    question::RULES,
    photos::RULES,
    tool_result::RULES,
];

/// Returns every rule.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    AREAS.into_iter().flatten()
}

/// Returns the rule with an identifier.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}

/// Checks a subject against the rules and returns the findings; empty if it conforms.
#[must_use]
pub fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let problems = match subject {
        Subject::Envelope(answer) => shape::problems(answer.json),
        Subject::Samples(..)
        | Subject::Detail(..)
        | Subject::Rows(..)
        | Subject::Tiers(..)
        | Subject::Schema(..)
        | Subject::List(_)
        | Subject::Road(_)
        | Subject::Avalanche(_)
        | Subject::Asked(..)
        | Subject::Photos(_)
        | Subject::Tool(_) => Vec::new(),
    };
    let stated = states_thresholds(subject);
    for rule in rules() {
        let severity = match rule.severity {
            Severity::Threshold if stated => Severity::Error,
            Severity::Threshold => Severity::Warning,
            known => known,
        };
        let mut report = Report { rule, severity, findings: &mut findings };
        match (rule.check, subject) {
            (Check::Shape(kind), _) => {
                for problem in problems.iter().filter(|problem| problem.kind == kind) {
                    report.broken(&problem.path, &problem.found, &problem.expected);
                }
            }
            (Check::Envelope(judge), Subject::Envelope(answer)) => judge(answer, &mut report),
            (Check::Samples(judge), Subject::Samples(earlier, later)) => judge(earlier, later, &mut report),
            (Check::Detail(judge), Subject::Detail(answer, detail)) => judge(answer, detail, &mut report),
            (Check::Rows(judge), Subject::Rows(answer, rows)) => {
                judge(answer, endpoints::rows_of(rows), &mut report);
            }
            (Check::Tiers(judge), Subject::Tiers(anonymous, pro)) => judge(anonymous, pro, &mut report),
            (Check::Schema(judge), Subject::Schema(served, address)) => judge(served, *address, &mut report),
            (Check::List(judge), Subject::List(list)) => judge(list, &mut report),
            (Check::Road(judge), Subject::Road(answer)) => judge(answer, &mut report),
            (Check::Avalanche(judge), Subject::Avalanche(answer)) => judge(answer, &mut report),
            (Check::Asked(judge), Subject::Asked(answer, record)) => judge(answer, record, &mut report),
            (Check::Photos(judge), Subject::Photos(answer)) => judge(answer, &mut report),
            (Check::Tool(judge), Subject::Tool(result)) => judge(result, &mut report),
            _ => {}
        }
    }
    findings
}

/// Returns whether the server stated its thresholds.
fn states_thresholds(subject: &Subject<'_>) -> bool {
    match subject {
        Subject::Envelope(answer)
        | Subject::Samples(answer, _)
        | Subject::Detail(answer, _)
        | Subject::Rows(answer, _)
        | Subject::Tiers(answer, _) => answer.definitions.stated,
        Subject::Schema(..)
        | Subject::List(_)
        | Subject::Road(_)
        | Subject::Avalanche(_)
        | Subject::Asked(..)
        | Subject::Photos(_)
        | Subject::Tool(_) => false,
    }
}

/// Formats the table of rules as Markdown; `live` are the rules that need a running server.
#[must_use]
pub fn markdown(live: &'static [Rule]) -> String {
    let mut text = String::from(
        "# Rules of the conformance kit\n\n<!-- Generated by `cargo xtask codegen` from \
         `crates/conformance/src/rules.rs` and `crates/conformance/src/live.rs`. -->\n\nSeverity `threshold`: an error \
         if the server states its thresholds (`/api/v1/definitions`), otherwise a warning. D: the contract's \
         decisions on points that the specification leaves open.\n\n\
         | Rule | Clause | Severity | Requirement | Fix |\n|---|---|---|---|---|\n",
    );
    for rule in rules().chain(live) {
        let Rule { id, clause, severity, checks, fix, .. } = rule;
        let severity = severity.as_str();
        text.push_str(&format!(
            "| `{id}` | {} | {severity} | {checks} | {fix} |\n",
            clause.replace('|', "\\|")
        ));
    }
    text
}
