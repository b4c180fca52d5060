//! `/rankings`: every resort, sorted and filtered by the address, so that a link preserves the result.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::find_resorts_by_criteria::Op;
use operations::shapes::ResortRow;
use world::credits::SourceFamilies;
use world::place::{Place, Region, is_called};

use crate::ask::Ask;
use crate::lists::{self, Column, shared_ranks};
use crate::page::{Content, LedTo, Meta, Page};
use crate::symbols::Symbol;
use crate::words::Words;

/// Rows of a page.
const ROWS: usize = 25;
/// Rows of one request: the maximum of the operation.
const REQUESTED: usize = 500;
/// Value of `measured` that leaves out modelled values.
const ONLY: &str = "1";

/// An order of resorts.
struct Sort {
    /// The operation's name for it.
    name: &'static str,
    /// The text for people.
    said: fn(&Words) -> &'static str,
    column: Column,
    /// Whether the order is a ranking.
    is_ranking: bool,
}

/// Every order; the first is the default, and the first three are buttons.
const SORTS: [Sort; 6] = [
    Sort { name: "snowfall", said: |words| words.past_24h, column: Column::Past24h, is_ranking: true },
    Sort { name: "forecast", said: |words| words.next_7d, column: Column::Next7d, is_ranking: true },
    Sort { name: "depth", said: |words| words.depth, column: Column::Depth, is_ranking: true },
    Sort { name: "score", said: |words| words.by_score, column: Column::Score, is_ranking: true },
    Sort { name: "elevation", said: |words| words.by_elevation, column: Column::Elevation, is_ranking: true },
    Sort { name: "name", said: |words| words.by_name, column: Column::Depth, is_ranking: false },
];
const BUTTONS: usize = 3;

impl Sort {
    /// Returns the heading of the ranking.
    fn title(&self, words: &Words) -> &'static str {
        match (self.is_ranking, self.column) {
            (true, Column::Past24h) => words.lists().most_past,
            (true, Column::Next7d) => words.lists().most_next,
            (true, Column::Depth) => words.lists().deepest,
            _ => words.rankings,
        }
    }

    /// Returns whether a row belongs to the list: a list of new snow omits rows without any.
    fn lists(&self, row: &ResortRow<'_>) -> bool {
        self.column != Column::Past24h || self.column.rank_value(row).is_some()
    }
}

/// The rows of a ranking, with their ranks.
struct RankingRows<'w> {
    rows: Vec<ResortRow<'w>>,
    ranks: Vec<Option<usize>>,
    /// Number of rows that are left out because they lack new snow.
    without: usize,
    carries: SourceFamilies,
}

pub(crate) struct Rankings;

impl Page for Rankings {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/rankings",
            query: &["sort", "region", "country", "state", "pass", "measured", "page"],
            led_to: LedTo::Head(Symbol::Rank, |words| words.rankings),
        }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let [usual, ..] = &SORTS;
        let name = ask.given("sort").unwrap_or(usual.name);
        let sort = SORTS.iter().find(|sort| sort.name == name).unwrap_or(usual);
        let number = nth(ask)?;
        let listed = full_list(ask, name, sort)?;
        let title = title(ask, sort)?;
        let first = ROWS * (number - 1);
        let rows = listed.rows.get(first..).unwrap_or_default();
        let rows = rows.get(..ROWS).unwrap_or(rows);
        let ranks = listed.ranks.get(first..).unwrap_or_default();
        let body = html! {
            (buttons(ask, name))
            (form(ask, name))
            @if let Some(notice) = notice(words, sort, &listed) { p.note.card role="note" { (notice) } }
            @if rows.is_empty() && listed.without == 0 {
                p.card { (words.none_match) }
            } @else if !rows.is_empty() {
                section.card aria-label=(title) {
                    (lists::table(ask, &title, rows, sort.column, sort.is_ranking.then_some(ranks)))
                    @if listed.without > 0 && first + rows.len() == listed.rows.len() {
                        p.soft { ((words.lists().list_ends)(listed.without)) }
                    }
                }
            }
            (turns(ask, number, rows.len(), listed.rows.len()))
        };
        let mut content =
            Content::new(title.clone(), format!("{title}. {}", count_text(ask, sort, &listed)), body)
                .carrying(listed.carries);
        content.heading = Some(html! {
            div.lead { h1 { (title) } p.soft { (count_text(ask, sort, &listed)) } }
        });
        Ok(content)
    }
}

