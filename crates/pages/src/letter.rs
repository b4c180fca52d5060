//! The letter that tells alerts: one a person and day, as text and as a small page, in the account's language, with the evidence
//! of each. The same rows give the same bytes, so that every attempt sends the same letter.

use std::fmt::Write as _;

use accounts::alerts::{Evidence, Kind};
use chrono_tz::Tz;
use conditions_core::source::NamedKind;
use conditions_core::time::Timestamp;

use crate::quantity::{kind, number};
use crate::text::escaped;
use crate::words::{Language, Words};

/// Whose letters they are.
#[derive(Debug, Clone, Copy)]
pub struct Sender<'a> {
    /// The service's name.
    pub service: &'a str,
    /// Its base address, without a slash at its end.
    pub base_url: &'a str,
    /// The credit line of the service.
    pub credit: &'a str,
    /// All of its weather is made up.
    pub is_synthetic: bool,
    /// In which language they speak.
    pub language: Language,
}

impl Sender<'_> {
    const fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// The address of a page in the letter's language.
    fn to(&self, path: &str) -> String {
        format!("{}{}", self.base_url, self.language.address(path))
    }
}

/// One alert that fired.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// What it is about.
    pub kind: Kind,
    /// Slug of the resort.
    pub slug: &'a str,
    /// Its name; the slug where it is served no longer.
    pub name: &'a str,
    /// Its zone.
    pub zone: Tz,
    /// What fired the alert.
    pub evidence: &'a Evidence,
}

/// A letter, but for whom it goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    /// The subject.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The same as a page.
    pub html: String,
    /// Where letters are ended: by a `POST` at once, by a person with a button.
    pub unsubscribe: String,
}

/// Rows that a letter shows; the rest is counted.
const MOST_ROWS: usize = 40;

/// Path at which letters are ended; what it ends with is the account's token.
pub const UNSUBSCRIBE_PATH: &str = "/account/alerts/unsubscribe/";
/// Path at which letters are begun; what it ends with was sent in one letter alone.
pub const CONFIRM_PATH: &str = "/account/alerts/confirm/";
/// Path of the account's alerts.
pub const ALERTS_PATH: &str = "/account/alerts";

/// The letter with these rows, of which there is at least one.
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

/// The letter that asks whether alerts may go to an address. `secret` begins them, `token` ends them.
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

/// What an alert says, in one line.
#[must_use]
pub fn headline(language: Language, row: &Row<'_>) -> String {
    let (all, words) = (language.words(), language.words().personal);
    let Row { kind, name, evidence, .. } = row;
    let cm = evidence.cm.map(|cm| format!("{} cm", number(all, cm.get(), 1)));
    let day = evidence.day.map(all.day);
    match (kind, cm, day, evidence.days) {
        (Kind::Powder, Some(cm), ..) => (words.fallen)(name, &cm),
        (Kind::Opening, ..) => (words.opened)(name),
        (Kind::Bluebird, _, Some(day), _) => (words.clear)(name, &day),
        (Kind::Forecast, Some(cm), _, Some(days)) => (words.ahead)(name, &cm, usize::from(days)),
        // What a later version told in another way.
        _ => format!("{name}: {}", words.kind(*kind)),
    }
}

/// Where that comes from and since when, in the resort's own time.
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

/// An instant by the clock of a zone, which is named.
fn local(words: &Words, at: Timestamp, zone: Tz) -> String {
    let local = at.utc().with_timezone(&zone);
    format!("{}{}{}", (words.date)(local.date_naive()), words.comma, local.format("%H:%M %Z"))
}

/// Text and page, line by line the same.
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
        // A header is one line, whatever a resort is called.
        let subject = subject.chars().filter(|c| !c.is_control()).collect();
        Email { subject, text: self.text, html: self.html, unsubscribe }
    }
}

#[cfg(test)]
mod tests;
