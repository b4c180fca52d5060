//! What operations of an account share: what it holds, and what they change of it. An operation decides and the server stores,
//! in between there is no I/O.

use accounts::alerts::Alert;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;
use world::View;
use world::own::AccountData;

use crate::error::OpError;

/// Saved resorts that one account may have.
pub const MOST_SAVED: usize = 100;

/// What is stored of what an operation decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A resort is saved.
    Save {
        /// Its slug.
        slug: String,
    },
    /// A resort is no longer saved.
    Forget {
        /// Its slug.
        slug: String,
    },
    /// An alert, in the place of the one of its id where there is one.
    Subscribe(Box<Alert>),
    /// The end of an alert.
    Unsubscribe {
        /// Its id.
        id: Uuid,
    },
}

/// What the caller's account holds.
///
/// # Errors
/// [`OpError::Unread`] where nobody read it.
pub(crate) fn own<'w>(view: &View<'w>) -> Result<&'w AccountData, OpError> {
    view.own().ok_or(OpError::Unread)
}

/// An alert as its owner sees it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlertRow {
    /// Its id, as `unsubscribe_alerts` takes it.
    pub id: String,
    /// What it is about.
    pub r#type: accounts::alerts::Kind,
    /// Slug of its resort; null for any.
    pub slug: Option<String>,
    /// From which snow on, centimetres; null for what has no threshold.
    pub threshold_cm: Option<u16>,
    /// How many days ahead it looks; null for what looks at today.
    pub window_days: Option<u8>,
    /// Hours in which it is not told, in the resort's zone.
    pub quiet_hours: String,
    /// When it was made, or changed last.
    pub created_at: Timestamp,
}

impl AlertRow {
    /// The row of an alert.
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

    /// The alert in words.
    #[must_use]
    pub fn words(&self) -> String {
        let place = self.slug.as_deref().unwrap_or("any resort");
        let from = self.threshold_cm.map(|cm| format!(" from {cm} cm")).unwrap_or_default();
        let days = self.window_days.map(|days| format!(" within {days} days")).unwrap_or_default();
        let quiet = match self.quiet_hours.as_str() {
            "none" => String::new(),
            hours => format!(", not told at {hours} h"),
        };
        format!("{} at {place}{from}{days}{quiet} (id {})", self.r#type.word(), self.id)
    }
}

/// Where an account's alerts go, as far as its owner has said so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Ways")]
pub struct AlertChannels {
    /// Whether they go by e-mail.
    pub by_mail: bool,
    /// Whether they go to the account's own webhook.
    pub by_webhook: bool,
    /// What is missing, if anything is.
    pub note: Option<String>,
}

impl AlertChannels {
    /// The ways of an account; `base_url` is the service's, for links.
    #[must_use]
    pub fn of(own: &AccountData, base_url: &str) -> Self {
        use world::own::MailState;
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
