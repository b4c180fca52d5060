//! The hours of the next three days in columns of three hours: sky, temperature, precipitation and gusts at mid mountain,
//! by the resort's clock.

use chrono::{NaiveDate, NaiveDateTime, Timelike as _};
use conditions_core::sky::Sky;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::ops::get_hourly_weather::{HourRow, Hours};

use super::ResortContext;
use crate::csv;
use crate::quantity::since;
use crate::sky::{self, is_night};
use crate::strip::gust_class;
use crate::symbols::Symbol;

/// Hours of a column, and columns of a table.
const BLOCK: usize = 3;
const COLUMNS: usize = 8;

/// Three hours.
struct Block {
    at: Timestamp,
    local: NaiveDateTime,
    temp_c: Option<Tenths>,
    cloud: Option<f64>,
    /// Sum; `None` if an hour is not known.
    water_mm: Option<f64>,
    gust_mps: Option<f64>,
}

impl Block {
    fn new(rows: &[HourRow], zone: chrono_tz::Tz) -> Option<Self> {
        let first = rows.first()?;
        let water: Option<Vec<f64>> = rows.iter().map(|row| row.precipitation_mm.map(Tenths::get)).collect();
        Some(Self {
            at: first.at,
            local: first.at.utc().with_timezone(&zone).naive_local(),
            temp_c: first.temp_c,
            cloud: first.cloud_pct.map(Tenths::get),
            water_mm: water.filter(|hours| hours.len() == BLOCK).map(|hours| hours.iter().sum()),
            gust_mps: rows.iter().filter_map(|row| row.gust_mps).max().map(Tenths::get),
        })
    }

    fn sky(&self) -> Option<Sky> {
        Sky::of_three_hours(self.water_mm, self.temp_c.map(Tenths::get), self.cloud)
    }
}

/// Renders the section.
pub(super) fn section(here: &ResortContext<'_, '_>, told: &Hours<'_>) -> Markup {
    let words = here.words();
    let zone = here.seen.resort().timezone;
    let local = |row: &HourRow| row.at.utc().with_timezone(&zone).hour();
    // Columns begin at hours that divide by three, as on a clock.
    let skipped = told.hours.iter().take(BLOCK).take_while(|row| local(row) % 3 != 0).count();
    let rows = told.hours.get(skipped..).filter(|rows| rows.len() >= BLOCK).unwrap_or(&told.hours);
    let blocks: Vec<Block> = rows.chunks(BLOCK).filter_map(|rows| Block::new(rows, zone)).collect();
    let days: Vec<&[Block]> =
        blocks.chunks(COLUMNS).filter(|day| day.len() > 1 || blocks.len() < COLUMNS).collect();
    let (open, folded) = days.split_at(days.len().min(1));
    html! {
        section.card id="hours" aria-labelledby="hours-h" {
            h2 id="hours-h" { (words.charts.hours) }
            @if told.available {
                @for day in open {
                    div.scroll tabindex="0" role="group" aria-label=(date(here, day)) { (table(here, day)) }
                }
                @if !folded.is_empty() {
                    @let days = folded.iter().map(|day| date(here, day)).collect::<Vec<_>>().join(words.comma);
                    details.fold {
                        summary { (days) }
                        div.scroll tabindex="0" role="group" aria-label=(days) {
                            @for day in folded { (table(here, day)) }
                        }
                        (method(here, told))
                    }
                } @else {
                    (method(here, told))
                }
                @if told.hours.iter().any(|hour| hour.precipitation_mm.is_none_or(|mm| mm.get() != 0.0)) {
                    p.soft.foot { (words.morning.water_of_hours) }
                }
            } @else {
                p { (words.charts.no_hours) }
            }
        }
    }
}

/// Renders how the hours are made, when they were fetched, and the link to all of them.
fn method(here: &ResortContext<'_, '_>, told: &Hours<'_>) -> Markup {
    let words = here.words();
    html! {
        p.soft.foot {
            @if let Some(metres) = told.elevation_m { ((words.charts.hours_say)(&here.show.metres(metres.into()))) " " }
            @if let Some(at) = told.captured_at { (words.charts.fetched) " " (since(words, at, here.ask.now)) ". " }
            a href=(csv::of_resort(here.slug(), "hours")) { (words.morning.hours_as_csv) }
        }
    }
}

fn is_dry(day: &[Block]) -> bool {
    day.iter().all(|block| block.water_mm.is_some_and(|mm| mm == 0.0))
}

fn date(here: &ResortContext<'_, '_>, day: &[Block]) -> String {
    (here.words().day)(day.first().map_or(NaiveDate::MIN, |block| block.local.date()))
}

fn table(here: &ResortContext<'_, '_>, day: &[Block]) -> Markup {
    let (words, show) = (here.words(), here.show);
    let water_unit = if show.in_inches() { "in" } else { "mm" };
    let degrees = if show.in_inches() { "°F" } else { "°C" };
    html! {
        table.hours {
            caption { (date(here, day)) @if is_dry(day) { (words.morning.dry) } }
            thead {
                tr {
                    th scope="col" { span.unseen { (words.charts.hour) } }
                    @for block in day { th scope="col" { (block.local.format("%H")) } }
                }
            }
            tbody {
                tr {
                    (head(Symbol::Cloud, words.morning.sky))
                    @for block in day { td { (sky(here, block)) } }
                }
                tr {
                    (head(Symbol::Chill, &format!("{}{}{degrees}", words.temperature, words.comma)))
                    @for block in day {
                        td { @match block.temp_c { Some(celsius) => { (show.plain_degrees(celsius)) "°" } None => "–" } }
                    }
                }
                @if !is_dry(day) {
                    tr {
                        (head(Symbol::Flake, &(words.morning.water)(water_unit)))
                        @for block in day { (water(here, block)) }
                    }
                }
                tr {
                    (head(Symbol::Gust2, &(words.morning.gusts)(show.wind_unit())))
                    @for block in day {
                        @match block.gust_mps {
                            Some(mps) => { td class=(gust_class(mps).0) { (show.plain_gust(mps)) } }
                            None => { td { "–" } }
                        }
                    }
                }
            }
        }
    }
}

fn head(symbol: Symbol, name: &str) -> Markup {
    html! { th scope="row" { (symbol.icon()) span.unseen { (name) } } }
}

fn sky(here: &ResortContext<'_, '_>, block: &Block) -> Markup {
    let place = here.detail.info.coordinates;
    let is_night = is_night(block.at, place.lat, place.lon);
    let sky = block.sky();
    sky::symbol(sky, is_night).named_sky(sky::name(sky, here.words(), is_night))
}

fn water(here: &ResortContext<'_, '_>, block: &Block) -> Markup {
    const MM_PER_INCH: f64 = 25.4;
    let written = |mm: f64| match here.show.in_inches() {
        true => here.show.number(mm / MM_PER_INCH, 2),
        false => here.show.number(mm, 1),
    };
    html! {
        @match block.water_mm {
            Some(mm) => { td class=(if mm > 0.0 { "wet" } else { "zero" }) { (written(mm)) } }
            None => { td { "–" } }
        }
    }
}
