//! `/compare`: two to four resorts side by side, with the source of each number.

use std::collections::BTreeSet;

use charts::inline::{Panels, Series, Shape};
use chrono::NaiveDate;
use conditions_core::record::DailyRow;
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::ops::compare_resorts::{Comparison, Dimension, DimensionComparison, Op, ResortValue};
use operations::ops::get_weather_forecast;
use operations::{API_PREFIX, OpError};

use crate::ask::{Ask, encoded};
use crate::axis::Axis;
use crate::chart_section::{ChartFigure, links};
use crate::error_page;
use crate::grid::Grid;
use crate::lists::withheld;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::{ValueFormat, day, provenance_of, status};
use crate::words::Words;

/// Days of the charts, and the minimum end of their axes, centimetres.
const DAYS: &str = "7";
const LEAST_CM: f64 = 10.0;

pub(crate) struct Compare;

impl Page for Compare {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/compare", query: &["r"], led_to: LedTo::Foot(|words| words.compare) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let form = html! {
            form.fields action=(ask.to("/compare")) {
                div {
                    label for="r" { (words.compare_how) }
                    input id="r" name="r" maxlength="400" required value=[ask.given("r")] placeholder="zermatt, verbier";
                }
                button { (words.show) }
            }
        };
        let Some(asked) = ask.given("r") else {
            return Ok(Content::new(words.compare, words.compare_how, form));
        };
        let reply =
            ask.run(&Op, &[("slugs", asked)]).map_err(|error| error_page::renamed(error, "slugs", "r"))?;
        let names: Vec<&str> = reply.data.resorts.iter().map(|row| row.name).collect();
        let body = html! {
            (table(ask, &reply.data))
            (links(&[
                ("CSV", format!("/csv/v1/compare.csv?slugs={}", encoded(asked))),
                ("JSON", format!("{API_PREFIX}/compare?slugs={}", encoded(asked))),
            ]))
            (multiples(ask, &reply.data)?)
            (form)
        };
        let title = names.join(" – ");
        Ok(Content::new(title.clone(), format!("{}: {title}", words.compare), body).carrying(reply.carries))
    }
}

/// Renders new snow of the next days, resort by resort on the same axis.
fn multiples(ask: &Ask<'_>, data: &Comparison<'_>) -> Result<Markup, OpError> {
    let words = ask.words();
    let mut all = Vec::new();
    for row in &data.resorts {
        let told = ask.run(&get_weather_forecast::Op, &[("slug", row.slug), ("days", DAYS)])?.data;
        all.push((row.name, told.days));
    }
    let show = format_of(ask, data);
    // Each resort has the days of its own clock.
    let dates: BTreeSet<NaiveDate> = all.iter().flat_map(|(_, days)| days).map(|day| day.date).collect();
    let on = |days: &[DailyRow], date: &NaiveDate| {
        days.iter().find(|day| day.date == *date).and_then(|day| day.snowfall_cm)
    };
    let most = all.iter().flat_map(|(_, days)| days).filter_map(|day| day.snowfall_cm).max();
    let most = most.map_or(LEAST_CM, |cm| cm.get().max(LEAST_CM));
    let panel = |(name, days): &(&str, Vec<DailyRow>)| {
        let cm = dates.iter().map(|date| on(days, date).map(Tenths::get)).collect();
        Axis::Snow.panel_to(show, name, vec![Series { class: "f1", shape: Shape::Columns(cm, 1, 0) }], most)
    };
    let panels = Panels {
        label: format!("{}: {}", words.compare, words.new_snow),
        steps: dates.len(),
        ticks: dates.iter().enumerate().step_by(2).map(|(at, date)| (at, (words.day)(*date))).collect(),
        panels: all.iter().map(panel).collect(),
    };
    let row = |date: &NaiveDate| {
        let cell = |(_, days): &(&str, Vec<DailyRow>)| show.or_none(on(days, date).map(|cm| show.snow(cm)));
        (day(words, *date), all.iter().map(cell).collect())
    };
    let grid = Grid {
        caption: format!("{}: {}", words.compare, words.new_snow),
        heads: std::iter::once(words.day_column)
            .chain(all.iter().map(|(name, _)| *name))
            .map(str::to_owned)
            .collect(),
        rows: dates.iter().map(row).collect(),
    };
    Ok(html! {
        section {
            h2 { (words.new_snow) ", " (words.next_7d) }
            p.soft { (words.charts.same_axis) }
            (ChartFigure::panels(&panels, grid).markup(words))
        }
    })
}

