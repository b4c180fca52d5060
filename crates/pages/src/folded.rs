//! Long lists show ten rows; the others are folded below them.

use maud::{Markup, html};

use crate::words::{Words, fill};

/// Rows that are shown unfolded.
pub(crate) const SHOWN: usize = 10;

/// Renders the first ten rows, and the others folded.
pub(crate) fn first_ten<T>(words: &Words, rows: &[T], render: impl Fn(&[T], &str) -> Markup) -> Markup {
    let (first, rest) = rows.split_at_checked(SHOWN).unwrap_or((rows, &[]));
    let more = fill(words.cards.more, &[("n", &rest.len().to_string())]);
    html! {
        (render(first, ""))
        @if !rest.is_empty() { details { summary { (more) } (render(rest, &more)) } }
    }
}

/// Renders an explanation of the computation, folded.
pub(crate) fn method(words: &Words, body: &Markup) -> Markup {
    html! { details.method { summary { (words.cards.how) } (body) } }
}

/// Names a part of a list for screen readers: two tables of one page have different names.
pub(crate) fn part_name(name: &str, part: &str) -> String {
    if part.is_empty() { name.to_owned() } else { format!("{name}: {part}") }
}
