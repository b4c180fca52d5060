//! `snow-report.updated` for a resort: its new snow, its depth or the time of its report changed.

use conditions_core::field::Field;
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use super::{Audience, Change, Event, EventName, Occurrence, Place, keys_of};
use crate::policy::EventPolicy;

/// What is watched of a resort. A member that is null is not reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookReport"))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// New snow of the past 24 hours, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Option<Tenths>,
    /// Headline depth, centimetres.
    pub snow_depth_cm: Option<Tenths>,
    /// Newest observation of the two. A model run is no report and has none.
    pub reported_at: Option<Timestamp>,
}

impl Report {
    /// The report in a resolution.
    #[must_use]
    pub fn of(resolution: &Resolution) -> Self {
        let depth = resolution.record.display_depth_cm.as_ref();
        Self {
            snowfall24h_cm: resolution.snowfall24h_cm.value,
            snow_depth_cm: depth.and_then(|depth| depth.value),
            reported_at: reported_at(&resolution.snowfall24h_cm).max(depth.and_then(reported_at)),
        }
    }
}

fn reported_at(field: &Field<Tenths>) -> Option<Timestamp> {
    match field.source {
        Kind::Operator | Kind::Station | Kind::Scraped => field.observed_at,
        _ => None,
    }
}

/// What changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookReportChange"))]
pub enum Changed {
    /// New snow.
    #[serde(rename = "snowfall24hCm")]
    Snowfall24h,
    /// Depth.
    #[serde(rename = "depthCm")]
    Depth,
    /// Time of the report.
    #[serde(rename = "reportedAt")]
    ReportedAt,
}

/// `data` of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookSnowReport"))]
#[serde(rename_all = "camelCase")]
pub struct SnowReportData {
    /// Slug.
    pub slug: String,
    /// Name.
    pub name: String,
    /// URL of the resort's page.
    pub url: String,
    /// What changed, at least one.
    pub changed: Vec<Changed>,
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// The report that was told before.
    pub previous: Report,
}

/// The event.
#[derive(Debug, Clone, Copy)]
pub struct SnowReportUpdated;

impl Event for SnowReportUpdated {
    const NAME: EventName = EventName::SnowReportUpdated;

    type Subject<'a> = (Place<'a>, Change<'a, Report>);

    type Data = SnowReportData;

    fn evaluate(
        _: &EventPolicy,
        now: Timestamp,
        (place, change): Self::Subject<'_>,
    ) -> Option<Occurrence<Self::Data>> {
        let before = change.before?;
        let (previous, report) = (before.value, *change.after);
        let changed: Vec<Changed> = [
            (previous.snowfall24h_cm != report.snowfall24h_cm, Changed::Snowfall24h),
            (previous.snow_depth_cm != report.snow_depth_cm, Changed::Depth),
            (previous.reported_at != report.reported_at, Changed::ReportedAt),
        ]
        .into_iter()
        .filter_map(|(differs, what)| differs.then_some(what))
        .collect();
        if changed.is_empty() {
            return None;
        }
        Some(Occurrence {
            event: Self::NAME,
            audience: Audience::Resort,
            resort_slug: place.slug.to_owned(),
            dedupe_key: format!("{}{}", keys_of(Self::NAME, place.slug), before.version),
            data: SnowReportData {
                slug: place.slug.to_owned(),
                name: place.name.to_owned(),
                url: place.url.to_owned(),
                changed,
                report,
                previous,
            },
            created_at: now,
        })
    }
}

#[cfg(test)]
mod tests;
