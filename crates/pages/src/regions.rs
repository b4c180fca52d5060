//! `/regions` and `/regions/{region}`: regions and countries, and the conditions of their resorts.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::get_regional_summary::{Op, Quantity, StatusCounts, Summary};
use operations::shapes::ResortRow;
use world::place::{Place, Region};

use crate::ask::Ask;
use crate::lists::{self, Column};
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;
use crate::rankings::countries;

/// The list of regions and countries.
pub(crate) struct Regions;

impl Page for Regions {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/regions", query: &[], led_to: LedTo::Foot(|words| words.regions) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let entry = |to: &str, name: &str, place: Place| {
            let count = ask.view.within(place).count();
            html! {
                li {
                    a href=(ask.to(&format!("/regions/{to}"))) { (name) }
                    " " small { ((words.resorts)(count)) }
                }
            }
        };
        let body = html! {
            section.card {
                h2 { (words.region) }
                ul.tags {
                    @for region in Region::ALL {
                        (entry(region.tag(), words.region(region), Place { region: Some(region), country: None }))
                    }
                }
            }
            section.card {
                h2 { (words.countries_title) }
                ul.tags {
                    @for (code, name) in countries(ask) {
                        @if let Ok(place) = Place::new(None, Some(code)) { (entry(code, name, place)) }
                    }
                }
            }
        };
        Ok(Content::new(words.regions, words.regions, body))
    }
}

/// The page of one region or country.
pub(crate) struct OneRegion;

impl Page for OneRegion {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/regions/{region}", query: &[], led_to: LedTo::Content }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let (words, lists) = (ask.words(), ask.words().lists());
        let reply = ask.run(&Op, &[("region", ask.given("region").unwrap_or_default())])?;
        let summary = &reply.data;
        let title = match (summary.region, summary.country) {
            (Some(region), _) => words.region(region),
            (None, Some(country)) => words.country(country),
            (None, None) => words.region,
        };
        let list = |name: &str, rows: &[ResortRow<'_>], column: Column| {
            html! { @if !rows.is_empty() { section.card { h2 { (name) } (lists::ranked(ask, rows, column)) } } }
        };
        let filter = match (summary.region, summary.country) {
            (Some(region), _) => format!("/rankings?region={}", region.tag()),
            (None, country) => format!("/rankings?country={}", country.unwrap_or_default()),
        };
        let body = html! {
            p.lead { ((words.resorts)(summary.resort_count)) " · " (statuses(ask, summary.status)) }
            (numbers(ask, summary))
            div.two {
                (list(lists.most_next, &summary.top.forecast, Column::Next7d))
                (list(lists.most_past, &summary.top.snowfall, Column::Past24h))
                @if summary.snowfall24h_cm.is_none_anywhere() {
                    section.card { h2 { (lists.most_past) } p { (words.no_new_snow) } }
                }
                (list(lists.deepest, &summary.top.depth, Column::Depth))
            }
            p.row {
                a.button.quiet href=(ask.to(&filter)) { (words.rankings) ": " (title) }
                a.button.quiet href=(ask.to(&filter.replacen("/rankings", "/map", 1))) { (words.map) ": " (title) }
            }
        };
        let said = format!("{title}: {}", (words.resorts)(summary.resort_count));
        Ok(Content::new(title, said, body).carrying(reply.carries))
    }
}

/// Describes the number of resorts with each status; statuses without resorts are left out.
fn statuses(ask: &Ask<'_>, counts: StatusCounts) -> String {
    let StatusCounts { open, closed_today, pre_season, off_season, unknown } = counts;
    let counts = [open, closed_today, pre_season, off_season, unknown].into_iter().zip(ask.words().statuses);
    let told: Vec<String> =
        counts.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{name}: {count}")).collect();
    told.join(ask.words().comma)
}

fn numbers(ask: &Ask<'_>, summary: &Summary<'_>) -> Markup {
    let words = ask.words();
    let show = ValueFormat::new(words, ask.units, summary.country.unwrap_or_default());
    let line = |name: &str, quantity: Quantity, is_snow: bool| {
        let told = |value: Option<conditions_core::units::Tenths>| {
            let written = |value: conditions_core::units::Tenths| {
                if is_snow { show.whole_snow(value.get(), true) } else { show.number(value.get(), 0) }
            };
            show.or_none(value.map(written))
        };
        html! {
            tr {
                th scope="row" { (name) }
                td.n { ((words.of)(&quantity.reporting.to_string(), &summary.resort_count.to_string())) }
                td.n { (told(quantity.median)) }
                td.n { (told(quantity.highest)) }
            }
        }
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.conditions) {
            table {
                caption.unseen { (words.conditions) }
                thead {
                    tr {
                        th scope="col" { (words.value) }
                        th.n scope="col" { (words.reporting) }
                        th.n scope="col" { (words.median) }
                        th.n scope="col" { (words.highest) }
                    }
                }
                tbody {
                    (line(words.past_24h, summary.snowfall24h_cm, true))
                    (line(words.next_7d, summary.next7d_cm, true))
                    (line(words.depth, summary.display_depth_cm, true))
                    (line(words.score, summary.score, false))
                }
            }
        }
    }
}
