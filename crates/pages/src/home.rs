//! `/`: the reader's own resorts, else how to choose them; then the most snow to come, new snow, and the map.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::{find_best_powder, find_resorts_by_criteria, get_snow_report};
use operations::shapes::ResortRow;
use world::credits::SourceFamilies;
use world::place::Region;

use crate::ask::Ask;
use crate::lists::{self, Column};
use crate::map;
use crate::mountains;
use crate::page::{Content, LedTo, Meta, Page};
use crate::symbols::Symbol;

/// Rows of a list.
const ROWS: &str = "5";
/// Minimum published amount of new snow, centimetres.
const LEAST_CM: &str = "0.1";
/// The maximum of the operation that lists new snow.
const MOST: &str = "100";
/// The parameter that shows how to change the list.
const CHANGE: &str = "change";

pub(crate) struct Home;

impl Page for Home {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/",
            query: &[CHANGE],
            led_to: LedTo::Head(Symbol::Home, |words| words.morning.mountains),
        }
    }

    fn shows_mountains(&self) -> bool {
        true
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let (words, lists) = (ask.words(), ask.words().lists());
        let changes = changes(ask)?;
        let own = mountains::sorted(ask);
        let summary = (words.lead)(ask.view.resorts().len());
        let mut carries = SourceFamilies::CATALOGUE;
        for seen in &own {
            carries = carries.and(seen.carries());
        }
        if changes && !own.is_empty() {
            let body = mountains::change(ask, &own);
            return Ok(Content::new(words.morning.my_mountains, summary, body).carrying(carries));
        }
        let (others, carried) = others(ask)?;
        let (title, lead) = if !own.is_empty() {
            let to = ask.with(ask.language, &[(CHANGE, "1")]);
            let lead = html! { (lists.best_first) " " a href=(to) rel="nofollow" { (lists.change) } };
            (words.morning.my_mountains.to_owned(), lead)
        } else if others.is_some() {
            ((lists.snow_at)(ask.view.resorts().len()), html! { (lists.every_number) })
        } else {
            let count = ask.view.resorts().len();
            (lists.nothing_yet.to_owned(), html! { ((lists.facts_are_here)(count)) })
        };
        let body = html! {
            @if own.is_empty() {
                section.card.hint { p { (Symbol::Star.icon()) span { (lists.tap_the_star) } } }
            } @else {
                (mountains::cards(ask, &own))
            }
            @match others { Some(others) => { (others) } None => { (crate::empty::section(ask)) } }
            (regions(ask))
            (programs(ask))
        };
        let mut content = Content::new(title.clone(), summary, body).carrying(carries.and(carried));
        content.heading = Some(html! { div.lead { h1 { (title) } p.soft { (lead) } } });
        Ok(content)
    }
}

/// Returns whether the page shows how to change the list.
fn changes(ask: &Ask<'_>) -> Result<bool, OpError> {
    match ask.given(CHANGE) {
        None => Ok(false),
        Some("1") => Ok(true),
        Some(_) => Err(OpError::argument(CHANGE, "must be 1, or left out")),
    }
}

/// Renders the lists of all resorts and the map; `None` if no snow is known yet.
fn others(ask: &Ask<'_>) -> Result<(Option<Markup>, SourceFamilies), OpError> {
    let (words, lists) = (ask.words(), ask.words().lists());
    let coming = ask.run(&get_snow_report::Op, &[("limit", ROWS), ("sort", "forecast")])?;
    let powder = ask.run(&find_best_powder::Op, &[("limit", MOST), ("minSnowfall", LEAST_CM)])?;
    let carries = powder.carries.and(coming.carries);
    let count = powder.page.map_or(0, |page| page.total);
    let measured = powder.data.iter().filter(|one| one.measured).count();
    let is_whole = count == powder.data.len();
    let rows = ROWS.parse().unwrap_or_default();
    let powder: Vec<ResortRow<'_>> = powder.data.into_iter().take(rows).map(|one| one.row).collect();
    let coming: Vec<ResortRow<'_>> = coming.data.into_iter().map(|one| one.row).collect();
    // Resorts that report new snow come first, even if they report 0.
    let first = ask.run(&find_resorts_by_criteria::Op, &[("limit", "1"), ("sort", "snowfall")])?;
    let is_reported = first.data.iter().any(|row| row.snowfall24h_cm.is_some());
    let has_forecast = coming.iter().any(|row| row.next7d_cm.is_some());
    if !has_forecast && !is_reported {
        return Ok((None, carries));
    }
    let more = |path: &str, text: &str| html! { p.act { a.button.quiet href=(ask.to(path)) { (text) } } };
    let markup = html! {
        div.two {
            @if has_forecast {
                section.card {
                    h2 { (lists.most_next) }
                    p.soft { (lists.by_models) }
                    (lists::ranked(ask, &coming, Column::Next7d))
                    (more("/rankings?sort=forecast", lists.all_rankings))
                }
            }
            @if is_reported {
                section.card {
                    h2 { (lists.most_past) }
                    @if powder.is_empty() {
                        p { (words.no_new_snow) }
                    } @else {
                        @if is_whole { p.soft { ((lists.have_new_snow)(count, measured)) } }
                        (lists::ranked(ask, &powder, Column::Past24h))
                        (more("/rankings?sort=snowfall&measured=1", lists.measured_only))
                    }
                }
            }
        }
        @if has_forecast { (map::small(ask)) }
    };
    Ok((Some(markup), carries))
}

fn regions(ask: &Ask<'_>) -> Markup {
    let words = ask.words();
    html! {
        section.card {
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
        details.card.screen {
            summary { (ask.words().as_data) }
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
