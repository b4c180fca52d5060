//! `account-alert`: an alert that an account requested has fired. The account's alerts decide it, not a snapshot, and
//! it reaches only the subscription that the account chose as its own webhook.

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
    /// Id of the alert, as `list_alerts` returns it.
    pub alert_id: String,
    /// `powder`, `opening`, `bluebird` or `forecast`.
    pub r#type: String,
    /// The resort's slug.
    pub slug: String,
    /// The resort's name.
    pub name: String,
    /// URL of the resort's page.
    pub url: String,
    /// Snow that fired it, in centimetres; null if the alert is not about an amount.
    pub snow_cm: Option<Tenths>,
    /// Day that it is about, `YYYY-MM-DD`; null if it is about the present.
    pub day: Option<String>,
    /// Source of the value.
    pub source: String,
    /// Time at which the value was observed or fetched.
    pub observed_at: Timestamp,
}

/// Name that subscriptions list.
pub const NAME: EventName = EventName::new("account-alert");

/// The `account-alert` event.
#[derive(Debug, Clone, Copy)]
pub struct Event;

impl Event {
    /// Returns the occurrence of an alert that fired at `now`.
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
    /// An account's own webhook may be a subscription of either kind.
    const AUDIENCE: Audience = Audience::ResortAndGlobal;
    const ABOUT: &'static str = "An alert fired for the account that uses this subscription as its own webhook; no other subscription gets it.";

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
