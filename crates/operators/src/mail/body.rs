//! The plain text of a message: its only text, or the first one of a message in parts, whatever it is coded in.
//!
//! An attachment and a message within the message are not what the sender says; text that only looks like HTML's is not guessed.

use mailparse::{DispositionType, ParsedMail};

/// Kinds of messages in parts whose first text is what the sender wrote.
const PARTS: [&str; 4] =
    ["multipart/alternative", "multipart/mixed", "multipart/related", "multipart/signed"];

/// The plain text of a message.
///
/// # Errors
/// What is wrong with its form.
pub(super) fn plain(message: &[u8]) -> Result<String, &'static str> {
    let parsed = mailparse::parse_mail(message).map_err(|_| "the message cannot be read as e-mail")?;
    let text = first_text(&parsed).ok_or("the message has no plain text; send it as text/plain")?;
    text.get_body().map_err(|_| "the message's text is coded in a broken way")
}

/// Depth first; how deep parts may stand in parts is bounded by the parser.
fn first_text<'m, 'b>(part: &'m ParsedMail<'b>) -> Option<&'m ParsedMail<'b>> {
    let kind = part.ctype.mimetype.as_str();
    if kind == "text/plain" {
        let is_attached = part.get_content_disposition().disposition == DispositionType::Attachment;
        return (!is_attached).then_some(part);
    }
    if PARTS.contains(&kind) { part.subparts.iter().find_map(first_text) } else { None }
}

#[cfg(test)]
mod tests;
