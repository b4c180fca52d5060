//! Matches stations to resorts: near enough, and within the resort's elevation range.
//!
//! Implements `contract-decisions` 9: "Stations within 15 km (25 km for airports) and inside the resort's elevation
//! range widened by 400 m". Every station within reach is listed with its decision, accepted or not, so that a reader
//! can see why a station is not used. The numbers are [`Policy`]'s.

use std::cmp::Ordering;
use std::fmt;

use conditions_core::evidence::Site;
use conditions_core::geo::EARTH_RADIUS_KM;
use conditions_core::policy::Policy;
use serde::Serialize;

use crate::station::{Station, is_place};

/// The facts about a resort that matching needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    pub slug: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Lowest point, metres above sea level.
    pub base_m: Option<f64>,
    /// Highest point, metres above sea level.
    pub summit_m: Option<f64>,
}

/// Position of a station in the resort's elevation range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Height {
    /// Between base and summit.
    Inside,
    /// Outside, but within the slack.
    Slack,
    /// The station's elevation is unknown, or both of the resort's are.
    TooLow,
    /// Higher than the summit by more than the slack.
    TooHigh,
    /// The station's elevation is not known, or neither of the resort's.
    Unknown,
}

/// Reason for which a station within reach is accepted or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Near, and between base and summit.
    NearAndInside,
    /// Near, and within the slack above or below.
    NearAndWithinSlack,
    /// Near, and the elevations are unknown.
    NearHeightUnknown,
    /// Beyond the radius; only an airport may be this far away.
    TooFar,
    /// Near, but too low.
    TooLow,
    /// Near, but too high.
    TooHigh,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NearAndInside => "near and within the resort's heights",
            Self::NearAndWithinSlack => "near and a little outside the resort's heights",
            Self::NearHeightUnknown => "near, heights not known",
            Self::TooFar => "too far",
            Self::TooLow => "near, but too far below the base",
            Self::TooHigh => "near, but too far above the summit",
        })
    }
}

/// One station within reach of one resort.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// Index of the resort.
    pub resort: usize,
    /// Index of the station.
    pub station: usize,
    /// Great-circle distance, km.
    pub distance_km: f64,
    /// Position in the resort's elevation range.
    pub height: Height,
    /// Whether its readings count for the resort.
    pub accepted: bool,
    /// Reason for the decision.
    pub reason: Reason,
}

/// Lists every station within the larger of the two radii of every resort, by resort, then accepted first, nearest
/// first, network, identifier. The order of `stations` affects only the indices.
///
/// Resorts and stations without usable coordinates match nothing.
#[must_use]
pub fn matches(resorts: &[Place], stations: &[Station], policy: &Policy) -> Vec<Match> {
    let reach = policy.station_radius_km.max(policy.airport_radius_km);
    let slices = Slices::new(stations, reach);
    let mut out = Vec::new();
    for (resort, place) in resorts.iter().enumerate() {
        if !is_place(place.lat, place.lon) {
            continue;
        }
        let first = out.len();
        slices.each_near(unit(place.lat, place.lon), |index, distance_km| {
            let Some(station) = stations.get(index) else { return };
            let (height, reason) = assess(place, station, distance_km, policy);
            let accepted = matches!(
                reason,
                Reason::NearAndInside | Reason::NearAndWithinSlack | Reason::NearHeightUnknown
            );
            out.push(Match { resort, station: index, distance_km, height, accepted, reason });
        });
        if let Some(found) = out.get_mut(first..) {
            found.sort_by(|a, b| order(a, b, stations));
        }
    }
    out
}

