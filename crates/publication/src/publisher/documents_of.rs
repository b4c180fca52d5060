//! Stored documents, which belong to no single resort, into the world; one that cannot be read is left out and said.

use evidence::Document;
use storage::documents;
use world::{RejectedDocument, World};

/// The world with the documents that changed, and without those that were removed.
pub(super) fn with_documents(world: World, changes: &documents::Changes) -> World {
    let documents: Vec<Document<'_>> = changes
        .documents
        .iter()
        .map(|of| Document {
            kind: &of.kind,
            subject: &of.subject,
            captured_at: of.captured_at,
            payload: &of.payload,
        })
        .collect();
    let (world, refused) = world.with_documents(&documents, &changes.removed);
    for RejectedDocument { kind, subject, why } in refused {
        tracing::warn!(kind, subject, %why, "stored document cannot be read; it is left out");
    }
    world
}
