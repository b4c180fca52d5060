//! Limits the number of subscriptions: per client and hour, per client and receiver, per URL, per receiver, and in
//! total. A receiver is full for one client long before it is full for all, so one client cannot use up the places of a
//! provider. The delivery rate protects the receiver itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use conditions_core::time::HOUR_MS;
use sha2::{Digest as _, Sha256};

use super::Rejection;

/// The contract's window for new subscriptions, in milliseconds.
const WINDOW_MS: i64 = HOUR_MS;
/// Requests for a subscription per client and minute, for each one that the hourly limit allows: a rejected request
/// still costs a name lookup.
const ATTEMPTS_PER_CREATION: u32 = 3;
/// Wait of a client if the whole service is full, in milliseconds.
const FULL_WAIT_MS: u64 = 10 * 60 * 1_000;

/// The only message for a missing or taken place. It does not reveal whose the others are, and whether the cause is the
/// URL, the receiver or a duplicate.
const NO_PLACE: &str = "there is no room for this subscription: it may exist already, or the receiver may have reached \
                        its limit; remove one of yours, or make the url distinct with a query";

/// The limits of subscriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Subscriptions per client within the window.
    pub per_origin: usize,
    /// Length of the window, in milliseconds.
    pub window_ms: i64,
    /// Active subscriptions per receiver: a registrable domain, or the network of a checked address.
    pub per_host: usize,
    /// Maximum within `per_host` per client.
    pub per_host_and_origin: usize,
    /// Active subscriptions per URL.
    pub per_url: usize,
    /// Active subscriptions in total.
    pub in_all: usize,
}

impl Caps {
    /// The default limits.
    pub const USUAL: Self = Self {
        per_origin: 10,
        window_ms: WINDOW_MS,
        per_host: 1_000,
        per_host_and_origin: 20,
        per_url: 20,
        in_all: 100_000,
    };

    /// Returns the number of requests for a subscription that a client may make in a minute, successful or not.
    #[must_use]
    pub fn requests_per_minute(&self) -> u32 {
        u32::try_from(self.per_origin).unwrap_or(u32::MAX).saturating_mul(ATTEMPTS_PER_CREATION)
    }
}

/// The outcome of storing a new subscription. Only [`Creation::Created`] counts towards the client's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Creation {
    /// It is stored.
    Created,
    /// The client has reached its limit.
    TooMany {
        /// Time until the next one is possible, in milliseconds.
        retry_after_ms: i64,
    },
    /// The receiver or the URL has its maximum number of active ones, of this client or of all.
    HostFull,
    /// An active one with the same URL, events and resort exists.
    Duplicate,
    /// The service has its maximum number of active ones.
    Full,
}

/// Converts the outcome of storing a new subscription into the answer.
///
/// # Errors
/// Returns [`Rejection::TooMany`] if the client has reached its limit, [`Rejection::Conflict`] if there is no place, and
/// [`Rejection::Full`] if the service is full.
pub fn created(creation: Creation) -> Result<(), Rejection> {
    match creation {
        Creation::Created => Ok(()),
        Creation::TooMany { retry_after_ms } => Err(Rejection::TooMany {
            what: "new subscriptions",
            wait_ms: u64::try_from(retry_after_ms).unwrap_or_default(),
        }),
        Creation::HostFull | Creation::Duplicate => Err(Rejection::Conflict(NO_PLACE)),
        Creation::Full => Err(Rejection::Full { wait_ms: FULL_WAIT_MS }),
    }
}

/// Returns the stored mark of the client that created a subscription. It suffices for counting and does not identify an
/// address, since some hundred addresses share each mark. It consists of the mark of the surroundings (an IPv4 /24, an
/// IPv6 /48), a dot, and the mark of the client.
#[must_use]
pub fn mark(origin: &str) -> String {
    let around = match origin.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => {
            let [a, b, c, _] = address.octets();
            Ipv4Addr::new(a, b, c, 0).to_string()
        }
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, ..] = address.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).to_string()
        }
        Err(_) => origin.to_owned(),
    };
    format!("{}.{}", short("around", &around), short("client", origin))
}

/// Returns three bytes of a digest, in hexadecimal.
fn short(of: &str, text: &str) -> String {
    let digest = Sha256::digest(format!("{of} {text}"));
    digest.iter().take(3).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
