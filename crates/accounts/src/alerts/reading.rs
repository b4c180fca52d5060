//! The input of alerts about one resort: the current evidence, and the part of it that is stored until the next
//! evaluation.

use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

/// Milliseconds of an hour.
const HOUR_MS: i64 = 3_600_000;

/// The values of one resort that alerts use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// Day of the reading by the world's clock, from which windows are counted.
    pub looked_on: NaiveDate,
    /// Recorded new snow of 24 hours with enough confidence to be reported; `None` if none was recorded, or only by a
    /// model.
    pub snow: Option<Snow>,
    /// Operating status, if known.
    pub open: Option<OpenStatus>,
    /// Time at which it was last seen open.
    pub last_open: Option<Timestamp>,
    /// Forecast bluebird days, from tomorrow on.
    pub bluebird: Vec<NaiveDate>,
    pub forecast: Option<ForecastSnow>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snow {
    /// Snow of 24 hours, centimetres.
    pub cm: Tenths,
    /// Time of observation.
    pub observed_at: Timestamp,
    /// Source, as worded by the record.
    pub source: String,
}

/// A known operating status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenStatus {
    pub is_open: bool,
    /// Time since which it is known.
    pub observed_at: Timestamp,
    /// Source of the status.
    pub source: String,
}

/// Forecast snowfall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ForecastSnow {
    /// Time of capture.
    pub captured_at: Timestamp,
    /// Sums from today on, centimetres: the first of one day, the last of fourteen; null if a day of the sum is
    /// unknown.
    pub sums_cm: Vec<Option<Tenths>>,
}

impl ForecastSnow {
    /// Returns the sum of `days` days.
    #[must_use]
    pub fn over(&self, days: u8) -> Option<Tenths> {
        *self.sums_cm.get(usize::from(days).checked_sub(1)?)?
    }
}

impl Reading {
    /// Returns the reading to store, with the newest time at which the resort was seen open, from this reading or the
    /// previous one.
    #[must_use]
    pub fn following(mut self, before: Option<&Self>, now: Timestamp) -> Self {
        let is_open = self.open.as_ref().is_some_and(|open| open.is_open);
        let known = before.and_then(|before| before.last_open);
        // Rounded to the hour, so that a reading is not stored again at each evaluation.
        let is_known = known.is_some_and(|known| (0..HOUR_MS).contains(&now.since(known)));
        self.last_open = if is_open && !is_known { Some(now) } else { known };
        self
    }
}
