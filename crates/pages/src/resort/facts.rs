//! Slowly changing and additional facts: stations nearby, the resort's own figures, ski passes, and the data links.

use maud::{Markup, html};
use operations::API_PREFIX;

use super::{ResortContext, titled};
use crate::quantity::since;
use crate::{calendar, files};

pub(super) fn stations(here: &ResortContext<'_, '_>) -> Markup {
    let (words, show) = (here.words(), here.show);
    let Some(now) = here.detail.measured_now.as_deref().filter(|now| !now.stations.is_empty()) else {
        return titled("stations", words.stations, &html! { p { (words.no_stations) } });
    };
    let table = html! {
        div.scroll tabindex="0" role="region" aria-label=(words.stations) {
            table {
                caption.unseen { (words.stations) }
                thead {
                    tr {
                        th scope="col" { (words.stations) }
                        th.n scope="col" { (words.elevation) }
                        th.n scope="col" { (words.depth) }
                        th.n scope="col" { (words.temperature) }
                        th.n scope="col" { (words.wind) }
                        th scope="col" { (words.age) }
                    }
                }
                tbody {
                    @for station in &now.stations {
                        tr {
                            th scope="row" {
                                (station.name.as_deref().unwrap_or(&station.station_id)) small { (station.source) }
                            }
                            td.n { (show.or_none(station.elevation_m.map(|metres| show.metres(metres.get())))) }
                            td.n { (show.or_none(station.snow_depth_cm.map(|cm| show.snow(cm)))) }
                            td.n { (show.or_none(station.temp_c.map(|celsius| show.degrees(celsius)))) }
                            td.n { (show.or_none(station.wind_mps.map(|mps| show.wind(mps)))) }
                            td { (since(words, station.observed_at, here.ask.now)) }
                        }
                    }
                }
            }
        }
    };
    titled("stations", words.stations, &table)
}

pub(super) fn section(here: &ResortContext<'_, '_>) -> Markup {
    let (words, show, info) = (here.words(), here.show, &here.detail.info);
    let elevation = info.elevation.base_m.zip(info.elevation.summit_m);
    let longest = info.longest_run.as_ref().map(|run| {
        let length = run.km.map(|km| show.with_unit(km, 1, "km"));
        [run.name.clone().map(Into::into), length].into_iter().flatten().collect::<Vec<_>>().join(words.comma)
    });
    let lines = [
        (
            words.elevation,
            elevation.map(|(base, summit)| {
                (words.from_to)(&show.metres(base.into()), &show.metres(summit.into()))
            }),
        ),
        (words.vertical, info.vertical_m.map(|metres| show.metres(metres.into()))),
        (words.lifts_in_all, info.lifts.map(|count| count.to_string())),
        (words.marked_runs, info.runs.map(|count| count.to_string())),
        (words.longest_run, longest.filter(|text| !text.is_empty())),
    ];
    html! {
        section.screen {
            h2 { (words.facts) }
            dl.pairs {
                @for (name, value) in lines { dt { (name) } dd { (show.or_none(value)) } }
                dt { (words.website) }
                dd {
                    @match info.website {
                        Some(url) => { a href=(url) rel="noopener" { (url) } }
                        None => { (show.or_none(None)) }
                    }
                }
                dt { (words.passes) }
                dd {
                    @if info.passes.is_empty() { (words.no_passes) }
                    ul.tags {
                        @for pass in &info.passes {
                            li { a href=(here.ask.to(&format!("/passes/{}", pass.id))) { (pass.name) } " (" (pass.season) ")" }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the links for programs.
pub(super) fn data(here: &ResortContext<'_, '_>) -> Markup {
    let of = |rest: &str| format!("{API_PREFIX}/resorts/{}/{rest}", here.slug());
    let links = [
        ("JSON: conditions", of("conditions")),
        ("JSON: why", of("conditions?explain=true")),
        ("JSON: forecast", of("forecast")),
        ("JSON: history", of("history")),
        ("SVG: forecast", of("charts/forecast.svg")),
        ("SVG: season", of("charts/season.svg")),
    ];
    html! {
        section.screen {
            h2 { (here.words().as_data) }
            ul.tags lang="en" { @for (name, address) in links { li { a href=(address) { (name) } } } }
            ul.tags {
                li { a href=(files::feed_of(here.slug())) { "Atom: " (here.words().storms) } }
                li { a href=(calendar::path(here.slug())) { (here.words().taken.calendar) } }
                li { a href=(here.ask.to(&format!("/embed?r={}", here.slug()))) { (here.words().taken.embed) } }
            }
        }
    }
}
