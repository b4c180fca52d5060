//! The caller's account data, read before an operation on it runs: operations have no access to storage.

use accounts::alerts::Alert;
use conditions_core::time::Timestamp;
use uuid::Uuid;

/// The data of one account.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccountData {
    /// Saved resorts, by slug.
    pub saved: Vec<SavedResort>,
    /// Alerts, oldest first.
    pub alerts: Vec<Alert>,
    /// Whether alerts go to its email address.
    pub mail: MailState,
    /// Whether alerts go to a webhook of the account.
    pub has_webhook: bool,
    /// A fresh id for an object that an operation creates.
    pub new_id: Uuid,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedResort {
    pub slug: String,
    pub saved_at: Timestamp,
}

/// Whether alerts go to an account's address: only after its owner has confirmed a link that was mailed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MailState {
    /// The account has no address, or email was never requested.
    #[default]
    Never,
    /// The email with the confirmation link was sent; no others are sent until the link is followed.
    Asked,
    /// Alerts are sent there.
    On,
    /// The owner has ended them.
    Stopped,
}

impl AccountData {
    /// Returns whether a resort is saved.
    #[must_use]
    pub fn has_saved(&self, slug: &str) -> bool {
        self.saved.iter().any(|saved| saved.slug == slug)
    }
}
