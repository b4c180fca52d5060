//! `/search`: resorts by name, alias or place, tolerant of typing mistakes, and regions, countries and states as sets. An
//! exact name leads to its resort at once; every hit carries its numbers.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::find_resorts_by_criteria;
use operations::ops::search_resorts::{Op, ResortMatch};
use world::credits::SourceFamilies;

use crate::ask::Ask;
use crate::card;
use crate::lists::{self, Column};
use crate::mountains::danger;
use crate::page::{Content, LedTo, Meta, Page};
use crate::question_answer;

mod sets;

use sets::{Set, sets};

const MOST: &str = "30";
/// Hits with a card; the others are links.
const CARDS: usize = 6;
/// Rows of a set that the query names.
const ROWS: &str = "10";
/// Minimum score of a complete name.
const EXACT: f64 = 0.9;
/// Score of a hit whose name or alias is the query.
const SAME: f64 = 1.0;

pub(crate) struct Search;

impl Page for Search {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/search", query: &["q"], led_to: LedTo::Content }
    }

    fn leads_to(&self, ask: &Ask<'_>) -> Option<String> {
        let query = ask.given("q")?;
        let hits = ask.run(&Op, &[("query", query), ("limit", MOST)]).ok()?.data;
        let mut same = hits.iter().filter(|hit| hit.score >= SAME);
        let (Some(only), None) = (same.next(), same.next()) else { return None };
        let is_also_a_set = sets(ask, query).iter().any(|set| set.is_exact);
        (!is_also_a_set).then(|| ask.to_resort(only.slug))
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let (words, lists) = (ask.words(), ask.words().lists());
        let Some(query) = ask.given("q") else {
            let body = html! { p.lead { (words.search_label) } };
            return Ok(Content::new(words.search, words.search, body));
        };
        let reply = ask.run(&Op, &[("query", query), ("limit", MOST)])?;
        let sets = sets(ask, query);
        let exact = sets.iter().find(|set| set.is_exact);
        // A matching name is a lookup; other text may be a question.
        let is_name = exact.is_some() || reply.data.first().is_some_and(|first| first.score >= EXACT);
        let answered = if is_name { None } else { question_answer::part(ask, query)? };
        let shortened = world::unknown::shortened(query);
        let total = reply.page.map_or(0, |page| page.total);
        let mut carries = reply.carries;
        if let Some((_, carried)) = &answered {
            carries = carries.and(*carried);
        }
        let members = exact.map(|set| members(ask, set)).transpose()?;
        if let Some((_, carried)) = &members {
            carries = carries.and(*carried);
        }
        for hit in &reply.data {
            carries = ask.view.of_slug(hit.slug).map_or(carries, |seen| carries.and(seen.carries()));
        }
        let body = html! {
            @if let Some((part, _)) = &answered { (part) }
            @if let Some((markup, _)) = &members { (markup) }
            @if reply.data.is_empty() && answered.is_none() && exact.is_none() {
                p.card { ((words.no_hit)(&shortened)) }
            }
            (hits(ask, &reply.data))
            @if !sets.is_empty() {
                section.card {
                    h2 { (lists.looking_for_region) }
                    ul.tags {
                        @for set in &sets { li { a href=(ask.to(&set.to)) { (set.name) ": " ((words.resorts)(set.count)) } } }
                    }
                }
            }
        };
        let mut content = Content::new(words.search, words.search, body).carrying(carries);
        let title = match (exact, total) {
            (Some(set), _) => format!("{}: {}", set.name, (words.resorts)(set.count)),
            (None, 0) => words.search.to_owned(),
            (None, _) => (lists.hits)(total, &shortened),
        };
        content.heading = Some(html! { div.lead { h1 { (title) } } });
        Ok(content)
    }
}

/// Renders the resorts of a set with the most snow to come.
fn members(ask: &Ask<'_>, set: &Set) -> Result<(Markup, SourceFamilies), OpError> {
    let lists = ask.words().lists();
    let filters = set.filters.iter().map(|(name, value)| (*name, value.as_str()));
    let pairs: Vec<_> = [("sort", "forecast"), ("limit", ROWS)].into_iter().chain(filters).collect();
    let reply = ask.run(&find_resorts_by_criteria::Op, &pairs)?;
    let markup = html! {
        section.card {
            h2 { (lists.most_next) }
            p.soft { (lists.by_models) }
            (lists::ranked(ask, &reply.data, Column::Next7d))
            p.act { a.button.quiet href=(ask.to(&set.to)) { (set.name) ": " ((ask.words().resorts)(set.count)) } }
        }
    };
    Ok((markup, reply.carries))
}

/// Renders hits: the first as cards, the others as links.
fn hits(ask: &Ask<'_>, hits: &[ResortMatch<'_>]) -> Markup {
    let (words, lists) = (ask.words(), ask.words().lists());
    let (first, others) = hits.split_at(hits.len().min(CARDS));
    let show = ask.format_of(first.iter().map(|hit| hit.country));
    let found_by = |hit: &ResortMatch<'_>| {
        html! { @if hit.matched_on != hit.name { ((lists.found_by)(hit.matched_on)) } }
    };
    html! {
        @if !first.is_empty() {
            ul.cards {
                @for hit in first {
                    @if let Some(seen) = ask.view.of_slug(hit.slug) {
                        (card::card(ask, show, &seen, danger(ask, hit.slug), &found_by(hit)))
                    }
                }
            }
        }
        @if !others.is_empty() {
            section.card aria-label=(words.search) {
                ul.list {
                    @for hit in others {
                        li {
                            span {
                                a href=(ask.to_resort(hit.slug)) { (hit.name) }
                                br;
                                small { (lists::place(words, hit.state, hit.country)) " " (found_by(hit)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
