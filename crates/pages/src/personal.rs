//! Pages for decisions of one person: access for a client, alerts and their channels, and starting or stopping emails.
//! They are built for each request and never cached; every action is a form and works without a script.

mod alerts_page;
mod note;

use accounts::alerts::Alert;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use maud::{Markup, html};

use crate::ask::Ask;
use crate::email::{ALERTS_PATH, CONFIRM_PATH, MORNING_ENDING, UNSUBSCRIBE_PATH};
use crate::layout::document;
use crate::page::Content;
use crate::table::PAGES;
use crate::words::Language;

pub use alerts_page::alerts;
pub use note::Note;

/// A client that requests access.
#[derive(Debug, Clone)]
pub struct Consent<'a> {
    /// Name that the client states, if any.
    pub name: Option<&'a str>,
    /// Id of the client.
    pub client: &'a str,
    /// Host of the redirect.
    pub host: &'a str,
    /// Whether that host is the reader's own machine.
    pub is_local: bool,
    /// Address of the signed-in account.
    pub email: &'a str,
    /// Names of the requested scopes.
    pub scopes: &'a [&'static str],
    /// Parameters of the request, for the form.
    pub parameters: &'a [(String, String)],
}

#[derive(Debug, Clone)]
pub struct FiredAlert {
    /// Headline of the alert.
    pub headline: String,
    /// Source of the alert.
    pub evidence: String,
    /// When it fired.
    pub at: Timestamp,
    /// Slug of its resort.
    pub slug: String,
}

/// A client with access to the account.
#[derive(Debug, Clone)]
pub struct AllowedClient {
    pub id: String,
    /// Name that the client states.
    pub name: ShownName,
    /// Names of its scopes.
    pub scopes: String,
    /// Start of the access.
    pub since: Timestamp,
}

/// Whether emails are sent to the account's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailOptIn {
    Never,
    /// A confirmation email was sent.
    Asked,
    /// Emails are sent.
    On,
    /// The owner unsubscribed.
    Stopped,
}

#[derive(Debug, Clone)]
pub struct Alerts {
    pub email: String,
    /// Whether emails are sent.
    pub letters: EmailOptIn,
    pub language: Language,
    /// Hour of the morning email; `None` if it is off.
    pub morning: Option<u8>,
    /// Webhook subscription for alerts, if any.
    pub webhook: Option<String>,
    pub alerts: Vec<Alert>,
    /// Fired alerts, newest first.
    pub fired: Vec<FiredAlert>,
    /// Clients with access to the account.
    pub allowed: Vec<AllowedClient>,
    /// Notice at the top, such as an error.
    pub note: Option<Note>,
}

/// Renders the document of a page in the common frame.
fn framed(ask: &Ask<'_>, title: &str, body: Markup) -> String {
    document(ask, &Content::new(title, title, body), PAGES, false)
}

/// Renders a page with only a notice.
#[must_use]
pub fn note(ask: &Ask<'_>, note: &Note) -> String {
    let to_alerts = html! { p { a href=(ask.to(ALERTS_PATH)) { (ask.words().personal.your_alerts) } } };
    framed(ask, note.title(ask), html! { p.lead { (note.text(ask)) } (to_alerts) })
}

/// Renders the page for a star that was not stored.
#[must_use]
pub fn star_note(ask: &Ask<'_>, note: &Note) -> String {
    let title = ask.words().morning.my_mountains;
    framed(ask, title, html! { p.lead { (note.text(ask)) } p { a href=(ask.to("/")) { (title) } } })
}

/// Renders the page for callers who are not signed in, with the address to return to.
#[must_use]
pub fn sign_in_first(ask: &Ask<'_>, here: &str) -> String {
    let words = ask.words().personal;
    let body = html! {
        p.lead { a href=(ask.to("/account")) { (words.sign_in_and_return) } }
        p { a href=(here) { (words.go_on) } }
    };
    framed(ask, words.sign_in_first, body)
}

/// Renders the page for allowing or denying a client.
#[must_use]
pub fn consent(ask: &Ask<'_>, asked: &Consent<'_>) -> String {
    let words = ask.words().personal;
    let name = asked.name.unwrap_or(asked.host);
    let scopes = ask.words().account.scopes();
    let wanted = scopes.iter().filter(|(scope, _)| asked.scopes.contains(scope)).map(|(_, says)| says);
    let body = html! {
        p.lead { strong { (name) } " " ((words.asks)(&ask.view.service().name, asked.email)) }
        p { (words.answer_to) " " strong { (asked.host) } }
        p { (if asked.is_local { words.is_local } else { words.is_remote }) }
        p { small { (words.client) ": " code { (asked.client) } } }
        p { (words.may_then) }
        ul.list { @for says in wanted { li { (says) } } }
        form method="post" action="/account/authorize" {
            @for (name, value) in asked.parameters { input type="hidden" name=(name) value=(value); }
            button name="decision" value="allow" { (words.allow) }
            " "
            button.quiet name="decision" value="deny" { (words.refuse) }
        }
        p { small { (words.end_later) } }
    };
    framed(ask, words.allow_title, body)
}

/// Renders the confirmation before emails start or stop; opening a link alone does neither.
#[must_use]
pub fn decide(ask: &Ask<'_>, begins: bool, secret: &str) -> String {
    let words = ask.words().personal;
    let (path, title, says, button) = if begins {
        (CONFIRM_PATH, words.begin_title, words.begin_says, words.begin)
    } else if secret.ends_with(MORNING_ENDING) {
        let mail = ask.language.mail();
        (UNSUBSCRIBE_PATH, mail.end_title, mail.end_says, mail.stop)
    } else {
        (UNSUBSCRIBE_PATH, words.end_title, words.end_says, words.no_more)
    };
    let body = html! {
        p { (says) }
        form method="post" action=(ask.to(&format!("{path}{secret}"))) { button { (button) } }
    };
    framed(ask, title, body)
}