/// Returns the rows of the whole list in their order.
fn full_list<'w>(ask: &Ask<'w>, name: &str, sort: &Sort) -> Result<RankingRows<'w>, OpError> {
    let filters =
        ask.pairs(&[("region", "region"), ("country", "country"), ("state", "state"), ("pass", "pass")]);
    let is_measured = measured_only(ask)?;
    let (mut rows, mut carries) = (Vec::new(), SourceFamilies::NOTHING);
    loop {
        let (limit, offset) = (REQUESTED.to_string(), rows.len().to_string());
        let given = [("sort", name), ("limit", limit.as_str()), ("offset", offset.as_str())];
        let pairs: Vec<(&str, &str)> = given.into_iter().chain(filters.iter().copied()).collect();
        let reply = ask.run(&Op, &pairs)?;
        carries = carries.and(reply.carries);
        let total = reply.page.map_or(0, |page| page.total);
        let is_last = reply.data.is_empty();
        rows.extend(reply.data);
        if is_last || rows.len() >= total {
            break;
        }
    }
    rows.retain(|row| !is_measured || source(ask, sort, row) == Some(true));
    let all = rows.len();
    // If no resort reports new snow, that is not known to be none.
    if rows.iter().any(|row| row.snowfall24h_cm.is_some()) {
        rows.retain(|row| sort.lists(row));
    }
    let ranks = shared_ranks(&rows, sort.column);
    Ok(RankingRows { without: all - rows.len(), rows, ranks, carries })
}

/// Returns whether the sorted value of a row is measured or modelled; `None` without a value, and for values that have
/// neither source.
fn source(ask: &Ask<'_>, sort: &Sort, row: &ResortRow<'_>) -> Option<bool> {
    let field = sort.column.field(&ask.view.of_slug(row.slug)?)?;
    field.value?;
    if field.source.is_modelled() { Some(false) } else { field.source.is_measured().then_some(true) }
}

/// Returns whether modelled values are left out.
fn measured_only(ask: &Ask<'_>) -> Result<bool, OpError> {
    match ask.given("measured") {
        None => Ok(false),
        Some(ONLY) => Ok(true),
        Some(_) => Err(OpError::argument("measured", format!("must be {ONLY}, or left out"))),
    }
}

/// Returns the number of resorts, and how many of them are measured or modelled.
fn count_text(ask: &Ask<'_>, sort: &Sort, listed: &RankingRows<'_>) -> String {
    let words = ask.words();
    let count =
        |is_measured| listed.rows.iter().filter(|row| source(ask, sort, row) == Some(is_measured)).count();
    match sort.column {
        Column::Past24h | Column::Depth => {
            (words.lists().measured_modelled)(listed.rows.len(), count(true), count(false))
        }
        Column::Next7d => {
            format!("{}{}{}", (words.resorts)(listed.rows.len()), words.comma, words.lists().by_models)
        }
        Column::Score | Column::Elevation => (words.resorts)(listed.rows.len()),
    }
}

/// Returns the heading: the order, and the place if one is chosen.
fn title(ask: &Ask<'_>, sort: &Sort) -> Result<String, OpError> {
    let words = ask.words();
    let region = ask.given("region").and_then(|tag| Region::ALL.into_iter().find(|one| one.tag() == tag));
    let country = Place::new(None, ask.given("country")).map_err(OpError::from)?.country;
    let state = state(ask)?.map(|state| words.state(state));
    let here = [state, country.map(|code| words.country(code)), region.map(|region| words.region(region))];
    let mut title = sort.title(words).to_owned();
    for name in here.into_iter().flatten() {
        title = format!("{title}{}{name}", words.comma);
    }
    Ok(title)
}

/// Returns the chosen state by its name in the catalogue.
fn state<'w>(ask: &Ask<'w>) -> Result<Option<&'w str>, OpError> {
    let Some(asked) = ask.given("state") else { return Ok(None) };
    let known = ask
        .view
        .resorts()
        .find_map(|seen| seen.resort().state.as_deref().filter(|state| is_called(state, asked)));
    let unknown = || OpError::argument("state", "names no state, province or canton with a resort on record");
    known.ok_or_else(unknown).map(Some)
}

