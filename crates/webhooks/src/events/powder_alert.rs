//! `powder-alert`: a resort recorded at least 15 cm in the past 24 hours. At most once per resort and UTC day, by its
//! key. "Recorded" is `contract-decisions` 10: somebody saw or measured it; a model alone never fires.

use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use super::{Audience, Event, EventName, Occurrence, Place};
use crate::policy::EventPolicy;

/// `data` of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookPowderAlert"))]
#[serde(rename_all = "camelCase")]
pub struct PowderAlertData {
    /// Slug.
    pub slug: String,
    /// Name.
    pub name: String,
    /// New snow of the past 24 hours, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Tenths,
    /// Headline depth, centimetres; null when nobody reports one: the alert is about the new snow.
    pub snow_depth_cm: Option<Tenths>,
    /// From which snowfall the alert is sent, centimetres.
    pub threshold_cm: Tenths,
    /// URL of the resort's page.
    pub url: String,
}

/// The event.
#[derive(Debug, Clone, Copy)]
pub struct PowderAlert;

impl Event for PowderAlert {
    const NAME: EventName = EventName::PowderAlert;

    /// What was told before plays no part: the day's key says whether it was.
    type Subject<'a> = (Place<'a>, &'a Resolution);

    type Data = PowderAlertData;

    fn evaluate(
        policy: &EventPolicy,
        now: Timestamp,
        (place, resolution): Self::Subject<'_>,
    ) -> Option<Occurrence<Self::Data>> {
        let snowfall = &resolution.snowfall24h_cm;
        let snowfall24h_cm = snowfall.value?;
        let recorded = match snowfall.source {
            Kind::Operator | Kind::Station | Kind::Scraped => true,
            _ => false,
        };
        let due =
            recorded && snowfall24h_cm >= policy.powder_cm && snowfall.confidence >= policy.powder_confidence;
        if !due {
            return None;
        }
        let depth = resolution.record.display_depth_cm.as_ref();
        Some(Occurrence {
            event: Self::NAME,
            audience: Audience::ResortAndGlobal,
            resort_slug: place.slug.to_owned(),
            dedupe_key: format!("{}:{}:{}", Self::NAME.wire(), place.slug, now.utc().date_naive()),
            data: PowderAlertData {
                slug: place.slug.to_owned(),
                name: place.name.to_owned(),
                snowfall24h_cm,
                snow_depth_cm: depth.and_then(|depth| depth.value),
                threshold_cm: policy.powder_cm,
                url: place.url.to_owned(),
            },
            created_at: now,
        })
    }
}

#[cfg(test)]
mod tests;
