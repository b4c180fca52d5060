//! The alert email: one per person and day, as text and as a small page, in the account's language, with the evidence
//! of each alert. Equal rows produce equal bytes, so that every attempt sends the same email.

use std::fmt::Write as _;

use accounts::alerts::{Evidence, Kind};
use chrono_tz::Tz;
use conditions_core::source::NamedKind;
use conditions_core::time::Timestamp;

use crate::quantity::{kind, number};
use crate::text::escaped;
use crate::words::{Language, Words};

/// Sender of emails.
#[derive(Debug, Clone, Copy)]
pub struct Sender<'a> {
    /// Name of the service.
    pub service: &'a str,
    /// Base address of the service, without a trailing slash.
    pub base_url: &'a str,
    /// The credit line of the service.
    pub credit: &'a str,
    /// Whether all weather is synthetic.
    pub is_synthetic: bool,
    /// Language of the emails.
    pub language: Language,
}

impl Sender<'_> {
    const fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// Returns the address of a page in the email's language.
    fn to(&self, path: &str) -> String {
        format!("{}{}", self.base_url, self.language.address(path))
    }
}

/// A fired alert.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// Type of the alert.
    pub kind: Kind,
    /// Slug of the resort.
    pub slug: &'a str,
    /// Name of the resort; the slug if the service no longer has it.
    pub name: &'a str,
    /// Time zone of the resort.
    pub zone: Tz,
    /// Evidence that fired the alert.
    pub evidence: &'a Evidence,
}

/// An email without its recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    pub subject: String,
    pub text: String,
    /// The text as an HTML page.
    pub html: String,
    /// Address for unsubscribing: immediately by `POST`, with a button for people.
    pub unsubscribe: String,
}

/// Maximum number of rows in an email; the rest is only counted.
const MOST_ROWS: usize = 40;

/// Path prefix for unsubscribing, followed by the account's token.
pub const UNSUBSCRIBE_PATH: &str = "/account/alerts/unsubscribe/";
/// Path prefix for confirming an address, followed by a secret from the confirmation email.
pub const CONFIRM_PATH: &str = "/account/alerts/confirm/";
/// Path of the account's alerts.
pub const ALERTS_PATH: &str = "/account/alerts";

/// Builds the alert email with these rows, of which there must be at least one.
#[must_use]
pub fn of_alerts(from: Sender<'_>, rows: &[Row<'_>], token: &str) -> Email {
    let (words, language) = (from.words().personal, from.language);
    let unsubscribe = from.to(&format!("{UNSUBSCRIBE_PATH}{token}"));
    let subject = match rows {
        [row] => headline(language, row),
        [row, ..] => (words.and_more)(&headline(language, row), rows.len() - 1),
        [] => words.alerts.to_owned(),
    };
    let mut paper = EmailBody::new(from);
    for row in rows.iter().take(MOST_ROWS) {
        let url = from.to(&format!("/resorts/{}", row.slug));
        paper.item(&headline(language, row), &evidence(language, row), &url);
    }
    if let Some(more) = rows.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        paper.line(&(words.more_listed)(more));
    }
    paper.link(words.see_alerts, &from.to(ALERTS_PATH));
    paper.link(words.no_more, &unsubscribe);
    paper.line(words.daily);
    paper.sealed(subject, unsubscribe)
}

/// Builds the email that asks for permission to send alerts to an address. `secret` confirms, `token` unsubscribes.
#[must_use]
pub fn of_asking(from: Sender<'_>, secret: &str, token: &str) -> Email {
    let words = from.words().personal;
    let unsubscribe = from.to(&format!("{UNSUBSCRIBE_PATH}{token}"));
    let mut paper = EmailBody::new(from);
    paper.line(&(words.asking)(from.service));
    paper.link(words.begin, &from.to(&format!("{CONFIRM_PATH}{secret}")));
    paper.line(words.asking_foot);
    paper.sealed((words.asking_subject)(from.service), unsubscribe)
}

