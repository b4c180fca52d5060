//! Escaping of text in markup.

use maud::{Markup, html};

use crate::words::Words;

/// Escapes a text so that none of it is markup.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A fixed text of an operation in the language of the page; English, and marked as such, where no translation is known.
pub(crate) fn fixed(words: &Words, english: &str) -> Markup {
    match words.fixed(english) {
        Some(text) => html! { (text) },
        None if words.code == "en" => html! { (english) },
        None => html! { span lang="en" { (english) } },
    }
}
