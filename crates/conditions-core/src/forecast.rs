//! The forecast: daily rows blended from the models, the 7- and 14-day totals, and the biggest day.
//!
//! Implements `contract-decisions` 8 and the specification's "Forecast outlook". Rows are integers of tenths, so that
//! `next7dCm` equals the sum of the first seven exactly. A day for which no model has all hours is null and never 0. If
//! such a day is between reported ones, the totals over it and the biggest day are null too.
//!
//! Decided here: the confidence of a total comes from the agreement of the totals of the models that cover all of its
//! reported days. If fewer than two models do, it is the mean of its rows. It falls with the share of days that are
//! reported. Nothing is allocated: all values are on the stack.

use chrono::NaiveDate;

use crate::confidence;
use crate::evidence::{ForecastSnapshot, Profile};
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::{FieldClass, Reach};
use crate::policy::Policy;
use crate::present::{DecayingNumber, Present};
use crate::record::{Band, DailyRow, Flag, ForecastOutlook, Spread};
use crate::sky::Sky;
use crate::source::Kind;
use crate::time::Timestamp;
use crate::trace::{ConsideredEvidence, Trace, Usability};
use crate::units::{Confidence, Tenths, round_to_i32};

mod blend;
mod chances;
mod compare;
mod members;
mod now;
mod rows;
mod storms;
mod totals;

pub(crate) use blend::MAX_MODELS;
use blend::Pool;
pub use blend::is_weighted;
pub use chances::{DayChance, Outlook, STRETCHES, outlook};
pub use compare::{Agreement, Comparison, ModelSnow, compare};
pub(crate) use members::Members;
use members::Table;
pub(crate) use now::{depth_of, implausible_depth, model_depth, past_day, past_of};
pub use storms::{Storm, StormTier, storms};
use totals::{ModelTotals, SnowDays};

/// Number of daily rows.
pub const DAYS: usize = 14;
/// Days in the headline window, fixed by the contract (`peak.windowDays` is always 7).
const WEEK: usize = 7;

/// Returns the fourteen daily rows of one band, today first, in the resort's local calendar.
///
/// All quantities are null if there is no snapshot, or if it is older than the policy allows.
#[must_use]
pub fn daily(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    snapshot: Option<&ForecastSnapshot>,
    band: Band,
) -> [DailyRow; DAYS] {
    let present = &Present::new(now);
    let today = present.date_in(profile.zone);
    let members = snapshot.map(|snapshot| Members::new(policy, snapshot));
    let view = members.as_ref().and_then(|members| View::new(present, policy, today, members));
    let snow = view.as_ref().map(|view| view.snow_days(policy, band));
    let table = view.as_ref().map(|view| view.members.table(policy, today));
    let known = view.as_ref().zip(snow.as_ref()).zip(table.as_ref());
    let mut next = Some(today);
    core::array::from_fn(|day| {
        let date = next.unwrap_or(today);
        next = date.succ_opt();
        known.map_or_else(
            || DailyRow::unknown(date),
            |((view, snow), table)| view.row(policy, band, snow, table, day, date),
        )
    })
}

/// Returns the sum of the snow of the first `window` rows, today first. Returns `None` if none of them is reported, or
/// if an unreported row is between reported rows.
#[must_use]
pub fn total(rows: &[DailyRow], window: usize) -> Option<Tenths> {
    let known = |row: &DailyRow| row.snowfall_cm.is_some();
    let first = rows.iter().position(known)?;
    let last = rows.iter().rposition(known)?;
    let told = rows.get(first..(last + 1).min(window))?;
    let units = told.iter().try_fold(0_i32, |sum, row| Some(sum.saturating_add(row.snowfall_cm?.units())));
    units.filter(|_| !told.is_empty()).map(Tenths::from_units)
}

/// Blends the snow of one day from the values of several models, in centimetres, each with its weight times its
/// [`robust_factors`]. Returns `None` if no value is plausible.
#[must_use]
pub fn blended_snow(policy: &Policy, said: impl Iterator<Item = (Option<f64>, f64)>) -> Option<Tenths> {
    let range = policy.plausible_snowfall24h_cm;
    let (mut sum, mut weights, mut plain, mut count) = (0.0, 0.0, 0.0, 0.0);
    for (value, weight) in said.filter_map(|(value, weight)| Some((value?, weight))) {
        if range.contains(value) {
            (sum, weights) = (sum + value * weight, weights + weight);
            (plain, count) = (plain + value, count + 1.0);
        }
    }
    Tenths::new(if weights > 0.0 { sum / weights } else { plain / count })
}

