//! `/`: what this is, where the most new snow fell or is forecast, and where programs find the API.

use conditions_core::time::{MINUTE_MS, Timestamp};
use maud::{Markup, html};
use operations::shapes::ResortRow;
use operations::{API_PREFIX, CHARTS};
use world::View;

use crate::page::{Meta, Page};
use crate::quantity::{centimetres, status};

/// Resorts listed at most.
const ROWS: usize = 15;

/// The start page.
pub(crate) struct Home;

impl Page for Home {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/", title: "snow conditions" }
    }

    fn content(&self, view: &View<'_>, now: Timestamp) -> Markup {
        html! {
            p.lead {
                "Snow conditions of " (view.resorts().len()) " ski resorts: every value with its source, time and \
                 confidence; unknown stays unknown."
            }
            (powder(view))
            p.mute {
                "State of " (view.as_of()) " (" (now.since(view.as_of()).max(0) / MINUTE_MS) " min ago). Forecasts are \
                 blends of weather models, not observations."
            }
            (programs())
            h2 { "Charts" }
            ul {
                @for chart in CHARTS {
                    li { code { (API_PREFIX) (chart.meta().path) } " — " (chart.meta().title) }
                }
            }
        }
    }
}

/// The resorts with the most snow of the last 24 hours, then of the next 7 days.
fn powder(view: &View<'_>) -> Markup {
    let mut rows: Vec<ResortRow<'_>> =
        view.resorts().map(|seen| ResortRow::new(&seen, "")).filter(|row| row.next7d_cm.is_some()).collect();
    rows.sort_by(|a, b| {
        (b.snowfall24h_cm, b.next7d_cm).cmp(&(a.snowfall24h_cm, a.next7d_cm)).then_with(|| a.slug.cmp(b.slug))
    });
    rows.truncate(ROWS);
    if rows.is_empty() {
        return html! {
            p role="note" {
                "No forecast has arrived yet. The catalogue and everything known is served; "
                a href="/readyz" { "/readyz" } " says what is missing."
            }
        };
    }
    html! {
        div.wide {
            table {
                caption { "Freshest powder" }
                thead {
                    tr {
                        th scope="col" { "Resort" } th scope="col" { "Country" } th scope="col" { "Status" }
                        th.n scope="col" { "Last 24 h" } th.n scope="col" { "Next 7 days" } th.n scope="col" { "Depth" }
                    }
                }
                tbody { @for row in &rows { (line(row)) } }
            }
        }
    }
}

fn line(row: &ResortRow<'_>) -> Markup {
    html! {
        tr {
            th scope="row" { a href={ (API_PREFIX) "/resorts/" (row.slug) } { (row.name) } }
            td { (row.country) }
            td { (status(row.status)) }
            td.n { (centimetres(row.snowfall24h_cm)) }
            td.n { (centimetres(row.next7d_cm)) }
            td.n { (centimetres(row.display_depth_cm)) }
        }
    }
}

/// Where programs begin.
fn programs() -> Markup {
    html! {
        h2 { "For programs" }
        ul {
            li { a href="/api/v1/resorts?sort=forecast&limit=10" { "/api/v1/resorts" } " — find resorts" }
            li { a href="/api/v1/resorts/search?query=zermatt" { "/api/v1/resorts/search" } " — a name to its slug" }
            li {
                code { "/api/v1/resorts/{slug}/conditions" } " — the conditions contract ("
                a href=(contract::SCHEMA_PATH) { "JSON Schema" } ")"
            }
            li { a href="/api/v1/openapi.json" { "/api/v1/openapi.json" } " — everything" }
            li {
                a href="/api/v1/definitions" { "/api/v1/definitions" } " — every threshold, "
                a href="/api/v1/credits" { "/api/v1/credits" } " — every source"
            }
        }
    }
}

#[cfg(test)]
mod tests;
