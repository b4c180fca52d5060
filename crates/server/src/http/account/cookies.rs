//! What a browser remembers of a sign-in: the session, and until it is in, the name of its challenge.
//!
//! Over https both have the prefix `__Host-`, with which no other host, no other path and no plain connection can set them.
//! Browsers refuse that prefix over plain http, so on this machine and in a local network the names are plain.

use accounts::code::HOLDS_MS;
use accounts::session::ABSOLUTE_MS;
use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;

use crate::http::presented::HOST_SESSION;

const CHALLENGE: &str = "osc_challenge";

/// Sets the session of a service whose session cookie has this name.
pub(super) fn session(name: &str, value: &str) -> String {
    set(name, value, ABSOLUTE_MS / 1_000)
}

/// Sets the challenge.
pub(super) fn challenge(session: &str, value: &str) -> String {
    set(&challenge_name(session), value, HOLDS_MS / 1_000)
}

/// Takes both away.
pub(super) fn gone(session: &str) -> Vec<String> {
    vec![set(session, "", 0), set(&challenge_name(session), "", 0)]
}

/// The challenge that the browser has.
pub(super) fn challenge_of(request: &HttpRequest, session: &str) -> Option<String> {
    let name = challenge_name(session);
    let cookies = request.headers().get_all(COOKIE).filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

fn challenge_name(session: &str) -> String {
    if session == HOST_SESSION { format!("__Host-{CHALLENGE}") } else { CHALLENGE.to_owned() }
}

fn set(name: &str, value: &str, seconds: i64) -> String {
    let secure = if name.starts_with("__Host-") { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}

#[cfg(test)]
mod tests;
