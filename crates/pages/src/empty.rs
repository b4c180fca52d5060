//! An instance without a forecast: why, what a reader can do, and what the operator does.

use maud::{Markup, html};

use crate::ask::{Ask, Lane, LaneKind};
use crate::words::fill;

/// Why no forecast has arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause<'a> {
    /// Fetching is switched off.
    Off,
    /// The first call is pending or in progress.
    Pending,
    /// The last calls failed.
    Failing(&'a Lane),
}

impl<'a> Cause<'a> {
    fn from_lanes(lanes: &'a [Lane]) -> Self {
        match lanes.iter().find(|lane| lane.kind == LaneKind::Forecasts) {
            None => Self::Off,
            Some(lane) if lane.is_off => Self::Off,
            Some(lane) if lane.failures > 0 => Self::Failing(lane),
            Some(_) => Self::Pending,
        }
    }
}

/// Explains why no forecast has arrived.
pub(crate) fn section(ask: &Ask<'_>) -> Markup {
    let words = ask.words().reading;
    let resorts = ask.view.resorts().len().to_string();
    let cause = Cause::from_lanes(&ask.lanes);
    html! {
        section id="no-forecast" aria-labelledby="no-forecast-title" {
            h2 id="no-forecast-title" { (words.no_forecast) }
            p { (fill(words.only_facts, &[("n", &resorts)])) }
            h3 { (words.why) }
            ul.entries {
                li { (why(ask, cause)) }
                li { (words.nothing_made_up) }
            }
        }
        div.cols {
            section {
                h2 { (words.can_do) }
                ul.entries {
                    li { a href=(ask.to("/search")) { (words.find_resort) } }
                    li { a href=(ask.to("/docs/guide")) { (words.how_it_works) } }
                    li { a href=(ask.to("/status")) { (ask.words().status_page) } }
                }
            }
            (operator(ask, cause))
        }
    }
}

fn why(ask: &Ask<'_>, cause: Cause<'_>) -> Markup {
    let words = ask.words().reading;
    match cause {
        Cause::Off => html! { (words.not_fetched) },
        Cause::Pending => html! { (words.first_fetch) },
        Cause::Failing(lane) => html! {
            (words.no_answer)
            @if let Some(at) = lane.next_try {
                " " ((words.next_try_at)(&format!("{} UTC", at.utc().format("%H:%M"))))
            }
        },
    }
}

/// Renders the commands for the operator.
fn operator(ask: &Ask<'_>, cause: Cause<'_>) -> Markup {
    let words = ask.words().reading;
    html! {
        section {
            h2 { (words.operator_asks) }
            @match cause {
                Cause::Off => { p { (words.operator_off) } pre tabindex="0" { code { "--no-ingest" } } }
                Cause::Failing(_) => { p { (words.operator_check) } pre tabindex="0" { code { "snow-conditions check" } } }
                Cause::Pending => {}
            }
            p { (words.operator_demo) }
            pre tabindex="0" { code { "snow-conditions demo" } }
            p { a href=(ask.to("/docs/self-hosting")) { (ask.words().asking.docs) } }
        }
    }
}

#[cfg(test)]
mod tests;
