//! What the account of a caller holds, read before an operation of its own runs: an operation sees no storage.

use accounts::alerts::Alert;
use conditions_core::time::Timestamp;
use uuid::Uuid;

/// What one account holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccountData {
    /// Its saved resorts, by slug.
    pub saved: Vec<SavedResort>,
    /// Its alerts, oldest first.
    pub alerts: Vec<Alert>,
    /// Whether alerts go to its address.
    pub mail: MailState,
    /// Whether alerts go to a webhook of its own.
    pub has_webhook: bool,
    /// An id for what an operation makes, never given before.
    pub new_id: Uuid,
}

/// A saved resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedResort {
    /// Its slug.
    pub slug: String,
    /// When it was saved.
    pub saved_at: Timestamp,
}

/// Whether alerts go to an account's address: only once its owner has asked for them by a link that was mailed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MailState {
    /// It has no address, or nobody has asked.
    #[default]
    Never,
    /// A letter with the link was sent; nothing else is until it is followed.
    Asked,
    /// They go there.
    On,
    /// Its owner has ended them.
    Stopped,
}

impl AccountData {
    /// Whether a resort is saved.
    #[must_use]
    pub fn has_saved(&self, slug: &str) -> bool {
        self.saved.iter().any(|saved| saved.slug == slug)
    }
}
