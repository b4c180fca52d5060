//! `/`: the newest snow, the next snow, and links to every resort.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::{find_best_powder, find_resorts_by_criteria, get_snow_report, get_storm_watch};
use operations::shapes::ResortRow;
use world::place::Region;

use crate::ask::Ask;
use crate::lists;
use crate::page::{Content, LedTo, Meta, Page};
use crate::symbols::Symbol;

/// Rows of a list.
const ROWS: &str = "8";
const STORMS: &str = "4";
/// Minimum published amount of new snow, centimetres.
const LEAST_CM: &str = "0.1";

pub(crate) struct Home;

impl Page for Home {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/", query: &[], led_to: LedTo::Head(Symbol::Home, |words| words.morning.mountains) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let powder = ask.run(&find_best_powder::Op, &[("limit", ROWS), ("minSnowfall", LEAST_CM)])?;
        let coming = ask.run(&get_snow_report::Op, &[("limit", ROWS), ("sort", "forecast")])?;
        let storms = ask.run(&get_storm_watch::Op, &[("limit", STORMS)])?;
        let carries = powder.carries.and(coming.carries).and(storms.carries);
        let powder: Vec<ResortRow<'_>> = powder.data.into_iter().map(|one| one.row).collect();
        let coming: Vec<ResortRow<'_>> = coming.data.into_iter().map(|one| one.row).collect();
        // Resorts that report new snow come first, even if they report 0.
        let first = ask.run(&find_resorts_by_criteria::Op, &[("limit", "1"), ("sort", "snowfall")])?;
        let is_reported = first.data.iter().any(|row| row.snowfall24h_cm.is_some());
        let has_forecast = coming.iter().any(|row| row.next7d_cm.is_some());
        let lead = (words.lead)(ask.view.resorts().len());
        let body = html! {
            p.lead { (lead) }
            section hidden {
                h2 { (words.remembered) }
                ul.tags data-remembered=(ask.to_resort("")) {}
            }
            @if !has_forecast { (crate::empty::section(ask)) }
            @if !powder.is_empty() {
                section {
                    h2 { (words.freshest) }
                    (lists::table(ask, words.freshest, &powder, None))
                    (more(ask, "/rankings?sort=snowfall"))
                }
            } @else if is_reported {
                section { h2 { (words.freshest) } p { (words.no_new_snow) } }
            }
            @if has_forecast {
                section {
                    h2 { (words.next_7d) }
                    (lists::table(ask, words.next_7d, &coming, None))
                    (more(ask, "/rankings?sort=forecast"))
                }
                (crate::storms::section(ask, &storms.data))
            }
            (regions(ask))
            (programs(ask))
        };
        Ok(Content::new(ask.view.service().name.clone(), lead, body).carrying(carries))
    }
}

fn more(ask: &Ask<'_>, path: &str) -> Markup {
    html! { p { a href=(ask.to(path)) { (ask.words().rankings) } } }
}

fn regions(ask: &Ask<'_>) -> Markup {
    let words = ask.words();
    html! {
        section {
            h2 { (words.regions) }
            ul.tags {
                @for region in Region::ALL {
                    li { a href=(ask.to(&format!("/regions/{}", region.tag()))) { (words.region(region)) } }
                }
            }
        }
    }
}

/// Renders the links for programs.
fn programs(ask: &Ask<'_>) -> Markup {
    html! {
        section {
            h2 { (ask.words().as_data) }
            ul.tags lang="en" {
                li { a href="/api/v1/resorts?sort=forecast&limit=10" { "JSON: resorts" } }
                li { a href="/api/v1/openapi.json" { "OpenAPI" } }
                li { a href=(contract::SCHEMA_PATH) { "JSON Schema" } }
                li { a href="/api/v1/credits" { "JSON: credits" } }
                li { a href="/llms.txt" { "llms.txt" } }
            }
        }
    }
}
