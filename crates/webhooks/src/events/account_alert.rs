//! `account-alert`: an alert fired that an account has asked for. It is decided by that account's alerts, never by a snapshot, and
//! reaches the one subscription that the account has named as its own webhook.

use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use super::{Audience, Baseline, Decision, EventName, Occurrence, Place, Snapshot, WatchedSubject};
use crate::policy::EventPolicy;

/// `data` of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookAccountAlert"))]
#[serde(rename_all = "camelCase")]
pub struct AccountAlertData {
    /// The alert, as `list_alerts` names it.
    pub alert_id: String,
    /// `powder`, `opening`, `bluebird` or `forecast`.
    pub r#type: String,
    /// The resort's slug.
    pub slug: String,
    /// The resort's name.
    pub name: String,
    /// URL of the resort's page.
    pub url: String,
    /// Snow that fired it, centimetres; null for what is no amount.
    pub snow_cm: Option<Tenths>,
    /// The day that it speaks of, `YYYY-MM-DD`; null for what speaks of now.
    pub day: Option<String>,
    /// Who or what says so.
    pub source: String,
    /// When that was observed, or fetched.
    pub observed_at: Timestamp,
}

/// The name that subscriptions list.
pub const NAME: EventName = EventName::new("account-alert");

/// The event.
#[derive(Debug, Clone, Copy)]
pub struct Event;

impl Event {
    /// An alert that fired at `now`.
    #[must_use]
    pub fn occurrence(key: String, data: AccountAlertData, now: Timestamp) -> Occurrence<AccountAlertData> {
        Occurrence {
            event: NAME,
            audience: <Self as super::Event>::AUDIENCE,
            resort_slug: data.slug.clone(),
            dedupe_key: key,
            data,
            created_at: now,
        }
    }
}

impl super::Event for Event {
    const NAME: EventName = NAME;
    /// A subscription of either kind may be an account's own.
    const AUDIENCE: Audience = Audience::ResortAndGlobal;
    const ABOUT: &'static str = "An alert of the account fired whose own webhook this is; no other subscription gets it.";

    type State = ();
    type Data = AccountAlertData;

    fn watch(_: &EventPolicy, _: &Snapshot<'_>) -> Vec<WatchedSubject<()>> {
        Vec::new()
    }

    fn decide(
        _: &EventPolicy,
        _: Timestamp,
        _: Option<&Baseline<()>>,
        _: &WatchedSubject<()>,
    ) -> Decision<AccountAlertData> {
        Decision::Nothing
    }

    fn sample(policy: &EventPolicy, snapshot: &Snapshot<'_>, place: Place) -> (String, AccountAlertData) {
        let Place { slug, name, url } = place;
        let data = AccountAlertData {
            alert_id: uuid::Uuid::nil().to_string(),
            r#type: "powder".to_owned(),
            slug: slug.clone(),
            name,
            url,
            snow_cm: Some(policy.powder_cm),
            day: None,
            source: "test".to_owned(),
            observed_at: snapshot.at,
        };
        (slug, data)
    }
}
