//! Hazards that may disrupt a ski day in the coming 48 hours: wind hold, visibility, wind chill, heavy snow.
//!
//! Implements the specification's `get_operating_risk`. Each hazard is one or two tests of one quantity each, hour by
//! hour; the level of an hour is the highest that any test gives it.
//!
//! - **Models are assessed separately and then vote** if sums or single hours of falling snow decide: the level is the
//!   highest that at least half of them reach in the window. Its hours are those in which any of these models reaches
//!   it.
//! - **Missing hours never count as calm.** The level `none` requires that every test knows every hour. If hours are
//!   missing, the level of the known ones is a lower bound; if they reach no level, the level is unknown.
//! - The weather is the models' consensus. Its wind is that of the open air at 10 m around mid mountain: a ridge is
//!   windier, and the thresholds take that into account.
//! - An hour is named by the time at which it ends, like precipitation and gusts; the first is the current hour.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::evidence::{ForecastSnapshot, Profile};
use crate::freshness::{FieldClass, Reach};
use crate::hourly::BandHours;
use crate::policy::{Policy, Steps};
use crate::present::Present;
use crate::source::Kind;
use crate::time::{HOUR_MS, Timestamp};

mod chill;
mod snowfall;
mod visibility;
mod wind;

#[cfg(test)]
use chill::wind_chill_c;

/// Severity of a hazard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum RiskLevel {
    /// All values are known and below the lowest threshold.
    None,
    /// Noticeable; lifts and runs are unlikely to be affected.
    Low,
    /// Lifts or runs may be affected.
    Moderate,
    /// Lifts or runs will probably be affected.
    High,
}

/// The hazards, in the order in which they are published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum HazardKind {
    /// Wind that stops lifts.
    WindHold,
    /// Poor visibility in falling snow or cloud.
    Visibility,
    /// Wind chill at the summit.
    WindChill,
    /// Snow that falls faster than it can be cleared.
    HeavySnow,
}

/// The dangerous side of a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Side {
    /// Values at or above a threshold reach its level.
    Above,
    /// Values at or below a threshold reach its level.
    Below,
}

impl Side {
    /// Returns the level of a value; `None` for NaN.
    #[must_use]
    pub fn level(self, steps: Steps, value: f64) -> Option<RiskLevel> {
        let reaches = |step: f64| match self {
            Self::Above => value >= step,
            Self::Below => value <= step,
        };
        let level = if reaches(steps.high) {
            RiskLevel::High
        } else if reaches(steps.moderate) {
            RiskLevel::Moderate
        } else if reaches(steps.low) {
            RiskLevel::Low
        } else {
            RiskLevel::None
        };
        (!value.is_nan()).then_some(level)
    }

    fn is_worse(self, a: f64, b: f64) -> bool {
        match self {
            Self::Above => a > b,
            Self::Below => a < b,
        }
    }
}

/// The value of one test in one hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Reading {
    /// A value in the unit of the test.
    Value(f64),
    /// Known to be harmless, whatever the exact value.
    Calm,
    /// No model reports the hour.
    Missing,
}

impl From<Option<f64>> for Reading {
    fn from(value: Option<f64>) -> Self {
        value.filter(|value| !value.is_nan()).map_or(Self::Missing, Self::Value)
    }
}

/// A test before it is evaluated.
pub(crate) struct Test {
    /// Published name.
    pub(crate) name: &'static str,
    /// Unit of its values.
    pub(crate) unit: &'static str,
    pub(crate) side: Side,
    pub(crate) steps: Steps,
    /// Lowest number of models for any of its hours.
    pub(crate) models: u8,
    /// A reading per hour of the window for each series: one series per model if sums or single hours decide, because
    /// models place a shower in different hours; otherwise one for the consensus.
    pub(crate) voices: Vec<Vec<Reading>>,
}

/// A test with its result.
#[derive(Debug, Clone, PartialEq)]
pub struct TestResult {
    /// Name of the test.
    pub name: &'static str,
    /// Unit of its values and thresholds.
    pub unit: &'static str,
    /// The dangerous side of the thresholds.
    pub side: Side,
    /// Thresholds of the levels, in the unit of the test.
    pub steps: Steps,
    /// The highest level that the hours reach; `None` if hours are missing and the known ones reach no level.
    pub level: Option<RiskLevel>,
    /// The worst value and the end of its hour, the earliest of equal ones. With several models it is the worst value
    /// that half of them reach.
    pub worst: Option<(f64, Timestamp)>,
    /// Number of hours of the window that are known.
    pub hours_known: usize,
    /// Lowest number of models for any known hour.
    pub models: u8,
}

