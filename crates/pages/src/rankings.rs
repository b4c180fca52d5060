//! `/rankings`: every resort, sorted and filtered by the address, so that a link keeps what is seen.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::find_resorts_by_criteria::Op;
use world::place::Region;

use crate::ask::Ask;
use crate::lists;
use crate::page::{Content, LedTo, Meta, Page};
use crate::words::Words;

/// Rows of a page.
const ROWS: u32 = 50;
/// What resorts are sorted by, as the operation names it, and as people do; the first is the default.
type Sorts = [(&'static str, fn(&Words) -> &'static str); 6];
const SORTS: Sorts = [
    ("snowfall", |words| words.by_snowfall),
    ("forecast", |words| words.by_forecast),
    ("depth", |words| words.by_depth),
    ("score", |words| words.by_score),
    ("elevation", |words| words.by_elevation),
    ("name", |words| words.by_name),
];

/// The rankings.
pub(crate) struct Rankings;

impl Page for Rankings {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/rankings",
            query: &["sort", "region", "country", "pass", "page"],
            led_to: LedTo::Head(|words| words.rankings),
        }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let [(usual, _), ..] = SORTS;
        let sort = ask.given("sort").unwrap_or(usual);
        let number = nth(ask)?;
        let (limit, offset) = (ROWS.to_string(), (ROWS * (number - 1)).to_string());
        let filters = ask.pairs(&[("region", "region"), ("country", "country"), ("pass", "pass")]);
        let given = [("sort", sort), ("limit", &limit), ("offset", &offset)];
        let pairs: Vec<(&str, &str)> = given.into_iter().chain(filters).collect();
        let reply = ask.run(&Op, &pairs)?;
        let total = reply.page.map_or(0, |page| page.total);
        let caption = SORTS.iter().find(|(name, _)| *name == sort).map_or("", |(_, name)| name(words));
        let body = html! {
            nav.tabs.screen aria-label=(words.sort_by) {
                ul {
                    @for (name, said) in SORTS {
                        li {
                            a href=(ask.with(ask.language, &[("sort", name), ("page", "")]))
                                aria-current=[(name == sort).then_some("true")] { (said(words)) }
                        }
                    }
                }
            }
            (form(ask, sort))
            p.soft { ((words.resorts)(total)) }
            @if reply.data.is_empty() {
                p { (words.none_match) }
            } @else {
                (lists::table(ask, caption, &reply.data, Some(offset.parse::<usize>().unwrap_or(0) + 1)))
            }
            (turns(ask, number, total))
        };
        Ok(Content::new(words.rankings, format!("{}: {caption}", words.rankings), body)
            .carrying(reply.carries))
    }
}

/// Which page of the list, from 1.
fn nth(ask: &Ask<'_>) -> Result<u32, OpError> {
    /// Beyond any list.
    const MOST: u32 = 1_000;
    let Some(text) = ask.given("page") else { return Ok(1) };
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| OpError::argument("page", format!("must be a number from 1 to {MOST}")))
}

fn form(ask: &Ask<'_>, sort: &str) -> Markup {
    let words = ask.words();
    let given = |name: &str| ask.given(name).unwrap_or_default();
    let option = |value: &str, chosen: bool, name: &str| {
        html! { option value=(value) selected[chosen] { (name) } }
    };
    html! {
        form.fields action=(ask.to("/rankings")) {
            input type="hidden" name="sort" value=(sort);
            div {
                label for="region" { (words.region) }
                select id="region" name="region" {
                    (option("", given("region").is_empty(), words.all))
                    @for region in Region::ALL {
                        (option(region.tag(), given("region") == region.tag(), words.region(region)))
                    }
                }
            }
            div {
                label for="country" { (words.country) }
                select id="country" name="country" {
                    (option("", given("country").is_empty(), words.all))
                    @for (code, name) in countries(ask) { (option(code, given("country").eq_ignore_ascii_case(code), name)) }
                }
            }
            div {
                label for="pass" { (words.passes) }
                select id="pass" name="pass" {
                    (option("", given("pass").is_empty(), words.all))
                    @for pass in ask.view.passes().iter() { (option(&pass.id, given("pass") == pass.id, &pass.name)) }
                }
            }
            button { (words.show) }
        }
    }
}

/// Countries with resorts, by their names in the language of the page.
pub(crate) fn countries<'w>(ask: &Ask<'w>) -> Vec<(&'w str, &'w str)> {
    let mut codes: Vec<&'w str> = ask.view.resorts().map(|seen| seen.resort().country.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut named: Vec<_> = codes.into_iter().map(|code| (code, ask.words().country(code))).collect();
    named.sort_unstable_by_key(|(code, name)| (*name, *code));
    named
}

/// To the page before and to the next.
fn turns(ask: &Ask<'_>, number: u32, total: usize) -> Markup {
    let words = ask.words();
    let to = |number: u32| ask.with(ask.language, &[("page", &number.to_string())]);
    let has_next = (ROWS as usize).saturating_mul(number as usize) < total;
    html! {
        @if number > 1 || has_next {
            nav.tabs.screen aria-label=(words.page_turns) {
                ul {
                    @if number > 1 { li { a rel="prev" href=(to(number - 1)) { (words.previous) } } }
                    @if has_next { li { a rel="next" href=(to(number + 1)) { (words.next) } } }
                }
            }
        }
    }
}
