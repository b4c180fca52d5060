//! Pages on which one person decides something: whether a client may act for the account, what alerts there are and where they
//! go, whether letters begin or end. Made anew for each request and kept by nobody; every act is a form, and all of them work
//! without a script. They are in English alone.

use alerts::letter::{ALERTS_PATH, CONFIRM_PATH, UNSUBSCRIBE_PATH};
use alerts::{Alert, Kind};
use conditions_core::time::Timestamp;
use maud::{Markup, html};

use crate::ask::Ask;
use crate::layout::document;
use crate::page::Content;
use crate::table::PAGES;

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
    /// What it asks for, in words.
    pub scopes: &'a [&'static str],
    /// The request's parameters, for the form.
    pub parameters: &'a [(String, String)],
}

/// An alert that fired.
#[derive(Debug, Clone)]
pub struct Fired {
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
pub struct Allowed {
    /// Its id in forms.
    pub id: String,
    /// What it calls itself.
    pub name: String,
    /// Names of its scopes.
    pub scopes: String,
    /// Since when.
    pub since: Timestamp,
}

/// Whether letters go to the account's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
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
    pub letters: Letters,
    /// The subscription that alerts go to, if any.
    pub webhook: Option<String>,
    /// What is asked for.
    pub alerts: Vec<Alert>,
    /// What fired, newest first.
    pub fired: Vec<Fired>,
    /// Clients that may act for the account.
    pub allowed: Vec<Allowed>,
    /// What is said first, such as what was wrong.
    pub note: Option<String>,
}

/// The document around a page, in the frame that every page of the service has.
fn framed(ask: &Ask<'_>, title: &str, body: &Markup) -> String {
    let body = html! { div lang="en" { (body) } };
    document(ask, &Content::new(title, title, body), PAGES, false)
}

/// A page that says one thing.
#[must_use]
pub fn note(ask: &Ask<'_>, title: &str, text: &str) -> String {
    framed(ask, title, &html! { p.lead { (text) } p { a href=(ALERTS_PATH) { "Your alerts" } } })
}

/// The page of whoever is not signed in yet, with the address to come back to.
#[must_use]
pub fn sign_in_first(ask: &Ask<'_>, here: &str) -> String {
    let body = html! {
        p.lead { "Sign in first: " a href="/account" target="_blank" rel="noopener" { "open your account in a new tab" } "." }
        p { "Then " a href=(here) { "go on here" } "." }
    };
    framed(ask, "Sign in first", &body)
}

/// The page on which a person allows a client, or not.
#[must_use]
pub fn consent(ask: &Ask<'_>, asked: &Consent<'_>) -> String {
    let name = asked.name.unwrap_or(asked.host);
    let body = html! {
        p.lead { strong { (name) } " asks to act for your account at " (ask.view.service().name) " (" (asked.email) ")." }
        p { "Your answer goes to " strong { (asked.host) }
            @if asked.is_local { ", a program on your own machine. Allow it only if you have just started one that connects to this service." }
            @else { ". The name above is what the client says of itself; that host is what counts." } }
        p { small { "Client: " code { (asked.client) } } }
        p { "It may then:" }
        ul.list { @for scope in asked.scopes { li { (scope) } } }
        form method="post" action="/account/authorize" {
            @for (name, value) in asked.parameters { input type="hidden" name=(name) value=(value); }
            button name="decision" value="allow" { "Allow" }
            " "
            button.quiet name="decision" value="deny" { "Refuse" }
        }
        p { small { "You can end this at any time with your alerts, under Clients." } }
    };
    framed(ask, "Allow a client?", &body)
}

/// The page that asks once more before letters begin or end: a link that is merely looked at does neither.
#[must_use]
pub fn decide(ask: &Ask<'_>, begins: bool, secret: &str) -> String {
    let (path, title, says, button) = if begins {
        (
            CONFIRM_PATH,
            "Send snow alerts to this address?",
            "One letter a day at most, each with a link that ends them.",
            "Yes, send them",
        )
    } else {
        (
            UNSUBSCRIBE_PATH,
            "No more letters?",
            "Your alerts stay, and are listed with your account.",
            "No more letters",
        )
    };
    let body = html! {
        p { (says) }
        form method="post" action={ (path) (secret) } { button { (button) } }
    };
    framed(ask, title, &body)
}

/// The account's alerts, what fired, where they go, and who else may change them.
#[must_use]
pub fn alerts(ask: &Ask<'_>, page: &Alerts) -> String {
    let body = html! {
        @if let Some(note) = &page.note { p.lead role="status" { (note) } }
        section { h2 { "Alerts" } (asked(page)) (new_alert()) }
        section { h2 { "By e-mail" } (letters(page)) }
        section { h2 { "By your own webhook" } (webhook(page)) }
        section { h2 { "What fired" } (fired(page)) }
        section { h2 { "Clients" } (clients(page)) }
    };
    framed(ask, "Alerts", &body)
}

