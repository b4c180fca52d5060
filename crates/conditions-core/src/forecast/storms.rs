//! Storms: consecutive days with snow, from the daily rows, with their certainty.
//!
//! Implements the specification's `get_storm_watch`. A storm is a run of local days each of which has at least `day_cm`
//! of blended snow, and `total_cm` in total. A day that no model reports ends a run.
//!
//! The tier depends on two facts: how many of the models that cover the whole run have a storm there too, and
//! how far ahead it begins. Only days within the horizon are considered; later days do not affect a storm that reaches
//! the last one.

use alloc::vec::Vec;

use chrono::{Days, NaiveDate};

use super::blend::{MAX_MODELS, agreement};
use super::totals::{ModelTotals, SnowDays};
use super::{DAYS, Members, View};
use crate::evidence::{ForecastSnapshot, Profile};
use crate::policy::{Policy, Storms};
use crate::present::Present;
use crate::record::{Band, Spread};
use crate::time::Timestamp;
use crate::units::Tenths;

/// Certainty of a storm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum StormTier {
    /// Possible; it may not come.
    Watching,
    /// At least half of the models have the storm, and it is near.
    Likely,
    /// Nearly all models have the storm, and it is about to begin or has begun.
    Locked,
}

/// One storm at one resort.
#[derive(Debug, Clone, PartialEq)]
pub struct Storm {
    /// First local day with enough snow to count.
    pub start: NaiveDate,
    /// Last local day that belongs to it.
    pub end: NaiveDate,
    /// Number of days, including the first and the last.
    pub days: u8,
    /// Days from today to the first day; 0 if it begins today.
    pub lead_days: u8,
    /// Whether it reaches the last day considered, and may continue.
    pub open_ended: bool,
    /// Blended snow of all its days at mid mountain, centimetres: the sum of the daily rows.
    pub total_cm: Tenths,
    /// Lowest and highest total of the models that cover all its days; `None` for fewer than two.
    pub spread_cm: Option<Spread>,
    /// Number of models that cover all its days.
    pub models: u8,
    /// Number of those models whose own total is a storm's.
    pub models_agreeing: u8,
    /// Agreement of the models' totals, 0–1; `None` for fewer than two.
    pub agreement: Option<f64>,
    /// Certainty of the storm.
    pub tier: StormTier,
}

/// Returns the storms of the first `horizon` days (at most 14), earliest first, or `None` if there is no usable
/// snapshot.
#[must_use]
pub fn storms(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    snapshot: Option<&ForecastSnapshot>,
    horizon: usize,
) -> Option<Vec<Storm>> {
    let members = Members::new(policy, snapshot?);
    let present = Present::new(now);
    let view = View::new(&present, policy, present.date_in(profile.zone), &members)?;
    let snow = view.snow_days(policy, Band::Mid);
    let horizon = horizon.min(DAYS);
    if snow.reported(horizon) == 0 {
        return None;
    }
    let storms = runs(&policy.storms, &snow.rows, horizon).filter_map(|(first, last)| {
        let storm = find_storm(policy, &snow, view.today, first, last)?;
        Some(Storm { open_ended: last + 1 == horizon, ..storm })
    });
    Some(storms.collect())
}

/// Returns the first and last day of each run of days with enough snow.
fn runs<'a>(
    rule: &'a Storms,
    rows: &'a ModelTotals,
    horizon: usize,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let snows = move |day: usize| {
        day < horizon && rows.get(day).is_some_and(|units| Tenths::from_units(units).get() >= rule.day_cm)
    };
    (0..horizon).filter(move |day| snows(*day) && !day.checked_sub(1).is_some_and(snows)).map(move |first| {
        let length = (first..horizon).take_while(|day| snows(*day)).count();
        (first, first + length.saturating_sub(1))
    })
}

/// Returns the storm of a run of days, or `None` if it is too small.
fn find_storm(
    policy: &Policy,
    snow: &SnowDays,
    today: NaiveDate,
    first: usize,
    last: usize,
) -> Option<Storm> {
    let rule = &policy.storms;
    let total = snow.rows.whole(first, last)?;
    if Tenths::from_units(total).get() < rule.total_cm {
        return None;
    }
    let mut totals = [0.0; MAX_MODELS];
    let own = snow.models().iter().filter_map(|own| own.whole(first, last));
    let mut models = 0;
    for (place, own) in totals.iter_mut().zip(own) {
        *place = Tenths::from_units(own).get();
        models += 1;
    }
    let totals = totals.get(..models)?;
    let agreeing = totals.iter().filter(|own| **own >= rule.total_cm).count();
    let (low, high) = totals.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), own| {
        (if *own < low { *own } else { low }, if *own > high { *own } else { high })
    });
    let spread_cm =
        (models > 1).then(|| Some(Spread { low: Tenths::new(low)?, high: Tenths::new(high)? })).flatten();
    Some(Storm {
        start: today.checked_add_days(Days::new(first as u64))?,
        end: today.checked_add_days(Days::new(last as u64))?,
        days: (last + 1 - first) as u8,
        lead_days: first as u8,
        open_ended: false,
        total_cm: Tenths::from_units(total),
        spread_cm,
        models: models as u8,
        models_agreeing: agreeing as u8,
        agreement: agreement(policy, totals),
        tier: tier(rule, agreeing, models, first),
    })
}

fn tier(rule: &Storms, agreeing: usize, models: usize, lead_days: usize) -> StormTier {
    let reaches =
        |share: f64, lead: u8| agreeing as f64 >= share * models as f64 && lead_days <= usize::from(lead);
    if models < usize::from(rule.min_models) {
        StormTier::Watching
    } else if reaches(rule.locked_share, rule.locked_lead_days) {
        StormTier::Locked
    } else if reaches(rule.likely_share, rule.likely_lead_days) {
        StormTier::Likely
    } else {
        StormTier::Watching
    }
}

#[cfg(test)]
mod tests;
