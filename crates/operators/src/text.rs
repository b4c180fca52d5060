//! Plain text that people and models may read: bounded, of one direction, without markup and without what cannot be seen.
//!
//! Text is kept as it was written or refused, never repaired: a repaired text is nobody's words.

use conditions_core::text::is_hidden;

/// Why a text is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextProblem {
    /// Longer than so many characters.
    TooLong(usize),
    /// Marks that turn the direction of writing, or characters without width.
    Invisible,
    /// Control characters, or line ends in a text of one line.
    Control,
    /// What a browser would take for markup.
    Markup,
}

impl std::fmt::Display for TextProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLong(most) => write!(f, "is longer than {most} characters"),
            Self::Invisible => f.write_str("holds direction marks or characters without width"),
            Self::Control => f.write_str("holds control characters or line ends where one line is wanted"),
            Self::Markup => f.write_str("holds markup; plain text alone is taken"),
        }
    }
}

/// A text's bounds.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The most characters.
    pub most: usize,
    /// Whether it may have more than one line.
    pub lines: bool,
}

/// The text without the white space around it; `None` when nothing is left.
///
/// # Errors
/// [`TextProblem`].
pub fn plain(text: &str, bounds: Bounds) -> Result<Option<String>, TextProblem> {
    // Before anything else is looked at: a text of a megabyte costs a comparison.
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
