//! Error messages for people: one line, the consequence first, then its cause.

use std::error::Error;

/// Formats an error and its causes on one line. A cause that the text already names is not repeated.
#[must_use]
pub fn one_line(error: impl Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.contains(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text.replace('\n', " ")
}
