//! Pages on which one person decides something: whether a client may act for the account, what alerts there are and where they
//! go, whether letters begin or end. Made anew for each request and kept by nobody; every act is a form, and all of them work
//! without a script.

mod alerts_page;
mod note;

use accounts::alerts::Alert;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use maud::{Markup, html};

use crate::ask::Ask;
use crate::layout::document;
use crate::letter::{ALERTS_PATH, CONFIRM_PATH, UNSUBSCRIBE_PATH};
use crate::page::Content;
use crate::table::PAGES;
use crate::words::Language;

pub use alerts_page::alerts;
pub use note::Note;

/// A client that asks for leave.
#[derive(Debug, Clone)]
pub struct Consent<'a> {
    /// What it calls itself, where it does.
    pub name: Option<&'a str>,
    /// Its id.
    pub client: &'a str,
    /// The host that the answer goes to.
    pub host: &'a str,
    /// Whether that is the reader's own machine.
    pub is_local: bool,
    /// The address that is signed in.
    pub email: &'a str,
    /// Names of the scopes that it asks for.
    pub scopes: &'a [&'static str],
    /// The request's parameters, for the form.
    pub parameters: &'a [(String, String)],
}

/// An alert that fired.
#[derive(Debug, Clone)]
pub struct FiredAlert {
    /// What it said.
    pub headline: String,
    /// Where that came from.
    pub evidence: String,
    /// When it fired.
    pub at: Timestamp,
    /// Slug of its resort.
    pub slug: String,
}

/// A client that may act for the account.
#[derive(Debug, Clone)]
pub struct AllowedClient {
    /// Its id in forms.
    pub id: String,
    /// What it calls itself.
    pub name: ShownName,
    /// Names of its scopes.
    pub scopes: String,
    /// Since when.
    pub since: Timestamp,
}

/// Whether letters go to the account's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailOptIn {
    /// Nobody has asked for them.
    Never,
    /// A letter with the link was sent.
    Asked,
    /// They do.
    On,
    /// They were ended.
    Stopped,
}

/// The account's alerts.
#[derive(Debug, Clone)]
pub struct Alerts {
    /// The address that letters go to.
    pub email: String,
    /// Whether they do.
    pub letters: EmailOptIn,
    /// In which language.
    pub language: Language,
    /// The subscription that alerts go to, if any.
    pub webhook: Option<String>,
    /// What is asked for.
    pub alerts: Vec<Alert>,
    /// What fired, newest first.
    pub fired: Vec<FiredAlert>,
    /// Clients that may act for the account.
    pub allowed: Vec<AllowedClient>,
    /// What is said first, such as what was wrong.
    pub note: Option<Note>,
}

/// The document around a page, in the frame that every page of the service has.
fn framed(ask: &Ask<'_>, title: &str, body: Markup) -> String {
    document(ask, &Content::new(title, title, body), PAGES, false)
}

/// A page that says one thing.
#[must_use]
pub fn note(ask: &Ask<'_>, note: &Note) -> String {
    let to_alerts = html! { p { a href=(ask.to(ALERTS_PATH)) { (ask.words().personal.your_alerts) } } };
    framed(ask, note.title(ask), html! { p.lead { (note.text(ask)) } (to_alerts) })
}

/// The page of whoever is not signed in yet, with the address to come back to.
#[must_use]
pub fn sign_in_first(ask: &Ask<'_>, here: &str) -> String {
    let words = ask.words().personal;
    let body = html! {
        p.lead { a href=(ask.to("/account")) { (words.sign_in_and_return) } }
        p { a href=(here) { (words.go_on) } }
    };
    framed(ask, words.sign_in_first, body)
}

/// The page on which a person allows a client, or not.
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

/// The page that asks once more before letters begin or end: a link that is merely looked at does neither.
#[must_use]
pub fn decide(ask: &Ask<'_>, begins: bool, secret: &str) -> String {
    let words = ask.words().personal;
    let (path, title, says, button) = if begins {
        (CONFIRM_PATH, words.begin_title, words.begin_says, words.begin)
    } else {
        (UNSUBSCRIBE_PATH, words.end_title, words.end_says, words.no_more)
    };
    let body = html! {
        p { (says) }
        form method="post" action=(ask.to(&format!("{path}{secret}"))) { button { (button) } }
    };
    framed(ask, title, body)
}
