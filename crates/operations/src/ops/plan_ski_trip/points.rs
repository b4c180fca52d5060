//! Points of each reason of a trip: the curves, their maxima, and the sum.

use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::{OPEN_DAYS, VisibleResort, View};

use super::{Ability, Plan};

/// Reason that counts twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// New snow on the days.
    #[default]
    Snow,
    /// Days with at least 15 cm.
    Powder,
    /// Snow on the ground.
    Depth,
    /// Marked runs.
    Terrain,
}

/// Snow per day that gives full points, centimetres.
const FULL_SNOW_CM: f64 = 8.0;
/// Share of powder days that gives full points.
const FULL_POWDER: f64 = 0.25;
/// Depth that gives full points, centimetres.
const FULL_DEPTH_CM: f64 = 120.0;
/// Runs for an ability, and in total, that give full points, kilometres.
const FULL_TERRAIN_KM: (f64, f64) = (60.0, 150.0);
/// Maximum days ahead for which the present depth counts.
const DEPTH_DAYS: i64 = 30;
/// Share of the points that is lost if nothing is known.
const DISCOUNT: f64 = 0.3;

/// Estimated conditions of a resort on the dates.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Estimate {
    /// New snow per day, centimetres.
    pub(super) snow_cm: Option<f64>,
    /// Share of days with at least 15 cm.
    pub(super) powder: Option<f64>,
    /// Snow on the ground, centimetres.
    pub(super) depth_cm: Option<f64>,
    /// Marked runs for the ability, or all, kilometres.
    pub(super) terrain_km: Option<f64>,
}

impl Priority {
    /// Every part, in the order of the answer.
    pub(super) const ALL: [Self; 4] = [Self::Snow, Self::Powder, Self::Depth, Self::Terrain];

    /// Returns the maximum points of a part.
    pub(super) fn maximum(self, priority: Self) -> f64 {
        let own = match self {
            Self::Snow => 40.0,
            Self::Powder | Self::Depth | Self::Terrain => 20.0,
        };
        if self == priority { 2.0 * own } else { own }
    }
}

impl Estimate {
    /// Returns the share of a part's points; `None` if nothing is known of it.
    pub(super) fn share(&self, part: Priority, ability: Option<Ability>) -> Option<f64> {
        let (value, full) = match part {
            Priority::Snow => (self.snow_cm, FULL_SNOW_CM),
            Priority::Powder => (self.powder, FULL_POWDER),
            Priority::Depth => (self.depth_cm, FULL_DEPTH_CM),
            Priority::Terrain => {
                (self.terrain_km, if ability.is_some() { FULL_TERRAIN_KM.0 } else { FULL_TERRAIN_KM.1 })
            }
        };
        value.map(|value| (value / full).clamp(0.0, 1.0))
    }

    /// Returns the points of a part as published: rounded, so that their sum matches the total.
    pub(super) fn points(&self, part: Priority, plan: &Plan<'_>) -> Option<Tenths> {
        Tenths::new(self.share(part, plan.ability)? * part.maximum(plan.priority))
    }

    /// Returns the sum of all points, 0 to 100. Unknown parts cost a share of the points; without snow values for the
    /// dates they count nothing, so that such a resort does not rank above those whose snow is known.
    pub(super) fn total(&self, plan: &Plan<'_>) -> f64 {
        let (mut points, mut known, mut all) = (0.0, 0.0, 0.0);
        for part in Priority::ALL {
            let maximum = part.maximum(plan.priority);
            all += maximum;
            if let Some(own) = self.points(part, plan) {
                points += own.get();
                known += maximum;
            }
        }
        if self.snow_cm.is_none() {
            return 100.0 * points / all;
        }
        if known <= 0.0 { 0.0 } else { 100.0 * points / known * (1.0 - DISCOUNT * (1.0 - known / all)) }
    }

    /// Estimates the conditions of a resort on the dates from data that is quick to read: the forecast's week in
    /// proportion, past winters from the calendar.
    pub(super) fn quick(view: &View<'_>, seen: &VisibleResort<'_>, plan: &Plan<'_>) -> Self {
        let today = view.as_of().local_date(seen.profile().zone);
        let ahead = usize::try_from((plan.start - today).num_days().max(0)).unwrap_or(usize::MAX);
        let forecast = &seen.resolution().record.forecast;
        let week = forecast.next7d_cm.value.filter(|_| ahead < plan.reach).map(Tenths::get);
        let usual = view.calendar().expected(seen.position(), plan.start, plan.end);
        let days = f64::from(plan.days.max(1));
        let usual_day = usual.map(|usual| usual.snowfall_cm / days);
        let week_day = week.map(|cm| cm / OPEN_DAYS as f64);
        let near = plan.reach.saturating_sub(ahead).min(usize::from(plan.days)) as f64 / days;
        let snow_cm = match (week_day, usual_day) {
            (Some(week), Some(usual)) => Some(week * near + usual * (1.0 - near)),
            (one, other) => one.or(other),
        };
        Self {
            snow_cm,
            powder: usual.map(|usual| usual.powder_day),
            depth_cm: depth_cm(view, seen, plan).map(|(cm, _)| cm),
            terrain_km: terrain_km(seen, plan.ability),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DepthOf {
    /// Present depth.
    Now {
        /// Days from today to the first day of the trip.
        days_ahead: i64,
    },
    /// Usual depth on the first day.
    Usual {
        /// Number of winters it rests on.
        winters: u16,
    },
}

/// Returns the snow on the ground: the present depth if the forecast reaches the first day, otherwise the usual depth
/// on that day, and without past winters again the present depth if the trip begins within a month.
pub(super) fn depth_cm(view: &View<'_>, seen: &VisibleResort<'_>, plan: &Plan<'_>) -> Option<(f64, DepthOf)> {
    let today = view.as_of().local_date(seen.profile().zone);
    let days_ahead = (plan.start - today).num_days();
    let now = || {
        let cm = seen.resolution().record.display_depth_cm.as_ref()?.value?;
        Some((cm.get(), DepthOf::Now { days_ahead }))
    };
    if days_ahead < OPEN_DAYS as i64 {
        return now();
    }
    let usual = view.calendar().expected(seen.position(), plan.start, plan.end);
    match usual.and_then(|usual| Some((f64::from(usual.depth_cm?), usual.winters))) {
        Some((cm, winters)) => Some((cm, DepthOf::Usual { winters })),
        None if days_ahead <= DEPTH_DAYS => now(),
        None => None,
    }
}

/// Returns the kilometres of marked runs that count: those of the ability if the split is known, all of them without an
/// ability.
pub(super) fn terrain_km(seen: &VisibleResort<'_>, ability: Option<Ability>) -> Option<f64> {
    let resort = seen.resort();
    let km = resort.run_km?;
    match ability {
        None => Some(km),
        Some(ability) => ability_pct(seen, ability).map(|pct| km * pct / 100.0),
    }
}

/// Returns the percentage of the terrain for an ability; `None` if the split is not known.
pub(super) fn ability_pct(seen: &VisibleResort<'_>, ability: Ability) -> Option<f64> {
    let split = seen.resort().ability.as_ref()?;
    Some(match ability {
        Ability::Beginner => split.beginner,
        Ability::Intermediate => split.intermediate,
        Ability::Advanced => split.advanced,
        Ability::Expert => split.expert,
    })
}
