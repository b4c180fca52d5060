//! A day of a winter and its normal: snow depth, or snowfall since the season's first day.

use chrono::NaiveDate;
use climate::normals::{self, BandDay, Normal};
use climate::{WinterDays, Winters};

use super::{Quantity, range};
use crate::snow_record::POLICY;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Day {
    pub(super) date: NaiveDate,
    /// Value of the winter, centimetres; `None` if unknown.
    pub(super) cm: Option<f64>,
    /// Normal value; `None` with fewer than ten winters.
    pub(super) normal: Option<Normal>,
}

/// Returns the days of a winter.
pub(super) fn winter_days(winters: &Winters, shown: &WinterDays, measure: Quantity) -> Vec<Day> {
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

/// Returns the day that the text describes: the last known one, or the deepest if the snow has melted.
pub(super) fn described_day(measure: Quantity, days: &[Day]) -> Option<(&Day, f64)> {
    let is_over = days.last().is_some_and(|day| day.cm.is_some());
    match measure {
        Quantity::Depth | Quantity::Modelled(_) if is_over => deepest(days),
        Quantity::Depth | Quantity::Modelled(_) | Quantity::Snowfall => last(days),
    }
}

pub(super) fn last(days: &[Day]) -> Option<(&Day, f64)> {
    days.iter().rev().find_map(|day| Some((day, day.cm?)))
}

/// Returns the first of the deepest days.
fn deepest(days: &[Day]) -> Option<(&Day, f64)> {
    let known = days.iter().filter_map(|day| Some((day, day.cm?)));
    known.reduce(|best, one| if one.1 > best.1 { one } else { best })
}

/// Returns the snowfall from the season's first day to `date` if that day and enough of the days before it are known.
fn snowfall_to(shown: &WinterDays, date: NaiveDate) -> Option<f64> {
    let index = shown.winter().index(date)?;
    shown.snowfall_at(index)?;
    normals::season_to(&POLICY, shown, index)
}
