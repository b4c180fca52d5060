//! What a caller named that is not on record, in words that are safe to repeat.

/// No resort of that slug, name or alias.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no resort `{asked}` is on record")]
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

/// Text from outside, short enough to be repeated in an error, without control characters.
#[must_use]
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(80).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
