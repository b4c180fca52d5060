//! Reports by e-mail, which are always drafts: the sender, as authenticated by the local mail server, and the labelled
//! lines of the plain text, as the whole message or as a part.
//!
//! `From` is written by the sender. It counts only if the local server has verified a DKIM signature of exactly that
//! domain, and stated so in the topmost `Authentication-Results` with its name: those below may have come with the
//! message.

use conditions_core::time::Timestamp;
use mailparse::{DispositionType, ParsedMail};

use crate::csv;
use crate::entry::{Entry, RawValue, Units};
use crate::problem::Problem;
use crate::report::{Field, Report};

/// Maximum number of bytes read of a message.
pub const LARGEST: usize = 256 * 1024;

/// Multipart types whose first text was written by the sender.
const PARTS: [&str; 4] =
    ["multipart/alternative", "multipart/mixed", "multipart/related", "multipart/signed"];

/// The relevant parts of a message.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Address in `From`, in lower case.
    pub from: String,
    /// Resort named in a line `Resort: …`.
    pub slug: Option<String>,
    pub report: Report,
    /// Identifier by which two deliveries of one message are recognised; empty without one.
    pub message_id: String,
}

/// Reason why a message is not accepted as a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailRejection {
    /// The message is malformed.
    Form(&'static str),
    /// `From` is not authenticated.
    Forged(&'static str),
    /// The lines are invalid; every problem is listed.
    Problems(Vec<Problem>),
}

/// Parses a message accepted by `server`, the name under which the local mail server writes its results.
///
/// # Errors
/// Returns a [`MailRejection`] if the message is malformed, not authenticated or invalid.
pub fn read(message: &[u8], server: &str, now: Timestamp) -> Result<Message, MailRejection> {
    if message.len() > LARGEST {
        return Err(MailRejection::Form("the message is larger than 256 KiB"));
    }
    let head = std::str::from_utf8(head(message))
        .map_err(|_| MailRejection::Form("the message's head is not UTF-8"))?;
    let head = head.replace("\r\n", "\n");
    let headers = unfolded(&head);
    let all = |name: &'static str| {
        headers.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    };
    let one = |name: &'static str| {
        let mut found = all(name);
        found.next().filter(|_| found.next().is_none())
    };
    let from = one("from")
        .and_then(address)
        .ok_or(MailRejection::Form("the message must have exactly one From with one address"))?;
    vouched(all("authentication-results").next(), server, &from)?;
    let body = plain_text(message).map_err(MailRejection::Form)?;
    let (slug, report) = lines(&body, now).map_err(MailRejection::Problems)?;
    Ok(Message { from, slug, report, message_id: one("message-id").unwrap_or_default().trim().to_owned() })
}

/// Returns the part before the first empty line.
fn head(message: &[u8]) -> &[u8] {
    let ends = [&b"\r\n\r\n"[..], b"\n\n"];
    let end = ends.iter().filter_map(|end| message.windows(end.len()).position(|bytes| bytes == *end)).min();
    message.get(..end.unwrap_or(message.len())).unwrap_or(message)
}

/// Returns the names (in lower case) and values of a head, with continued lines joined.
fn unfolded(head: &str) -> Vec<(String, String)> {
    let mut headers: Vec<(String, String)> = Vec::new();
    for line in head.lines() {
        if line.starts_with([' ', '\t'])
            && let Some((_, value)) = headers.last_mut()
        {
            value.push(' ');
            value.push_str(line.trim());
        } else if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    headers
}

/// Returns the only address of a `From`.
fn address(value: &str) -> Option<String> {
    let address = match value.rsplit_once('<') {
        Some((_, rest)) => rest.strip_suffix('>')?,
        None => value,
    };
    let address = address.trim().to_ascii_lowercase();
    let (user, domain) = address.split_once('@')?;
    let is_plain =
        |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b',' | b';' | b'<' | b'>' | b'"' | b'@');
    let is_one = !user.is_empty()
        && domain.contains('.')
        && [user, domain].iter().all(|part| part.bytes().all(is_plain));
    // A second address before the brackets would be shown to people in place of the relevant one.
    (is_one && value.matches('@').count() == 1).then_some(address)
}