/// Returns a factor per model and day, 0–1, by which the daily rows multiply the model's weight: models whose totals
/// are far from the others' count for less. `models` are tenths of a centimetre by day, today first; models after the
/// sixteenth are ignored.
pub fn robust_factors<'a>(
    policy: &Policy,
    models: impl Iterator<Item = &'a [Option<i32>]>,
) -> impl Fn(usize, usize) -> f64 {
    let mut own = [ModelTotals::NONE; MAX_MODELS];
    let mut members = 0;
    for (slot, days) in own.iter_mut().zip(models) {
        for (day, units) in days.iter().enumerate().take(DAYS) {
            if let Some(units) = units {
                slot.enter_units(day, *units);
            }
        }
        members += 1;
    }
    let standing = rows::robust_factors(policy, own.get(..members).unwrap_or(&[]));
    move |model, day| {
        let halves = standing.get(model).copied().unwrap_or([1.0; 2]);
        halves.get(usize::from(day >= WEEK)).copied().unwrap_or(1.0)
    }
}

/// Returns the outlook at mid mountain on the local date `today`, as in the record.
///
/// Raises `forecast_partial_horizon` if a total spans null rows, `forecast_gap_filled` if small gaps in a model's hours
/// were repaired, `forecast_range_guarded` if rows were moved so that every total is within the range of the models,
/// `implausible_snowfall` if a model's day was dropped, and `future_timestamp` if the snapshot's time is in the future.
pub(crate) fn outlook_of<T: Trace>(
    present: &Present,
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
    let looked = ConsideredEvidence::models(members.captured_at());
    let Some(view) = View::new(present, policy, today, members) else {
        trace.considered(NAME, looked, Usability::TooOld);
        return none;
    };
    if view.captured_at.is_none() {
        flags.raise(&Flag::FutureTimestamp);
    }
    trace.considered(NAME, looked, view.verdict);

    let snow = view.snow_days(policy, Band::Mid);
    if snow.dropped {
        flags.raise(&Flag::ImplausibleSnowfall);
    }
    let field = |window: usize| {
        snow.total(window).map_or_else(Field::not_reported, |units| {
            let trust = snow.confidence(policy, window);
            let confidence = confidence::aged(policy, Kind::Model, trust, view.remaining);
            Field::known(Tenths::from_units(units), Kind::Model, view.captured_at, confidence)
        })
    };
    let reported = snow.reported(DAYS) as usize;
    if (1..DAYS).contains(&reported) {
        flags.raise(&Flag::ForecastPartialHorizon);
    }
    if reported > 0 && members.gap_filled(today) {
        flags.raise(&Flag::ForecastGapFilled);
    }
    let rule = match (snow.has_hole(WEEK), snow.guarded) {
        (true, _) => "unknown_day_between",
        (false, true) => "range_guard",
        (false, false) => "sum_of_rows",
    };
    if snow.guarded {
        flags.raise(&Flag::ForecastRangeGuarded);
    }
    if reported > 0 {
        if let Some(since) = policy.weights_since {
            trace.considered(NAME, ConsideredEvidence::learnt_weights(since), Usability::Fresh);
            trace.chose(NAME, "learnt_weights", Kind::Model);
        }
        trace.chose(NAME, rule, Kind::Model);
    }
    ForecastOutlook { next7d_cm: field(WEEK), next14d_cm: field(DAYS), peak: snow.peak(today) }
}

/// A usable snapshot.
struct View<'a, 'm> {
    /// Time of the capture; `None` if it is in the future.
    captured_at: Option<Timestamp>,
    verdict: Usability,
    /// Fraction of a confidence that remains at the snapshot's age.
    remaining: DecayingNumber<'m>,
    today: NaiveDate,
    members: &'m Members<'a>,
}

