//! How often one may try. Each limit is counted in the store under a name, over a sliding window, by all replicas together.
//!
//! None of them locks an account. Wrong passwords count against the network that they come from, so its owner signs in from
//! another one meanwhile; only a hundred an hour, which no network alone can send, close the way by password, and leave that by
//! mail. Mails are counted by the network that asks for them, so that nobody uses up the owner's from elsewhere; what all strangers
//! together ask for has a limit too, and a browser that was signed in before is not counted among them.

use std::net::IpAddr;

use conditions_core::time::{HOUR_MS, MINUTE_MS};

use crate::secret::Digest;

/// A limit: so many of something in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What is counted.
    pub what: &'static str,
    /// So many at most.
    pub most: usize,
    /// Within so many milliseconds.
    pub window_ms: i64,
}

/// Passwords tried for an account from a network.
pub const PASSWORDS: Limit = Limit { what: "password", most: 5, window_ms: 15 * MINUTE_MS };
/// Passwords tried for an account from all networks.
pub const ALL_PASSWORDS: Limit = Limit { what: "passwords", most: 100, window_ms: HOUR_MS };
/// Codes asked for and passwords tried from a network.
pub const TRIES: Limit = Limit { what: "sign-in", most: 20, window_ms: HOUR_MS };
/// Mails to an address that one network asks for, or one browser that was signed in to its account before.
pub const MAILS: Limit = Limit { what: "mail", most: 3, window_ms: HOUR_MS };
/// Mails to an address that strangers ask for, whatever their networks.
pub const STRANGERS_MAILS: Limit = Limit { what: "mails", most: 6, window_ms: HOUR_MS };

impl Limit {
    /// Its name for an address. The address itself is not stored with it.
    #[must_use]
    pub fn of_address(&self, key: &str) -> String {
        format!("account {} {}", self.what, Digest::of(key).hex())
    }

    /// Its name for an address, asked for from a network.
    #[must_use]
    pub fn of_address_from(&self, key: &str, network: IpAddr) -> String {
        format!("{} from {network}", self.of_address(key))
    }

    /// Its name for an address, asked for by a browser that is known to its account.
    #[must_use]
    pub fn of_address_by(&self, key: &str, browser: Digest) -> String {
        format!("{} by {}", self.of_address(key), browser.hex())
    }

    /// Its name for a network: an IPv4 address, or the /64 of an IPv6 one.
    #[must_use]
    pub fn of_network(&self, network: IpAddr) -> String {
        format!("account {} from {network}", self.what)
    }
}