/// Rejects a message that the local server has not authenticated.
fn vouched(results: Option<&str>, server: &str, from: &str) -> Result<(), MailRejection> {
    let results =
        results.ok_or(MailRejection::Forged("the local mail server has added no Authentication-Results"))?;
    let plain = without_comments(results);
    let mut parts = plain.split(';').map(str::trim);
    let named = parts.next().and_then(|part| part.split_whitespace().next()).unwrap_or_default();
    if !named.eq_ignore_ascii_case(server) {
        return Err(MailRejection::Forged(
            "the topmost Authentication-Results is not from the local mail server",
        ));
    }
    let domain = from.rsplit('@').next().unwrap_or_default();
    let is_good = |part: &str| {
        let words: Vec<String> = part.split_whitespace().map(str::to_ascii_lowercase).collect();
        let is_pass = words.first().is_some_and(|word| word == "dkim=pass");
        is_pass && words.iter().any(|word| word.strip_prefix("header.d=") == Some(domain))
    };
    if parts.any(is_good) {
        Ok(())
    } else {
        Err(MailRejection::Forged("no DKIM signature of the sender's domain passed"))
    }
}

/// Removes the comments of a header, which may contain text of the sender.
fn without_comments(value: &str) -> String {
    let mut depth = 0_u32;
    let kept = value.chars().filter(|c| match c {
        '(' => {
            depth += 1;
            false
        }
        ')' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    });
    kept.collect()
}

/// Returns the plain text of a message: its only text, or the first text of a multipart message, in any encoding.
///
/// Attachments and enclosed messages are not text of the sender. Text that only looks like HTML is not converted.
fn plain_text(message: &[u8]) -> Result<String, &'static str> {
    let parsed = mailparse::parse_mail(message).map_err(|_| "the message cannot be read as e-mail")?;
    let text = first_text(&parsed).ok_or("the message has no plain text; send it as text/plain")?;
    text.get_body().map_err(|_| "the text of the message cannot be decoded")
}

/// Searches depth first; the parser limits the nesting of parts.
fn first_text<'m, 'b>(part: &'m ParsedMail<'b>) -> Option<&'m ParsedMail<'b>> {
    let kind = part.ctype.mimetype.as_str();
    if kind == "text/plain" {
        let is_attached = part.get_content_disposition().disposition == DispositionType::Attachment;
        return (!is_attached).then_some(part);
    }
    if PARTS.contains(&kind) { part.subparts.iter().find_map(first_text) } else { None }
}

/// Parses lines `label: value` up to a signature or a quoted message. Other lines are for people.
fn lines(body: &str, now: Timestamp) -> Result<(Option<String>, Report), Vec<Problem>> {
    let mut entry = Entry::new(Units::Cm, now);
    let (mut slug, mut seen) = (None, Vec::new());
    for line in body.lines().take_while(|line| *line != "-- " && !line.starts_with('>')) {
        let Some((label, value)) = line.split_once([':', '：']) else { continue };
        let value = value.trim();
        let Some((column, units)) = csv::label(label) else { continue };
        if value.is_empty() {
            continue;
        }
        if seen.contains(&column) {
            entry.problem(label, "occurs twice");
            continue;
        }
        seen.push(column);
        match column {
            csv::Column::Slug => slug = Some(value.to_lowercase()),
            csv::Column::Of(field) if value == "-" && Field::MEASURES.contains(&field) => {
                entry.set_in(units, field, RawValue::NotMeasured);
            }
            csv::Column::Of(field) => {
                let (value, units) = unit_of(value, units, field);
                entry.set_in(units, field, RawValue::Text(value));
            }
        }
    }
    Ok((slug, entry.finish()?))
}

/// Splits a length such as `12 cm` or `5 in` into value and unit.
fn unit_of(value: &str, units: Units, field: Field) -> (&str, Units) {
    if !Field::MEASURES.contains(&field) {
        return (value, units);
    }
    match value.rsplit_once(' ') {
        Some((number, unit)) => Units::parse(unit).map_or((value, units), |units| (number.trim(), units)),
        None => (value, units),
    }
}

#[cfg(test)]
mod tests;