/// Returns the notice of a list in which nothing is ranked.
fn notice(words: &Words, sort: &Sort, listed: &RankingRows<'_>) -> Option<&'static str> {
    let is_ranked = listed.ranks.iter().any(Option::is_some);
    if !sort.is_ranking || is_ranked || listed.rows.is_empty() && listed.without == 0 {
        return None;
    }
    Some(if listed.without > 0 { words.lists().no_new_snow } else { words.none_reported })
}

/// Returns the number of the requested page, from 1.
fn nth(ask: &Ask<'_>) -> Result<usize, OpError> {
    /// Larger than any list.
    const MOST: usize = 1_000;
    let Some(text) = ask.given("page") else { return Ok(1) };
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| OpError::argument("page", format!("must be a number from 1 to {MOST}")))
}

/// Renders the most requested orders as buttons.
fn buttons(ask: &Ask<'_>, current: &str) -> Markup {
    let words = ask.words();
    html! {
        nav.seg.fill.screen aria-label=(words.sort_by) {
            @for Sort { name, said, .. } in SORTS.iter().take(BUTTONS) {
                a href=(ask.with(ask.language, &[("sort", *name), ("page", "")]))
                    aria-current=[(*name == current).then_some("true")] { (said(words)) }
            }
        }
    }
}

fn form(ask: &Ask<'_>, sort: &str) -> Markup {
    let (words, lists) = (ask.words(), ask.words().lists());
    let given = |name: &str| ask.given(name).unwrap_or_default();
    let option = |value: &str, chosen: bool, name: &str| {
        html! { option value=(value) selected[chosen] { (name) } }
    };
    let field = |id: &str, label: &str, options: Markup| {
        html! { p { label.soft for=(id) { (label) } select id=(id) name=(id) { (options) } } }
    };
    html! {
        details.card.filter.screen {
            summary { (lists.other_filter) }
            form.fields action=(ask.to("/rankings")) {
                @if let Some(state) = ask.given("state") { input type="hidden" name="state" value=(state); }
                (field("region", words.region, html! {
                    (option("", given("region").is_empty(), words.all))
                    @for region in Region::ALL {
                        (option(region.tag(), given("region") == region.tag(), words.region(region)))
                    }
                }))
                (field("country", words.country, html! {
                    (option("", given("country").is_empty(), words.all))
                    @for (code, name) in countries(ask) { (option(code, given("country").eq_ignore_ascii_case(code), name)) }
                }))
                (field("pass", words.passes, html! {
                    (option("", given("pass").is_empty(), words.all))
                    @for pass in ask.view.passes().iter() { (option(&pass.id, given("pass") == pass.id, &pass.name)) }
                }))
                (field("sort", lists.order, html! {
                    @for Sort { name, said, .. } in &SORTS { (option(name, *name == sort, said(words))) }
                }))
                p {
                    label.tick for="measured" {
                        input id="measured" type="checkbox" name="measured" value=(ONLY) checked[given("measured") == ONLY];
                        " " (lists.measured_only)
                    }
                }
                button { (words.show) }
            }
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

/// Renders the position in the list, and links to the previous and the next page.
fn turns(ask: &Ask<'_>, number: usize, shown: usize, total: usize) -> Markup {
    let words = ask.words();
    let to = |number: usize| ask.with(ask.language, &[("page", &number.to_string())]);
    let first = ROWS * (number - 1);
    let has_next = first + shown < total;
    html! {
        @if shown > 0 && (number > 1 || has_next) {
            nav.row.turn.screen aria-label=(words.page_turns) {
                span.soft { ((words.lists().rows)(first + 1, first + shown, total)) }
                @if number > 1 { a.button.quiet rel="prev" href=(to(number - 1)) { (words.previous) } }
                @if has_next { a.button.quiet rel="next" href=(to(number + 1)) { (words.next) } }
            }
        } @else if shown == 0 && number > 1 {
            p { a href=(to(1)) { (words.previous) } }
        }
    }
}
