//! A finished document: its text, media type and status.

/// Media type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// A document with its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub media_type: &'static str,
    /// The complete document, UTF-8; for a file its text.
    pub html: String,
    /// Address of the page that answers the request instead.
    pub location: Option<String>,
}
