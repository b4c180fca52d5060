//! `/compare`: two to four resorts side by side, with what is behind each number.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::compare_resorts::{Compared, Comparison, Dimension, Op, Valued};

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::{Show, kind, since, status};
use crate::words::Words;

/// The comparison.
pub(crate) struct Compare;

impl Page for Compare {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/compare", query: &["r"], led_to: LedTo::Head(|words| words.compare) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let form = html! {
            form.fields action=(ask.to("/compare")) {
                div {
                    label for="r" { (words.compare_how) }
                    input id="r" name="r" maxlength="400" required value=[ask.given("r")] placeholder="zermatt, verbier";
                }
                button { (words.show) }
            }
        };
        let Some(asked) = ask.given("r") else {
            return Ok(Content::new(words.compare, words.compare_how, form));
        };
        let reply = ask.run(&Op, &[("slugs", asked)]).map_err(named_here)?;
        let names: Vec<&str> = reply.data.resorts.iter().map(|row| row.name).collect();
        let body = html! { (table(ask, &reply.data)) (form) };
        let title = names.join(" – ");
        Ok(Content::new(title.clone(), format!("{}: {title}", words.compare), body).carrying(reply.carries))
    }
}

/// The argument has a shorter name in an address.
fn named_here(error: OpError) -> OpError {
    match error {
        OpError::InvalidArguments(mut problems) => {
            problems.iter_mut().for_each(|problem| "r".clone_into(&mut problem.argument));
            OpError::InvalidArguments(problems)
        }
        other => other,
    }
}

fn table(ask: &Ask<'_>, data: &Comparison<'_>) -> Markup {
    let words = ask.words();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.compare) {
            table {
                caption.unseen { (words.compare) }
                thead {
                    tr {
                        th scope="col" { (words.value) }
                        @for row in &data.resorts {
                            th scope="col" { a href=(ask.to_resort(row.slug)) { (row.name) } }
                        }
                    }
                }
                tbody { @for compared in &data.dimensions { (line(ask, data, compared)) } }
            }
        }
    }
}

fn line(ask: &Ask<'_>, data: &Comparison<'_>, compared: &Compared<'_>) -> Markup {
    let words = ask.words();
    html! {
        tr {
            th scope="row" { (title(words, compared.dimension)) }
            @for (valued, row) in compared.values.iter().zip(&data.resorts) {
                @let show = Show::new(words, ask.units, row.country);
                td {
                    @if valued.pro_required {
                        span.none { (words.pro) }
                    } @else if compared.dimension == Dimension::Status {
                        (status(words, row.status))
                    } @else {
                        (show.or_none(value(show, compared.dimension, valued)))
                        @if compared.winner == Some(valued.slug) { " " strong { (words.most) } }
                        @if compared.tied.contains(&valued.slug) { " " strong { (words.tie) } }
                    }
                    @if valued.words.is_some() {
                        small {
                            (kind(words, valued.source))
                            @if let Some(at) = valued.observed_at { ", " (since(words, at, ask.now)) }
                        }
                    }
                }
            }
        }
    }
}

fn value(show: Show, dimension: Dimension, valued: &Valued<'_>) -> Option<String> {
    match dimension {
        Dimension::Depth | Dimension::Snowfall24h | Dimension::Forecast7d | Dimension::Forecast14d => {
            valued.value.map(|cm| show.snow(cm))
        }
        Dimension::Summit | Dimension::Vertical => valued.value.map(|metres| show.metres(metres.get())),
        Dimension::LongestRun => valued.value.map(|km| format!("{}\u{a0}km", show.number(km.get(), 1))),
        Dimension::Score | Dimension::Lifts | Dimension::Runs => {
            valued.value.map(|number| show.number(number.get(), 0))
        }
        Dimension::Status | Dimension::SnowQuality => valued.words.clone(),
    }
}

const fn title(words: &Words, dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Score => words.score,
        Dimension::Status => words.status,
        Dimension::Depth => words.depth,
        Dimension::Snowfall24h => words.past_24h,
        Dimension::Forecast7d => words.next_7d,
        Dimension::Forecast14d => words.next_14d,
        Dimension::Lifts => words.lifts,
        Dimension::Runs => words.runs,
        Dimension::SnowQuality => words.quality,
        Dimension::Summit => words.elevation,
        Dimension::Vertical => words.vertical,
        Dimension::LongestRun => words.longest_run,
    }
}
