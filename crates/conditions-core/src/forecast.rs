//! The forecast: daily rows blended from the models, the 7- and 14-day totals, and the biggest day.
//!
//! Carries `contract-decisions` 8 and the specification's "Forecast outlook". Rows are integers of tenths, so that
//! `next7dCm` equals the sum of the first seven exactly. A day that no model reports whole is null, and never 0.
//!
//! Settled here: the models' totals that guard the 14-day range are sums of days rounded to tenths, as the rows are.
//! The confidence of a total comes from the agreement of the totals of the models that cover all of its reported
//! days; where fewer than two do, from the mean of its rows; and falls with the share of days that are reported.
//! No allocation: everything lives on the stack.

use chrono::NaiveDate;

use crate::confidence;
use crate::evidence::{ForecastSnapshot, ModelDay, Profile};
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::{FieldClass, Reach, usable_time};
use crate::policy::{Policy, Range};
use crate::record::{Band, DailyRow, Flag, ForecastOutlook, Spread};
use crate::source::Kind;
use crate::time::Timestamp;
use crate::trace::{Looked, Trace, Verdict};
use crate::units::{Confidence, Tenths, round_to_i32};

mod blend;
mod compare;
mod members;
mod now;
mod storms;
mod totals;

pub(crate) use blend::agreement;
pub use blend::is_weighted;
use blend::{MAX_MODELS, Pool};
pub use compare::{Agreement, Comparison, ModelSnow, compare};
pub(crate) use members::Members;
use members::Table;
pub(crate) use now::{depth_of, model_depth, past_day, past_of};
pub use storms::{Storm, StormTier, storms};
use totals::{OwnDays, SnowDays};

/// Daily rows.
pub const DAYS: usize = 14;
/// Days of the headline window: fixed by the contract (`peak.windowDays` is always 7).
const WEEK: usize = 7;

/// The fourteen daily rows of one band, today first, in the resort's local calendar.
///
/// All quantities are null without a snapshot, and when it is older than the policy lets any be used.
#[must_use]
pub fn daily(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    snapshot: Option<&ForecastSnapshot>,
    band: Band,
) -> [DailyRow; DAYS] {
    let today = now.local_date(profile.zone);
    let members = snapshot.map(|snapshot| Members::new(policy, snapshot));
    let view = members.as_ref().and_then(|members| View::new(now, policy, today, members));
    let mut next = Some(today);
    core::array::from_fn(|day| {
        let date = next.unwrap_or(today);
        next = date.succ_opt();
        view.as_ref().map_or_else(|| DailyRow::unknown(date), |view| view.row(policy, band, day, date))
    })
}

/// One day's snow out of what several models say and their weights, as the daily rows blend it.
#[must_use]
pub fn blended_snow(policy: &Policy, said: impl Iterator<Item = (Option<f64>, f64)>) -> Option<Tenths> {
    let mut pool = Pool::new();
    for (value, weight) in said {
        pool.offer(value, weight, policy.plausible_snowfall24h_cm);
    }
    pool.blend(policy).and_then(Tenths::new)
}

/// The outlook at mid mountain on the local date `today`, as the record shows it.
///
/// Raises `forecast_partial_horizon` when some of the first seven rows are null, `forecast_range_guarded` when the
/// 14-day total was moved into the models' range, `implausible_snowfall` when a model's day was dropped, and
/// `future_timestamp` when the snapshot claims to come from the future.
pub(crate) fn outlook_of<T: Trace>(
    now: Timestamp,
    policy: &Policy,
    today: NaiveDate,
    members: Option<&Members<'_>>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> ForecastOutlook {
    const NAME: &str = "forecast";
    let none =
        ForecastOutlook { next7d_cm: Field::not_reported(), next14d_cm: Field::not_reported(), peak: None };
    let Some(members) = members else { return none };
    let looked = Looked::models(members.captured_at());
    let Some(view) = View::new(now, policy, today, members) else {
        trace.considered(NAME, looked, Verdict::TooOld);
        return none;
    };
    if view.captured_at.is_none() {
        flags.raise(&Flag::FutureTimestamp);
    }
    trace.considered(NAME, looked, view.verdict);

    let snow = view.snow_days(policy);
    if snow.dropped {
        flags.raise(&Flag::ImplausibleSnowfall);
    }
    let week = snow.total(WEEK);
    let fortnight = snow.total(DAYS);
    let field = |total: Option<i32>, window: usize| {
        total.map_or_else(Field::not_reported, |units| {
            let confidence = Confidence::new(snow.confidence(policy, window) * view.remaining);
            Field::known(Tenths::from_units(units), Kind::Model, view.captured_at, confidence)
        })
    };
    if week.is_some() && (snow.reported(WEEK) as usize) < WEEK {
        flags.raise(&Flag::ForecastPartialHorizon);
    }
    let guarded = fortnight.map(|sum| snow.guard(sum).max(week.unwrap_or(sum)));
    let rule = if guarded == fortnight { "sum_of_rows" } else { "range_guard" };
    if guarded != fortnight {
        flags.raise(&Flag::ForecastRangeGuarded);
    }
    if fortnight.is_some() {
        if let Some(since) = policy.weights_since {
            trace.considered(NAME, Looked::learnt_weights(since), Verdict::Fresh);
            trace.chose(NAME, "learnt_weights", Kind::Model);
        }
        trace.chose(NAME, rule, Kind::Model);
    }
    ForecastOutlook {
        next7d_cm: field(week, WEEK),
        next14d_cm: field(guarded, DAYS),
        peak: snow.peak(&view.table),
    }
}

