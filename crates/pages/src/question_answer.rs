//! The answer to a question in words, followed by the source of each of its numbers: the operation with its arguments,
//! as a link to the data, and the pointer into them.

use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operations::asking::{Evidence, EvidenceSource};
use operations::ops::ask_snowdata::{Op, QuestionAnswer};
use operations::{API_PREFIX, OPERATIONS, OpError};
use world::credits::SourceFamilies;

use crate::ask::{Ask, encoded};
use crate::quantity::{Units, age, kind, since};

/// Units that are not numbers: names and dates need no source.
const NAMES: [&str; 2] = ["text", "date"];

/// Renders the answer to a question that any resort may be about; returns `None` without an answer, so that the page
/// shows its usual content.
///
/// # Errors
/// Returns an [`OpError`] if arguments are invalid, for example if a question is too long.
pub(crate) fn part(ask: &Ask<'_>, question: &str) -> Result<Option<(Markup, SourceFamilies)>, OpError> {
    let reply = ask.run(&Op, &[("question", question), ("locale", &locale(ask))])?;
    let told = &reply.data;
    if !told.answerable {
        return Ok(None);
    }
    let part = html! { p.lead lang=(told.language) { (told.answer) } (evidence(ask, told)) };
    Ok(Some((part, reply.carries)))
}

/// Returns the page's language, with the country whose units were requested.
pub(crate) fn locale(ask: &Ask<'_>) -> String {
    let country = if ask.units == Some(Units::Imperial) { "-US" } else { "" };
    format!("{}{country}", ask.language.code())
}

/// Renders the numbers of an answer with their sources.
pub(crate) fn evidence(ask: &Ask<'_>, told: &QuestionAnswer<'_>) -> Markup {
    let numbers: Vec<&Evidence> = told.evidence.iter().filter(|one| !NAMES.contains(&one.unit)).collect();
    html! {
        @if !numbers.is_empty() {
            section {
                h2 { (ask.words().asking.evidence) }
                ul.list { @for one in numbers { li { (line(ask, one)) } } }
            }
        }
    }
}

fn line(ask: &Ask<'_>, one: &Evidence) -> Markup {
    let words = ask.words();
    let at = one.observed_at.as_deref().and_then(Timestamp::parse);
    let (source, at) = match &one.source {
        Some(EvidenceSource::Kind(named)) => (Some(kind(words, named.kind())), age(named.kind(), at)),
        Some(EvidenceSource::Other(name)) => (Some(name.as_str()), at),
        None => (None, at),
    };
    html! {
        strong { (one.shown) } " "
        small {
            @match address(one) {
                Some(address) => { a href=(address) { code { (one.operation) } } }
                None => { code { (one.operation) } }
            }
            " " code { (one.pointer) }
            @if let Some(source) = source { (words.comma) (source) }
            @if let Some(at) = at { (words.comma) (since(words, at, ask.now)) }
        }
    }
}

/// Returns the address of the data with a number; `None` for an operation without an endpoint.
fn address(one: &Evidence) -> Option<String> {
    let operation = OPERATIONS.iter().find(|known| known.meta().name == one.operation)?;
    let mut path = operation.meta().path.to_owned();
    let mut query = Vec::new();
    for (name, value) in &one.arguments {
        let place = format!("{{{name}}}");
        if path.contains(&place) {
            path = path.replace(&place, &encoded(value));
        } else {
            query.push(format!("{name}={}", encoded(value)));
        }
    }
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    (operation.meta().has_endpoint() && !path.contains('{')).then(|| format!("{API_PREFIX}{path}{query}"))
}
