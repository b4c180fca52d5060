//! A day of a winter and what is normal on it: snow depth, or snowfall since the season's first day.

use chrono::NaiveDate;
use climate::normals::{self, BandDay, Normal};
use climate::{WinterDays, Winters};

use super::{Measure, range};
use crate::past::POLICY;

/// A day that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Day {
    pub(super) date: NaiveDate,
    /// What the winter had, centimetres; `None` for a day that is not known.
    pub(super) cm: Option<f64>,
    /// What is normal; `None` below ten winters.
    pub(super) normal: Option<Normal>,
}

/// The days of a winter.
pub(super) fn of(winters: &Winters, shown: &WinterDays, measure: Measure) -> Vec<Day> {
    let winter = shown.winter();
    match measure {
        Measure::Depth => normals::depth_curve(&POLICY, winters, winter, range(winter, measure))
            .map(|BandDay { date, normal }| Day { date, cm: shown.depth_cm(date).map(f64::from), normal })
            .collect(),
        Measure::Snowfall => normals::snowfall_curve(&POLICY, winters, winter)
            .map(|BandDay { date, normal }| Day { date, cm: snowfall_to(shown, date), normal })
            .collect(),
    }
}

/// The day that is spoken of: the last one that is known; of snow that has come and gone, the deepest.
pub(super) fn told(measure: Measure, days: &[Day]) -> Option<(&Day, f64)> {
    let is_over = days.last().is_some_and(|day| day.cm.is_some());
    match measure {
        Measure::Depth if is_over => deepest(days),
        Measure::Depth | Measure::Snowfall => last(days),
    }
}

pub(super) fn last(days: &[Day]) -> Option<(&Day, f64)> {
    days.iter().rev().find_map(|day| Some((day, day.cm?)))
}

/// The first of the days with the most.
fn deepest(days: &[Day]) -> Option<(&Day, f64)> {
    let known = days.iter().filter_map(|day| Some((day, day.cm?)));
    known.reduce(|best, one| if one.1 > best.1 { one } else { best })
}

/// Snowfall from the season's first day to `date`, when that day is known and enough of those before it are.
fn snowfall_to(shown: &WinterDays, date: NaiveDate) -> Option<f64> {
    let index = shown.winter().index(date)?;
    shown.snowfall_at(index)?;
    normals::season_to(&POLICY, shown, index)
}
