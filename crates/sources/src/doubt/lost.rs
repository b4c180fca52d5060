//! A quantity that a whole network stops giving at once: a member was renamed, or the network changed its form.
//!
//! Nothing is dropped by this, as nothing is there; the values that were known age and go. But somebody should look.

use std::collections::BTreeSet;

use crate::station::{Quantity, Reading};

/// Fewer stations than this that gave it before are no proof.
pub const STATIONS: usize = 3;

/// Quantities whose absence says something. A gust is left out when there is none; new snow comes in answers of its own.
const EXPECTED: [Quantity; 5] =
    [Quantity::Temp, Quantity::Wind, Quantity::SnowDepth, Quantity::Swe, Quantity::SurfaceTemp];

/// What stations have given, each once.
pub type GivenQuantities = BTreeSet<(Quantity, String)>;

/// What readings give: a value, or one that was dropped with a reason.
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

/// The quantities that stations gave `before`, are heard again, and none of them gives `now`.
#[must_use]
pub fn lost(before: &GivenQuantities, now: &GivenQuantities) -> Vec<Quantity> {
    let heard: BTreeSet<&str> = now.iter().map(|(_, station)| station.as_str()).collect();
    let is_lost = |quantity: &Quantity| {
        let gave = |(of, station): &&(Quantity, String)| of == quantity && heard.contains(station.as_str());
        before.iter().filter(gave).count() >= STATIONS && !now.iter().any(|(of, _)| of == quantity)
    };
    EXPECTED.into_iter().filter(is_lost).collect()
}

#[cfg(test)]
mod tests;
