//! `/search`: resorts by name, alias or place, tolerant of typing mistakes. An unambiguous name comes first.

use maud::html;
use operations::OpError;
use operations::ops::search_resorts::Op;

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::question_answer;

const MOST: &str = "30";

/// Minimum score of a complete name.
const EXACT: f64 = 0.9;

pub(crate) struct Search;

impl Page for Search {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/search", query: &["q"], led_to: LedTo::Content }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let Some(query) = ask.given("q") else {
            let body = html! { p.lead { (words.search_label) } };
            return Ok(Content::new(words.search, words.search, body));
        };
        let reply = ask.run(&Op, &[("query", query), ("limit", MOST)])?;
        // A matching name is a lookup; other text may be a question.
        let is_name = reply.data.first().is_some_and(|first| first.score >= EXACT);
        let answered = if is_name { None } else { question_answer::part(ask, query)? };
        let shortened = world::unknown::shortened(query);
        let body = html! {
            @if let Some((part, _)) = &answered {
                (part)
            } @else if reply.data.is_empty() {
                p.lead { ((words.no_hit)(&shortened)) }
            } @else {
                p.lead { "“" (shortened) "”: " ((words.found)(reply.page.map_or(0, |page| page.total))) }
            }
            ul.list {
                @for found in &reply.data {
                    li {
                        a href=(ask.to_resort(found.slug)) { (found.name) }
                        small {
                            " "
                            @if let Some(state) = found.state { (words.state(state)) ", " }
                            (words.country(found.country))
                            @if found.matched_on != found.name { " (" (found.matched_on) ")" }
                        }
                    }
                }
            }
        };
        Ok(Content::new(words.search, words.search, body)
            .carrying(answered.map_or(reply.carries, |(_, carries)| reply.carries.and(carries))))
    }
}
