//! The coming days: the blend with the spread of the models as a chart, the same numbers as a table with the rest of the
//! weather, snow at every band, and the models that the blend is made of.

use charts::inline::{Bar, Bars};
use conditions_core::record::{Band, DailyRow};
use maud::{Markup, PreEscaped, html};
use operations::OpError;
use operations::ops::{compare_forecasts, get_weather_forecast};
use world::credits::Carries;

use super::{Here, titled};
use crate::quantity::{Show, band, confidence, day, since};

/// Days that everybody sees, and all.
const OPEN_DAYS: &str = "7";
const ALL_DAYS: &str = "14";
/// A chart ends here at least, centimetres.
const LEAST_CM: f64 = 10.0;
/// What a powder day takes, as the chances count it, centimetres.
const POWDER_CM: f64 = 15.0;

pub(super) fn section(here: &Here<'_, '_>) -> Result<(Markup, Carries), OpError> {
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
            @if let Some(at) = mid.captured_at { (since(words, at, here.ask.now)) "." }
        }
        figure { (PreEscaped(chart(here.ask.words().forecast, here.show.one(), &mid.days))) }
        details open[here.ask.given("start").is_none()] {
            summary { (words.day_by_day) }
            (table(here, &mid))
        }
        details {
            summary { (words.snow_by_band) }
            (by_band(here, [&base, &mid, &summit]))
        }
        (models(here, days)?)
    };
    Ok((titled("forecast", words.forecast, &body), carries))
}

fn chart(label: &str, show: Show, days: &[DailyRow]) -> String {
    let row = |day: &DailyRow| {
        let spread = day.spread_cm.filter(|spread| spread.high > spread.low);
        let spread = spread.map(|spread| (show.on_axis(spread.low.get()), show.on_axis(spread.high.get())));
        let words = match day.snowfall_cm {
            _ if day.pro_required => show.words.pro.to_owned(),
            Some(cm) => show.snow(cm),
            None => show.words.not_reported.to_owned(),
        };
        Bar {
            name: (show.words.day)(day.date),
            value: day.snowfall_cm.map(|cm| show.on_axis(cm.get())),
            range: spread,
            words,
            withheld: day.pro_required,
        }
    };
    let rows = days.iter().map(row).collect();
    Bars { label: format!("{label}: {}", show.words.chart_says), rows, least: show.on_axis(LEAST_CM) }.svg()
}

fn table(here: &Here<'_, '_>, forecast: &get_weather_forecast::BandForecast<'_>) -> Markup {
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
                        tr {
                            th scope="row" { (day(words, row.date)) }
                            td.n { (snow(show, row)) }
                            td.n { (show.or_none(chance(at).map(|chance| show.share(chance.amounts.at_least15_cm.get())))) }
                            td.n { (show.or_none(row.rain_mm.map(|mm| show.rain(mm)))) }
                            td.n { (show.or_none(row.temp_min_c.zip(row.temp_max_c).map(|(low, high)| (words.from_to)(&show.degrees(low), &show.degrees(high))))) }
                            td.n { (show.or_none(row.wind_max_mps.map(|mps| show.wind(mps)))) }
                            td.n { (show.or_none(row.freezing_level_m.map(|metres| show.metres(metres.into())))) }
                            td { @if row.snowfall_cm.is_some() { (confidence(words, row.confidence)) } }
                        }
                    }
                }
            }
        }
    }
}

/// New snow of a day with the range of the models.
fn snow(show: Show, row: &DailyRow) -> Markup {
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

fn by_band(here: &Here<'_, '_>, bands: [&get_weather_forecast::BandForecast<'_>; 3]) -> Markup {
    let (words, show) = (here.words(), here.show);
    let [_, mid, _] = bands;
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.snow_by_band) {
            table {
                caption.unseen { (words.snow_by_band) }
                thead {
                    tr {
                        th scope="col" { (words.day_column) }
                        @for forecast in bands {
                            th.n scope="col" {
                                (band(words, forecast.band))
                                @if let Some(metres) = forecast.elevation_m { small { (show.metres(metres.into())) } }
                            }
                        }
                    }
                }
                tbody {
                    @for (at, row) in mid.days.iter().enumerate() {
                        tr {
                            th scope="row" { (day(words, row.date)) }
                            @for forecast in bands {
                                td.n { (show.or_none(forecast.days.get(at).and_then(|day| day.snowfall_cm).map(|cm| show.snow(cm)))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The models behind the blend; their numbers where the caller may see them.
fn models(here: &Here<'_, '_>, days: &str) -> Result<Markup, OpError> {
    let (words, show) = (here.words(), here.show);
    let told = here.ask.run(&compare_forecasts::Op, &[("slug", here.slug()), ("days", days)])?.data;
    Ok(html! {
        @if told.available {
            details {
                summary { (words.models) }
                @if let Some(agreement) = told.agreement { p { ((words.models_agree)(&show.share(agreement.get()))) } }
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
                                    th scope="row" { (model.model) }
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
