//! Change counters: where the published world is, and what a write has to wait for.

use storage::{Conn, StoreError, changes};

/// The change counters that a world is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Versions {
    /// Of evidence.
    pub evidence: i64,
    /// Of the winters of the past.
    pub winters: i64,
    /// Of documents, which belong to no single resort.
    pub documents: i64,
    /// Of what came of grading.
    pub grades: i64,
}

impl Versions {
    /// Reads, in the transaction of a write of evidence and documents, the counters of the publication that shows it.
    ///
    /// # Errors
    /// What the database says.
    pub fn written(conn: &mut Conn) -> Result<Self, StoreError> {
        let evidence = changes::version(conn, changes::EVIDENCE)?;
        let documents = changes::version(conn, changes::DOCUMENTS)?;
        Ok(Self { evidence, documents, ..Self::default() })
    }

    /// Whether a counter went back: the database was restored, or another one took its place.
    #[must_use]
    pub const fn is_behind(self, known: Self) -> bool {
        self.evidence < known.evidence
            || self.winters < known.winters
            || self.documents < known.documents
            || self.grades < known.grades
    }
}
