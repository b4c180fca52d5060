//! A day of a winter and what is normal on it: snow depth, or snowfall since the season's first day.

use chrono::NaiveDate;
use climate::normals::{self, BandDay, Normal};
use climate::{WinterDays, Winters};

use super::{Quantity, range};
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
pub(super) fn of(winters: &Winters, shown: &WinterDays, measure: Quantity) -> Vec<Day> {
    let winter = shown.winter();
    let cm = |date| measure.at(shown, winter.index(date)?);
    let day = |BandDay { date, normal }| Day { date, cm: cm(date), normal };
    let range = range(winter, measure);
    match measure {
        Quantity::Depth => normals::depth_curve(&POLICY, winters, winter, range).map(day).collect(),
        Quantity::Modelled(band) => {
            normals::modelled_depth_curve(&POLICY, winters, winter, range, band).map(day).collect()
        }
        Quantity::Snowfall => normals::snowfall_curve(&POLICY, winters, winter)
            .map(|BandDay { date, normal }| Day { date, cm: snowfall_to(shown, date), normal })
            .collect(),
    }
}

/// The day that is spoken of: the last one that is known; of snow that has come and gone, the deepest.
pub(super) fn told(measure: Quantity, days: &[Day]) -> Option<(&Day, f64)> {
    let is_over = days.last().is_some_and(|day| day.cm.is_some());
    match measure {
        Quantity::Depth | Quantity::Modelled(_) if is_over => deepest(days),
        Quantity::Depth | Quantity::Modelled(_) | Quantity::Snowfall => last(days),
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
