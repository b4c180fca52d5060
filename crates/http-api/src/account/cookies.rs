//! Cookies of a sign-in: the challenge while it is pending, then the session, and afterwards the mark of a known
//! browser.

use accounts::browser_mark;
use accounts::code::HOLDS_MS;
#[cfg(feature = "passkeys")]
use accounts::passkey;
use accounts::session::ABSOLUTE_MS;
use actix_web::HttpRequest;
use services::identity::HOST_SESSION;

use crate::cookie::{self, SameSite};

const CHALLENGE: &str = "osc_challenge";
const KNOWN: &str = "osc_known";
#[cfg(feature = "passkeys")]
const CEREMONY: &str = "osc_passkey";

/// Sets the session, for a service whose session cookie has this name.
pub(super) fn session(name: &str, value: &str) -> String {
    set(name, value, ABSOLUTE_MS / 1_000)
}

/// Sets the challenge.
pub(super) fn challenge(session: &str, value: &str) -> String {
    set(&cookie_name(CHALLENGE, session), value, HOLDS_MS / 1_000)
}

/// Sets the mark of a browser that was signed in.
pub(super) fn mark_browser(session: &str, value: &str) -> String {
    set(&cookie_name(KNOWN, session), value, browser_mark::HOLDS_MS / 1_000)
}

/// Removes session and challenge. A browser that was signed in stays known.
pub(super) fn remove(session: &str) -> Vec<String> {
    vec![set(session, "", 0), set(&cookie_name(CHALLENGE, session), "", 0)]
}

/// Sets the id of a passkey ceremony.
#[cfg(feature = "passkeys")]
pub(super) fn ceremony(session: &str, value: &str) -> String {
    set(&cookie_name(CEREMONY, session), value, passkey::HOLDS_MS / 1_000)
}

/// Removes the ceremony.
#[cfg(feature = "passkeys")]
pub(super) fn ceremony_gone(session: &str) -> String {
    set(&cookie_name(CEREMONY, session), "", 0)
}

/// Returns the ceremony that the browser has begun.
#[cfg(feature = "passkeys")]
pub(super) fn ceremony_of(request: &HttpRequest, session: &str) -> Option<String> {
    value_of(request, &cookie_name(CEREMONY, session))
}

/// Returns the challenge that the browser has.
pub(super) fn challenge_of(request: &HttpRequest, session: &str) -> Option<String> {
    value_of(request, &cookie_name(CHALLENGE, session))
}

/// Returns the mark of a browser that was signed in.
pub(super) fn known_of(request: &HttpRequest, session: &str) -> Option<String> {
    value_of(request, &cookie_name(KNOWN, session))
}

/// Returns the name of a cookie for a service whose session cookie has this name.
pub(super) fn cookie_name(name: &str, session: &str) -> String {
    cookie::prefixed_name(name, session == HOST_SESSION)
}

pub(super) fn value_of(request: &HttpRequest, name: &str) -> Option<String> {
    cookie::value_of(request, name).map(|value| value.to_string())
}

pub(super) fn set(name: &str, value: &str, seconds: i64) -> String {
    cookie::set(name, value, seconds, SameSite::Lax)
}

#[cfg(test)]
mod tests;
