//! The emails about resorts: the alert email with the evidence of each alert, and the morning email. Each is sent at most
//! once per person and day, as text and as HTML, in the account's language, with the card of every resort.

mod card;
mod paper;
mod style;

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use accounts::alerts::{Evidence, Kind};
use chrono_tz::Tz;
use conditions_core::source::NamedKind;
use conditions_core::time::Timestamp;

use self::card::MailCard;
use self::paper::Paper;
use crate::ask::Ask;
use crate::quantity::{kind, number};
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
/// End of the token that stops only the morning email.
pub const MORNING_ENDING: &str = ".morning";
/// Path of the account's alerts.
pub const ALERTS_PATH: &str = "/account/alerts";
/// Hours of the local day that a morning email can have.
pub const MORNING_HOURS: RangeInclusive<u8> = 4..=10;
/// Maximum number of cards in an email.
const MOST_CARDS: usize = 20;

/// Builds the alert email with these rows, of which there must be at least one. Each resort has one box with its alerts
/// and, if `ask` has the resort, its card.
#[must_use]
pub fn of_alerts(from: Sender<'_>, ask: Option<&Ask<'_>>, rows: &[Row<'_>], token: &str) -> Email {
    let (words, mail, language) = (from.words().personal, from.language.mail(), from.language);
    let unsubscribe = from.to(&format!("{UNSUBSCRIBE_PATH}{token}"));
    let subject = match rows {
        [row] => headline(language, row),
        [row, ..] => (words.and_more)(&headline(language, row), rows.len() - 1),
        [] => words.alerts.to_owned(),
    };
    let mut paper = Paper::new(from);
    let mut resorts: Vec<(&str, Vec<(String, String)>)> = Vec::new();
    for row in rows.iter().take(MOST_ROWS) {
        let alert = (headline(language, row), evidence(language, row));
        match resorts.iter_mut().find(|(slug, _)| *slug == row.slug) {
            Some((_, alerts)) => alerts.push(alert),
            None => resorts.push((row.slug, vec![alert])),
        }
    }
    for (slug, alerts) in &resorts {
        match ask.and_then(|ask| MailCard::new(ask, slug)) {
            Some(card) => paper.card(alerts, &card),
            None => paper.item(alerts, &from.to(&format!("/resorts/{slug}"))),
        }
    }
    if let Some(more) = rows.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        paper.line(&(words.more_listed)(more));
    }
    paper.links(&[(words.no_more, &unsubscribe), (words.see_alerts, &from.to(ALERTS_PATH))]);
    paper.remark(words.daily);
    paper.remark(mail.no_picture);
    paper.sealed(subject, unsubscribe)
}

/// Builds the morning email about saved resorts, the best day of the next seven first; `None` if the service has none of
/// them.
#[must_use]
pub fn of_morning(from: Sender<'_>, ask: &Ask<'_>, saved: &[String], token: &str) -> Option<Email> {
    let (all, mail) = (from.words(), from.language.mail());
    let mut cards: Vec<MailCard> = saved.iter().filter_map(|slug| MailCard::new(ask, slug)).collect();
    // A stable order: equal resorts stay in the order in which they were saved.
    cards.sort_by_key(|card| Reverse(card.best.as_ref().map(|best| best.cm)));
    cards.truncate(MOST_CARDS);
    let first = cards.first()?;
    let zone = saved.iter().find_map(|slug| ask.view.of_slug(slug)).map(|seen| seen.resort().timezone)?;
    let today = (all.date)(ask.now.utc().with_timezone(&zone).date_naive());
    let subject = match &first.best {
        Some(best) => (mail.subject)(&first.name, &best.amount, &best.name),
        None => format!("{}{}{today}", mail.your_mountains, all.comma),
    };
    let unsubscribe = from.to(&format!("{UNSUBSCRIBE_PATH}{token}{MORNING_ENDING}"));
    let mut paper = Paper::new(from);
    paper.title(mail.your_mountains, &format!("{today}. {}", mail.best_first));
    for card in &cards {
        paper.card(&[], card);
    }
    paper.button(mail.open_mountains, &from.to("/"));
    paper.links(&[(mail.stop, &unsubscribe), (mail.other_time, &from.to(&format!("{ALERTS_PATH}#morning")))]);
    paper.remark(mail.amounts);
    paper.remark(mail.no_picture);
    Some(paper.sealed(subject, unsubscribe))
}

/// Builds the email that asks for permission to send alerts to an address. `secret` confirms, `token` unsubscribes.
#[must_use]
pub fn of_asking(from: Sender<'_>, secret: &str, token: &str) -> Email {
    let words = from.words().personal;
    let unsubscribe = from.to(&format!("{UNSUBSCRIBE_PATH}{token}"));
    let mut paper = Paper::new(from);
    paper.line(&(words.asking)(from.service));
    paper.button(words.begin, &from.to(&format!("{CONFIRM_PATH}{secret}")));
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

#[cfg(test)]
mod tests;
