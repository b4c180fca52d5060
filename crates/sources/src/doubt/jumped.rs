//! Detects a value that is far from the one before. Away and back within hours is a spike. A newest value that is
//! further away than an hour can bring is held until the next one confirms it.
//!
//! A change that lasts is weather: a föhn lifts the air by fifteen degrees within the hour, and it stays warm.

use conditions_core::time::{HOUR_MS, Timestamp};

use super::{Limits, hours_between};
use crate::despike::Sample;
use crate::station::Quantity;

/// The quantities that are checked; depths are despiked, and new snow is a sum over a day.
pub(super) const QUANTITIES: [Quantity; 4] =
    [Quantity::Temp, Quantity::SurfaceTemp, Quantity::Wind, Quantity::Swe];

/// Returns the times of jumped values.
pub(super) fn jumped(samples: &[Sample], quantity: Quantity, limits: &Limits) -> Vec<Timestamp> {
    let Some((size, unconfirmed)) = sizes(quantity, limits) else { return Vec::new() };
    let mut out = Vec::new();
    let mut kept: Option<Sample> = None;
    let mut rest = samples;
    while let Some((&first, tail)) = rest.split_first() {
        let length = kept.map_or(0, |before| excursion(before, rest, size, limits));
        if length > 0 {
            let (away, back) = rest.split_at(length);
            out.extend(away.iter().map(|sample| sample.at));
            rest = back;
            continue;
        }
        let alone = tail.is_empty()
            && kept.is_some_and(|before| {
                let hours = hours_between(before.at, first.at);
                let far = (first.value - before.value).abs() > unconfirmed * hours.max(1.0);
                far && hours <= limits.jump_reach_hours as f64
            });
        if alone {
            out.push(first.at);
        }
        kept = Some(first);
        rest = tail;
    }
    out
}

/// Returns the size of a spike, and of a change in an hour that must be confirmed for a newest value.
const fn sizes(quantity: Quantity, limits: &Limits) -> Option<(f64, f64)> {
    match quantity {
        Quantity::Temp => Some((limits.spike_temp_c, limits.unconfirmed_temp_c)),
        Quantity::SurfaceTemp => Some((limits.spike_surface_c, limits.unconfirmed_temp_c)),
        Quantity::Wind => Some((limits.spike_wind_mps, limits.spike_wind_mps)),
        Quantity::Swe => Some((limits.spike_swe_mm, limits.spike_swe_mm)),
        Quantity::Humidity | Quantity::Gust | Quantity::SnowDepth | Quantity::NewSnow24h => None,
    }
}

/// Returns how many readings after `before` are away from it, to one side, and come back in time; 0 if they do not.
fn excursion(before: Sample, rest: &[Sample], size: f64, limits: &Limits) -> usize {
    let reach = limits.jump_reach_hours * HOUR_MS;
    let Some(first) = rest.first().filter(|first| first.at.since(before.at) <= reach) else { return 0 };
    let side = (first.value - before.value).signum();
    for (length, sample) in rest.iter().enumerate() {
        if sample.at.since(first.at) > reach {
            return 0;
        }
        let away = side * (sample.value - before.value) > size;
        match (away, length) {
            (true, _) => {}
            (false, 0) => return 0,
            // Halfway back counts as back: the rest may be weather.
            (false, _) => {
                let came_back = (sample.value - before.value).abs() <= size / 2.0;
                return if came_back { length } else { 0 };
            }
        }
    }
    0
}

#[cfg(test)]
mod tests;
