//! Shared parts of the answers about roads: locations, the requirements of a control, the summary of several controls,
//! and reasons for missing data.

use core::cmp::Reverse;

use conditions_core::geo::{Point, distance_km};
use conditions_core::text::{ShownName, ShownText};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

use roads::agency::agency;
use roads::control::ControlSummary;
pub use roads::{Level, UnknownReason};
use world::credits::SourceFamilies;
use world::roads::{ControlStatus, RoadData, Roads, RoadsideItem};
use world::{View, VisibleResort};

use crate::shapes::Coordinates;
use crate::text::{Text, reported, tenths, word};

/// Location of a roadside item, as its agency describes it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadSpot<'w> {
    /// Name of the place, in the agency's words.
    pub name: &'w ShownName,
    /// The road, such as `US-50`.
    pub road: Option<&'w ShownName>,
    /// Direction of travel that it applies to, in the agency's words.
    pub direction: Option<&'w ShownName>,
    /// The nearest town.
    pub near: Option<&'w ShownName>,
    /// Latitude and longitude, degrees.
    pub coordinates: Coordinates,
    /// Metres above sea level.
    pub elevation_m: Option<i32>,
    /// Straight line to the resort, or on a leg to the resort at its end, kilometres.
    pub distance_km: Option<Tenths>,
    /// Name of the source's lane; its credit is in `credits`.
    pub source: &'w str,
}

impl<'w> RoadSpot<'w> {
    /// Describes the location of an item relative to a resort.
    pub(crate) fn new<T>(beside: &RoadsideItem<'w, T>, seen: &VisibleResort<'w>) -> Self {
        let RoadsideItem { spot, lane, .. } = beside;
        let away = distance_km(spot.point(), place(seen));
        Self {
            name: &spot.name,
            road: spot.road.as_ref(),
            direction: spot.direction.as_ref(),
            near: spot.near.as_ref(),
            coordinates: Coordinates { lat: spot.lat, lon: spot.lon },
            elevation_m: spot.elevation_m,
            distance_km: Tenths::new(away),
            source: lane,
        }
    }

    /// Describes the location in words.
    pub(crate) fn words(&self) -> String {
        let names = self.road.into_iter().chain([self.name]).chain(self.direction);
        let (names, away) = (ShownName::quoted_together(names), tenths(self.distance_km, "km"));
        format!("{names} ({away} away, {})", reported(self.elevation_m, "m"))
    }
}

/// Summary of several controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadCall {
    /// The strictest stated level. `no_restriction` only if every control states it; null if none is stated, or if some
    /// are unknown and the others state no restriction.
    pub level: Option<Level>,
    /// Summary in words.
    pub words: &'static str,
    /// Controls that state a level.
    pub stated: usize,
    /// Controls whose level is unknown.
    pub unknown: usize,
}

impl RoadCall {
    pub(crate) fn from_controls<'a, 'w: 'a>(controls: impl IntoIterator<Item = &'a OnTheWay<'w>>) -> Self {
        let call = roads::control::summarize(controls.into_iter().map(|control| control.item.level));
        let ControlSummary { level, known, unknown } = call;
        let words = match level {
            Some(level) => level.words(),
            None if known + unknown == 0 => "no control on record",
            None => "not known: at least one control has no current level",
        };
        Self { level, words, stated: known, unknown }
    }

    /// Describes the summary in words, with the number of controls.
    pub(crate) fn summary(&self) -> String {
        let Self { words, stated, unknown, .. } = self;
        format!("{words} ({stated} stated, {unknown} unknown)")
    }
}

/// A chain control along the route.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadControl<'w> {
    /// Location, with the straight line to the resort and the source.
    pub place: RoadSpot<'w>,
    /// Town at the start of the route; null for a control near the resort, and on a leg between two resorts.
    pub towards: Option<&'static str>,
    /// Required equipment; null if not known.
    pub level: Option<Level>,
    /// Reason if it is not known.
    pub reason: Option<UnknownReason>,
    /// Requirement in words.
    pub words: &'static str,
    /// The agency's own words; they may be outdated.
    pub said: Option<&'w ShownText>,
    /// Start of the requirement.
    pub since: Option<Timestamp>,
    /// When the agency last stated it.
    pub as_of: Option<Timestamp>,
}

/// A control near a place or route at a given time.
pub(crate) type OnTheWay<'w> = RoadsideItem<'w, ControlStatus<'w>>;

