//! A finished document: its text, its media type and its status.

/// Media type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// A document with its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Media type.
    pub media_type: &'static str,
    /// The whole document, UTF-8; of a file its text.
    pub html: String,
}
