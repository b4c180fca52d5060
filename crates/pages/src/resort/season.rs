//! The season against past winters, month by month, and the effect of El Niño. All of it comes from one reanalysis and
//! is compared with its own past, never with a measured depth.

use charts::SeasonDay;
use charts::inline::{Curve, CurveDay, marks};
use chrono::Datelike as _;
use maud::{Markup, PreEscaped, html};
use operations::charts::season::newest_depth;
use operations::enso::{Evidence, GroupName};
use operations::ops::{get_elnino_signal, get_monthly_snow, get_snow_history};
use operations::{API_PREFIX, OpError};
use world::credits::SourceFamilies;

use super::{ResortContext, titled, winters};
use crate::axis::Axis;
use crate::chart_section::links;
use crate::csv;
use crate::quantity::ValueFormat;

/// Number of past seasons listed.
const SEASONS: usize = 10;

pub(super) fn season(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let (words, show) = (here.words(), here.show);
    let reply = here.ask.run(&get_snow_history::Op, &[("slug", here.slug())])?;
    let history = &reply.data;
    if !history.available {
        return Ok((titled("season", words.season, &html! { p { (words.no_winters) } }), reply.carries));
    }
    let to_date = history.current.as_ref().and_then(|current| {
        let snow = show.snow(current.snowfall_cm?);
        let percent =
            current.percent_of_normal.map(|percent| (words.of_normal)(&show.percent(percent.get())));
        let told = (words.season_to)(&snow, &(words.date)(current.through));
        Some(percent.map_or_else(|| told.clone(), |percent| format!("{told} ({percent})")))
    });
    let body = html! {
        @if let Some(told) = to_date { p { (told) } }
        @if let Some((winter, days)) = newest_depth(here.seen.winters()) {
            figure { (PreEscaped(curve(show, words.depth, &winter, &days))) (legend(show, &winter)) }
            details.screen {
                summary { (words.charts.numbers) }
                (firsts(show, &winter, &days))
                (links(&[("CSV", csv::of_resort(here.slug(), "season"))]))
            }
        }
        (winters::by_band(here))
        details.screen {
            summary { (words.leaderboard) }
            (seasons(here, history))
            (links(&[("CSV", csv::of_resort(here.slug(), "history")), ("JSON", format!("{API_PREFIX}/resorts/{}/history", here.slug()))]))
        }
        p.soft { (words.reanalysis) }
    };
    Ok((titled("season", words.season, &body), reply.carries))
}

