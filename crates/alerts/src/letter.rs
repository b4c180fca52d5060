//! The letter that tells alerts: one a person and day, as text and as a small page, with the evidence of each. The same rows
//! give the same bytes, so that every attempt sends the same letter.

use std::fmt::Write as _;

use chrono_tz::Tz;

use crate::alert::Kind;
use crate::news::Evidence;

/// Whose letters they are.
#[derive(Debug, Clone, Copy)]
pub struct From<'a> {
    /// The service's name.
    pub service: &'a str,
    /// Its base address, without a slash at its end.
    pub base_url: &'a str,
    /// The credit line of the service.
    pub credit: &'a str,
    /// All of its weather is made up.
    pub is_synthetic: bool,
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
pub struct Letter {
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
pub fn of_alerts(from: From<'_>, rows: &[Row<'_>], token: &str) -> Letter {
    let unsubscribe = format!("{}{UNSUBSCRIBE_PATH}{token}", from.base_url);
    let subject = match rows {
        [row] => headline(row),
        [row, ..] => format!("{} and {} more", headline(row), rows.len() - 1),
        [] => "No alert".to_owned(),
    };
    let mut paper = Paper::new(from);
    for row in rows.iter().take(MOST_ROWS) {
        let url = format!("{}/resorts/{}", from.base_url, row.slug);
        paper.item(&headline(row), &evidence(row), &url);
    }
    if let Some(more) = rows.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        paper.line(&format!("{more} more are listed with your alerts."));
    }
    paper.link("Your alerts and what fired them", &format!("{}{ALERTS_PATH}", from.base_url));
    paper.link("No more letters", &unsubscribe);
    paper.line("You get one letter a day at most. Conditions change: look before you go.");
    paper.sealed(subject, unsubscribe)
}

/// The letter that asks whether alerts may go to an address. `secret` begins them, `token` ends them.
#[must_use]
pub fn of_asking(from: From<'_>, secret: &str, token: &str) -> Letter {
    let unsubscribe = format!("{}{UNSUBSCRIBE_PATH}{token}", from.base_url);
    let mut paper = Paper::new(from);
    paper.line(&format!(
        "Somebody who is signed in with this address asked {} to send snow alerts here.",
        from.service
    ));
    paper.link("Yes, send them", &format!("{}{CONFIRM_PATH}{secret}", from.base_url));
    paper.line("The link holds for 48 hours. If it was not you, do nothing: no alert is sent.");
    paper.sealed(format!("Snow alerts of {}: confirm your address", from.service), unsubscribe)
}

/// What an alert says, in one line.
#[must_use]
pub fn headline(row: &Row<'_>) -> String {
    let Row { kind, name, evidence, .. } = row;
    let cm = evidence.cm.map(|cm| format!("{} cm", cm.get()));
    let day = evidence.day.map(|day| day.format("%a %-d %b").to_string());
    match kind {
        Kind::Powder => {
            format!("{name}: {} of new snow in 24 hours", cm.unwrap_or_else(|| "new snow".to_owned()))
        }
        Kind::Opening => format!("{name} is open"),
        Kind::Bluebird => {
            format!(
                "{name}: a clear day after snow is forecast for {}",
                day.unwrap_or_else(|| "the coming days".to_owned())
            )
        }
        Kind::Forecast => {
            format!("{name}: {} forecast ({})", cm.unwrap_or_else(|| "snow is".to_owned()), evidence.source)
        }
    }
}

/// Where that comes from and since when, in the resort's own time.
#[must_use]
pub fn evidence(row: &Row<'_>) -> String {
    let Evidence { source, observed_at, .. } = row.evidence;
    let local = observed_at.utc().with_timezone(&row.zone).format("%-d %b %Y %H:%M %Z");
    let what = match row.kind {
        Kind::Powder | Kind::Opening => "reported",
        Kind::Bluebird | Kind::Forecast => "computed",
    };
    format!("Source: {source}, {what} {local}")
}

/// Text and page, line by line the same.
struct Paper<'a> {
    from: From<'a>,
    text: String,
    html: String,
}

impl<'a> Paper<'a> {
    fn new(from: From<'a>) -> Self {
        let mut paper = Self { from, text: String::new(), html: String::new() };
        paper.html.push_str("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><body style=\"font:16px/1.5 sans-serif;max-width:36em;margin:1em auto\">");
        if from.is_synthetic {
            paper.line("This service runs on invented weather and snow, for trial: none of this is true.");
        }
        paper
    }

    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
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

    fn sealed(mut self, subject: String, unsubscribe: String) -> Letter {
        let credit = self.from.credit;
        self.link(credit, self.from.base_url);
        self.html.push_str("</body></html>");
        // A header is one line, whatever a resort is called.
        let subject = subject.chars().filter(|c| !c.is_control()).collect();
        Letter { subject, text: self.text, html: self.html, unsubscribe }
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
