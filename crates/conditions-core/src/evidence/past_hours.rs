//! Hours before a capture, further back than one response of the models: the weather between the newest day of an
//! archive and now, from which the snow on the ground is modelled.
//!
//! Each snapshot continues the hours of the previous one. Hours in the newer snapshot replace older ones.

use super::HourColumn;
use crate::time::{HOUR_MS, Timestamp};

/// Number of hours that are carried forward: an archive lags five to six days, and a day may be lost.
pub const PAST_HOURS: i64 = 9 * 24;

/// Hourly weather before a capture, at the same elevation as the hours it belongs to. Each number is the median of the
/// models.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields))]
pub struct PastHours {
    /// Time of the first step, a whole UTC hour.
    pub start: Timestamp,
    /// Air temperature at 2 m at the step, degrees Celsius.
    pub temp_c: HourColumn,
    /// Relative humidity at 2 m at the step, percent.
    #[cfg_attr(feature = "serde", serde(default))]
    pub humidity_pct: HourColumn,
    /// Precipitation of the hour that ends at the step, millimetres.
    pub precipitation_mm: HourColumn,
}

impl PastHours {
    /// Returns the step at a time, rounded down; negative before the first.
    #[must_use]
    pub const fn step_at(&self, instant: Timestamp) -> i64 {
        instant.since(self.start).div_euclid(HOUR_MS)
    }

    /// Returns the time of the newest step with a known temperature.
    #[must_use]
    pub fn end(&self) -> Timestamp {
        let steps = i64::try_from(self.temp_c.values().count()).unwrap_or(0);
        self.start.plus_millis((steps - 1) * HOUR_MS)
    }

    /// Merges the hours of an earlier snapshot: they fill gaps and extend these hours backwards, up to [`PAST_HOURS`].
    #[must_use]
    pub fn after(self, earlier: &Self) -> Self {
        let end = self.end();
        let start = earlier.start.max(end.plus_millis(-PAST_HOURS * HOUR_MS)).min(self.start);
        let (own, former) = (self.step_at(start), earlier.step_at(start));
        let steps = end.since(start) / HOUR_MS;
        let joined = |pick: fn(&Self) -> &HourColumn| {
            let (newer, older) = (pick(&self), pick(earlier));
            let models = newer.models().max(older.models());
            let value = |step| newer.get(own + step).or_else(|| older.get(former + step));
            HourColumn::new((0..=steps).map(|step| (value(step), models)))
        };
        Self {
            start,
            temp_c: joined(|hours| &hours.temp_c),
            humidity_pct: joined(|hours| &hours.humidity_pct),
            precipitation_mm: joined(|hours| &hours.precipitation_mm),
        }
    }
}

#[cfg(test)]
mod tests;
