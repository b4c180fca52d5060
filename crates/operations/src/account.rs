//! Shared parts of account operations: the account's data, and the changes to it. An operation decides and the server
//! stores; there is no I/O in between.

use accounts::alerts::Alert;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;
use world::View;
use world::account_data::AccountData;

use crate::error::OpError;

/// Maximum number of saved resorts per account.
pub const MOST_SAVED: usize = 100;

/// A decided change, for storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Saves a resort.
    Save {
        /// Slug of the resort.
        slug: String,
    },
    /// Removes a saved resort.
    Forget {
        /// Slug of the resort.
        slug: String,
    },
    /// Stores an alert, replacing the one of the same id if there is one.
    Subscribe(Box<Alert>),
    /// Removes an alert.
    Unsubscribe {
        /// Id of the alert.
        id: Uuid,
    },
}

/// Returns the caller's account data.
///
/// # Errors
/// Returns [`OpError::Unread`] if it was not read.
pub(crate) fn account_data<'w>(view: &View<'w>) -> Result<&'w AccountData, OpError> {
    view.account_data().ok_or(OpError::Unread)
}

/// An alert in the form for its owner.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlertRow {
    /// Id, as `unsubscribe_alerts` takes it.
    pub id: String,
    /// Type of the alert.
    pub r#type: accounts::alerts::Kind,
    /// Slug of its resort; null for any.
    pub slug: Option<String>,
    /// Minimum snow, centimetres; null for types without a threshold.
    pub threshold_cm: Option<u16>,
    /// Days ahead that it covers; null for types that cover only today.
    pub window_days: Option<u8>,
    /// Hours without alerts, in the resort's zone.
    pub quiet_hours: String,
    /// When it was created or last changed.
    pub created_at: Timestamp,
}

impl AlertRow {
    /// Makes the row of an alert.
    #[must_use]
    pub fn new(alert: &Alert) -> Self {
        Self {
            id: alert.id.to_string(),
            r#type: alert.kind,
            slug: alert.slug.clone(),
            threshold_cm: alert.threshold_cm,
            window_days: alert.window_days,
            quiet_hours: alert.quiet.to_string(),
            created_at: alert.created_at,
        }
    }

    /// Describes the alert in words.
    #[must_use]
    pub fn words(&self) -> String {
        let place = self.slug.as_deref().unwrap_or("any resort");
        let from = self.threshold_cm.map(|cm| format!(" from {cm} cm")).unwrap_or_default();
        let days = self.window_days.map(|days| format!(" within {days} days")).unwrap_or_default();
        let quiet = match self.quiet_hours.as_str() {
            "none" => String::new(),
            hours => format!(", quiet at {hours} h"),
        };
        format!("{} at {place}{from}{days}{quiet} (id {})", self.r#type.as_str(), self.id)
    }
}

/// Where an account's alerts are sent, as far as its owner has configured it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Ways")]
pub struct AlertChannels {
    /// Whether they are sent by email.
    pub by_mail: bool,
    /// Whether they are sent to the account's own webhook.
    pub by_webhook: bool,
    /// What is missing, if anything.
    pub note: Option<String>,
}

impl AlertChannels {
    /// Returns the channels of an account; `base_url` is the service's, for links.
    #[must_use]
    pub fn from_account(own: &AccountData, base_url: &str) -> Self {
        use world::account_data::MailState;
        let by_mail = own.mail == MailState::On;
        let note = match own.mail {
            MailState::Asked => Some(
                "An email with a link was sent to the account's address; alerts go there once it is followed."
                    .to_owned(),
            ),
            MailState::Never | MailState::Stopped if !own.has_webhook => Some(format!(
                "Nothing is sent yet: switch on e-mail or a webhook at {base_url}/account/alerts, where fired alerts \
                 are also listed."
            )),
            MailState::Never | MailState::Stopped | MailState::On => None,
        };
        Self { by_mail, by_webhook: own.has_webhook, note }
    }
}
