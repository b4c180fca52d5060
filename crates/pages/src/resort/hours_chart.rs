//! The next hours: temperature, precipitation and wind in stacked charts, on the resort's clock.

use charts::inline::{Panels, Series, Shape};
use chrono::{NaiveDateTime, Timelike as _};
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::API_PREFIX;
use operations::ops::get_hourly_weather::{HourRow, Hours};

use super::ResortContext;
use crate::axis::Axis;
use crate::chart_section::ChartFigure;
use crate::csv;
use crate::grid::Grid;

/// Hours between labels below the chart.
const TICK: u32 = 12;

/// Renders the chart of the hours, with every number; empty without hours.
pub(super) fn folded(here: &ResortContext<'_, '_>, told: &Hours<'_>) -> Markup {
    let words = here.words();
    html! {
        @if told.available {
            details id="hours-chart" {
                summary { (words.charts.hours) }
                (drawn(here, told).markup(words))
            }
        }
    }
}

fn drawn(here: &ResortContext<'_, '_>, told: &Hours<'_>) -> ChartFigure {
    let (words, show) = (here.words(), here.show);
    let clock: Vec<NaiveDateTime> = told
        .hours
        .iter()
        .map(|row| row.at.utc().with_timezone(&here.seen.resort().timezone).naive_local())
        .collect();
    let of = |value: fn(&HourRow) -> Option<Tenths>| -> Vec<Option<f64>> {
        told.hours.iter().map(|row| value(row).map(Tenths::get)).collect()
    };
    let line = |class, value| Series { class, shape: Shape::Line(of(value)) };
    let panels = Panels {
        label: format!("{}, {}", words.charts.hours, told.name),
        steps: told.hours.len(),
        ticks: ticks(here, &clock),
        panels: vec![
            Axis::Degrees.panel(show, words.temperature, vec![line("s1", |row| row.temp_c)]),
            Axis::Rain.panel(
                show,
                words.charts.precipitation,
                vec![Series { class: "f1", shape: Shape::Columns(of(|row| row.precipitation_mm), 1, 0) }],
            ),
            Axis::Wind.panel(
                show,
                words.wind,
                vec![line("s2", |row| row.gust_mps), line("s1", |row| row.wind_mps)],
            ),
        ],
    };
    ChartFigure::panels(&panels, table(here, told, &clock))
        .keyed(vec![("s1", words.wind.to_owned()), ("s2", words.charts.gusts.to_owned())])
        .with_data(
            csv::of_resort(here.slug(), "hours"),
            format!("{API_PREFIX}/resorts/{}/hours", here.slug()),
        )
}

/// Labels the beginning of each day and the hours between.
fn ticks(here: &ResortContext<'_, '_>, clock: &[NaiveDateTime]) -> Vec<(usize, String)> {
    let words = here.words();
    let told = clock.iter().enumerate().filter(|(_, local)| local.hour() % TICK == 0);
    told.map(|(step, local)| {
        let is_midnight = local.hour() == 0;
        let name = if is_midnight { (words.day)(local.date()) } else { local.format("%H:%M").to_string() };
        (step, name)
    })
    .collect()
}

fn table(here: &ResortContext<'_, '_>, told: &Hours<'_>, clock: &[NaiveDateTime]) -> Grid {
    let (words, show) = (here.words(), here.show);
    let row = |(row, local): (&HourRow, &NaiveDateTime)| {
        let name = format!("{}, {}", (words.day)(local.date()), local.format("%H:%M"));
        let cells = vec![
            show.or_none(row.temp_c.map(|celsius| show.degrees(celsius))),
            show.or_none(row.precipitation_mm.map(|mm| show.rain(mm))),
            show.or_none(row.wind_mps.map(|mps| show.wind(mps))),
            show.or_none(row.gust_mps.map(|mps| show.wind(mps))),
            show.or_none(row.humidity_pct.map(|percent| show.percent(percent.get()))),
            show.or_none(row.cloud_pct.map(|percent| show.percent(percent.get()))),
        ];
        (html! { time datetime=(row.at) { (name) } }, cells)
    };
    let heads = [
        words.charts.hour,
        words.temperature,
        words.charts.precipitation,
        words.wind,
        words.charts.gusts,
        words.charts.humidity,
        words.charts.cloud,
    ];
    Grid {
        caption: format!("{}, {}", words.charts.hours, told.name),
        heads: heads.map(str::to_owned).into(),
        rows: told.hours.iter().zip(clock).map(row).collect(),
    }
}
