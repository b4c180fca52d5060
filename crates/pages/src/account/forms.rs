//! The form pages of accounts.

use maud::{Markup, html};

use super::passkeys;
use crate::ask::Ask;

/// Renders sign-in with a passkey, by email, and with a password.
pub(super) fn sign_in(ask: &Ask<'_>, is_open: bool, by_passkey: bool) -> Markup {
    let words = &ask.words().account;
    html! {
        p { (words.sign_in_says) @if !is_open { " " (words.closed_says) } }
        @if by_passkey { (passkeys::sign_in(ask)) }
        form.fields method="post" action=(ask.to("/account/sign-in")) {
            div {
                label for="email" { (words.email) }
                input id="email" name="email" type="email" required maxlength="254" autocomplete="email";
            }
            button { (words.send_code) }
        }
        section {
            h2 { (words.with_password) }
            form.fields method="post" action=(ask.to("/account/password-sign-in")) {
                div {
                    label for="address" { (words.email) }
                    input id="address" name="email" type="email" required maxlength="254" autocomplete="username";
                }
                div {
                    label for="password" { (words.password) }
                    input id="password" name="password" type="password" required autocomplete="current-password";
                }
                button { (words.sign_in) }
            }
        }
    }
}

pub(super) fn code(ask: &Ask<'_>) -> Markup {
    let words = &ask.words().account;
    html! {
        p { (words.code_says) }
        form.fields method="post" action=(ask.to("/account/code")) {
            div {
                label for="code" { (words.code) }
                input id="code" name="code" required inputmode="numeric" maxlength="20" autocomplete="one-time-code";
            }
            button { (words.sign_in) }
        }
        p { a.button href=(ask.to("/account/sign-in")) { (words.new_code) } }
    }
}

/// Renders the page of a sign-in link. It acts only when its button is pressed, because mail programs open links.
pub(super) fn link(ask: &Ask<'_>, link: &str) -> Markup {
    let words = &ask.words().account;
    html! {
        p { (words.link_says) }
        form method="post" action=(ask.to("/account/link")) {
            input type="hidden" name="t" value=(link);
            button { (words.sign_in) }
        }
    }
}

pub(super) fn password(ask: &Ask<'_>) -> Markup {
    let words = &ask.words().account;
    html! {
        p { (words.password_says) }
        form.fields method="post" action=(ask.to("/account/password")) {
            div {
                label for="password" { (words.password) }
                input id="password" name="password" type="password" required minlength="15" autocomplete="new-password";
            }
            button { (words.set_password) }
        }
    }
}

pub(super) fn leave(ask: &Ask<'_>) -> Markup {
    let words = &ask.words().account;
    html! {
        p { a.button href=(ask.to("/account/data.json")) download { (words.export) } }
        section {
            h2 { (words.delete) }
            p { (words.delete_says) }
            form.fields method="post" action=(ask.to("/account/delete")) {
                div {
                    label for="email" { (words.delete_confirm) }
                    input id="email" name="email" type="email" required autocomplete="off";
                }
                button.quiet { (words.delete) }
            }
        }
    }
}
