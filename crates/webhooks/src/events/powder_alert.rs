//! `powder-alert`: a resort recorded at least 15 cm in the past 24 hours. "Recorded" is defined by `contract-decisions`
//! 10: the snow was seen or measured; models never fire an alert on their own.
//!
//! The key allows one alert per resort and UTC day, and only for new snow: an alert is not repeated when the next day
//! begins. Two 24-hour sums overlap, so a sum is new if it was observed a day later, or if it exceeds the reported sum
//! by the threshold. An alert without a known depth waits for one.

use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use super::{Audience, Baseline, Decision, EventName, Place, Resort, Snapshot, WatchedSubject};
use crate::policy::EventPolicy;

/// `data` of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookPowderAlert"))]
#[serde(rename_all = "camelCase")]
pub struct PowderAlertData {
    /// The resort's slug.
    pub slug: String,
    /// The resort's name.
    pub name: String,
    /// New snow of the past 24 hours, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Tenths,
    /// Headline depth, centimetres.
    pub snow_depth_cm: Tenths,
    /// Snowfall from which the alert is sent, centimetres.
    pub threshold_cm: Tenths,
    /// URL of the resort's page.
    pub url: String,
}

/// The snow that an alert reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertedSnow {
    /// Time at which the alert was decided; there is at most one alert per UTC day.
    pub told_at: Timestamp,
    /// Time at which the snow was observed; if the source does not state it, the time at which the alert was decided.
    pub observed_at: Timestamp,
    /// New snow of the 24 hours before, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Tenths,
    /// Headline depth, centimetres.
    pub snow_depth_cm: Tenths,
}

impl AlertedSnow {
    /// Returns the snow of a resort that an alert could report at `now`.
    fn at(policy: &EventPolicy, now: Timestamp, resort: &Resort<'_>) -> Option<Self> {
        let snowfall = &resort.resolution.snowfall24h_cm;
        let snowfall24h_cm = snowfall.value?;
        let recorded = matches!(snowfall.source, Kind::Operator | Kind::Station | Kind::Scraped);
        let due =
            recorded && snowfall24h_cm >= policy.powder_cm && snowfall.confidence >= policy.powder_confidence;
        if !due {
            return None;
        }
        let snow_depth_cm = resort.resolution.record.display_depth_cm.as_ref()?.value?;
        let observed_at = snowfall.observed_at.unwrap_or(now);
        Some(Self { told_at: now, observed_at, snowfall24h_cm, snow_depth_cm })
    }

    /// Returns whether this snow is different from `told`.
    fn is_new_after(&self, policy: &EventPolicy, told: &Self) -> bool {
        let more = self.snowfall24h_cm.units().saturating_sub(told.snowfall24h_cm.units());
        self.observed_at.since(told.observed_at) >= policy.powder_apart_ms || more >= policy.powder_cm.units()
    }
}

/// The `powder-alert` event.
#[derive(Debug, Clone, Copy)]
pub struct Event;

impl super::Event for Event {
    const NAME: EventName = EventName::new("powder-alert");
    const AUDIENCE: Audience = Audience::ResortAndGlobal;
    const ABOUT: &'static str =
        "A resort recorded at least 15 cm in the past 24 hours; at most once per resort and UTC day.";

    type State = AlertedSnow;
    type Data = PowderAlertData;

    fn watch(policy: &EventPolicy, snapshot: &Snapshot<'_>) -> Vec<WatchedSubject<AlertedSnow>> {
        let watched = snapshot.resorts.iter().filter_map(|resort| {
            Some(WatchedSubject {
                subject: format!("@powder-alert:{}", resort.slug),
                state: AlertedSnow::at(policy, snapshot.at, resort)?,
                place: snapshot.place_named(resort.slug, resort.name),
            })
        });
        watched.collect()
    }

    fn decide(
        policy: &EventPolicy,
        now: Timestamp,
        before: Option<&Baseline<AlertedSnow>>,
        after: &WatchedSubject<AlertedSnow>,
    ) -> Decision<PowderAlertData> {
        let day = now.utc().date_naive();
        let is_news = before.is_none_or(|before| {
            before.value.told_at.utc().date_naive() != day && after.state.is_new_after(policy, &before.value)
        });
        if !is_news {
            return Decision::Nothing;
        }
        let key = format!("{}:{}:{day}", Self::NAME.wire(), after.place.slug);
        let Place { slug, name, url } = after.place.clone();
        let AlertedSnow { snowfall24h_cm, snow_depth_cm, .. } = after.state;
        let threshold_cm = policy.powder_cm;
        let data = PowderAlertData { slug, name, snowfall24h_cm, snow_depth_cm, threshold_cm, url };
        Decision::Happened(super::happened::<Self>(now, after, key, data))
    }

    fn sample(policy: &EventPolicy, snapshot: &Snapshot<'_>, place: Place) -> (String, PowderAlertData) {
        let threshold_cm = policy.powder_cm;
        let resolution = snapshot.resort(&place.slug).map(|resort| resort.resolution);
        let snowfall = resolution.and_then(|resolution| resolution.snowfall24h_cm.value);
        let depth = resolution.and_then(|resolution| resolution.record.display_depth_cm.as_ref()?.value);
        let snowfall24h_cm = snowfall.map_or(threshold_cm, |cm| cm.max(threshold_cm));
        let Place { slug, name, url } = place;
        let data = PowderAlertData {
            slug: slug.clone(),
            name,
            snowfall24h_cm,
            // Alerts always have a depth: if it is unknown, it is at least the new snow.
            snow_depth_cm: depth.unwrap_or(snowfall24h_cm),
            threshold_cm,
            url,
        };
        (slug, data)
    }
}

#[cfg(test)]
mod tests;
