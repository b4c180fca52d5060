//! Size and period of the refreshes. A resort outside its usual season is refreshed about twice a day, so that the rest
//! of the allowance brings past winters. Its forecast is never stale, but it is not live all the time. Pure: the day is
//! an argument.

use chrono::{Datelike, NaiveDate};
use conditions_core::evidence::{MonthDay, UsualSeason};
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};
use sources::budget::{Limits, Plan};
use sources::open_meteo;

/// Days before the usual opening and after the usual closing that count as season.
const MARGIN_DAYS: i64 = 14;
/// Period of a resort outside its season, if the usual period is shorter: a forecast becomes stale at twelve hours.
const CLOSED_MS: i64 = 11 * HOUR_MS + 40 * MINUTE_MS;
/// Share of the day's weighted calls that the plan reserves for repeats.
const RESERVE_FRACTION: f64 = 0.02;
/// Share of the day's allowance from which on forecasts get smaller while the first winters are fetched.
const LARGE_SHARE: f64 = 0.5;
/// Length of a common year, in days.
const YEAR: i64 = 365;

/// The days of the year in which a resort is taken to be open: its usual season and a margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenDays {
    /// First day, as a day of the year.
    first: i64,
    /// Number of days after the first one.
    length: i64,
}

impl OpenDays {
    /// Makes the days of a season; `None` if a date is not a day of the year.
    #[must_use]
    pub(super) fn new(season: UsualSeason) -> Option<Self> {
        let (opens, closes) = (day_of_year(season.opens)?, day_of_year(season.closes)?);
        let length = (closes - opens).rem_euclid(YEAR) + 2 * MARGIN_DAYS;
        Some(Self { first: opens - MARGIN_DAYS, length })
    }

    /// Returns whether a day is one of them.
    #[must_use]
    pub(super) fn contains(self, day: NaiveDate) -> bool {
        (i64::from(day.ordinal()) - self.first).rem_euclid(YEAR) <= self.length
    }
}

/// Returns whether a resort is outside its usual season on a day. A resort without a known season never is.
#[must_use]
pub fn is_closed(season: Option<UsualSeason>, day: NaiveDate) -> bool {
    season.and_then(OpenDays::new).is_some_and(|open| !open.contains(day))
}

/// Returns the day of a common year.
fn day_of_year(date: MonthDay) -> Option<i64> {
    let (month, day) = (u32::from(date.month), u32::from(date.day));
    let day = if month == 2 { day.min(28) } else { day };
    NaiveDate::from_ymd_opt(2025, month, day).map(|date| i64::from(date.ordinal()))
}

/// Returns the period of a resort outside its season, by the usual period.
#[must_use]
pub(super) fn closed_period_ms(period_ms: i64) -> i64 {
    period_ms.max(CLOSED_MS.min(2 * period_ms))
}

/// Returns the plan for a number of resorts.
#[must_use]
pub fn plan(config: &open_meteo::Config, limits: Limits, resorts: usize) -> Plan {
    let reserve = limits.day.unwrap_or(0.0) * RESERVE_FRACTION;
    Plan::new(resorts, open_meteo::weights(config), limits, reserve)
}

/// Returns the configuration while a backfill fetches the first winters, which then arrive sooner: one model for wind,
/// cloud and depth. `None` if forecasts leave half of the allowance anyway.
#[must_use]
pub fn while_filling(
    config: &open_meteo::Config,
    limits: Limits,
    resorts: usize,
) -> Option<open_meteo::Config> {
    let need = plan(config, limits, resorts).per_day();
    let is_large = limits.day.is_some_and(|day| need > day * LARGE_SHARE);
    config.with_one_context_model().filter(|_| is_large)
}

/// The calls that the forecasts of a set of resorts need.
#[derive(Debug, Clone)]
pub struct ForecastNeed {
    /// Weighted calls of one refresh of every resort.
    per_refresh: f64,
    period_ms: i64,
    /// The open days of each resort; `None` if it is always taken to be open.
    seasons: Vec<Option<OpenDays>>,
}

impl ForecastNeed {
    /// Makes the need of resorts with these usual seasons; `plan` is for the same number of resorts.
    #[must_use]
    pub fn new(plan: &Plan, seasons: Vec<Option<UsualSeason>>) -> Self {
        let seasons = seasons.into_iter().map(|season| season.and_then(OpenDays::new)).collect();
        Self { per_refresh: plan.per_refresh(), period_ms: plan.period_ms(), seasons }
    }

    /// Returns the need at the same times with the calls of another plan for these resorts.
    #[must_use]
    pub fn with_calls_of(&self, plan: &Plan) -> Self {
        Self { per_refresh: plan.per_refresh(), ..self.clone() }
    }

    /// Returns the weighted calls of an average day with the seasons of `day`.
    #[must_use]
    pub fn per_day(&self, day: NaiveDate) -> f64 {
        let refreshes = |period_ms: i64| DAY_MS as f64 / period_ms as f64;
        let open = refreshes(self.period_ms);
        let closed = refreshes(closed_period_ms(self.period_ms));
        self.weight_of(day, open, closed)
    }

    /// Returns the weighted calls of an average day in which every resort is open.
    #[must_use]
    pub fn most_per_day(&self) -> f64 {
        self.per_refresh * DAY_MS as f64 / self.period_ms as f64
    }

    /// Returns the weighted calls of `open` refreshes of the resorts that are open on a day, and `closed` of the others.
    #[must_use]
    pub fn weight_of(&self, day: NaiveDate, open: f64, closed: f64) -> f64 {
        let is_closed = |open: &&OpenDays| !open.contains(day);
        let count = self.seasons.iter().flatten().filter(is_closed).count();
        let share = count as f64 / self.seasons.len().max(1) as f64;
        self.per_refresh * (open * (1.0 - share) + closed * share)
    }
}

#[cfg(test)]
mod tests;
