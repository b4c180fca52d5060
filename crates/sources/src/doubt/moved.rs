//! A station that is somewhere else now. Its readings are of another place than its past, and the new place may be a
//! mistake of the list: until another list repeats it, the station is left out.

use conditions_core::geo::distance_km;

use crate::station::Station;

/// A station that moved further than this is another station, kilometres: twice what a coordinate of two decimals can
/// be wrong by.
pub const MOVED_KM: f64 = 1.0;
/// The same of its elevation, metres: half of the band that it may stand for would be another.
pub const MOVED_M: f64 = 100.0;

/// Whether a station is at another place than before. An elevation that becomes known or unknown is no move.
#[must_use]
pub fn has_moved(before: &Station, after: &Station) -> bool {
    let away = distance_km((before.lat, before.lon), (after.lat, after.lon)) > MOVED_KM;
    let climbed = before.elevation_m.zip(after.elevation_m).is_some_and(|(a, b)| (a - b).abs() > MOVED_M);
    away || climbed
}

#[cfg(test)]
mod tests;
