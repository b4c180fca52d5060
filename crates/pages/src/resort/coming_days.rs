//! The next days: the blend with the spread of the models as a chart, the same numbers as a table with the other
//! weather, snow at each band, and the models of the blend.

use charts::inline::{Bar, Bars};
use conditions_core::record::{Band, DailyRow};
use conditions_core::source::Kind;
use conditions_core::units::Tenths;
use maud::{Markup, PreEscaped, html};
use operations::ops::{compare_forecasts, get_weather_forecast};
use operations::{API_PREFIX, OpError};
use world::credits::SourceFamilies;

use super::{ResortContext, days, titled};
use crate::axis::Axis;
use crate::chart_section::links;
use crate::csv;
use crate::quantity::{ValueFormat, band, confidence, day, since};

/// Days visible to all callers, and all days.
const OPEN_DAYS: &str = "7";
const ALL_DAYS: &str = "14";
/// Minimum new snow of a powder day for probabilities, centimetres.
const POWDER_CM: f64 = 15.0;
/// Minimum end of a chart's axis, centimetres.
const LEAST_CM: f64 = 10.0;

pub(super) fn section(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let days = if here.seen.sees_14_days() { ALL_DAYS } else { OPEN_DAYS };
    let of = |band: &str| {
        here.ask.run(&get_weather_forecast::Op, &[("slug", here.slug()), ("days", days), ("band", band)])
    };
    let (base, mid, summit) = (of("base")?, of("mid")?, of("summit")?);
    let carries = mid.carries;
    let (base, mid, summit) = (base.data, mid.data, summit.data);
    if mid.captured_at.is_none() || mid.days.iter().all(|day| day.snowfall_cm.is_none()) {
        return Ok((titled("forecast", words.forecast, &html! { p.note { (words.no_forecast) } }), carries));
    }
    let height = mid.elevation_m.map(|metres| here.show.metres(metres.into()));
    let place = height.unwrap_or_else(|| band(words, Band::Mid).to_owned());
    let says = (words.forecast_says)(&place);
    let body = html! {
        p.soft {
            (says) " "
            @if let Some(at) = mid.captured_at { (words.charts.fetched) " " (since(words, at, here.ask.now)) "." }
        }
        figure { (PreEscaped(chart_of_days(here.ask.words().forecast, here.show, &mid.days))) }
        (table(here, &mid))
        (links(&[("CSV", csv::of_resort(here.slug(), "forecast")), ("JSON", format!("{API_PREFIX}/resorts/{}/forecast", here.slug()))]))
        details {
            summary { (words.snow_by_band) }
            (days::by_band(here, [&base, &mid, &summit]).markup(words))
        }
        details {
            summary { (words.charts.weather) }
            (days::weather(here, &mid).markup(words))
        }
        (models(here, days)?)
    };
    Ok((titled("forecast", words.forecast, &body), carries))
}

fn table(here: &ResortContext<'_, '_>, forecast: &get_weather_forecast::BandForecast<'_>) -> Markup {
    let (words, show) = (here.words(), here.show);
    let chance = |at: usize| forecast.chances.get(at).and_then(Option::as_ref);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.day_by_day) {
            table {
                caption { (words.forecast) ", " (band(words, Band::Mid)) }
                thead {
                    tr {
                        th scope="col" { (words.day_column) }
                        th.n scope="col" { (words.new_snow) }
                        th.n scope="col" { ((words.chance_of)(&show.cm(POWDER_CM))) }
                        th.n scope="col" { (words.rain) }
                        th.n scope="col" { (words.temperature) }
                        th.n scope="col" { (words.wind) }
                        th.n scope="col" { (words.freezing_level) }
                        th scope="col" { (words.confidence) }
                    }
                }
                tbody {
                    @for (at, row) in forecast.days.iter().enumerate() {
                        tr id={ "d" (row.date.format("%m%d")) } {
                            th scope="row" { (day(words, row.date)) }
                            td.n { (days::snow(show, row)) }
                            td.n { (show.or_none(chance(at).map(|chance| show.share(chance.amounts.at_least15_cm.get())))) }
                            td.n { (show.or_none(row.rain_mm.map(|mm| show.rain(mm)))) }
                            td.n { (show.or_none(row.temp_min_c.zip(row.temp_max_c).map(|(low, high)| (words.from_to)(&show.degrees(low), &show.degrees(high))))) }
                            td.n { (show.or_none(row.wind_max_mps.map(|mps| show.wind(mps)))) }
                            td.n { (show.or_none(row.freezing_level_m.map(|metres| show.metres(metres.into())))) }
                            td { @if row.snowfall_cm.is_some() { (confidence(words, Kind::Model, row.confidence)) } }
                        }
                    }
                }
            }
        }
    }
}

