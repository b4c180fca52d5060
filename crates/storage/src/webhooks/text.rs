//! Converts values of `webhooks` to and from their form in the tables.

use std::fmt::Write as _;

use uuid::Uuid;
use webhooks::delivery::subscription::State;
use webhooks::events::{Audience, EventName};
use webhooks::subscriptions::DIGEST;

use crate::error::StoreError;

fn unreadable(what: &str, text: &str) -> StoreError {
    StoreError::Invalid(format!("stored {what} `{text}`"))
}

pub(super) fn uuid(text: &str) -> Result<Uuid, StoreError> {
    Uuid::parse_str(text).map_err(|_| unreadable("id", text))
}

pub(super) const fn of_state(state: State) -> &'static str {
    match state {
        State::Active => "active",
        State::Dropped => "dropped",
        State::Removed => "removed",
    }
}

pub(super) fn state(text: &str) -> Result<State, StoreError> {
    let states = [State::Active, State::Dropped, State::Removed];
    states.into_iter().find(|state| of_state(*state) == text).ok_or_else(|| unreadable("state", text))
}

pub(super) fn event(text: &str) -> Result<EventName, StoreError> {
    EventName::parse(text).ok_or_else(|| unreadable("event", text))
}

/// Joins the names in one order, each once: equal lists are equal texts.
pub(super) fn of_events(events: &[EventName]) -> String {
    let mut events = events.to_vec();
    events.sort_unstable();
    events.dedup();
    events.iter().map(|event| event.wire()).collect::<Vec<_>>().join(" ")
}

pub(super) fn events(text: &str) -> Result<Vec<EventName>, StoreError> {
    text.split_ascii_whitespace().map(event).collect()
}

pub(super) const fn of_audience(audience: Audience) -> &'static str {
    match audience {
        Audience::Resort => "resort",
        Audience::ResortAndGlobal => "resort and global",
        Audience::Global => "global",
    }
}

pub(super) fn audience(text: &str) -> Result<Audience, StoreError> {
    let audiences = [Audience::Resort, Audience::ResortAndGlobal, Audience::Global];
    let found = audiences.into_iter().find(|audience| of_audience(*audience) == text);
    found.ok_or_else(|| unreadable("audience", text))
}

pub(super) fn of_digest(digest: &[u8; DIGEST]) -> String {
    digest.iter().fold(String::with_capacity(2 * DIGEST), |mut text, byte| {
        // Writing into a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(super) fn digest(text: &str) -> Result<[u8; DIGEST], StoreError> {
    // The value itself is not repeated, because it identifies a secret.
    let wrong = || StoreError::Invalid("a stored digest of a secret".to_owned());
    let mut digest = [0; DIGEST];
    if text.len() != 2 * DIGEST {
        return Err(wrong());
    }
    for (byte, at) in digest.iter_mut().zip((0..).step_by(2)) {
        let pair = text.get(at..at + 2).ok_or_else(wrong)?;
        *byte = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
    }
    Ok(digest)
}

pub(super) fn count(stored: i64) -> u32 {
    u32::try_from(stored.max(0)).unwrap_or(u32::MAX)
}