impl<'a, 'm> View<'a, 'm> {
    /// Returns `None` if the snapshot is too old to use.
    fn new(
        present: &'m Present,
        policy: &Policy,
        today: NaiveDate,
        members: &'m Members<'a>,
    ) -> Option<Self> {
        let reach = Reach::for_kind(policy, FieldClass::Snowfall, Kind::Model)?;
        let captured_at = present.usable_time(policy, Some(members.captured_at()));
        let age = captured_at.map(|at| present.age_of(at));
        let verdict = match age {
            None => Usability::Undated,
            Some(age) if reach.is_fresh(age) => Usability::Fresh,
            Some(age) if reach.is_usable(age) => {
                // The confidence of each row falls, also of rows that are not in the record.
                present.note_change();
                Usability::Expired
            }
            Some(_) => return None,
        };
        let remaining = confidence::remaining(policy, reach, age);
        Some(Self { captured_at, verdict, remaining, today, members })
    }

    fn row(
        &self,
        policy: &Policy,
        band: Band,
        snow: &SnowDays,
        table: &Table<'_>,
        day: usize,
        date: NaiveDate,
    ) -> DailyRow {
        let pool = &mut Pool::new();
        let said = snow.of_day(policy, day);
        let rain = table.blended(policy, pool, day, policy.plausible_rain_mm, |d| d.rain_mm.get(band).get());
        let temps = policy.plausible_temp_c;
        let cold = table.blended(policy, pool, day, temps, |d| d.temp_min_c.get(band).get());
        let warm = table.blended(policy, pool, day, temps, |d| d.temp_max_c.get(band).get());
        // The two may trim different models; the published pair is in order nevertheless.
        let (cold, warm) = match (cold, warm) {
            (Some(cold), Some(warm)) => (Some(cold.min(warm)), Some(cold.max(warm))),
            either => either,
        };
        let levels = policy.plausible_freezing_level_m;
        let level = table.blended(policy, pool, day, levels, |d| d.freezing_level_m.get());
        let winds = policy.plausible_wind_mps;
        let wind = table.blended(policy, pool, day, winds, |d| d.wind_max_mps.get());
        let gust = table.blended(policy, pool, day, winds, |d| d.gust_max_mps.get());
        let from = table.wind(policy, day).and_then(|wind| wind.from_deg(policy));
        let cloud = table.blended(policy, pool, day, policy.plausible_cloud_pct, |d| d.cloud_pct.get());
        let mut row = DailyRow {
            date,
            snowfall_cm: snow.rows.get(day).map(Tenths::from_units),
            rain_mm: rain.and_then(Tenths::new),
            temp_min_c: cold.and_then(Tenths::new),
            temp_max_c: warm.and_then(Tenths::new),
            freezing_level_m: level.and_then(round_to_i32),
            wind_max_mps: wind.and_then(Tenths::new),
            gust_max_mps: gust.and_then(Tenths::new),
            wind_from_deg: from,
            cloud_pct: cloud.and_then(round_to_i32),
            sky: None,
            models_reporting: said.as_ref().map_or(0, |said| said.models),
            spread_cm: said.as_ref().filter(|said| said.models > 1).map(|said| Spread {
                low: Tenths::from_units(said.low),
                high: Tenths::from_units(said.high),
            }),
            confidence: said.map_or(Confidence::NONE, |said| {
                confidence::aged(policy, Kind::Model, said.confidence, self.remaining)
            }),
            pro_required: false,
        };
        let (snow, water) = (row.snowfall_cm.map(Tenths::get), row.rain_mm.map(Tenths::get));
        row.sky = Sky::of_day(snow, water, row.cloud_pct.map(f64::from));
        row
    }

    /// Returns the snow of a band: the rows, and the days of each model.
    fn snow_days(&self, policy: &Policy, band: Band) -> SnowDays {
        let range = policy.plausible_snowfall24h_cm;
        let (mut models, mut members, mut dropped) = ([ModelTotals::NONE; MAX_MODELS], 0, false);
        for (own, (said, left_out)) in models.iter_mut().zip(self.members.snow(range, self.today, band)) {
            *own = said;
            dropped |= left_out;
            members += 1;
        }
        let weights = self.members.weights(policy);
        let rows = rows::rows(policy, models.get(..members).unwrap_or(&[]), &weights);
        SnowDays { rows: rows.days, guarded: rows.guarded, models, members, dropped }
    }
}

#[cfg(test)]
mod tests;
