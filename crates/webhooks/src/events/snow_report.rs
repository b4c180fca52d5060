//! `snow-report.updated` for a resort: its new snow, its depth or the time of its report changed.

use conditions_core::field::Field;
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use super::{Audience, Baseline, Decision, EventName, Place, Snapshot, WatchedSubject};
use crate::policy::EventPolicy;

/// The watched values of a resort. A null member is not reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookReport"))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// New snow of the past 24 hours, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Option<Tenths>,
    /// Headline depth, centimetres.
    pub snow_depth_cm: Option<Tenths>,
    /// Newest observation of the two. A model run is not a report and has no time.
    pub reported_at: Option<Timestamp>,
}

impl Report {
    /// Returns the report in a resolution.
    #[must_use]
    pub fn from_resolution(resolution: &Resolution) -> Self {
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

/// A watched value that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookReportChange"))]
pub enum ReportChange {
    /// New snow.
    #[serde(rename = "snowfall24hCm")]
    Snowfall24h,
    /// Headline depth, centimetres.
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
    /// The resort's slug.
    pub slug: String,
    /// The resort's name.
    pub name: String,
    /// URL of the resort's page.
    pub url: String,
    /// Changed members, at least one.
    pub changed: Vec<ReportChange>,
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// Previously reported report.
    pub previous: Report,
}

/// The `snow-report.updated` event of a resort.
#[derive(Debug, Clone, Copy)]
pub struct Event;

impl super::Event for Event {
    const NAME: EventName = EventName::new("snow-report.updated");
    const AUDIENCE: Audience = Audience::Resort;
    const ABOUT: &'static str = "To a subscription of a resort: its new snow, its depth or the time of its report changed.";

    type State = Report;
    type Data = SnowReportData;

    fn watch(_: &EventPolicy, snapshot: &Snapshot<'_>) -> Vec<WatchedSubject<Report>> {
        let watched = snapshot.resorts.iter().map(|resort| WatchedSubject {
            subject: resort.slug.to_owned(),
            place: snapshot.place_named(resort.slug, resort.name),
            state: Report::from_resolution(resort.resolution),
        });
        watched.collect()
    }

    fn decide(
        _: &EventPolicy,
        now: Timestamp,
        before: Option<&Baseline<Report>>,
        after: &WatchedSubject<Report>,
    ) -> Decision<SnowReportData> {
        super::changed::<Self>(now, before, after, |previous| {
            let changed = changes(previous, &after.state);
            (!changed.is_empty()).then(|| data(after.place.clone(), changed, after.state, *previous))
        })
    }

    fn sample(_: &EventPolicy, snapshot: &Snapshot<'_>, place: Place) -> (String, SnowReportData) {
        let report = snapshot.resort(&place.slug).map_or(NOTHING, |resort| Report::from_resolution(resort.resolution));
        let changed = vec![ReportChange::Snowfall24h, ReportChange::Depth, ReportChange::ReportedAt];
        (place.slug.clone(), data(place, changed, report, NOTHING))
    }
}

/// An empty report.
const NOTHING: Report = Report { snowfall24h_cm: None, snow_depth_cm: None, reported_at: None };

fn changes(previous: &Report, report: &Report) -> Vec<ReportChange> {
    let members = [
        (previous.snowfall24h_cm != report.snowfall24h_cm, ReportChange::Snowfall24h),
        (previous.snow_depth_cm != report.snow_depth_cm, ReportChange::Depth),
        (previous.reported_at != report.reported_at, ReportChange::ReportedAt),
    ];
    members.into_iter().filter_map(|(differs, what)| differs.then_some(what)).collect()
}

fn data(place: Place, changed: Vec<ReportChange>, report: Report, previous: Report) -> SnowReportData {
    let Place { slug, name, url } = place;
    SnowReportData { slug, name, url, changed, report, previous }
}

#[cfg(test)]
mod tests;
