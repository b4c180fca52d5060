//! Change counters of the published world, for which writes can wait.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use storage::{Conn, StoreError, changes};

/// The change counters of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Versions {
    /// Counter of evidence.
    pub evidence: i64,
    /// Counter of past winters.
    pub winters: i64,
    /// Counter of documents, which belong to no single resort.
    pub documents: i64,
    /// Counter of grading results.
    pub grades: i64,
}

impl Versions {
    /// Reads, in the transaction of a write of evidence and documents, the counters of the publication that will show
    /// it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn written(conn: &mut Conn) -> Result<Self, StoreError> {
        let evidence = changes::version(conn, changes::EVIDENCE)?;
        let documents = changes::version(conn, changes::DOCUMENTS)?;
        Ok(Self { evidence, documents, ..Self::default() })
    }

    /// Picks the counters out of those of all topics.
    #[must_use]
    pub fn of_topics(versions: &BTreeMap<String, i64>) -> Self {
        let of = |topic| versions.get(topic).copied().unwrap_or(0);
        Self {
            evidence: of(changes::EVIDENCE),
            winters: of(changes::CLIMATE),
            documents: of(changes::DOCUMENTS),
            grades: of(changes::VERIFICATION),
        }
    }

    /// Returns each counter with its name.
    #[must_use]
    pub fn by_name(self) -> BTreeMap<&'static str, i64> {
        let Self { evidence, winters, documents, grades } = self;
        [("evidence", evidence), ("winters", winters), ("documents", documents), ("grades", grades)].into()
    }

    /// Returns whether a counter went back: the database was restored or replaced.
    #[must_use]
    pub const fn is_behind(self, known: Self) -> bool {
        self.evidence < known.evidence
            || self.winters < known.winters
            || self.documents < known.documents
            || self.grades < known.grades
    }
}
