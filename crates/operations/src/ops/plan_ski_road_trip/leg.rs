//! A leg of a trip: the drive between two stops, its estimate, and the chain controls along it.

use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;
use world::VisibleResort;
use world::credits::SourceFamilies;
use world::roads::Roads;

use crate::drive::DriveEstimate;
use crate::roads::{OnTheWay, RoadCall, RoadControl, strictest_first, why_nothing};
use crate::text::{Text, tenths};

/// The drive from one stop to the next.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Leg<'w> {
    /// Slug of the first stop.
    pub from: &'w str,
    /// Slug of the second stop.
    pub to: &'w str,
    /// Last day at the first stop; the drive is that evening or the next morning.
    pub after: NaiveDate,
    /// Great-circle distance, kilometres.
    pub distance_km: Option<Tenths>,
    /// Length and time of the drive; null if a sea or a closed border separates the stops.
    pub drive: Option<DriveEstimate>,
    /// Chain controls along the drive.
    pub controls: Controls<'w>,
}

/// Maximum number of controls listed for a leg.
const MOST_CONTROLS: usize = 20;

/// Chain controls and passes near the straight lines of a leg, within 15 km; no route is known.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Controls<'w> {
    /// Whether any is on record there.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<String>,
    /// Summary of the controls.
    pub call: RoadCall,
    /// Strictest first; at most 20.
    pub listed: Vec<RoadControl<'w>>,
}

impl<'w> Leg<'w> {
    /// Makes the leg between two stops, driven after a day, and returns the sources of its controls.
    pub(super) fn new(
        roads: &Roads<'w>,
        from: &VisibleResort<'w>,
        to: &VisibleResort<'w>,
        after: NaiveDate,
        now: Timestamp,
    ) -> (Self, SourceFamilies) {
        let way = from.way_to(to);
        let mut found = way.as_ref().map(|way| roads.controls_along(way, now)).unwrap_or_default();
        found.sort_by_key(strictest_first);
        let carries = found.iter().fold(SourceFamilies::CATALOGUE, |all, control| all.and(control.carries));
        let leg = Self {
            from: &from.resort().slug,
            to: &to.resort().slug,
            after,
            distance_km: Tenths::new(from.straight_km(to)),
            drive: way.as_deref().map(DriveEstimate::along),
            controls: Controls::new(roads, &found, to),
        };
        (leg, carries)
    }
}

impl<'w> Controls<'w> {
    fn new(roads: &Roads<'w>, found: &[OnTheWay<'w>], to: &VisibleResort<'w>) -> Self {
        Self {
            available: !found.is_empty(),
            reason: found.is_empty().then(|| why_nothing(roads, "a chain control or pass on this leg")),
            call: RoadCall::from_controls(found),
            listed: found.iter().take(MOST_CONTROLS).map(|control| RoadControl::new(control, None, to)).collect(),
        }
    }
}

/// Describes a leg in words.
pub(super) fn line(text: &mut Text, leg: &Leg<'_>) {
    let Leg { to, distance_km, drive, controls, .. } = leg;
    let drive = drive.map_or("no estimate by land".to_owned(), |drive| drive.to_string());
    let call = controls.reason.clone().unwrap_or_else(|| controls.call.summary());
    text.line(format_args!(
        "  then to {to}: {} in a straight line, {drive}; chain controls: {call}",
        tenths(*distance_km, "km")
    ));
    for control in &controls.listed {
        text.line(format_args!("  - {}", control.line()));
    }
}
