//! A leg of a trip: the way between two stops, how long a drive it is, and the chain controls on it.

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

/// The way from one stop to the next.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Leg<'w> {
    /// Slug of the stop that it begins at.
    pub from: &'w str,
    /// Slug of the stop that it leads to.
    pub to: &'w str,
    /// The last day at the one, on whose evening or next morning it is driven.
    pub after: NaiveDate,
    /// Great-circle distance, kilometres.
    pub distance_km: Option<Tenths>,
    /// Length and time of the drive; null where a sea or a closed border lies between.
    pub drive: Option<DriveEstimate>,
    /// Chain controls on the way.
    pub controls: Controls<'w>,
}

/// Controls of a leg that are listed at most.
const MOST_CONTROLS: usize = 20;

/// Chain controls and passes near the straight lines of a leg, within 15 km; no route is known.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Controls<'w> {
    /// Whether any is on record there.
    pub available: bool,
    /// Why there is none.
    pub reason: Option<String>,
    /// What they come to.
    pub call: RoadCall,
    /// The strictest first; at most 20.
    pub listed: Vec<RoadControl<'w>>,
}

impl<'w> Leg<'w> {
    /// The leg between two stops, driven after a day, and whose statements it carries.
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
            reason: found.is_empty().then(|| why_nothing(roads, "a chain control or pass on this way")),
            call: RoadCall::of(found),
            listed: found.iter().take(MOST_CONTROLS).map(|control| RoadControl::new(control, None, to)).collect(),
        }
    }
}

/// A leg in words.
pub(super) fn line(text: &mut Text, leg: &Leg<'_>) {
    let Leg { to, distance_km, drive, controls, .. } = leg;
    let drive = drive.map_or("no estimate by land".to_owned(), |drive| drive.to_string());
    let call = controls.reason.clone().unwrap_or_else(|| controls.call.counted());
    text.line(format_args!(
        "  then to {to}: {} in a straight line, {drive}; chain controls: {call}",
        tenths(*distance_km, "km")
    ));
    for control in &controls.listed {
        text.line(format_args!("  - {}", control.line()));
    }
}