/// Draws the total of each model below the blend's.
fn totals(show: ValueFormat, told: &compare_forecasts::SideBySide<'_>) -> String {
    let words = show.words;
    let bar = |name: &str, cm: Option<Tenths>, withheld: bool| Bar {
        name: name.to_owned(),
        value: cm.map(|cm| Axis::Snow.scaled(show, cm.get())),
        range: None,
        words: match cm {
            Some(cm) => show.snow(cm),
            None if withheld => words.pro.to_owned(),
            None => words.not_reported.to_owned(),
        },
        withheld,
    };
    let models =
        told.models.iter().map(|model| bar(&short(&model.model), model.total_cm, model.pro_required));
    let rows = std::iter::once(bar(words.our_blend, told.total_cm, false)).chain(models).collect();
    Bars { label: words.charts.model_totals.to_owned(), rows, least: Axis::Snow.scaled(show, LEAST_CM) }.svg()
}

/// Shortens the name of a model to the available space; the table has the full name.
fn short(name: &str) -> String {
    const ROOM: usize = 13;
    name.chars().take(ROOM).collect()
}

/// Renders the models of the blend, with their numbers if the caller may see them.
fn models(here: &ResortContext<'_, '_>, days: &str) -> Result<Markup, OpError> {
    let (words, show) = (here.words(), here.show);
    let told = here.ask.run(&compare_forecasts::Op, &[("slug", here.slug()), ("days", days)])?.data;
    Ok(html! {
        @if told.available {
            details id="models" {
                summary { (words.models) }
                @if let Some(agreement) = told.agreement { p { ((words.models_agree)(&show.share(agreement.get()))) } }
                @if told.models.iter().all(|model| model.pro_required) {
                    p.note { (words.charts.models_need_pro) }
                } @else {
                    figure { (PreEscaped(totals(show, &told))) }
                    (links(&[("CSV", csv::of_resort(here.slug(), "models")), ("JSON", format!("{API_PREFIX}/resorts/{}/models", here.slug()))]))
                }
                div.scroll tabindex="0" role="region" aria-label=(words.models) {
                    table {
                        caption.unseen { (words.models) }
                        thead {
                            tr {
                                th scope="col" { (words.models) }
                                th scope="col" { (words.run_of) }
                                th.n scope="col" { (words.total) }
                            }
                        }
                        tbody {
                            @for model in &told.models {
                                tr {
                                    th.raw scope="row" { (model.model) }
                                    td {
                                        @match model.available_at {
                                            Some(at) => { (since(words, at, here.ask.now)) }
                                            None => { span.none { (words.no_age) } }
                                        }
                                    }
                                    td.n {
                                        @if model.pro_required {
                                            span.none { (words.pro) }
                                        } @else {
                                            (show.or_none(model.total_cm.map(|cm| show.snow(cm))))
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    })
}

/// Draws the days as bars with the range of the models.
fn chart_of_days(label: &str, show: ValueFormat, days: &[DailyRow]) -> String {
    let row = |day: &DailyRow| {
        let spread = day.spread_cm.filter(|spread| spread.high > spread.low);
        let spread = spread.map(|spread| {
            (Axis::Snow.scaled(show, spread.low.get()), Axis::Snow.scaled(show, spread.high.get()))
        });
        let words = match day.snowfall_cm {
            _ if day.pro_required => show.words.pro.to_owned(),
            Some(cm) => show.snow(cm),
            None => show.words.not_reported.to_owned(),
        };
        Bar {
            name: (show.words.day)(day.date),
            value: day.snowfall_cm.map(|cm| Axis::Snow.scaled(show, cm.get())),
            range: spread,
            words,
            withheld: day.pro_required,
        }
    };
    let rows = days.iter().map(row).collect();
    Bars {
        label: format!("{label}: {}", show.words.chart_says),
        rows,
        least: Axis::Snow.scaled(show, LEAST_CM),
    }
    .svg()
}
