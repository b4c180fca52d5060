//! Addresses whose credential is no account's: where it is the bearer, and where it is part of the address and written nowhere.

use operations::API_PREFIX;
use pages::letter::{CONFIRM_PATH, UNSUBSCRIBE_PATH};

use super::spelling;

/// The write connector of whoever shows a key as the bearer.
pub const WRITE_CONNECTOR: &str = "/mcp/write";
/// What the addresses of connectors begin with that hold their credential.
pub const IN_ADDRESS: &str = "/mcp/c/";
/// Below the API: secrets of subscriptions, and keys of resorts.
const OTHERS: [&str; 2] = ["/webhooks/", "/operator/"];

/// Whether a bearer is another thing's secret there, and none of an account.
#[must_use]
pub fn is_anothers(path: &str) -> bool {
    let below = path.strip_prefix(API_PREFIX).unwrap_or_default();
    path == WRITE_CONNECTOR || OTHERS.iter().any(|prefix| below.starts_with(prefix))
}

/// What addresses begin with whose rest is a credential.
const IN_PATH: [&str; 3] = [IN_ADDRESS, CONFIRM_PATH, UNSUBSCRIBE_PATH];

/// Whether the path of a request holds a credential, by the path as it came or by the route that it has: capitals, doubled
/// slashes and escapes do not hide one. Queries are never logged.
#[must_use]
pub fn are_in(path: &str, route: &str) -> bool {
    holds(path) || holds(route)
}

fn holds(path: &str) -> bool {
    let mut parts = path.split('/').filter(|part| !part.is_empty()).peekable();
    let is_prefix = |part: &str| part == "{language}" || spelling::language(part).is_some();
    if parts.peek().is_some_and(|part| is_prefix(part)) {
        parts.next();
    }
    IN_PATH.iter().any(|prefix| {
        let mut rest = parts.clone();
        let mut words = prefix.split('/').filter(|word| !word.is_empty());
        words.all(|word| rest.next().is_some_and(|part| part.eq_ignore_ascii_case(word)))
    })
}

#[cfg(test)]
mod tests;
