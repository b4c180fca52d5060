//! `/storms`: snow storms in the weather models, biggest first, with their certainty; ten first.

use conditions_core::forecast::StormTier;
use maud::{Markup, html};
use operations::OpError;
use operations::ops::get_storm_watch::{Op, StormEvent, StormWatch};
use world::place::Region;

use crate::ask::{Ask, encoded};
use crate::chart_section::links;
use crate::fluid_bars::{FluidBar, bars};
use crate::folded::first_ten;
use crate::mark::MarkedSnow;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::{ValueFormat, day};
use crate::symbols::Symbol;
use crate::words::Words;

/// Maximum number of storms on the page, and of resorts shown with one.
const MOST: &str = "25";
const RESORTS: usize = 6;
/// Maximum number of states that are named with a storm.
const STATES: usize = 3;
/// Number of storms in the chart.
const DRAWN: usize = 10;

pub(crate) struct Storms;

impl Page for Storms {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/storms",
            query: &["region"],
            led_to: LedTo::Head(Symbol::Storm, |words| words.storms),
        }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let pairs: Vec<_> = ask.pairs(&[("region", "region")]).into_iter().chain([("limit", MOST)]).collect();
        let reply = ask.run(&Op, &pairs)?;
        let given = ask.given("region").unwrap_or_default();
        let query = if given.is_empty() { String::new() } else { format!("?region={}", encoded(given)) };
        let data = |path: &str| format!("/{path}{query}");
        let body = html! {
            nav.tabs aria-label=(words.region) {
                ul {
                    li { a href=(ask.to("/storms")) aria-current=[given.is_empty().then_some("true")] { (words.all) } }
                    @for region in Region::ALL {
                        li {
                            a href=(ask.with(ask.language, &[("region", region.tag())]))
                                aria-current=[(given == region.tag()).then_some("true")] { (words.region(region)) }
                        }
                    }
                }
            }
            (section(ask, &reply.data))
            (totals(ask, &reply.data))
            (links(&[("CSV", data("csv/v1/storms.csv")), ("JSON", data("api/v1/storms")), ("Atom", data("feeds/v1/storms.atom"))]))
        };
        Ok(Content::new(words.storms, words.storms_in_sight, body).carrying(reply.carries))
    }
}

fn format_of(ask: &Ask<'_>, watch: &StormWatch<'_>) -> ValueFormat {
    ask.format_of(watch.events.iter().map(|event| event.country))
}

/// Draws the biggest storms by the largest total of any of their resorts.
fn totals(ask: &Ask<'_>, watch: &StormWatch<'_>) -> Markup {
    let words = ask.words();
    let show = format_of(ask, watch);
    let row = |event: &StormEvent<'_>| FluidBar {
        name: html! { (place(words, event)) small { " " (day(words, event.start)) } },
        length: event.max_total_cm.get(),
        value: show.whole_snow(event.max_total_cm.get(), true),
    };
    let rows: Vec<FluidBar> = watch.events.iter().take(DRAWN).map(row).collect();
    html! {
        @if !rows.is_empty() {
            section {
                h2 { (words.charts.storm_totals) }
                (bars(words.charts.storm_totals, &rows))
            }
        }
    }
}

/// Renders the storms as a list, with a heading.
pub(crate) fn section(ask: &Ask<'_>, watch: &StormWatch<'_>) -> Markup {
    let words = ask.words();
    html! {
        section {
            h2 { (words.storms_in_sight) }
            @if !watch.available {
                p { (words.no_forecast_yet) }
            } @else if watch.events.is_empty() {
                p { (words.no_storm) }
            }
            (first_ten(words, &watch.events, |events, _| list(ask, format_of(ask, watch), events)))
        }
    }
}

/// Names the place of a storm: its mountain range, if it has one, and its first states.
pub(crate) fn place(words: &Words, event: &StormEvent<'_>) -> String {
    if event.states.len() > 1 {
        let states = event.states.iter().take(STATES).map(|state| words.state(state));
        let named = states.collect::<Vec<_>>().join(words.comma);
        let named = if event.states.len() > STATES { format!("{named}{}…", words.comma) } else { named };
        return match event.range.map(|range| words.range(range)) {
            Some(range) if words.is_japanese() => format!("{range}（{named}）"),
            Some(range) => format!("{range} ({named})"),
            None => named,
        };
    }
    let country = words.country(event.country);
    event
        .state
        .map_or_else(|| country.to_owned(), |state| format!("{}{}{country}", words.state(state), words.comma))
}

fn list(ask: &Ask<'_>, show: ValueFormat, events: &[StormEvent<'_>]) -> Markup {
    let words = ask.words();
    let [watching, likely, locked] = words.tiers;
    let tier = |tier: StormTier| match tier {
        StormTier::Watching => watching,
        StormTier::Likely => likely,
        StormTier::Locked => locked,
    };
    html! {
            ul.entries {
                @for event in events {
                    li {
                        strong { (place(words, event)) }
                        ": " (day(words, event.start)) " – " (day(words, event.end)) ", "
                        ((words.up_to)(&show.whole_snow(event.max_total_cm.get(), true))) ", " (tier(event.tier))
                        ul.tags {
                            @for hit in event.resorts.iter().take(RESORTS) {
                                li { a href=(ask.to_resort(hit.slug)) { (hit.name) } " " (MarkedSnow::forecast(Some(hit.total_cm)).text(show)) }
                            }
                        }
                        @if event.resort_count > RESORTS {
                            small { ((words.resorts)(event.resort_count)) }
                        }
                    }
                }
            }
    }
}
