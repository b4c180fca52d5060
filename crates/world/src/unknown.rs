//! Errors for names that are not stored, with text that is safe to repeat.

use conditions_core::text::excerpt;

/// Maximum number of characters of a caller's text that an error repeats.
const LONGEST: usize = 80;

/// There is no resort with this slug, name or alias.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no resort `{asked}` is on record{}", did_you_mean(suggestions))]
pub struct UnknownResort {
    /// Requested text, shortened.
    pub asked: String,
    /// Similar slugs, nearest first, or the candidates of an ambiguous name.
    pub suggestions: Vec<String>,
}

/// There is no country with ski areas and this code or name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must be an ISO 3166-1 alpha-2 code or an English country name, not `{asked}`")]
pub struct UnknownCountry {
    /// Requested text, shortened.
    pub asked: String,
}

/// Returns `; did you mean alta, vail?`, or nothing without suggestions.
#[must_use]
pub fn did_you_mean(suggestions: &[String]) -> String {
    if suggestions.is_empty() { String::new() } else { format!("; did you mean {}?", suggestions.join(", ")) }
}

/// Shortens a caller's text for use in an error and removes invisible characters.
#[must_use]
pub fn shortened(text: &str) -> String {
    excerpt(text, LONGEST)
}