fn seasons(here: &ResortContext<'_, '_>, history: &get_snow_history::SnowHistory<'_>) -> Markup {
    let (words, show) = (here.words(), here.show);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.leaderboard) {
            table {
                caption.unseen { (words.leaderboard) }
                thead {
                    tr {
                        th scope="col" { (words.season_column) }
                        th.n scope="col" { (words.snowfall) }
                        th.n scope="col" { (words.normal) }
                        th.n scope="col" { (words.powder_days) }
                        th.n scope="col" { (words.biggest_day) }
                    }
                }
                tbody {
                    @for row in history.seasons.iter().take(SEASONS) {
                        tr {
                            th scope="row" { (row.season) }
                            td.n { (show.or_none(row.snowfall_cm.map(|cm| show.snow(cm)))) }
                            td.n { (show.or_none(row.percent_of_normal.map(|percent| show.percent(percent.get())))) }
                            td.n { (show.or_none(row.powder_days.map(|days| days.to_string()))) }
                            td.n {
                                (show.or_none(row.biggest_day.map(|day| show.snow(day.cm))))
                                @if let Some(day) = row.biggest_day { small { ((words.date)(day.date)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn curve(show: ValueFormat, depth: &str, winter: &str, days: &[SeasonDay]) -> String {
    let usual = |norm: charts::Norm| [norm.p10, norm.median, norm.p90].map(|cm| Axis::Snow.scaled(show, cm));
    let drawn: Vec<CurveDay> = days
        .iter()
        .map(|day| CurveDay {
            value: day.cm.map(|cm| Axis::Snow.scaled(show, cm)),
            usual: day.norm.map(usual),
        })
        .collect();
    let ends = drawn.iter().flat_map(|day| [day.value, day.usual.map(|[.., high]| high)]);
    let most = ends.flatten().fold(1.0, f64::max);
    let unit = if show.in_inches() { "in" } else { "cm" };
    let mark = |at: f64| {
        let number = show.number(at, 0);
        (at, if at == 0.0 { format!("{number} {unit}") } else { number })
    };
    let months = days.iter().enumerate().filter(|(_, day)| day.date.day() == 1);
    let short = |month: u32| show.words.month(month).chars().take(3).collect::<String>();
    Curve {
        label: format!("{depth} {winter}"),
        days: drawn,
        months: months.map(|(at, day)| (at, short(day.date.month()))).collect(),
        marks: marks(0.0, most).into_iter().map(mark).collect(),
    }
    .svg()
}

/// Renders the chart's numbers for the first day of each month.
fn firsts(show: ValueFormat, winter: &str, days: &[SeasonDay]) -> Markup {
    let words = show.words;
    let snow = |cm: Option<f64>| show.or_none(cm.map(|cm| show.cm(cm)));
    html! {
        div.scroll tabindex="0" role="region" aria-label={ (words.depth) " " (winter) } {
            table {
                caption.unseen { (words.depth) " " (winter) }
                thead {
                    tr {
                        th scope="col" { (words.day_column) }
                        th.n scope="col" { (winter) }
                        th.n scope="col" { (words.median) }
                        th.n scope="col" { (words.eight_in_ten) }
                    }
                }
                tbody {
                    @for day in days.iter().filter(|day| day.date.day() == 1) {
                        tr {
                            th scope="row" { time datetime=(day.date) { ((words.date)(day.date)) } }
                            td.n { (snow(day.cm)) }
                            td.n { (snow(day.norm.map(|norm| norm.median.round()))) }
                            td.n {
                                (show.or_none(day.norm.map(|norm| {
                                    (words.from_to)(&show.cm(norm.p10.round()), &show.cm(norm.p90.round()))
                                })))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn legend(show: ValueFormat, winter: &str) -> Markup {
    let words = show.words;
    let sample = |class: &str| html! { svg.chart viewBox="0 0 28 14" aria-hidden="true" { path class=(class) d="M0 7H28"; } };
    html! {
        ul.legend {
            li { (sample("curve")) (winter) }
            li { (sample("median")) (words.median) }
            li {
                svg.chart viewBox="0 0 28 14" aria-hidden="true" { rect.band width="28" height="14" {} }
                (words.eight_in_ten)
            }
        }
    }
}

pub(super) fn months(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let reply = here.ask.run(&get_monthly_snow::Op, &[("slug", here.slug())])?;
    let told = &reply.data;
    if !told.available {
        return Ok((html! {}, reply.carries));
    }
    let drawn = winters::months(here, &told.months);
    Ok((
        html! { section.screen id="months" { h2 { (words.months_title) } (drawn.markup(words)) } },
        reply.carries,
    ))
}

pub(super) fn el_nino(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let (words, show) = (here.words(), here.show);
    let reply = here.ask.run(&get_elnino_signal::Op, &[("slug", here.slug())])?;
    let effect = reply.data.effects.iter().find(|effect| effect.group == GroupName::ElNino);
    let told = effect.and_then(|effect| {
        let [change, low, high] =
            [effect.change_pct?, effect.low_pct?, effect.high_pct?].map(|pct| show.change(pct.get()));
        Some(((words.el_nino_change)(&change, &low, &high), effect.evidence == Evidence::LowEvidence))
    });
    let body = html! {
        @match told {
            Some((change, is_thin)) => { p { (change) @if is_thin { " " (words.thin_evidence) } } }
            None => { p { (words.no_el_nino) } }
        }
    };
    Ok((html! { section.screen { h2 { (words.el_nino) } (body) } }, reply.carries))
}
