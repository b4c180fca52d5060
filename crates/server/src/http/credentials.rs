//! Addresses whose credential is no account's: where it is the bearer, and where it is part of the address and written nowhere.

use operations::API_PREFIX;
use pages::Language;
use pages::letter::{CONFIRM_PATH, UNSUBSCRIBE_PATH};

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

/// Whether the address itself is a secret.
#[must_use]
pub fn is_in(path: &str) -> bool {
    let path = Language::english(path);
    [IN_ADDRESS, CONFIRM_PATH, UNSUBSCRIBE_PATH].iter().any(|prefix| path.starts_with(prefix))
}
