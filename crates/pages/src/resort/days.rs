//! Charts of the next days: new snow at each band side by side, and temperature, wind and freezing level.

use charts::inline::{Panels, Series, Shape};
use conditions_core::record::DailyRow;
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::ops::get_weather_forecast;

use super::ResortContext;
use crate::axis::Axis;
use crate::chart_section::ChartFigure;
use crate::grid::Grid;
use crate::quantity::{ValueFormat, band, day};
use crate::words::Words;

/// Styles of base, mid and summit.
const COLUMNS: [&str; 3] = ["f1", "f2", "f3"];

/// Draws new snow at each band, side by side.
pub(super) fn by_band(
    here: &ResortContext<'_, '_>,
    bands: [&get_weather_forecast::BandForecast<'_>; 3],
) -> ChartFigure {
    let (words, show) = (here.words(), here.show);
    let [_, mid, _] = bands;
    let shown = mid.days.iter().take_while(|day| !day.pro_required).count();
    let series = bands.iter().zip(COLUMNS).enumerate().map(|(nth, (forecast, class))| {
        let snow = forecast.days.iter().take(shown).map(|day| day.snowfall_cm.map(Tenths::get));
        Series { class, shape: Shape::Columns(snow.collect(), bands.len(), nth) }
    });
    let panels = Panels {
        label: words.snow_by_band.to_owned(),
        steps: shown,
        ticks: ticks(words, &mid.days, shown),
        panels: vec![Axis::Snow.panel(show, words.new_snow, series.collect())],
    };
    let name = |forecast: &get_weather_forecast::BandForecast<'_>| {
        let metres = forecast.elevation_m.map(|metres| format!(" ({})", show.metres(metres.into())));
        format!("{}{}", band(words, forecast.band), metres.unwrap_or_default())
    };
    let row = |(at, row): (usize, &DailyRow)| {
        let of = |forecast: &&get_weather_forecast::BandForecast<'_>| {
            forecast.days.get(at).map_or_else(|| show.or_none(None), |day| snow(show, day))
        };
        (day(words, row.date), bands.iter().map(of).collect())
    };
    let grid = Grid {
        caption: words.snow_by_band.to_owned(),
        heads: std::iter::once(words.day_column.to_owned())
            .chain(bands.iter().map(|one| name(one)))
            .collect(),
        rows: mid.days.iter().enumerate().map(row).collect(),
    };
    ChartFigure::panels(&panels, grid)
        .keyed(COLUMNS.into_iter().zip(bands.iter().map(|one| name(one))).collect())
}

/// Draws temperature, wind and freezing level of the days.
pub(super) fn weather(
    here: &ResortContext<'_, '_>,
    mid: &get_weather_forecast::BandForecast<'_>,
) -> ChartFigure {
    let (words, show) = (here.words(), here.show);
    let shown: Vec<&DailyRow> = mid.days.iter().take_while(|day| !day.pro_required).collect();
    let of = |value: fn(&DailyRow) -> Option<f64>| shown.iter().map(|row| value(row)).collect();
    let line = |class, value| Series { class, shape: Shape::Line(of(value)) };
    let panels = Panels {
        label: words.charts.weather.to_owned(),
        steps: shown.len(),
        ticks: ticks(words, &mid.days, shown.len()),
        panels: vec![
            Axis::Degrees.panel(
                show,
                words.temperature,
                vec![
                    line("s2", |row| row.temp_max_c.map(Tenths::get)),
                    line("s1", |row| row.temp_min_c.map(Tenths::get)),
                ],
            ),
            Axis::Wind.panel(
                show,
                words.wind,
                vec![
                    line("s2", |row| row.gust_max_mps.map(Tenths::get)),
                    line("s1", |row| row.wind_max_mps.map(Tenths::get)),
                ],
            ),
            Axis::Metres.panel(
                show,
                words.freezing_level,
                vec![line("s1", |row| row.freezing_level_m.map(f64::from))],
            ),
        ],
    };
    let temperature = |which: &str| format!("{}, {which}", words.temperature);
    ChartFigure::panels(&panels, weather_table(here, &shown)).keyed(vec![
        ("s1", format!("{} · {}", temperature(words.charts.lowest), words.wind)),
        ("s2", format!("{} · {}", temperature(words.charts.highest), words.charts.gusts)),
    ])
}

fn weather_table(here: &ResortContext<'_, '_>, shown: &[&DailyRow]) -> Grid {
    let words = here.words();
    let row = |row: &&DailyRow| {
        let wind = |mps: Option<Tenths>| here.show.or_none(mps.map(|mps| here.show.wind(mps)));
        let degrees =
            |celsius: Option<Tenths>| here.show.or_none(celsius.map(|celsius| here.show.degrees(celsius)));
        let freezing = row.freezing_level_m.map(|metres| here.show.metres(metres.into()));
        let cells = vec![
            degrees(row.temp_min_c),
            degrees(row.temp_max_c),
            wind(row.wind_max_mps),
            wind(row.gust_max_mps),
            here.show.or_none(freezing),
        ];
        (day(words, row.date), cells)
    };
    let temperature = |which: &str| format!("{}, {which}", words.temperature);
    Grid {
        caption: words.charts.weather.to_owned(),
        heads: vec![
            words.day_column.to_owned(),
            temperature(words.charts.lowest),
            temperature(words.charts.highest),
            words.wind.to_owned(),
            words.charts.gusts.to_owned(),
            words.freezing_level.to_owned(),
        ],
        rows: shown.iter().map(row).collect(),
    }
}

/// Labels every second day; more would not fit.
fn ticks(words: &Words, days: &[DailyRow], shown: usize) -> Vec<(usize, String)> {
    let told = days.iter().take(shown).enumerate().step_by(shown.div_ceil(4).max(1));
    told.map(|(at, row)| (at, (words.day)(row.date))).collect()
}

/// Renders new snow of a day with the range of the models.
pub(super) fn snow(show: ValueFormat, row: &DailyRow) -> Markup {
    html! {
        @if row.pro_required {
            span.none { (show.words.pro) }
        } @else {
            (show.or_none(row.snowfall_cm.map(|cm| show.snow(cm))))
            @if let Some(spread) = row.spread_cm.filter(|spread| spread.high > spread.low) {
                small { ((show.words.from_to)(&show.snow(spread.low), &show.snow(spread.high))) }
            }
        }
    }
}
