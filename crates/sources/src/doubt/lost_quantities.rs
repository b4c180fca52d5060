//! Detects a quantity that a whole network stops reporting at once: a member was renamed, or the network changed its
//! format.
//!
//! This drops no values; the known ones expire. It reports the loss so that the reader can be repaired.

use std::collections::BTreeSet;

use crate::station::{Quantity, Reading};

/// Minimum number of stations that must have reported a quantity for its loss to be proven.
pub const STATIONS: usize = 3;

/// Quantities whose absence is significant. A gust is omitted in calm weather; new snow comes in separate responses.
const EXPECTED: [Quantity; 5] =
    [Quantity::Temp, Quantity::Wind, Quantity::SnowDepth, Quantity::Swe, Quantity::SurfaceTemp];

/// The quantities that each station has reported.
pub type GivenQuantities = BTreeSet<(Quantity, String)>;

/// Collects the quantities that readings report: as a value, or as one that was dropped with a reason.
#[must_use]
pub fn given<'a>(readings: impl IntoIterator<Item = &'a Reading>) -> GivenQuantities {
    let mut given = GivenQuantities::new();
    for reading in readings {
        for quantity in EXPECTED {
            let noted = reading.dropped.iter().any(|dropped| dropped.quantity == quantity);
            if noted || reading.get(quantity).is_some() {
                given.insert((quantity, reading.station_id.clone()));
            }
        }
    }
    given
}

/// Returns the quantities that stations reported `before` and that none of those heard again reports `now`.
#[must_use]
pub fn lost_quantities(before: &GivenQuantities, now: &GivenQuantities) -> Vec<Quantity> {
    let heard: BTreeSet<&str> = now.iter().map(|(_, station)| station.as_str()).collect();
    let is_lost = |quantity: &Quantity| {
        let gave = |(of, station): &&(Quantity, String)| of == quantity && heard.contains(station.as_str());
        before.iter().filter(gave).count() >= STATIONS && !now.iter().any(|(of, _)| of == quantity)
    };
    EXPECTED.into_iter().filter(is_lost).collect()
}

#[cfg(test)]
mod tests;
