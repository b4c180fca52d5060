//! Sums over the pairs of a day, and the measures computed from sums: the quantities that a bootstrap adds up.

use serde::{Deserialize, Serialize};

use crate::policy::Grading;

/// Sums over pairs. They are additive: days can be combined in any number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally([f64; SLOTS]);

const SLOTS: usize = 17;

/// The quantity of each sum.
#[derive(Clone, Copy)]
enum Slot {
    Pairs,
    Absolute,
    Error,
    SnowPairs,
    SnowAbsolute,
    Hit,
    Miss,
    FalseAlarm,
    PowderHit,
    PowderMiss,
    PowderFalseAlarm,
    /// Errors of the forecast and of the climatology on pairs that have a climatology.
    ClimateOwn,
    Climate,
    PersistOwn,
    Persist,
    ClimatePairs,
    PersistPairs,
}

/// Reference forecasts for a comparison.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reference {
    /// Climatology, cm.
    pub climatology: Option<f64>,
    /// Persistence, cm.
    pub persistence: Option<f64>,
}

impl Tally {
    fn add_to(&mut self, slot: Slot, value: f64) {
        if let Some(sum) = self.0.get_mut(slot as usize) {
            *sum += value;
        }
    }

    fn get(&self, slot: Slot) -> f64 {
        self.0.get(slot as usize).copied().unwrap_or(0.0)
    }

    /// Counts one pair.
    pub fn count(&mut self, grading: &Grading, forecast: f64, measured: f64, reference: Reference) {
        let error = forecast - measured;
        self.add_to(Slot::Pairs, 1.0);
        self.add_to(Slot::Absolute, error.abs());
        self.add_to(Slot::Error, error);
        if measured >= grading.snow_day_cm {
            self.add_to(Slot::SnowPairs, 1.0);
            self.add_to(Slot::SnowAbsolute, error.abs());
        }
        let snow = [Slot::Hit, Slot::Miss, Slot::FalseAlarm];
        let powder = [Slot::PowderHit, Slot::PowderMiss, Slot::PowderFalseAlarm];
        for (threshold, [hit, miss, false_alarm]) in
            [(grading.snow_day_cm, snow), (grading.powder_day_cm, powder)]
        {
            match (forecast >= threshold, measured >= threshold) {
                (true, true) => self.add_to(hit, 1.0),
                (false, true) => self.add_to(miss, 1.0),
                (true, false) => self.add_to(false_alarm, 1.0),
                (false, false) => {}
            }
        }
        if let Some(climatology) = reference.climatology {
            self.add_to(Slot::ClimatePairs, 1.0);
            self.add_to(Slot::ClimateOwn, error.abs());
            self.add_to(Slot::Climate, (climatology - measured).abs());
        }
        if let Some(persistence) = reference.persistence {
            self.add_to(Slot::PersistPairs, 1.0);
            self.add_to(Slot::PersistOwn, error.abs());
            self.add_to(Slot::Persist, (persistence - measured).abs());
        }
    }

    /// Adds the sums of another tally.
    pub fn add(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.get(Slot::Pairs) as u64
    }

    /// Returns the number of pairs with measured snow.
    #[must_use]
    pub fn snow_pairs(&self) -> u64 {
        self.get(Slot::SnowPairs) as u64
    }

    /// Returns the measures of these sums.
    #[must_use]
    pub fn measures(&self) -> Measures {
        let ratio = |above: f64, below: f64| (below > 0.0).then(|| above / below);
        let of = |slot| self.get(slot);
        let skill = |own: Slot, reference: Slot| ratio(of(own), of(reference)).map(|part| 1.0 - part);
        Measures {
            mae_cm: ratio(of(Slot::Absolute), of(Slot::Pairs)),
            bias_cm: ratio(of(Slot::Error), of(Slot::Pairs)),
            hit_rate: ratio(of(Slot::Hit), of(Slot::Hit) + of(Slot::Miss)),
            false_alarm_ratio: ratio(of(Slot::FalseAlarm), of(Slot::Hit) + of(Slot::FalseAlarm)),
            powder_hit_rate: ratio(of(Slot::PowderHit), of(Slot::PowderHit) + of(Slot::PowderMiss)),
            powder_false_alarm_ratio: ratio(
                of(Slot::PowderFalseAlarm),
                of(Slot::PowderHit) + of(Slot::PowderFalseAlarm),
            ),
            skill_climatology: skill(Slot::ClimateOwn, Slot::Climate),
            skill_persistence: skill(Slot::PersistOwn, Slot::Persist),
            mae_snow_days_cm: ratio(of(Slot::SnowAbsolute), of(Slot::SnowPairs)),
        }
    }
}

/// Measures of a forecast's quality. Null if the underlying event did not occur, because a rate is then undefined.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Measures<T = f64> {
    /// Mean absolute error on all days, cm.
    pub mae_cm: Option<T>,
    /// Mean error, cm; positive means that too much was forecast.
    pub bias_cm: Option<T>,
    /// Share of the measured snow days that were forecast.
    pub hit_rate: Option<T>,
    /// Share of the forecast snow days without measured snow.
    pub false_alarm_ratio: Option<T>,
    /// Share of the measured powder days that were forecast.
    pub powder_hit_rate: Option<T>,
    /// Share of the forecast powder days without measured powder.
    pub powder_false_alarm_ratio: Option<T>,
    /// 1 − MAE ÷ MAE of the climatology, on the days that have one.
    pub skill_climatology: Option<T>,
    /// 1 − MAE ÷ MAE of persistence, on the days that have it.
    pub skill_persistence: Option<T>,
    /// Mean absolute error only on measured snow days, cm: for comparison with figures that leave out dry days.
    pub mae_snow_days_cm: Option<T>,
}

impl<T: Copy> Measures<T> {
    /// Returns every measure, in the order of the fields.
    #[must_use]
    pub const fn all(&self) -> [Option<T>; MEASURES] {
        [
            self.mae_cm,
            self.bias_cm,
            self.hit_rate,
            self.false_alarm_ratio,
            self.powder_hit_rate,
            self.powder_false_alarm_ratio,
            self.skill_climatology,
            self.skill_persistence,
            self.mae_snow_days_cm,
        ]
    }

    /// Makes the measures from an array in the order of [`Measures::all`].
    #[must_use]
    pub const fn from_all(all: [Option<T>; MEASURES]) -> Self {
        let [mae_cm, bias_cm, hit_rate, false_alarm_ratio, powder_hit_rate, powder_false_alarm_ratio, ..] =
            all;
        let [.., skill_climatology, skill_persistence, mae_snow_days_cm] = all;
        Self {
            mae_cm,
            bias_cm,
            hit_rate,
            false_alarm_ratio,
            powder_hit_rate,
            powder_false_alarm_ratio,
            skill_climatology,
            skill_persistence,
            mae_snow_days_cm,
        }
    }
}

/// Number of measures.
pub const MEASURES: usize = 9;

#[cfg(test)]
mod tests;
