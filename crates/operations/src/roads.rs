//! What the answers about roads share: where something stands, and why there may be nothing.

use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

use roads::agency::agency;
use world::roads::{Beside, RoadBook, Roads};
use world::{Seen, View};

use crate::shapes::Coordinates;
use crate::text::{reported, tenths};

/// Where something beside a road is, as its agency describes it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadSpot<'w> {
    /// What the agency calls the place.
    pub name: &'w str,
    /// The road, such as `US-50`.
    pub road: Option<&'w str>,
    /// Direction of travel that it is about, in the agency's words.
    pub direction: Option<&'w str>,
    /// The nearest town.
    pub near: Option<&'w str>,
    /// Latitude and longitude, degrees.
    pub coordinates: Coordinates,
    /// Metres above sea level.
    pub elevation_m: Option<i32>,
    /// Straight line to the resort, kilometres.
    pub distance_km: Option<Tenths>,
    /// The source, by its lane; its credit is in `credits`.
    pub source: &'w str,
}

impl<'w> RoadSpot<'w> {
    /// Of something, seen from a resort.
    pub(crate) fn new<T>(beside: &Beside<'w, T>, seen: &Seen<'w>) -> Self {
        let Beside { spot, lane, .. } = beside;
        let away = conditions_core::geo::distance_km(spot.point(), place(seen));
        Self {
            name: &spot.name,
            road: spot.road.as_deref(),
            direction: spot.direction.as_deref(),
            near: spot.near.as_deref(),
            coordinates: Coordinates { lat: spot.lat, lon: spot.lon },
            elevation_m: spot.elevation_m,
            distance_km: Tenths::new(away),
            source: lane,
        }
    }

    /// In words.
    pub(crate) fn words(&self) -> String {
        let road = self.road.map(|road| format!("{road} ")).unwrap_or_default();
        let direction = self.direction.map(|way| format!(" {way}")).unwrap_or_default();
        let (name, away) = (self.name, tenths(self.distance_km, "km"));
        format!("{road}{name}{direction} ({away} away, {})", reported(self.elevation_m, "m"))
    }
}

/// The road agency's own page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AgencyLink {
    /// Its name.
    pub name: &'static str,
    /// Its page for travellers.
    pub url: &'static str,
}

impl AgencyLink {
    /// The agency of a resort.
    pub(crate) fn of(seen: &Seen<'_>) -> Option<Self> {
        let resort = seen.resort();
        let found = agency(&resort.country, resort.state.as_deref())?;
        Some(Self { name: found.name, url: found.url })
    }
}

/// Where a resort is.
pub(crate) fn place(seen: &Seen<'_>) -> (f64, f64) {
    (seen.resort().lat, seen.resort().lon)
}

/// What road agencies say, as far as they are credited.
pub(crate) fn roads<'w>(view: &View<'w>) -> Roads<'w> {
    Roads::of(view.shelf::<RoadBook>(), &view.service().credits)
}

/// Why nothing of a sort is listed.
pub(crate) fn why_nothing(roads: &Roads<'_>, sort: &str) -> String {
    if roads.is_empty() {
        return "no road feed is on record: none is switched on, or none has answered yet".to_owned();
    }
    format!("no road feed for this area: none of those on record has {sort} near this resort")
}
