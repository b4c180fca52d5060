//! The error page: for invalid arguments, unknown names, and unknown addresses.

use maud::{Markup, html};
use operations::OpError;
use world::Tier;

use crate::ask::Ask;
use crate::page::Content;

/// Maximum number of suggestions.
const MOST: usize = 8;

/// A page in place of the requested one, with its status.
pub(crate) struct RefusalPage {
    pub(crate) status: u16,
    pub(crate) content: Content,
}

/// Returns the page for a failed request, with its status.
pub(crate) fn from_error(ask: &Ask<'_>, error: &OpError) -> RefusalPage {
    let words = ask.words();
    let (status, body) = match error {
        OpError::InvalidArguments(problems) => {
            let list = html! {
                p.lead { (words.reading.not_accepted) }
                ul.entries {
                    @for problem in problems { li { code { (problem.argument) } ": " samp lang="en" { (problem.message) } } }
                }
            };
            (400, list)
        }
        OpError::ResortNotFound { asked, suggestions } => {
            (404, html! { p.lead { ((words.no_hit)(asked)) } (suggestion_list(ask, suggestions)) })
        }
        OpError::NotFound { asked, .. } => (404, html! { p.lead { ((words.no_hit)(asked)) } }),
        OpError::Denied { has, .. } => {
            (if *has == Tier::Anonymous { 401 } else { 403 }, html! { p.lead { (words.denied) } })
        }
        OpError::Scope { .. } => (403, html! { p.lead { (words.denied) } }),
        OpError::Full { .. } => (409, html! { p.lead { (words.account.full) } }),
        OpError::Unread => (503, html! { p.lead { (words.account.busy) } }),
    };
    RefusalPage { status, content: Content::new(words.error_title, words.error_title, body) }
}

/// Renames the argument of an error to its name in the address.
pub(crate) fn renamed(error: OpError, theirs: &str, ours: &str) -> OpError {
    match error {
        OpError::InvalidArguments(mut problems) => {
            let own = problems.iter_mut().filter(|problem| problem.argument == theirs);
            own.for_each(|problem| ours.clone_into(&mut problem.argument));
            OpError::InvalidArguments(problems)
        }
        other => other,
    }
}

/// Returns the page for an unknown address.
pub(crate) fn not_found(ask: &Ask<'_>) -> RefusalPage {
    let words = ask.words();
    let last = ask.path.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    let near: Vec<String> = ask.view.names().suggest(last).into_iter().map(str::to_owned).collect();
    let body = html! { p.lead { (words.not_found) } (suggestion_list(ask, &near)) };
    RefusalPage { status: 404, content: Content::new(words.error_title, words.not_found, body) }
}

/// Renders resorts by slug, as links.
fn suggestion_list(ask: &Ask<'_>, slugs: &[String]) -> Markup {
    let known: Vec<_> = slugs.iter().filter_map(|slug| ask.view.of_slug(slug)).take(MOST).collect();
    html! {
        @if !known.is_empty() {
            section {
                h2 { (ask.words().did_you_mean) }
                ul.tags {
                    @for seen in known {
                        li { a href=(ask.to_resort(&seen.resort().slug)) { (seen.resort().name) } }
                    }
                }
            }
        }
    }
}
