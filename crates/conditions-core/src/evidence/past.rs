//! Hours before a capture, further back than one answer of the models reaches: the weather between the newest day that an
//! archive knows and now, which the snow on the ground is modelled from.
//!
//! Each snapshot carries on those of the one before it. What it knows itself of an hour takes the place of what was known.

use super::HourColumn;
use crate::time::{HOUR_MS, Timestamp};

/// Hours that are carried on: an archive is five to six days behind, and a day may be lost on the way.
pub const PAST_HOURS: i64 = 9 * 24;

/// Hourly weather up to a capture at the elevation of the hours that it belongs to; as they, the median over the models.
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
    /// The step at an instant, rounded down; negative before the first.
    #[must_use]
    pub const fn step_at(&self, instant: Timestamp) -> i64 {
        instant.since(self.start).div_euclid(HOUR_MS)
    }

    /// The newest step whose temperature is known.
    #[must_use]
    pub fn end(&self) -> Timestamp {
        let steps = i64::try_from(self.temp_c.values().count()).unwrap_or(0);
        self.start.plus_millis((steps - 1) * HOUR_MS)
    }

    /// These hours, and before and between them those of an earlier snapshot, as far back as hours are carried on.
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