/// A usable snapshot, its days placed.
struct View<'a> {
    /// When it was captured; `None` when that lies in the future.
    captured_at: Option<Timestamp>,
    verdict: Verdict,
    /// What its age leaves of a confidence.
    remaining: f64,
    table: Table<'a>,
}

impl<'a> View<'a> {
    /// `None` when the snapshot is too old to use.
    fn new(now: Timestamp, policy: &Policy, today: NaiveDate, members: &Members<'a>) -> Option<Self> {
        let reach = Reach::of(policy, FieldClass::Snowfall, Kind::Model)?;
        let captured_at = usable_time(now, policy, Some(members.captured_at()));
        let age_ms = captured_at.map(|at| now.since(at));
        let verdict = match age_ms {
            None => Verdict::Undated,
            Some(age) if reach.is_fresh(age) => Verdict::Fresh,
            Some(age) if reach.is_usable(age) => Verdict::Expired,
            Some(_) => return None,
        };
        let remaining = confidence::remaining(policy, reach, age_ms);
        let table = members.table(policy, today);
        Some(Self { captured_at, verdict, remaining, table })
    }

    /// Fills the pool with one quantity of one day.
    fn pour(&self, pool: &mut Pool, day: usize, range: Range, pick: impl Fn(&ModelDay) -> Option<f64>) {
        pool.clear();
        for (said, weight) in self.table.day(day) {
            pool.offer(said.and_then(&pick), weight, range);
        }
    }

    /// One quantity of one day, blended.
    fn blended(
        &self,
        policy: &Policy,
        pool: &mut Pool,
        day: usize,
        range: Range,
        pick: impl Fn(&ModelDay) -> Option<f64>,
    ) -> Option<f64> {
        self.pour(pool, day, range, pick);
        pool.blend(policy)
    }

    fn row(&self, policy: &Policy, band: Band, day: usize, date: NaiveDate) -> DailyRow {
        let mut pool = Pool::new();
        let pool = &mut pool;
        let snow = self.blended(policy, pool, day, policy.plausible_snowfall24h_cm, |d| d.snow_cm.get(band));
        let confidence = nominal(policy, pool) * self.remaining;
        let models_reporting = pool.values().len() as u8;
        let spread_cm = pool
            .range()
            .filter(|_| models_reporting > 1)
            .and_then(|(low, high)| Some(Spread { low: Tenths::new(low)?, high: Tenths::new(high)? }));
        let rain = self.blended(policy, pool, day, policy.plausible_rain_mm, |d| d.rain_mm.get(band));
        let temps = policy.plausible_temp_c;
        let cold = self.blended(policy, pool, day, temps, |d| d.temp_min_c.get(band));
        let warm = self.blended(policy, pool, day, temps, |d| d.temp_max_c.get(band));
        // Different models may be trimmed from the two; what is published is in order all the same.
        let (cold, warm) = match (cold, warm) {
            (Some(cold), Some(warm)) => (Some(cold.min(warm)), Some(cold.max(warm))),
            either => either,
        };
        let level =
            self.blended(policy, pool, day, policy.plausible_freezing_level_m, |d| d.freezing_level_m);
        let winds = policy.plausible_wind_mps;
        let wind = self.blended(policy, pool, day, winds, |d| d.wind_max_mps);
        let gust = self.blended(policy, pool, day, winds, |d| d.gust_max_mps);
        let cloud = self.blended(policy, pool, day, policy.plausible_cloud_pct, |d| d.cloud_pct);
        DailyRow {
            date,
            snowfall_cm: snow.and_then(Tenths::new),
            rain_mm: rain.and_then(Tenths::new),
            temp_min_c: cold.and_then(Tenths::new),
            temp_max_c: warm.and_then(Tenths::new),
            freezing_level_m: level.and_then(round_to_i32),
            wind_max_mps: wind.and_then(Tenths::new),
            gust_max_mps: gust.and_then(Tenths::new),
            cloud_pct: cloud.and_then(round_to_i32),
            models_reporting,
            spread_cm,
            confidence: if models_reporting == 0 { Confidence::NONE } else { Confidence::new(confidence) },
            pro_required: false,
        }
    }

    /// Snow at mid mountain: the rows, and each model's own days.
    fn snow_days(&self, policy: &Policy) -> SnowDays {
        let mut pool = Pool::new();
        let range = policy.plausible_snowfall24h_cm;
        let mut snow = SnowDays {
            rows: OwnDays::NONE,
            models: [OwnDays::NONE; MAX_MODELS],
            members: self.table.members(),
            dropped: false,
        };
        for day in 0..DAYS {
            pool.clear();
            for ((said, weight), own) in self.table.day(day).zip(&mut snow.models) {
                let value = said.and_then(|d| d.snow_cm.mid);
                if pool.offer(value, weight, range) {
                    own.enter(day, value);
                }
            }
            snow.rows.enter(day, pool.blend(policy));
        }
        snow.dropped = pool.dropped;
        snow
    }
}

/// Confidence of a pool's blend before age is counted.
fn nominal(policy: &Policy, pool: &Pool) -> f64 {
    confidence::nominal(policy, Kind::Model, None, agreement(pool.values()), false)
}

#[cfg(test)]
mod tests;
