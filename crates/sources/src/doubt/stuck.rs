//! Detects an instrument that gives the same value for longer than the weather can.
//!
//! Snow depths have their own test in `despike`; a water equivalent may be constant for weeks. Melting snow holds its
//! surface and the air near it at 0 °C. A calm is weather until it has lasted two days in the cold, or until the
//! thermometer of the same station has stuck as well.

use conditions_core::time::{HOUR_MS, Timestamp};

use super::Limits;
use crate::despike::Sample;

/// One knot, m/s: the unit of airports.
const KNOT_MPS: f64 = 1_852.0 / 3_600.0;
/// Largest distance of a multiple from a whole one, for the rounding of conversions.
const WHOLE: f64 = 1e-6;

/// Returns the times of stuck air temperatures.
pub(super) fn temperatures(samples: &[Sample], limits: &Limits) -> Vec<Timestamp> {
    let usual = usual_hours(samples, 1.0, limits);
    streaks(samples, limits)
        .filter(|streak| {
            let melting = streak.value.abs() <= limits.melting_band_c;
            streak.lasts(if melting { 2 * usual } else { usual }, limits)
        })
        .flat_map(|streak| streak.instants)
        .collect()
}

/// Returns the times of stuck temperatures of the snow surface.
pub(super) fn surfaces(samples: &[Sample], limits: &Limits) -> Vec<Timestamp> {
    let usual = usual_hours(samples, 1.0, limits);
    streaks(samples, limits)
        .filter(|streak| streak.value < -limits.melting_band_c && streak.lasts(usual, limits))
        .flat_map(|streak| streak.instants)
        .collect()
}

/// Returns the times of stuck winds. `frozen` are the times at which the thermometer was stuck.
pub(super) fn winds(
    samples: &[Sample],
    temps: &[Sample],
    frozen: &[Timestamp],
    limits: &Limits,
) -> Vec<Timestamp> {
    let usual = usual_hours(samples, KNOT_MPS, limits);
    streaks(samples, limits)
        .filter(|streak| {
            if streak.value > 0.0 {
                return streak.lasts(usual, limits);
            }
            let during = |at: Timestamp| (streak.from..=streak.to).contains(&at);
            let iced = temps.iter().filter(|temp| during(temp.at)).all(|temp| temp.value <= limits.ice_c);
            let with_thermometer = frozen.iter().filter(|at| during(**at)).count() >= limits.stuck_readings;
            with_thermometer || (iced && streak.lasts(limits.calm_hours, limits))
        })
        .flat_map(|streak| streak.instants)
        .collect()
}

/// Consecutive readings of one value.
struct Streak {
    value: f64,
    from: Timestamp,
    to: Timestamp,
    instants: Vec<Timestamp>,
}

impl Streak {
    fn lasts(&self, hours: i64, limits: &Limits) -> bool {
        self.instants.len() >= limits.stuck_readings && self.to.since(self.from) >= hours * HOUR_MS
    }
}

fn streaks(samples: &[Sample], limits: &Limits) -> impl Iterator<Item = Streak> {
    let gap = limits.streak_gap_hours * HOUR_MS;
    #[expect(clippy::float_cmp, reason = "a stuck instrument repeats its value to the last bit")]
    let runs = samples.chunk_by(move |a, b| a.value == b.value && b.at.since(a.at) <= gap);
    runs.filter_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        let instants = run.iter().map(|sample| sample.at).collect();
        Some(Streak { value: first.value, from: first.at, to: last.at, instants })
    })
}

/// Returns how long one value may last, hours: longer if every value is a multiple of a coarse step.
fn usual_hours(samples: &[Sample], step: f64, limits: &Limits) -> i64 {
    let whole = |sample: &Sample| {
        let steps = sample.value / step;
        (steps - steps.round()).abs() < WHOLE
    };
    if samples.iter().all(whole) { limits.stuck_whole_hours } else { limits.stuck_hours }
}

#[cfg(test)]
mod tests;
