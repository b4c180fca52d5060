//! Adds stored documents, which belong to no single resort, to the world; unreadable ones are logged and left out.

use evidence::Document;
use storage::documents;
use world::{RejectedDocument, World};

/// Returns the world with the changed documents and without the removed ones.
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
        tracing::warn!(kind, subject, %why, "skipping an unreadable stored document");
    }
    world
}
