//! Datasets of the world that belong to no single resort.
//!
//! A dataset is filled with the documents of one stored form. Data derived for resorts is computed again whenever its
//! documents or the winters of a resort change.

use std::fmt::Debug;
use std::sync::Arc;

use conditions_core::time::Timestamp;
use evidence::{DecodeError, Document, Form};

use crate::resort_evidence::ResortEvidence;

/// A dataset in the world.
pub trait Dataset: Clone + Debug + Default {
    /// The stored form of its documents.
    type Form: Form;

    /// Inserts the value of a document, learned at `captured_at`, in place of the previous one of the same subject.
    fn insert(&mut self, subject: &str, captured_at: Timestamp, value: <Self::Form as Form>::Value);

    /// Removes a subject.
    fn remove(&mut self, subject: &str);

    /// Computes the data that depends on resorts, given in the world's order.
    fn settle(&mut self, resorts: &[&ResortEvidence]) {
        let _ = resorts;
    }

    /// Returns the first time after `after` at which its content changes without new data, such as the end of a
    /// validity.
    fn changes_after(&self, after: Timestamp) -> Option<Timestamp> {
        let _ = after;
        None
    }
}

/// A stored document that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedDocument {
    /// Name of its form.
    pub kind: &'static str,
    pub subject: String,
    /// Reason why it cannot be parsed.
    pub why: DecodeError,
}

/// Changes in storage.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DocumentChanges<'a> {
    pub(crate) documents: &'a [Document<'a>],
    /// Kind and subject.
    pub(crate) removed: &'a [(String, String)],
}

/// Applies the changes of its kind to a dataset, if there are any; returns the unreadable documents.
pub(crate) fn apply<S: Dataset>(
    dataset: &mut Arc<S>,
    changed: DocumentChanges<'_>,
    resorts: &[&ResortEvidence],
) -> Vec<RejectedDocument> {
    let kind = <S::Form as Form>::NAME;
    let documents: Vec<_> = changed.documents.iter().filter(|document| document.kind == kind).collect();
    let removed: Vec<_> = changed.removed.iter().filter(|(of, _)| of == kind).collect();
    if documents.is_empty() && removed.is_empty() {
        return Vec::new();
    }
    let dataset = Arc::make_mut(dataset);
    let mut refused = Vec::new();
    removed.iter().for_each(|(_, subject)| dataset.remove(subject));
    for Document { subject, captured_at, payload, .. } in documents {
        match S::Form::decode(payload) {
            Ok(value) => dataset.insert(subject, *captured_at, value),
            Err(why) => {
                dataset.remove(subject);
                refused.push(RejectedDocument { kind, subject: (*subject).to_owned(), why });
            }
        }
    }
    dataset.settle(resorts);
    refused
}
