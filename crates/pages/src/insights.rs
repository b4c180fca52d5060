//! `/insights`: insight cards, each with its numbers, its method and its number of cases.

use maud::{Markup, html};
use operations::OpError;
use operations::insights::{CATEGORIES, Card};
use operations::ops::get_insights::{CardRow, Op};
use serde_json::Value;

use crate::ask::Ask;
use crate::drawn::links;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;

/// Maximum number of cards on the page.
const MOST: &str = "60";

pub(crate) struct Insights;

impl Page for Insights {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/insights", query: &["category"], led_to: LedTo::Foot(|words| words.asking.insights) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let pairs: Vec<_> =
            ask.pairs(&[("category", "category")]).into_iter().chain([("limit", MOST)]).collect();
        let reply = ask.run(&Op, &pairs)?;
        let given = ask.given("category").unwrap_or_default();
        let body = html! {
            p.lead { (words.asking.insights_say) }
            form.fields action=(ask.to("/insights")) {
                div {
                    label for="category" { (words.asking.category) }
                    select id="category" name="category" {
                        option value="" selected[given.is_empty()] { (words.all) }
                        @for about in CATEGORIES {
                            @let id = id(about.category);
                            option value=(id) selected[given == id] lang="en" { (about.title) }
                        }
                    }
                }
                button { (words.show) }
            }
            @if reply.data.is_empty() {
                p { (words.asking.no_insights) }
            } @else {
                @if words.code != "en" { p.soft { (words.asking.in_english) } }
                ul.list { @for row in &reply.data { li { (card(ask, row)) } } }
            }
            (links(&[("JSON", "/api/v1/insights".to_owned()), ("JSON: categories", "/api/v1/insights/categories".to_owned())]))
        };
        Ok(Content::new(words.asking.insights, words.asking.insights_say, body).carrying(reply.carries))
    }
}

/// Returns the name of a category in addresses.
fn id(category: operations::insights::Category) -> String {
    match serde_json::to_value(category) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

fn card(ask: &Ask<'_>, row: &CardRow) -> Markup {
    let words = ask.words();
    let show = ValueFormat::new(words, None, "");
    let Card { headline, numbers, n, n_of, as_of, slug, .. } = &row.card;
    let numbers: Vec<String> = numbers
        .iter()
        .filter_map(|one| {
            Some(format!("{} {}\u{a0}{}", one.name, show.number(one.value?.get(), 1), one.unit))
        })
        .collect();
    html! {
        strong lang="en" {
            @match slug {
                Some(slug) => { a href=(ask.to_resort(slug)) { (headline) } }
                None => { (headline) }
            }
        }
        p.soft lang="en" { (numbers.join("; ")) }
        small {
            ((words.asking.cases)(*n)) " " span lang="en" { (n_of) } " · " ((words.date)(*as_of)) " · "
            span lang="en" { (row.method) }
        }
    }
}