/// Renders the values side by side. On a narrow screen each quantity is a heading with its values below, so that all
/// resorts stay visible.
fn table(ask: &Ask<'_>, data: &Comparison<'_>) -> Markup {
    let words = ask.words();
    html! {
        section.card aria-label=(words.compare) {
            table.rank.diff role="table" {
                caption.unseen { (words.compare) }
                thead role="rowgroup" {
                    tr role="row" {
                        th role="columnheader" scope="col" { (words.value) }
                        @for row in &data.resorts {
                            th role="columnheader" scope="col" { a href=(ask.to_resort(row.slug)) { (row.name) } }
                        }
                    }
                }
                tbody role="rowgroup" { @for compared in &data.dimensions { (line(ask, data, compared)) } }
            }
        }
    }
}

fn format_of(ask: &Ask<'_>, data: &Comparison<'_>) -> ValueFormat {
    ask.format_of(data.resorts.iter().map(|row| row.country))
}

fn line(ask: &Ask<'_>, data: &Comparison<'_>, compared: &DimensionComparison<'_>) -> Markup {
    let (words, show) = (ask.words(), format_of(ask, data));
    html! {
        tr role="row" {
            th role="rowheader" scope="row" { (title(words, compared.dimension)) }
            @for (valued, row) in compared.values.iter().zip(&data.resorts) {
                td role="cell" {
                    a.lab href=(ask.to_resort(row.slug)) { (row.name) }
                    span {
                        @if valued.pro_required {
                            span.none { (words.pro) }
                        } @else if compared.dimension == Dimension::Status {
                            (status(words, row.status))
                        } @else if compared.dimension == Dimension::Score && valued.value.is_none() {
                            span.none { (withheld(ask, row.slug)) }
                        } @else {
                            (show.or_none(value(show, compared.dimension, valued)))
                            @if compared.winner == Some(valued.slug) { " " strong { (words.most) } }
                            @if compared.tied.contains(&valued.slug) { " " strong { (words.tie) } }
                        }
                        @if valued.words.is_some() {
                            " " (provenance_of(words, valued.source, valued.observed_at, valued.confidence, ask.now))
                        }
                    }
                }
            }
        }
    }
}

fn value(show: ValueFormat, dimension: Dimension, valued: &ResortValue<'_>) -> Option<String> {
    match dimension {
        Dimension::Depth | Dimension::Snowfall24h | Dimension::Forecast7d | Dimension::Forecast14d => {
            valued.value.map(|cm| show.whole_snow(cm.get(), valued.source.is_modelled()))
        }
        Dimension::Summit | Dimension::Vertical => valued.value.map(|metres| show.metres(metres.get())),
        Dimension::LongestRun => valued.value.map(|km| show.with_unit(km.get(), 1, "km")),
        Dimension::Score | Dimension::Lifts | Dimension::Runs => {
            valued.value.map(|number| show.number(number.get(), 0))
        }
        Dimension::Status | Dimension::SnowQuality => valued.words.clone(),
    }
}

const fn title(words: &Words, dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Score => words.score,
        Dimension::Status => words.status,
        Dimension::Depth => words.depth,
        Dimension::Snowfall24h => words.past_24h,
        Dimension::Forecast7d => words.next_7d,
        Dimension::Forecast14d => words.next_14d,
        Dimension::Lifts => words.lifts,
        Dimension::Runs => words.runs,
        Dimension::SnowQuality => words.quality,
        Dimension::Summit => words.elevation,
        Dimension::Vertical => words.vertical,
        Dimension::LongestRun => words.longest_run,
    }
}
