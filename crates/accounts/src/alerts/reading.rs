//! What alerts look at of one resort: the evidence of now, and as much of it as is kept until the next look.

use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

/// Milliseconds of an hour.
const HOUR_MS: i64 = 3_600_000;

/// One resort as alerts see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// The day of the look by the world's clock, from which windows are counted.
    pub looked_on: NaiveDate,
    /// Recorded new snow of 24 hours, sure enough to be told; `None` where nobody recorded any, and of a model alone.
    pub snow: Option<Snow>,
    /// Whether it is open, where that is known.
    pub open: Option<Open>,
    /// When it was last seen open.
    pub last_open: Option<Timestamp>,
    /// Days of the forecast that are bluebird days, from tomorrow on.
    pub bluebird: Vec<NaiveDate>,
    /// Forecast snowfall.
    pub forecast: Option<Ahead>,
}

/// Recorded new snow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snow {
    /// Of 24 hours, centimetres.
    pub cm: Tenths,
    /// When it was observed.
    pub observed_at: Timestamp,
    /// Who recorded it, as the record says it.
    pub source: String,
}

/// An operating status that is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Open {
    /// Whether it is open.
    pub is_open: bool,
    /// Since when that is known.
    pub observed_at: Timestamp,
    /// Who says so.
    pub source: String,
}

/// Forecast snowfall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ahead {
    /// When it was fetched.
    pub captured_at: Timestamp,
    /// From today on so many days together, centimetres: the first of one day, the last of fourteen; null where a day of
    /// them is not known.
    pub sums_cm: Vec<Option<Tenths>>,
}

impl Ahead {
    /// The sum of so many days.
    #[must_use]
    pub fn over(&self, days: u8) -> Option<Tenths> {
        *self.sums_cm.get(usize::from(days).checked_sub(1)?)?
    }
}

impl Reading {
    /// The reading to keep: with the newest instant at which the resort was seen open, of this one and the one before.
    #[must_use]
    pub fn following(mut self, before: Option<&Self>, now: Timestamp) -> Self {
        let is_open = self.open.as_ref().is_some_and(|open| open.is_open);
        let known = before.and_then(|before| before.last_open);
        // To the hour, so that a reading is not written anew each time that it is looked at.
        let is_known = known.is_some_and(|known| (0..HOUR_MS).contains(&now.since(known)));
        self.last_open = if is_open && !is_known { Some(now) } else { known };
        self
    }
}