/// Consecutive hours at one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Level, never `none`.
    pub level: RiskLevel,
    /// Start of the first hour.
    pub from: Timestamp,
    /// End of the last hour.
    pub to: Timestamp,
}

/// One hazard of the coming hours.
#[derive(Debug, Clone, PartialEq)]
pub struct Hazard {
    /// Kind of the hazard.
    pub kind: HazardKind,
    /// The highest level of its tests; `None` if it is not known.
    pub level: Option<RiskLevel>,
    /// The test that set the level, the first of several; `None` if the level is unknown or `none`.
    pub rule: Option<&'static str>,
    /// Whether every test knows every hour. Otherwise the level is a lower bound.
    pub complete: bool,
    /// Elevation to which it applies, metres above sea level.
    pub elevation_m: Option<f64>,
    /// Hours at a level above `none`, in order.
    pub windows: Vec<Window>,
    /// The tests, one per set of thresholds.
    pub tests: Vec<TestResult>,
}

/// The hazards of the coming hours.
#[derive(Debug, Clone, PartialEq)]
pub struct OperatingRisk {
    /// Time at which the models were queried.
    pub captured_at: Timestamp,
    /// Start of the current hour.
    pub from: Timestamp,
    /// End of the last hour.
    pub to: Timestamp,
    /// Wind hold, visibility, wind chill, heavy snow.
    pub hazards: [Hazard; 4],
}

/// Reason why there is no operating risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRisk {
    /// There is no forecast.
    NoForecast,
    /// The forecast is too old, or its time is in the future.
    TooOld,
    /// The forecast has no hours.
    NoHours,
}

/// Returns the operating risk of the hours of the policy's window after `now`.
///
/// # Errors
/// Returns [`NoRisk`] if there are no hours to assess. Hours that lack a quantity are not an error: the level of the
/// hazard is then unknown.
pub fn operating_risk(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    snapshot: Option<&ForecastSnapshot>,
) -> Result<OperatingRisk, NoRisk> {
    operating_risk_over(now, policy, policy.hazards.window_hours, profile, snapshot)
}

/// Like [`operating_risk`], for the `window_hours` hours after `now`.
///
/// # Errors
/// Like [`operating_risk`].
pub fn operating_risk_over(
    now: Timestamp,
    policy: &Policy,
    window_hours: u8,
    profile: &Profile,
    snapshot: Option<&ForecastSnapshot>,
) -> Result<OperatingRisk, NoRisk> {
    let snapshot = snapshot.ok_or(NoRisk::NoForecast)?;
    let reach = Reach::for_kind(policy, FieldClass::Snowfall, Kind::Model);
    let present = Present::new(now);
    let age = present.usable_time(policy, Some(snapshot.captured_at)).map(|at| present.age_of(at));
    if !age.zip(reach).is_some_and(|(age, reach)| reach.is_usable(age)) {
        return Err(NoRisk::TooOld);
    }
    let hours = snapshot.hours.as_ref().ok_or(NoRisk::NoHours)?;
    let first = hours.step_at(now) + 1;
    let steps = first..first + i64::from(window_hours);
    let mid = BandHours::new(hours, None);
    let summit = BandHours::new(hours, profile.elevation_m.summit);
    let ends: Vec<Timestamp> = steps.clone().map(|step| hours.time_at(step)).collect();
    let judged = |kind, band: &BandHours<'_>, tests| assess(kind, band.elevation_m(), tests, &ends);
    Ok(OperatingRisk {
        captured_at: snapshot.captured_at,
        from: hours.time_at(first - 1),
        to: hours.time_at(steps.end - 1),
        hazards: [
            judged(HazardKind::WindHold, &mid, wind::tests(policy, &mid, steps.clone())),
            judged(HazardKind::Visibility, &summit, visibility::tests(policy, &summit, steps.clone())),
            judged(HazardKind::WindChill, &summit, chill::tests(policy, &summit, steps.clone())),
            judged(HazardKind::HeavySnow, &mid, snowfall::tests(policy, &mid, steps)),
        ],
    })
}

