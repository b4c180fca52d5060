//! `/rankings`: every resort, sorted and filtered by the address, so that a link preserves the result.

use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::OpError;
use operations::ops::find_resorts_by_criteria::Op;
use operations::shapes::ResortRow;
use world::place::Region;

use crate::ask::Ask;
use crate::lists::{self, Ranks};
use crate::page::{Content, LedTo, Meta, Page};
use crate::symbols::Symbol;
use crate::words::Words;

const ROWS: u32 = 50;
/// An order of resorts.
struct Sort {
    /// The operation's name for it.
    name: &'static str,
    /// The text for people.
    said: fn(&Words) -> &'static str,
    by: RankBasis,
}

/// Meaning of the ranks in a list.
enum RankBasis {
    /// Snow: a resort without any has no rank.
    Snow(fn(&ResortRow<'_>) -> Option<Tenths>),
    /// A quantity for which 0 is an ordinary value.
    Other(fn(&ResortRow<'_>) -> bool),
    /// An order that is not a ranking.
    Nothing,
}

impl RankBasis {
    /// Returns whether a row has a rank.
    fn ranks(&self, row: &ResortRow<'_>) -> bool {
        match self {
            Self::Snow(amount) => amount(row).is_some_and(|amount| amount > Tenths::ZERO),
            Self::Other(is_known) => is_known(row),
            Self::Nothing => false,
        }
    }
}

/// Every order; the first is the default.
const SORTS: [Sort; 6] = [
    Sort { name: SNOWFALL, said: |words| words.by_snowfall, by: RankBasis::Snow(|row| row.snowfall24h_cm) },
    Sort { name: "forecast", said: |words| words.by_forecast, by: RankBasis::Snow(|row| row.next7d_cm) },
    Sort { name: "depth", said: |words| words.by_depth, by: RankBasis::Snow(|row| row.base_depth_cm) },
    Sort { name: "score", said: |words| words.by_score, by: RankBasis::Other(|row| row.score.is_some()) },
    Sort {
        name: "elevation",
        said: |words| words.by_elevation,
        by: RankBasis::Other(|row| row.elevation.summit_m.is_some()),
    },
    Sort { name: "name", said: |words| words.by_name, by: RankBasis::Nothing },
];
const SNOWFALL: &str = "snowfall";

pub(crate) struct Rankings;

impl Page for Rankings {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/rankings",
            query: &["sort", "region", "country", "pass", "page"],
            led_to: LedTo::Head(Symbol::Rank, |words| words.rankings),
        }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let [usual, ..] = &SORTS;
        let sort = ask.given("sort").unwrap_or(usual.name);
        let number = nth(ask)?;
        let (limit, offset) = (ROWS.to_string(), (ROWS * (number - 1)).to_string());
        let filters = ask.pairs(&[("region", "region"), ("country", "country"), ("pass", "pass")]);
        let given = [("sort", sort), ("limit", &limit), ("offset", &offset)];
        let pairs: Vec<(&str, &str)> = given.into_iter().chain(filters).collect();
        let reply = ask.run(&Op, &pairs)?;
        let total = reply.page.map_or(0, |page| page.total);
        let order = SORTS.iter().find(|order| order.name == sort).unwrap_or(usual);
        let caption = (order.said)(words);
        let first = offset.parse::<usize>().unwrap_or(0) + 1;
        let has = |row: &ResortRow<'_>| order.by.ranks(row);
        let ranks = (!matches!(order.by, RankBasis::Nothing)).then_some(Ranks { first, has: &has });
        let body = html! {
            nav.tabs.screen aria-label=(words.sort_by) {
                ul {
                    @for Sort { name, said, .. } in &SORTS {
                        li {
                            a href=(ask.with(ask.language, &[("sort", *name), ("page", "")]))
                                aria-current=[(*name == sort).then_some("true")] { (said(words)) }
                        }
                    }
                }
            }
            (form(ask, sort))
            p.soft { ((words.resorts)(total)) }
            @if reply.data.is_empty() {
                p { (words.none_match) }
            } @else {
                @if number == 1 { (nothing_ranked(words, order, &reply.data)) }
                (lists::table(ask, caption, &reply.data, ranks))
            }
            (turns(ask, number, total))
        };
        Ok(Content::new(words.rankings, format!("{}: {caption}", words.rankings), body)
            .carrying(reply.carries))
    }
}

/// Renders a notice if even the first row has no value to rank by.
fn nothing_ranked(words: &Words, order: &Sort, rows: &[ResortRow<'_>]) -> Markup {
    let Some(first) = rows.first().filter(|row| !order.by.ranks(row)) else { return html! {} };
    let said = match order.by {
        RankBasis::Snow(amount) if amount(first).is_some() => {
            (order.name == SNOWFALL).then_some(words.no_new_snow)
        }
        RankBasis::Snow(_) | RankBasis::Other(_) => Some(words.none_reported),
        RankBasis::Nothing => None,
    };
    html! { @if let Some(said) = said { p.note role="note" { (said) } } }
}

/// Returns the number of the requested page, from 1.
fn nth(ask: &Ask<'_>) -> Result<u32, OpError> {
    /// Larger than any list.
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

/// Returns the countries with resorts, sorted by name in the language of the page.
pub(crate) fn countries<'w>(ask: &Ask<'w>) -> Vec<(&'w str, &'w str)> {
    let mut codes: Vec<&'w str> = ask.view.resorts().map(|seen| seen.resort().country.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut named: Vec<_> = codes.into_iter().map(|code| (code, ask.words().country(code))).collect();
    named.sort_unstable_by_key(|(code, name)| (*name, *code));
    named
}

/// Renders links to the previous and the next page.
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