impl<'w> RoadControl<'w> {
    /// Makes the row of a control relative to a resort.
    pub(crate) fn new(
        control: &OnTheWay<'w>,
        towards: Option<&'static str>,
        seen: &VisibleResort<'w>,
    ) -> Self {
        let ControlStatus { control: stated, level, as_of } = control.item;
        Self {
            place: RoadSpot::new(control, seen),
            towards,
            level: level.ok(),
            reason: level.err(),
            words: level.map_or_else(UnknownReason::words, Level::words),
            said: stated.said.as_ref(),
            since: stated.since,
            as_of,
        }
    }

    /// Describes the control in words.
    pub(crate) fn line(&self) -> String {
        let as_of = self.as_of.map(|at| format!(", as of {at}")).unwrap_or_default();
        let towards = self.towards.map(|town| format!(", towards {town}")).unwrap_or_default();
        let said =
            self.said.map(|said| format!(", in the agency's words {}", said.quoted())).unwrap_or_default();
        format!("{}{towards}: {}, {}{as_of}{said}", self.place.words(), word(&self.level), self.words)
    }
}

/// Summary of the controls near a resort; `get_road_access` lists them, together with those on the routes from towns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadState<'w> {
    /// Whether any control is on record near the resort.
    pub available: bool,
    /// Summary of the controls.
    pub call: RoadCall,
    /// When the agency last stated the strictest of them; null if it states none.
    pub as_of: Option<Timestamp>,
    /// Name of the source's lane; its credit is in `credits`.
    pub source: Option<&'w str>,
}

impl<'w> RoadState<'w> {
    /// Returns the state of a resort's roads, and its sources.
    pub(crate) fn for_resort(
        roads: &Roads<'w>,
        seen: &VisibleResort<'w>,
        now: Timestamp,
    ) -> (Self, SourceFamilies) {
        let mut found = roads.controls_near(place(seen), now);
        found.sort_by_key(strictest_first);
        let carries = found.iter().fold(SourceFamilies::CATALOGUE, |all, control| all.and(control.carries));
        let call = RoadCall::from_controls(&found);
        let leading = found.first().filter(|control| control.item.level.ok() == call.level);
        let as_of = leading.filter(|_| call.level.is_some()).and_then(|control| control.item.as_of);
        let source = found.first().map(|control| control.lane);
        (Self { available: !found.is_empty(), call, as_of, source }, carries)
    }

    /// Writes the state if any control is on record.
    pub(crate) fn write(&self, text: &mut Text) {
        if self.available {
            let as_of = self.as_of.map(|at| format!(", as of {at}")).unwrap_or_default();
            text.item("Roads near the resort", format_args!("{}{as_of}", self.call.summary()));
        }
    }
}

/// Returns the sort key of a control: the strictest first, and unknown ones before unrestricted ones, because they may
/// be worse.
pub(crate) fn strictest_first(control: &OnTheWay<'_>) -> (u8, Option<Reverse<Level>>) {
    match control.item.level {
        Ok(Level::NoRestriction) => (2, None),
        Ok(level) => (0, Some(Reverse(level))),
        Err(_) => (1, None),
    }
}

/// The road agency's own page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AgencyLink {
    /// Name of the agency.
    pub name: &'static str,
    /// Address of its page for travellers.
    pub url: &'static str,
}

impl AgencyLink {
    /// Returns the agency of a resort.
    pub(crate) fn for_resort(seen: &VisibleResort<'_>) -> Option<Self> {
        let resort = seen.resort();
        let found = agency(&resort.country, resort.state.as_deref())?;
        Some(Self { name: found.name, url: found.url })
    }
}

/// Returns the position of a resort.
pub(crate) fn place(seen: &VisibleResort<'_>) -> Point {
    (seen.resort().lat, seen.resort().lon)
}

/// Returns the statements of road agencies that are credited.
pub(crate) fn roads<'w>(view: &View<'w>) -> Roads<'w> {
    Roads::visible(view.dataset::<RoadData>(), &view.service().credits)
}

/// Returns the reason for an empty list of things, such as `a camera near this resort`.
pub(crate) fn why_nothing(roads: &Roads<'_>, what: &str) -> String {
    if roads.is_empty() {
        return "no road feed is on record: none is enabled, or none has responded yet".to_owned();
    }
    format!("no road feed for this area: none of those on record has {what}")
}
