//! Charts of past winters: the depth of the newest one at three elevations, and the usual snow of each month.

use charts::inline::{Panels, Series, Shape};
use chrono::{Datelike as _, NaiveDate};
use conditions_core::record::Band;
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::API_PREFIX;
use operations::charts::season::newest_depth_by_band;
use operations::ops::get_monthly_snow::MonthRow;

use super::ResortContext;
use crate::axis::Axis;
use crate::chart_section::ChartFigure;
use crate::csv;
use crate::grid::Grid;
use crate::quantity::band;

/// Days per corner of a line: more would be narrower than a pixel.
const STEP: usize = 2;

/// Draws the modelled depth of the newest winter at base, mid and summit; empty if no winter has one.
pub(super) fn by_band(here: &ResortContext<'_, '_>) -> Markup {
    let (words, show) = (here.words(), here.show);
    let Some((winter, days)) = newest_depth_by_band(here.seen.winters()) else { return html! {} };
    let corners: Vec<_> = days.iter().step_by(STEP).collect();
    let bands = [Band::Base, Band::Mid, Band::Summit];
    let line = |(nth, class): (usize, &'static str)| {
        let cm = corners.iter().map(|day| day.cm.get(nth).copied().flatten());
        Series { class, shape: Shape::Line(cm.collect()) }
    };
    let looks = ["s3", "s1", "s2"];
    let panels = Panels {
        label: format!("{} {winter}", words.charts.depth_of_season),
        steps: corners.len(),
        ticks: firsts(corners.iter().map(|day| day.date), here),
        panels: vec![Axis::Snow.panel(show, words.depth, looks.into_iter().enumerate().map(line).collect())],
    };
    let name = |which: Band| {
        let metres = here.metres(which).map(|metres| format!(" ({metres})")).unwrap_or_default();
        format!("{}{metres}", band(words, which))
    };
    let row = |day: &operations::charts::season::BandDay| {
        let cells = day.cm.map(|cm| here.show.or_none(cm.map(|cm| here.show.cm(cm))));
        (html! { time datetime=(day.date) { ((words.date)(day.date)) } }, cells.into())
    };
    let grid = Grid {
        caption: format!("{} {winter}", words.charts.depth_of_season),
        heads: std::iter::once(words.day_column.to_owned()).chain(bands.map(name)).collect(),
        rows: days.iter().filter(|day| [1, 15].contains(&day.date.day())).map(row).collect(),
    };
    let drawn =
        ChartFigure::panels(&panels, grid).keyed(looks.into_iter().zip(bands.map(name)).collect()).with_data(
            csv::of_resort(here.slug(), "season"),
            format!("{API_PREFIX}/resorts/{}/history", here.slug()),
        );
    html! {
        details.screen {
            summary { (words.charts.depth_of_season) " " (winter) }
            p.soft { (words.charts.depth_is_modelled) }
            (drawn.markup(words))
        }
    }
}

/// Returns the position of the first day of each month, with its name.
fn firsts(days: impl Iterator<Item = NaiveDate>, here: &ResortContext<'_, '_>) -> Vec<(usize, String)> {
    let mut told = Vec::new();
    let mut before = None;
    for (step, day) in days.enumerate() {
        if before.is_some_and(|month| month != day.month()) || before.is_none() && day.day() == 1 {
            told.push((step, here.words().month(day.month()).chars().take(3).collect()));
        }
        before = Some(day.month());
    }
    told
}

/// Draws the usual snow of each month: the median as a column, and the range of eight winters in ten.
pub(super) fn months(here: &ResortContext<'_, '_>, months: &[MonthRow]) -> ChartFigure {
    let (words, show) = (here.words(), here.show);
    let median = |row: &MonthRow| row.snowfall.and_then(|spread| spread.median_cm).map(Tenths::get);
    let range = |row: &MonthRow| {
        let (low, high) = row.snowfall.and_then(|spread| spread.low_cm.zip(spread.high_cm))?;
        Some((low.get(), high.get()))
    };
    let panels = Panels {
        label: words.months_title.to_owned(),
        steps: months.len(),
        ticks: months
            .iter()
            .enumerate()
            .step_by(2)
            .map(|(step, row)| (step, words.month(row.number).chars().take(3).collect()))
            .collect(),
        panels: vec![Axis::Snow.panel(
            show,
            words.snowfall,
            vec![
                Series { class: "f1", shape: Shape::Columns(months.iter().map(median).collect(), 1, 0) },
                Series { class: "whisker", shape: Shape::Ranges(months.iter().map(range).collect()) },
            ],
        )],
    };
    let row = |row: &MonthRow| {
        let snow = |cm: Option<Tenths>| show.or_none(cm.map(|cm| show.snow(cm)));
        let days = |days: Option<Tenths>| show.or_none(days.map(|days| show.number(days.get(), 1)));
        let eight = row.snowfall.and_then(|spread| spread.low_cm.zip(spread.high_cm));
        let cells = vec![
            snow(row.snowfall.and_then(|spread| spread.median_cm)),
            show.or_none(eight.map(|(low, high)| (words.from_to)(&show.snow(low), &show.snow(high)))),
            days(row.snow_days),
            days(row.powder_days),
            snow(row.depth_cm),
        ];
        (html! { (words.month(row.number)) }, cells)
    };
    let grid = Grid {
        caption: words.months_title.to_owned(),
        heads: vec![
            words.month.to_owned(),
            format!("{}, {}", words.snowfall, words.median),
            words.eight_in_ten.to_owned(),
            words.snow_days.to_owned(),
            words.powder_days.to_owned(),
            words.depth.to_owned(),
        ],
        rows: months.iter().map(row).collect(),
    };
    ChartFigure::panels(&panels, grid)
        .keyed(vec![("f1", words.median.to_owned()), ("whisker", words.eight_in_ten.to_owned())])
        .with_data(
            csv::of_resort(here.slug(), "months"),
            format!("{API_PREFIX}/resorts/{}/monthly", here.slug()),
        )
}