/// Describes an alert in one line.
#[must_use]
pub fn headline(language: Language, row: &Row<'_>) -> String {
    let (all, words) = (language.words(), language.words().personal);
    let Row { kind, name, evidence, .. } = row;
    let cm = evidence
        .cm
        .map(|cm| format!("{}{}cm", number(all, cm.get(), 1), if all.is_japanese() { "" } else { " " }));
    let day = evidence.day.map(all.day);
    match (kind, cm, day, evidence.days) {
        (Kind::Powder, Some(cm), ..) => (words.fallen)(name, &cm),
        (Kind::Opening, ..) => (words.opened)(name),
        (Kind::Bluebird, _, Some(day), _) => (words.clear)(name, &day),
        (Kind::Forecast, Some(cm), _, Some(days)) => (words.ahead)(name, &cm, usize::from(days)),
        // An alert stored by a later version in another form.
        _ => format!("{name}: {}", words.kind(*kind)),
    }
}

/// Describes the source and the time of the evidence, in the resort's local time.
#[must_use]
pub fn evidence(language: Language, row: &Row<'_>) -> String {
    let (all, words) = (language.words(), language.words().personal);
    let Evidence { source, observed_at, .. } = row.evidence;
    let at = local(all, *observed_at, row.zone);
    match row.kind {
        Kind::Powder | Kind::Opening => {
            let source =
                NamedKind::from_name(source).map_or(source.as_str(), |named| kind(all, named.kind()));
            (words.reported)(source, &at)
        }
        Kind::Bluebird | Kind::Forecast => (words.computed)(&at),
    }
}

/// Formats a time in a zone, with the zone's name.
fn local(words: &Words, at: Timestamp, zone: Tz) -> String {
    let local = at.utc().with_timezone(&zone);
    format!("{}{}{}", (words.date)(local.date_naive()), words.comma, local.format("%H:%M %Z"))
}

/// Text and HTML of an email, line by line.
struct EmailBody<'a> {
    from: Sender<'a>,
    text: String,
    html: String,
}

impl<'a> EmailBody<'a> {
    fn new(from: Sender<'a>) -> Self {
        let mut paper = Self { from, text: String::new(), html: String::new() };
        // Writing to a string cannot fail.
        let _ = write!(
            paper.html,
            "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><body style=\"font:16px/1.5 sans-serif;max-width:36em;margin:1em auto\">",
            from.language.code()
        );
        if from.is_synthetic {
            paper.line(from.words().synthetic_says);
        }
        paper
    }

    fn line(&mut self, line: &str) {
        let _ = write!(self.text, "{line}\r\n\r\n");
        let _ = write!(self.html, "<p>{}</p>", escaped(line));
    }

    fn item(&mut self, headline: &str, evidence: &str, url: &str) {
        let _ = write!(self.text, "{headline}\r\n  {evidence}\r\n  {url}\r\n\r\n");
        let (headline, evidence, url) = (escaped(headline), escaped(evidence), escaped(url));
        let _ = write!(
            self.html,
            "<p><a href=\"{url}\"><strong>{headline}</strong></a><br><small>{evidence}</small></p>"
        );
    }

    fn link(&mut self, words: &str, url: &str) {
        let _ = write!(self.text, "{words}: {url}\r\n\r\n");
        let _ = write!(self.html, "<p><a href=\"{}\">{}</a></p>", escaped(url), escaped(words));
    }

    fn sealed(mut self, subject: String, unsubscribe: String) -> Email {
        let credit = self.from.credit;
        self.link(credit, self.from.base_url);
        self.html.push_str("</body></html>");
        // A header is a single line, whatever the name of a resort contains.
        let subject = subject.chars().filter(|c| !c.is_control()).collect();
        Email { subject, text: self.text, html: self.html, unsubscribe }
    }
}

#[cfg(test)]
mod tests;