fn assess(place: &Place, station: &Station, distance_km: f64, policy: &Policy) -> (Height, Reason) {
    let radius = match station.site {
        Site::Airport => policy.airport_radius_km,
        Site::Mountain | Site::Snow | Site::Road => policy.station_radius_km,
    };
    let height = height(place, station.elevation_m, policy.station_elevation_slack_m);
    let reason = match height {
        _ if distance_km > radius => Reason::TooFar,
        Height::Inside => Reason::NearAndInside,
        Height::Slack => Reason::NearAndWithinSlack,
        Height::Unknown => Reason::NearHeightUnknown,
        Height::TooLow => Reason::TooLow,
        Height::TooHigh => Reason::TooHigh,
    };
    (height, reason)
}

/// Returns the position of an elevation in a resort's range. A range with one known end is open at the other.
fn height(place: &Place, station_m: Option<f64>, slack_m: f64) -> Height {
    let known = |value: Option<f64>| value.filter(|value| value.is_finite());
    let (base, summit) = match (known(place.base_m), known(place.summit_m)) {
        // Catalogues sometimes swap them.
        (Some(base), Some(summit)) if base > summit => (Some(summit), Some(base)),
        ends => ends,
    };
    let Some(station_m) = known(station_m) else { return Height::Unknown };
    if base.is_none() && summit.is_none() {
        return Height::Unknown;
    }
    let below = base.map_or(0.0, |base| base - station_m);
    let above = summit.map_or(0.0, |summit| station_m - summit);
    if below > slack_m {
        Height::TooLow
    } else if above > slack_m {
        Height::TooHigh
    } else if below > 0.0 || above > 0.0 {
        Height::Slack
    } else {
        Height::Inside
    }
}

fn order(a: &Match, b: &Match, stations: &[Station]) -> Ordering {
    let name = |index: usize| stations.get(index).map(|station| (station.network, station.id.as_str()));
    b.accepted
        .cmp(&a.accepted)
        .then(a.distance_km.total_cmp(&b.distance_km))
        .then_with(|| name(a.station).cmp(&name(b.station)))
        .then(a.station.cmp(&b.station))
}

/// Converts coordinates to a point on the unit sphere, on which the date line and the poles need no special cases.
fn unit(lat: f64, lon: f64) -> [f64; 3] {
    let (lat, lon) = (lat.to_radians(), lon.to_radians());
    [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
}

/// Returns the great-circle distance of two points, km, computed from their chord. Converting to points once is cheaper
/// if many pairs are compared.
fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    2.0 * EARTH_RADIUS_KM * (chord_squared(a, b).sqrt() / 2.0).min(1.0).asin()
}

fn chord_squared(a: [f64; 3], b: [f64; 3]) -> f64 {
    let [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    x * x + y * y + z * z
}

/// Stations sorted by their height above the plane of the equator, so that those within reach of a place form a thin
/// slice of the globe. Twenty thousand stations leave a few hundred in a slice, which is faster than building a finer
/// index.
struct Slices {
    /// Index and point, ascending by the point's height.
    points: Vec<(usize, [f64; 3])>,
    reach_km: f64,
}

impl Slices {
    fn new(stations: &[Station], reach_km: f64) -> Self {
        let placed = stations.iter().enumerate().filter(|(_, station)| is_place(station.lat, station.lon));
        let mut points: Vec<_> =
            placed.map(|(index, station)| (index, unit(station.lat, station.lon))).collect();
        points.sort_unstable_by(|(_, a), (_, b)| a[2].total_cmp(&b[2]));
        Self { points, reach_km }
    }

    fn each_near(&self, point: [f64; 3], mut found: impl FnMut(usize, f64)) {
        // A chord is never longer than its arc, and a difference of heights is never longer than the chord.
        let reach = self.reach_km / EARTH_RADIUS_KM;
        let from = self.points.partition_point(|(_, station)| station[2] < point[2] - reach);
        for (index, station) in self.points.iter().skip(from) {
            if station[2] > point[2] + reach {
                break;
            }
            if chord_squared(point, *station) > reach * reach {
                continue;
            }
            let distance = apart(point, *station);
            if distance <= self.reach_km {
                found(*index, distance);
            }
        }
    }
}

#[cfg(test)]
mod tests;
