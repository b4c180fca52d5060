//! Results of a check: findings with the address they concern, and the subjects that were checked.

use serde_json::Value;

use crate::rules::{Answer, Definitions, Finding, Severity, Subject, Viewer, check};

/// A finding with the request, file or vector that it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedFinding {
    /// The subject of the check: a path below the base address, a tool or a file.
    pub about: String,
    /// The broken rule.
    pub finding: Finding,
}

/// All results of a check.
#[derive(Debug, Clone, Default)]
pub struct Results {
    /// Findings, in the order of discovery.
    pub found: Vec<LocatedFinding>,
    /// Number of subjects checked.
    pub subjects: usize,
    /// Subjects that could not be checked, with the reasons.
    pub left_out: Vec<String>,
}

impl Results {
    /// Checks a subject against every rule that applies to it.
    pub fn check(&mut self, about: &str, subject: &Subject<'_>) {
        self.subjects += 1;
        self.add(about, check(subject));
    }

    /// Adds findings about a subject.
    pub fn add(&mut self, about: &str, findings: impl IntoIterator<Item = Finding>) {
        self.found
            .extend(findings.into_iter().map(|finding| LocatedFinding { about: about.to_owned(), finding }));
    }

    /// Adds the results of another check.
    pub fn merge(&mut self, other: Self) {
        self.found.extend(other.found);
        self.subjects += other.subjects;
        self.left_out.extend(other.left_out);
    }

    /// Returns the number of findings with a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.found.iter().filter(|found| found.finding.severity == severity).count()
    }

    /// Returns whether no rule is broken; warnings count if `strict`.
    #[must_use]
    pub fn conforms(&self, strict: bool) -> bool {
        self.found.iter().all(|found| found.finding.severity == Severity::Warning && !strict)
    }
}

/// Checks one envelope of an unknown server and caller, such as one from a file.
#[must_use]
pub fn envelope(about: &str, envelope: &Value) -> Results {
    let definitions = Definitions::default();
    let answer = Answer { json: envelope, viewer: Viewer::Unknown, definitions: &definitions };
    let mut verdict = Results::default();
    verdict.check(about, &Subject::Envelope(answer));
    verdict
}
