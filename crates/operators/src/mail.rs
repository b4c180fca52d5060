//! A report as an e-mail, which is always a draft: whose message it is, by the word of the own mail server alone, and the labelled
//! lines of its plain text, alone or as a part.
//!
//! `From` is written by whoever sends. It counts where the own server has found a DKIM signature of the very domain good, and said
//! so in the topmost `Authentication-Results` of its name: those below may have come with the message.

use conditions_core::time::Timestamp;
use mailparse::{DispositionType, ParsedMail};

use crate::csv;
use crate::entry::{Entry, Raw, Units};
use crate::problem::Problem;
use crate::report::{Field, Report};

/// Bytes that are read of a message.
pub const LARGEST: usize = 256 * 1024;

/// Kinds of messages in parts whose first text is what the sender wrote.
const PARTS: [&str; 4] =
    ["multipart/alternative", "multipart/mixed", "multipart/related", "multipart/signed"];

/// A message as far as it counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The address of `From`, lower case.
    pub from: String,
    /// The resort that a line `Resort: …` names.
    pub slug: Option<String>,
    /// What it says.
    pub report: Report,
    /// What makes two deliveries of one message the same; empty without.
    pub message_id: String,
}

/// Why a message is no report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailRejection {
    /// Not to be read as a message.
    Form(&'static str),
    /// Nobody vouches for `From`.
    Forged(&'static str),
    /// Its lines: every problem.
    Problems(Vec<Problem>),
}

/// Reads a message that `server`, the name by which the own mail server signs its results, has taken in.
///
/// # Errors
/// [`MailRejection`].
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
        .ok_or(MailRejection::Form("the message has not one From with one address"))?;
    vouched(all("authentication-results").next(), server, &from)?;
    let body = plain_text(message).map_err(MailRejection::Form)?;
    let (slug, report) = lines(&body, now).map_err(MailRejection::Problems)?;
    Ok(Message { from, slug, report, message_id: one("message-id").unwrap_or_default().trim().to_owned() })
}

/// What stands before the first empty line.
fn head(message: &[u8]) -> &[u8] {
    let ends = [&b"\r\n\r\n"[..], b"\n\n"];
    let end = ends.iter().filter_map(|end| message.windows(end.len()).position(|bytes| bytes == *end)).min();
    message.get(..end.unwrap_or(message.len())).unwrap_or(message)
}

/// Names, lower case, and values of a head, continued lines joined.
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

/// The one address of a `From`.
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
    // A second address before the brackets would be shown to people in place of the one that counts.
    (is_one && value.matches('@').count() == 1).then_some(address)
}

/// Refuses a message that the own server does not vouch for.
fn vouched(results: Option<&str>, server: &str, from: &str) -> Result<(), MailRejection> {
    let results = results.ok_or(MailRejection::Forged("the own mail server says nothing of the sender"))?;
    let plain = without_comments(results);
    let mut parts = plain.split(';').map(str::trim);
    let named = parts.next().and_then(|part| part.split_whitespace().next()).unwrap_or_default();
    if !named.eq_ignore_ascii_case(server) {
        return Err(MailRejection::Forged(
            "the topmost Authentication-Results is not of the own mail server",
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

/// A header without its comments, in which a sender's words may stand.
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

/// Returns the plain text of a message: its only text, or the first text of a message in parts, in any encoding.
///
/// An attachment or an enclosed message is not what the sender says. Text that only looks like HTML is not guessed.
fn plain_text(message: &[u8]) -> Result<String, &'static str> {
    let parsed = mailparse::parse_mail(message).map_err(|_| "the message cannot be read as e-mail")?;
    let text = first_text(&parsed).ok_or("the message has no plain text; send it as text/plain")?;
    text.get_body().map_err(|_| "the message's text is coded in a broken way")
}

/// Depth first; the parser bounds how deeply parts may be nested.
fn first_text<'m, 'b>(part: &'m ParsedMail<'b>) -> Option<&'m ParsedMail<'b>> {
    let kind = part.ctype.mimetype.as_str();
    if kind == "text/plain" {
        let is_attached = part.get_content_disposition().disposition == DispositionType::Attachment;
        return (!is_attached).then_some(part);
    }
    if PARTS.contains(&kind) { part.subparts.iter().find_map(first_text) } else { None }
}

/// Lines `label: value` up to a signature or a quoted message. Other lines are for people.
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
            entry.problem(label, "is said twice");
            continue;
        }
        seen.push(column);
        match column {
            csv::Column::Slug => slug = Some(value.to_lowercase()),
            csv::Column::Of(field) if value == "-" && Field::MEASURES.contains(&field) => {
                entry.set_in(units, field, Raw::NotMeasured);
            }
            csv::Column::Of(field) => {
                let (value, units) = unit_of(value, units, field);
                entry.set_in(units, field, Raw::Text(value));
            }
        }
    }
    Ok((slug, entry.finish()?))
}

/// `12 cm` and `5 in` where a length is wanted.
fn unit_of(value: &str, units: Units, field: Field) -> (&str, Units) {
    if !Field::MEASURES.contains(&field) {
        return (value, units);
    }
    match value.rsplit_once(' ') {
        Some((number, unit)) => Units::of(unit).map_or((value, units), |units| (number.trim(), units)),
        None => (value, units),
    }
}

#[cfg(test)]
mod tests;
