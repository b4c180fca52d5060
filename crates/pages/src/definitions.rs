//! `/definitions`: every threshold used for the numbers, by area and folded, and the computation of the score.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::get_definitions::{Definition, Op};

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;

/// First parts of the identifiers of each area, in the order of `Reading::areas`.
const AREAS: [&[&str]; 9] = [
    &["live", "ttl", "usable", "forecast", "future"],
    &["confidence", "plausible"],
    &["average", "disagreement", "divergence", "season", "status", "totals", "ability", "doubtful"],
    &["density", "refreeze", "surface"],
    &["station", "reading", "thawFreeze", "freezingLine"],
    &["risk"],
    &["storm", "agreement", "weight", "wind", "phase"],
    &["climate", "enso"],
    &["score"],
];

pub(crate) struct Definitions;

impl Page for Definitions {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/definitions", query: &[], led_to: LedTo::Foot(|words| words.definitions) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let reply = ask.run(&Op, &[])?;
        let body = html! {
            p.lead { (words.definitions_says) }
            section {
                h2 { (words.score) }
                p { (words.reading.formula) }
            }
            @for (title, starts) in words.reading.areas.into_iter().zip(AREAS) {
                @let rows: Vec<&Definition> = reply.data.iter().filter(|one| is_in(starts, &one.id)).collect();
                details { summary { (title) } (area(ask, &rows)) }
            }
        };
        Ok(Content::new(words.definitions, words.definitions_says, body).carrying(reply.carries))
    }
}

/// Returns whether an identifier belongs to an area.
fn is_in(starts: &[&str], id: &str) -> bool {
    id.split('.').next().is_some_and(|first| starts.contains(&first))
}

fn area(ask: &Ask<'_>, rows: &[&Definition]) -> Markup {
    let words = ask.words();
    let show = ValueFormat::new(words, None, "");
    html! {
        dl.thresholds {
            @for one in rows {
                div id=(one.id) {
                    dt { (words.meaning(&one.id).unwrap_or_else(|| one.meaning.clone())) }
                    dd { (show.with_unit(one.value, 4, unit(ask, one.unit)).trim_end()) " " code { (one.id) } }
                }
            }
        }
    }
}

/// Returns a unit in the language of the page.
fn unit(ask: &Ask<'_>, unit: &'static str) -> &'static str {
    if unit == "months" { ask.words().reading.months } else { unit }
}

#[cfg(test)]
mod tests;
