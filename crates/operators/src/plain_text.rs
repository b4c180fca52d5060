//! Plain text for people and models: bounded, in one writing direction, without markup and invisible characters.
//!
//! Text is stored as written or rejected, never repaired: a repaired text would not be what the author wrote.

use conditions_core::text::is_hidden;

/// Reason why a text is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextProblem {
    /// Longer than this number of characters.
    TooLong(usize),
    /// Contains marks that change the writing direction, or characters without width.
    Invisible,
    /// Contains control characters, or line ends in a text of one line.
    Control,
    /// Contains text that a browser would treat as markup.
    Markup,
}

impl std::fmt::Display for TextProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLong(most) => write!(f, "is longer than {most} characters"),
            Self::Invisible => f.write_str("contains direction marks or characters without width"),
            Self::Control => f.write_str("contains control characters, or line ends in a single line"),
            Self::Markup => f.write_str("contains markup; only plain text is accepted"),
        }
    }
}

/// Bounds of a text.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Maximum number of characters.
    pub most: usize,
    /// Allows more than one line.
    pub lines: bool,
}

/// Returns the text without surrounding white space; `None` if it is empty.
///
/// # Errors
/// Returns a [`TextProblem`] if the text is rejected.
pub fn plain(text: &str, bounds: Bounds) -> Result<Option<String>, TextProblem> {
    // Checked first, so that a text of a megabyte costs only a comparison.
    if text.len() > bounds.most.saturating_mul(4) || text.chars().count() > bounds.most {
        return Err(TextProblem::TooLong(bounds.most));
    }
    if text.chars().any(is_hidden) {
        return Err(TextProblem::Invisible);
    }
    let is_line_end = |c: char| bounds.lines && matches!(c, '\n' | '\r');
    if text.chars().any(|c| c.is_control() && !is_line_end(c)) {
        return Err(TextProblem::Control);
    }
    let after = text.chars().skip(1).chain([' ']);
    let opens = |next: char| next.is_alphabetic() || matches!(next, '/' | '!' | '?');
    if text.chars().zip(after).any(|(c, next)| c == '<' && opens(next)) {
        return Err(TextProblem::Markup);
    }
    let trimmed = text.trim().replace("\r\n", "\n").replace('\r', "\n");
    Ok(Some(trimmed).filter(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests;
