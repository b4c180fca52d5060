//! The part of a page that answers a question in words: the answer, and below it where each of its numbers comes from.

use maud::{Markup, html};
use operations::OpError;
use operations::asking::Evidence;
use operations::ops::ask_snowdata::Op;
use world::credits::Carries;

use crate::ask::Ask;

/// Units that are shown as evidence: names and dates say where they come from by themselves.
const NAMES: [&str; 2] = ["text", "date"];

/// The answer to a question about a resort or about any; nothing where it has none, so that the page says what it says without.
///
/// # Errors
/// [`OpError`] for arguments that are wrong, such as a question that is too long.
pub(crate) fn part(
    ask: &Ask<'_>,
    question: &str,
    slug: Option<&str>,
) -> Result<Option<(Markup, Carries)>, OpError> {
    let given = [("question", Some(question)), ("slug", slug), ("locale", Some(ask.language.code()))];
    let pairs: Vec<(&str, &str)> = given.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
    let reply = ask.run(&Op, &pairs)?;
    let told = &reply.data;
    if !told.answerable {
        return Ok(None);
    }
    let numbers = told.evidence.iter().filter(|one| !NAMES.contains(&one.unit));
    let part = html! {
        p.lead lang=(told.language) { (told.answer) }
        ul.list { @for one in numbers { li { (line(one)) } } }
    };
    Ok(Some((part, reply.carries)))
}

fn line(one: &Evidence) -> Markup {
    html! {
        (one.shown) " "
        small {
            code { (one.operation) " " (one.pointer) }
            @if let Some(source) = &one.source { ", " (source) }
            @if let Some(at) = &one.observed_at { ", " (at) }
        }
    }
}
