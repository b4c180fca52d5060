//! What is gathered while a server is judged: findings with the address that they are about, and what was looked at.

use serde_json::Value;

use crate::rules::{Answer, Definitions, Finding, Severity, Subject, Viewer, check};

/// A finding and the request, file or vector that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What was judged: a path below the base address, a tool, a file.
    pub about: String,
    /// What broke.
    pub finding: Finding,
}

/// Everything that was found.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// In the order in which it was found.
    pub found: Vec<Found>,
    /// Subjects judged.
    pub subjects: usize,
    /// What could not be looked at, and why.
    pub left_out: Vec<String>,
}

impl Verdict {
    /// Judges a subject by every rule about it.
    pub fn judge(&mut self, about: &str, subject: &Subject<'_>) {
        self.subjects += 1;
        self.add(about, check(subject));
    }

    /// Takes findings.
    pub fn add(&mut self, about: &str, findings: impl IntoIterator<Item = Finding>) {
        self.found.extend(findings.into_iter().map(|finding| Found { about: about.to_owned(), finding }));
    }

    /// Takes what another part found.
    pub fn merge(&mut self, other: Self) {
        self.found.extend(other.found);
        self.subjects += other.subjects;
        self.left_out.extend(other.left_out);
    }

    /// How many findings there are of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.found.iter().filter(|found| found.finding.severity == severity).count()
    }

    /// Whether nothing is broken; warnings count when `strict`.
    #[must_use]
    pub fn conforms(&self, strict: bool) -> bool {
        self.found.iter().all(|found| found.finding.severity == Severity::Warning && !strict)
    }
}

/// Judges one envelope whose server and caller are unknown, such as one out of a file.
#[must_use]
pub fn envelope(about: &str, envelope: &Value) -> Verdict {
    let definitions = Definitions::default();
    let answer = Answer { json: envelope, viewer: Viewer::Unknown, definitions: &definitions };
    let mut verdict = Verdict::default();
    verdict.judge(about, &Subject::Envelope(answer));
    verdict
}
