//! What a caller named that is not on record, in words that are safe to repeat.

use conditions_core::text::excerpt;

/// Characters of a caller's text that an error repeats.
const LONGEST: usize = 80;

/// No resort of that slug, name or alias.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no resort `{asked}` is on record{}", did_you_mean(suggestions))]
pub struct UnknownResort {
    /// The text that was asked for, shortened.
    pub asked: String,
    /// Slugs that come near, nearest first, or the candidates of an ambiguous name.
    pub suggestions: Vec<String>,
}

/// No country with ski areas of that code or name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must be an ISO 3166-1 alpha-2 code or an English country name, not `{asked}`")]
pub struct UnknownCountry {
    /// The text that was asked for, shortened.
    pub asked: String,
}

/// `; did you mean alta, vail?`, or nothing without suggestions.
#[must_use]
pub fn did_you_mean(suggestions: &[String]) -> String {
    if suggestions.is_empty() { String::new() } else { format!("; did you mean {}?", suggestions.join(", ")) }
}

/// Text from a caller, short enough to be repeated in an error and without characters that cannot be seen.
#[must_use]
pub fn shortened(text: &str) -> String {
    excerpt(text, LONGEST)
}
