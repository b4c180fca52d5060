//! The archive's share of the allowance: forecasts come first, then current winters, then the past.

use chrono::NaiveDate;
use sources::budget::Limits;
use sources::open_meteo::archive::request;

use super::current::{EVERY_DAYS, TAIL_DAYS};
use crate::forecast::ForecastNeed;

/// Maximum share of the minute and the hour for the archive, so that a refresh of the forecasts never waits long.
const SHARE_OF_PACE: f64 = 0.5;
/// Minimum share of a day for the archive, however much the forecasts need.
const LEAST_OF_DAY: f64 = 0.02;
/// Minimum part of a day's share for a backfill, however many current winters come before it.
const LEAST_OF_SHARE: f64 = 0.5;
/// Refreshes on the day on which current winters are first fetched, of a resort in season: at 0, 6 and 12 hours. The next
/// one waits until the first is a day old, so a forecast is less than an hour older than twelve hours. The first refresh
/// also requests the past week and counts up to a quarter more.
const FIRST_DAY_REFRESHES: f64 = 3.23;
/// Refreshes of a resort outside its season on that day: at 0 and 12 hours.
const FIRST_DAY_REFRESHES_CLOSED: f64 = 2.23;

/// The allowance against which the archive's calls are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    /// The archive's share.
    pub share: Limits,
    /// The whole allowance, which the forecasts also use.
    pub whole: Limits,
}

/// The archive's share by the day: outside the season forecasts need less.
#[derive(Debug, Clone)]
pub struct Shares {
    need: ForecastNeed,
    /// The need of smaller forecasts, while the first winters are fetched.
    smaller: Option<ForecastNeed>,
    whole: Limits,
    /// Number of resorts whose current winters come first.
    current: usize,
}

impl Shares {
    /// Makes the shares that forecasts leave of the whole allowance.
    #[must_use]
    pub const fn left_by_forecasts(need: ForecastNeed, whole: Limits) -> Self {
        Self { need, smaller: None, whole, current: 0 }
    }

    /// Returns the shares with what `need`, of smaller forecasts, leaves to the current and the first ten winters.
    #[must_use]
    pub fn beside_smaller_forecasts(self, need: Option<ForecastNeed>) -> Self {
        Self { smaller: need, ..self }
    }

    /// Returns the part of the shares that the current winters of `resorts` resorts leave. They come before the past,
    /// which can wait, but leave it half a day's share however many they are. Both are counted on the same ledger, so an
    /// unused part is not held back.
    #[must_use]
    pub fn after_current_winters(self, resorts: usize) -> Self {
        Self { current: resorts, ..self }
    }

    /// Returns the share of a day.
    #[must_use]
    pub fn on(&self, day: NaiveDate) -> Allowance {
        self.beside(self.need.per_day(day), true)
    }

    /// Returns the share of a day for the first ten winters.
    #[must_use]
    pub fn few_on(&self, day: NaiveDate) -> Allowance {
        self.beside(self.smaller_need().per_day(day), true)
    }

    /// Returns the share of a day for current winters that are not stored yet: until they are, forecasts are refreshed
    /// less often.
    #[must_use]
    pub fn first_on(&self, day: NaiveDate) -> Allowance {
        let need = self.smaller_need();
        let usual = self.beside(need.per_day(day), false);
        let first = self.beside(need.weight_of(day, FIRST_DAY_REFRESHES, FIRST_DAY_REFRESHES_CLOSED), false);
        let larger = usual.share.day.zip(first.share.day).map(|(usual, first)| usual.max(first));
        Allowance { share: Limits { day: larger, ..usual.share }, ..usual }
    }

    /// Returns the smallest share of any day.
    #[must_use]
    pub fn least(&self) -> Allowance {
        self.beside(self.need.most_per_day(), true)
    }

    /// Returns whether forecasts are smaller while the first winters are fetched.
    #[must_use]
    pub const fn has_smaller_forecasts(&self) -> bool {
        self.smaller.is_some()
    }

    fn smaller_need(&self) -> &ForecastNeed {
        self.smaller.as_ref().unwrap_or(&self.need)
    }

    /// Returns the share next to forecasts that need `calls` a day.
    fn beside(&self, calls: f64, is_past: bool) -> Allowance {
        let whole = self.whole;
        let pace = |limit: Option<f64>| limit.map(|calls| calls * SHARE_OF_PACE);
        let left = |day: f64| (day - calls).max(day * LEAST_OF_DAY).floor();
        let daily = self.current as f64 * request::weight_of(TAIL_DAYS as usize) / f64::from(EVERY_DAYS);
        let past = |day: f64| if is_past { (day - daily).max(day * LEAST_OF_SHARE).floor() } else { day };
        let day = whole.day.map(left).map(past);
        Allowance { share: Limits { minute: pace(whole.minute), hour: pace(whole.hour), day }, whole }
    }
}

#[cfg(test)]
mod tests;
