//! The account's alerts: subscriptions, fired alerts, channels, and clients that may change them.

use accounts::alerts::{Alert, Kind};
use conditions_core::time::Timestamp;
use maud::{Markup, html};

use super::{Alerts, EmailOptIn, framed};
use crate::account::overview::allowed;
use crate::ask::Ask;
use crate::email::MORNING_HOURS;

#[must_use]
pub fn alerts(ask: &Ask<'_>, page: &Alerts) -> String {
    let words = ask.words().personal;
    let body = html! {
        @if let Some(note) = &page.note { p.lead role="status" { (note.text(ask)) } }
        section { h2 { (words.your_alerts) } (alert_list(ask, page)) (new_alert(ask)) }
        section { h2 { (words.by_mail) } (email_form(ask, page)) }
        section id="morning" { h2 { (ask.language.mail().morning) } (morning(ask, page)) }
        section { h2 { (words.by_webhook) } (webhook(ask, page)) }
        section { h2 { (words.what_fired) } (fired(ask, page)) }
        section { h2 { (words.clients) } (clients(ask, page)) }
    };
    framed(ask, words.alerts, body)
}

fn alert_list(ask: &Ask<'_>, page: &Alerts) -> Markup {
    let words = ask.words().personal;
    html! {
        @if page.alerts.is_empty() { p { (words.none_yet) } }
        ul.list {
            @for alert in &page.alerts {
                li {
                    (alert_text(ask, alert)) " "
                    form method="post" action=(ask.to("/account/alerts/remove")) {
                        input type="hidden" name="id" value=(alert.id);
                        button.quiet { (ask.words().account.remove) }
                    }
                }
            }
        }
    }
}

/// Describes an alert in words.
fn alert_text(ask: &Ask<'_>, alert: &Alert) -> String {
    let (all, words) = (ask.words(), ask.words().personal);
    let place = match alert.slug.as_deref() {
        Some(slug) => ask.view.of_slug(slug).map_or(slug, |seen| seen.resort().name.as_str()),
        None => words.any_resort,
    };
    let quiet = alert.quiet.to_string();
    let more = [
        alert.threshold_cm.map(|cm| (words.from_cm)(&format!("{cm} cm"))),
        alert.window_days.map(|days| (words.within)(usize::from(days))),
        (quiet != "none").then(|| (words.not_at)(&quiet)),
    ];
    let parts =
        [words.kind(alert.kind).to_owned(), place.to_owned()].into_iter().chain(more.into_iter().flatten());
    parts.collect::<Vec<_>>().join(all.comma)
}

fn new_alert(ask: &Ask<'_>) -> Markup {
    let words = ask.words().personal;
    html! {
        form.fields method="post" action=(ask.to("/account/alerts/add")) {
            div { label for="type" { (words.kind) }
                select id="type" name="type" { @for kind in Kind::ALL { option value=(kind.as_str()) { (words.kind(kind)) } } } }
            div { label for="slug" { (words.resort) } input id="slug" name="slug" maxlength="100" autocomplete="off"; }
            div { label for="cm" { (words.threshold) } input id="cm" name="thresholdCm" type="number" min="5" max="300"; }
            div { label for="days" { (words.days_ahead) } input id="days" name="windowDays" type="number" min="1" max="14"; }
            div { label for="quiet" { (words.quiet_hours) } input id="quiet" name="quietHours" placeholder="22-6" maxlength="5"; }
            button { (words.add) }
        }
    }
}

fn email_form(ask: &Ask<'_>, page: &Alerts) -> Markup {
    let words = ask.words().personal;
    let [never, sent, on, stopped] = words.letters;
    let (says, button) = match page.letters {
        EmailOptIn::Never => (never, ("ask", words.ask)),
        EmailOptIn::Asked => (sent, ("ask", words.ask_again)),
        EmailOptIn::On => (on, ("stop", words.no_more)),
        EmailOptIn::Stopped => (stopped, ("ask", words.ask_anew)),
    };
    let is_other = page.letters == EmailOptIn::On && page.language != ask.language;
    html! {
        p { (says) " (" (page.email) ")" }
        @for (act, text) in [Some(button), is_other.then_some(("speak", words.speak))].into_iter().flatten() {
            form method="post" action=(ask.to("/account/alerts/letters")) {
                input type="hidden" name="act" value=(act);
                button { (text) }
            }
        }
    }
}

/// Renders the choice of the morning email, once emails have been allowed.
fn morning(ask: &Ask<'_>, page: &Alerts) -> Markup {
    let words = ask.language.mail();
    html! {
        p { (words.morning_says) }
        @if page.letters == EmailOptIn::On {
            form.fields method="post" action=(ask.to("/account/alerts/letters")) {
                input type="hidden" name="act" value="morning";
                div { label for="hour" { (words.hour) }
                    select id="hour" name="hour" {
                        option value="" selected[page.morning.is_none()] { (words.never) }
                        @for hour in MORNING_HOURS {
                            option value=(hour) selected[page.morning == Some(hour)] { (format!("{hour:02}:00")) }
                        }
                    } }
                button { (words.set) }
            }
        } @else {
            p.soft { (words.allow_first) }
        }
    }
}

fn webhook(ask: &Ask<'_>, page: &Alerts) -> Markup {
    let words = ask.words().personal;
    let action = ask.to("/account/alerts/webhook");
    html! {
        @if let Some(id) = &page.webhook {
            p { (words.webhook_to) " " code { (id) } }
            form method="post" action=(action) { button.quiet { (words.webhook_stop) } }
        } @else {
            p { (words.webhook_how) " " a href=(ask.to("/docs/webhooks")) { (words.webhook_docs) } }
            form.fields method="post" action=(action) {
                div { label for="id" { (words.subscription) } input id="id" name="id" required maxlength="60" autocomplete="off"; }
                div { label for="secret" { (words.secret) } input id="secret" name="secret" type="password" required maxlength="100" autocomplete="off"; }
                button { (words.use_it) }
            }
        }
    }
}

fn fired(ask: &Ask<'_>, page: &Alerts) -> Markup {
    let words = ask.words().personal;
    html! {
        @if page.fired.is_empty() { p { (words.nothing_fired) } }
        ul.list {
            @for one in &page.fired {
                li {
                    a href=(ask.to_resort(&one.slug)) { (one.headline) } br;
                    small { (one.evidence) br; ((words.fired_at)(&format_time(ask, one.at))) }
                }
            }
        }
    }
}

fn clients(ask: &Ask<'_>, page: &Alerts) -> Markup {
    let words = ask.words().personal;
    html! {
        @if page.allowed.is_empty() { p { (words.no_client) } }
        ul.list {
            @for one in &page.allowed {
                @let since = (words.since)(&(ask.words().date)(one.since.utc().date_naive()));
                li {
                    strong { (one.name.as_str()) } " (" (allowed(ask, &one.scopes)) ")" (ask.words().comma) (since) " "
                    form method="post" action=(ask.to("/account/alerts/client")) {
                        input type="hidden" name="id" value=(one.id);
                        button.quiet { (words.end) }
                    }
                }
            }
        }
    }
}

/// Formats a time in UTC.
fn format_time(ask: &Ask<'_>, at: Timestamp) -> String {
    let at = at.utc();
    format!("{}{}{} UTC", (ask.words().date)(at.date_naive()), ask.words().comma, at.format("%H:%M"))
}