fn assess(kind: HazardKind, elevation_m: Option<f64>, tests: Vec<Test>, ends: &[Timestamp]) -> Hazard {
    let mut hourly = alloc::vec![RiskLevel::None; ends.len()];
    let tests: Vec<TestResult> = tests.into_iter().map(|test| find(&test, ends, &mut hourly)).collect();
    let complete = tests.iter().all(|test| test.hours_known == ends.len());
    let highest = tests.iter().filter_map(|test| test.level).max();
    let level = highest.filter(|level| complete || *level > RiskLevel::None);
    let rule = level
        .filter(|level| *level > RiskLevel::None)
        .and_then(|level| tests.iter().find(|test| test.level == Some(level)).map(|test| test.name));
    Hazard { kind, level, rule, complete, elevation_m, windows: windows(&hourly, ends), tests }
}

/// Evaluates a test and raises the hourly levels to its own.
fn find(test: &Test, ends: &[Timestamp], hourly: &mut [RiskLevel]) -> TestResult {
    let mut voters: Vec<Voter> = test.voices.iter().map(|voice| Voter::new(test, voice, ends)).collect();
    // Series that know every hour vote. If none does, the known hours give a lower bound.
    let most = voters.iter().map(|voter| voter.known).max().unwrap_or(0);
    voters.retain(|voter| voter.known == most);
    voters.sort_by(|a, b| a.worse_first(b, test.side));
    let half = voters.len().div_ceil(2).saturating_sub(1);
    let elected = voters.get(half);
    let highest = elected.map_or(RiskLevel::None, |voter| voter.highest);
    for voter in voters.iter().filter(|voter| voter.highest >= highest) {
        for (hour, level) in hourly.iter_mut().zip(&voter.levels) {
            *hour = (*hour).max((*level).min(highest));
        }
    }
    let whole = most == ends.len();
    TestResult {
        name: test.name,
        unit: test.unit,
        side: test.side,
        steps: test.steps,
        level: (whole || highest > RiskLevel::None).then_some(highest),
        worst: elected.and_then(|voter| voter.worst),
        hours_known: most,
        models: test.models,
    }
}

/// The result of a test for one series.
struct Voter {
    levels: Vec<RiskLevel>,
    highest: RiskLevel,
    worst: Option<(f64, Timestamp)>,
    known: usize,
}

impl Voter {
    fn new(test: &Test, voice: &[Reading], ends: &[Timestamp]) -> Self {
        let mut levels = Vec::with_capacity(ends.len());
        let mut worst: Option<(f64, Timestamp)> = None;
        let mut known = 0;
        for (reading, end) in voice.iter().zip(ends) {
            let mut level = RiskLevel::None;
            match reading {
                Reading::Missing => {}
                Reading::Calm => known += 1,
                Reading::Value(value) => {
                    known += 1;
                    level = test.side.level(test.steps, *value).unwrap_or(RiskLevel::None);
                    if worst.is_none_or(|(held, _)| test.side.is_worse(*value, held)) {
                        worst = Some((*value, *end));
                    }
                }
            }
            levels.push(level);
        }
        let highest = levels.iter().copied().max().unwrap_or(RiskLevel::None);
        Self { levels, highest, worst, known }
    }

    /// Orders the worse result first, the earlier of equal ones; a result without a value comes last.
    fn worse_first(&self, other: &Self, side: Side) -> Ordering {
        match (self.worst, other.worst) {
            (Some((a, _)), Some((b, _))) if side.is_worse(a, b) => Ordering::Less,
            (Some((a, _)), Some((b, _))) if side.is_worse(b, a) => Ordering::Greater,
            (Some((_, a)), Some((_, b))) => a.cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}

/// Joins consecutive hours at one level.
fn windows(hourly: &[RiskLevel], ends: &[Timestamp]) -> Vec<Window> {
    let mut windows: Vec<Window> = Vec::new();
    for (level, end) in hourly.iter().zip(ends).filter(|(level, _)| **level > RiskLevel::None) {
        let from = end.plus_millis(-HOUR_MS);
        match windows.last_mut() {
            Some(last) if last.level == *level && last.to == from => last.to = *end,
            _ => windows.push(Window { level: *level, from, to: *end }),
        }
    }
    windows
}

#[cfg(test)]
mod tests;
