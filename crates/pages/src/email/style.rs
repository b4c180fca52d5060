//! Inline styles that the parts of an email share.

/// Fonts, for inline styles.
pub(super) const FONT: &str = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
/// Text colours of the light theme; the classes `in` and `so` are those of the dark one.
pub(super) const INK: &str = "#0f2233";
pub(super) const SOFT: &str = "#465a6b";
