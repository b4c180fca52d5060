//! Detects a station that has moved. Its readings no longer belong to the place of its past, and the new place may be a
//! mistake of the list. The station is left out until another list repeats the new place.

use conditions_core::geo::distance_km;

use crate::station::Station;

/// Distance above which a station counts as another station, kilometres: twice the possible error of a coordinate with
/// two decimals.
pub const MOVED_KM: f64 = 1.0;
/// Like [`MOVED_KM`], but for the elevation, metres: a station that moved further may belong to another elevation band.
pub const MOVED_M: f64 = 100.0;

/// Returns whether a station has moved. An elevation that becomes known or unknown is not a move.
#[must_use]
pub fn has_moved(before: &Station, after: &Station) -> bool {
    let away = distance_km((before.lat, before.lon), (after.lat, after.lon)) > MOVED_KM;
    let climbed = before.elevation_m.zip(after.elevation_m).is_some_and(|(a, b)| (a - b).abs() > MOVED_M);
    away || climbed
}

#[cfg(test)]
mod tests;
