//! What a conforming answer keeps, as one list of rules: pure functions over JSON that name the clause they carry.
//!
//! The subject may come from any server in any language, so every rule is total: any JSON is either kept or broken,
//! and none makes a rule panic. A rule that cannot see what it needs stays silent; the rule that demands what is
//! missing speaks instead. `docs/generated/rules.md` is made from this list.

use std::fmt::Display;

use serde_json::Value;

mod answer;
mod asked;
mod avalanche;
mod average;
mod connector;
mod definitions;
mod depth;
mod disagreement;
mod endpoints;
mod envelope;
mod field;
mod flags;
mod forecast;
mod freshness;
mod json;
mod list;
mod measured;
mod photos;
mod plausible;
mod published_schema;
mod road;
mod samples;
mod shape;
mod snow;
mod status;
mod terrain;

pub use answer::{Answer, Viewer};
pub use connector::ToolResult;
pub use definitions::Definitions;
pub use json::same;

/// How bad a broken rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Breaks the contract.
    Error,
    /// Breaks the thresholds that the server says it applies. Where it does not say, a deployment may have changed the
    /// defaults, and the finding is a warning.
    Threshold,
    /// Suspicious, or against what the contract's decisions settle without the specification.
    Warning,
}

impl Severity {
    /// `error`, `threshold` or `warning`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Threshold => "threshold",
            Self::Warning => "warning",
        }
    }
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// `area/name`; stable.
    pub id: &'static str,
    /// Section of the specification (or of the contract's decisions) and the statement that it carries.
    pub clause: &'static str,
    /// How bad it is when broken.
    pub severity: Severity,
    /// What it checks.
    pub checks: &'static str,
    /// What to do when it is broken.
    pub fix: &'static str,
    /// How it is checked.
    pub check: Check,
}

/// How a rule is checked: which subject it looks at.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// By the table of members, which is walked once for all rules of this kind.
    Shape(Problem),
    /// One envelope.
    Envelope(fn(&Answer<'_>, &mut Report<'_>)),
    /// An earlier and a later envelope of one resort for one caller.
    Samples(fn(&Answer<'_>, &Answer<'_>, &mut Report<'_>)),
    /// An envelope and the resort's detail.
    Detail(fn(&Answer<'_>, &Value, &mut Report<'_>)),
    /// An envelope and the rows of the daily forecast, day 1 first.
    Rows(fn(&Answer<'_>, &[Value], &mut Report<'_>)),
    /// The envelopes of an anonymous caller and of a Pro caller.
    Tiers(fn(&Answer<'_>, &Answer<'_>, &mut Report<'_>)),
    /// The schema that a server publishes, and where it says that the schema is.
    Schema(fn(&Value, Option<&str>, &mut Report<'_>)),
    /// A list answer.
    List(fn(&Value, &mut Report<'_>)),
    /// The answer about the road to a resort.
    Road(fn(&Value, &mut Report<'_>)),
    /// The danger bulletin of a resort.
    Avalanche(fn(&Value, &mut Report<'_>)),
    /// The answer to a question in words, and the record of the resort that it was about.
    Asked(fn(&Value, &Value, &mut Report<'_>)),
    /// The photos of a resort.
    Photos(fn(&Value, &mut Report<'_>)),
    /// The result of a tool call.
    Tool(fn(&ToolResult<'_>, &mut Report<'_>)),
    /// Against a running server; the `conformance` crate does it.
    Live,
}

/// What can be wrong with the shape of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Problem {
    /// A required member is not there.
    Missing,
    /// A member that the contract does not list.
    Extra,
    /// Another type, or null where null may not be.
    Type,
    /// A word that the contract does not know, or another constant.
    Word,
    /// A text that is no RFC 3339 instant or no ISO date.
    Time,
    /// A number outside of what its kind allows.
    Range,
}

/// What is judged.
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

/// A broken rule and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's identifier.
    pub rule: &'static str,
    /// Error or warning, after a threshold's was settled.
    pub severity: Severity,
    /// JSON pointer into the subject.
    pub path: String,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// Takes what one rule finds.
#[derive(Debug)]
pub struct Report<'r> {
    rule: &'r Rule,
    severity: Severity,
    findings: &'r mut Vec<Finding>,
}

/// Longest text of a finding's value, in characters.
const SHOWN: usize = 160;

impl Report<'_> {
    /// Notes a break of the rule.
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

/// Every rule, in the order of their areas.
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
    forecast::RULES,
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
    asked::RULES,
    photos::RULES,
    connector::RULES,
];

/// Every rule.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    AREAS.into_iter().flatten()
}

/// The rule of an identifier.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}

/// Everything in which the subject breaks the rules; empty when it conforms.
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
    let stated = stated(subject);
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

/// Whether the server said which thresholds it applies.
fn stated(subject: &Subject<'_>) -> bool {
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

/// The table of rules as Markdown; `live` are those that the command line adds.
#[must_use]
pub fn markdown(live: &'static [Rule]) -> String {
    let mut text = String::from(
        "# Rules of the conformance kit\n\n<!-- Generated by `cargo xtask codegen` from \
         `crates/conformance/src/rules.rs` and `crates/conformance/src/live.rs`. -->\n\nSeverity `threshold`: an error \
         against the thresholds that the server says it applies (`/api/v1/definitions`), a warning where it does \
         not say. D: the contract's decisions, where the specification is silent.\n\n\
         | Rule | Clause | Severity | Checks | When broken |\n|---|---|---|---|---|\n",
    );
    for rule in rules().chain(live) {
        let Rule { id, clause, severity, checks, fix, .. } = rule;
        let severity = severity.word();
        text.push_str(&format!(
            "| `{id}` | {} | {severity} | {checks} | {fix} |\n",
            clause.replace('|', "\\|")
        ));
    }
    text
}