fn asked(page: &Alerts) -> Markup {
    html! {
        @if page.alerts.is_empty() { p { "You have no alert yet." } }
        ul.list {
            @for alert in &page.alerts {
                li {
                    (words(alert)) " "
                    form method="post" action="/account/alerts/remove" {
                        input type="hidden" name="id" value=(alert.id);
                        button.quiet { "Remove" }
                    }
                }
            }
        }
    }
}

/// An alert in words.
fn words(alert: &Alert) -> String {
    let place = alert.slug.as_deref().unwrap_or("any resort");
    let from = alert.threshold_cm.map(|cm| format!(" from {cm} cm")).unwrap_or_default();
    let days = alert.window_days.map(|days| format!(" within {days} days")).unwrap_or_default();
    let quiet = match alert.quiet.to_string() {
        none if none == "none" => String::new(),
        hours => format!(", not at {hours} h there"),
    };
    format!("{} at {place}{from}{days}{quiet}", alert.kind.word())
}

fn new_alert() -> Markup {
    html! {
        form.fields method="post" action="/account/alerts/add" {
            div { label for="type" { "Type" }
                select id="type" name="type" { @for kind in Kind::ALL { option value=(kind.word()) { (kind.word()) } } } }
            div { label for="slug" { "Resort (empty: any)" } input id="slug" name="slug" maxlength="100" autocomplete="off"; }
            div { label for="cm" { "Threshold, cm" } input id="cm" name="thresholdCm" type="number" min="5" max="300"; }
            div { label for="days" { "Days ahead" } input id="days" name="windowDays" type="number" min="1" max="14"; }
            div { label for="quiet" { "Quiet hours there" } input id="quiet" name="quietHours" placeholder="22-6" maxlength="5"; }
            button { "Add" }
        }
    }
}

fn letters(page: &Alerts) -> Markup {
    let (says, button) = match page.letters {
        Letters::Never => ("No letters are sent.", Some(("ask", "Send a letter that asks me"))),
        Letters::Asked => (
            "A letter with a link was sent; alerts follow once you have followed it.",
            Some(("ask", "Send it again")),
        ),
        Letters::On => ("One letter a day at most goes to your address.", Some(("stop", "No more letters"))),
        Letters::Stopped => ("Letters were ended.", Some(("ask", "Begin again: send a letter that asks me"))),
    };
    html! {
        p { (says) " (" (page.email) ")" }
        @if let Some((act, text)) = button {
            form method="post" action="/account/alerts/letters" {
                input type="hidden" name="act" value=(act);
                button { (text) }
            }
        }
    }
}

fn webhook(page: &Alerts) -> Markup {
    html! {
        @if let Some(id) = &page.webhook {
            p { "Alerts go to the subscription " code { (id) } "." }
            form method="post" action="/account/alerts/webhook" { button.quiet { "Stop that" } }
        } @else {
            p { "Make a subscription for the event " code { "account-alert" } " (docs/webhooks.md), then name it here: its secret shows that it is yours." }
            form.fields method="post" action="/account/alerts/webhook" {
                div { label for="id" { "Subscription" } input id="id" name="id" required maxlength="60" autocomplete="off"; }
                div { label for="secret" { "Its secret" } input id="secret" name="secret" type="password" required maxlength="100" autocomplete="off"; }
                button { "Use it" }
            }
        }
    }
}

fn fired(page: &Alerts) -> Markup {
    html! {
        @if page.fired.is_empty() { p { "Nothing has fired yet. What is so already when an alert is made is not told." } }
        ul.list {
            @for one in &page.fired {
                li {
                    a href={ "/resorts/" (one.slug) } { (one.headline) } br;
                    small { (one.evidence) ". Fired " (one.at.utc().format("%Y-%m-%d %H:%M UTC").to_string()) }
                }
            }
        }
    }
}

fn clients(page: &Alerts) -> Markup {
    html! {
        @if page.allowed.is_empty() { p { "No client may act for your account." } }
        ul.list {
            @for one in &page.allowed {
                li {
                    strong { (one.name) } " (" (one.scopes) "), since " (one.since.utc().format("%Y-%m-%d").to_string()) " "
                    form method="post" action="/account/alerts/client" {
                        input type="hidden" name="id" value=(one.id);
                        button.quiet { "End" }
                    }
                }
            }
        }
    }
}
