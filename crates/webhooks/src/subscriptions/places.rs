//! How many subscriptions there may be: of one client within an hour, of one client at one receiver, of one URL, at one
//! receiver, and in all. A receiver is full for a client long before it is full for everybody, so that nobody takes a
//! provider's places away from its other users; the pace of deliveries protects the receiver itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use conditions_core::time::HOUR_MS;
use sha2::{Digest as _, Sha256};

use super::Refusal;

/// The contract's window of new subscriptions, ms.
const WINDOW_MS: i64 = HOUR_MS;
/// Requests for a subscription per client and minute, for each one that an hour lets through: what is refused costs a
/// lookup of a name all the same.
const ATTEMPTS_PER_CREATION: u32 = 3;
/// How long a client waits where the service as a whole is full, ms.
const FULL_WAIT_MS: u64 = 10 * 60 * 1_000;

/// The one answer where a place is missing or taken: whose the others are, and whether it is the URL, the receiver or
/// a repetition, is nobody's business.
const NO_PLACE: &str = "there is no place for this subscription: this very one may exist already, or the receiver has as \
                        many as it may have; remove one of yours, or tell two apart by a query in the url";

/// How many subscriptions may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// By one client within the window.
    pub per_origin: usize,
    /// Length of the window, ms.
    pub window_ms: i64,
    /// Active at one time for one receiver: a registrable domain, or the network of a judged address.
    pub per_host: usize,
    /// Of these, by one client.
    pub per_host_and_origin: usize,
    /// Active at one time for one URL.
    pub per_url: usize,
    /// Active at one time in all.
    pub in_all: usize,
}

impl Caps {
    /// What is usual.
    pub const USUAL: Self = Self {
        per_origin: 10,
        window_ms: WINDOW_MS,
        per_host: 1_000,
        per_host_and_origin: 20,
        per_url: 20,
        in_all: 100_000,
    };

    /// Requests for a subscription that a client may make in a minute, successful or not.
    #[must_use]
    pub fn requests_per_minute(&self) -> u32 {
        u32::try_from(self.per_origin).unwrap_or(u32::MAX).saturating_mul(ATTEMPTS_PER_CREATION)
    }
}

/// How storing a new subscription ended. Only [`Creation::Created`] counts towards the client's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Creation {
    /// It is stored.
    Created,
    /// The client has made as many as it may.
    TooMany {
        /// When the next one is possible, ms from now.
        retry_after_ms: i64,
    },
    /// The receiver or the URL has as many active ones as it may, of this client or of all.
    HostFull,
    /// An active one with the same URL, events and resort is there already.
    Duplicate,
    /// There are as many active ones as the service may have.
    Full,
}

/// What storing a new subscription means for who asked for it.
///
/// # Errors
/// [`Refusal::TooMany`] for a client that has made as many as it may; [`Refusal::Conflict`] where there is no place;
/// [`Refusal::Full`] where the service has none.
pub fn created(creation: Creation) -> Result<(), Refusal> {
    match creation {
        Creation::Created => Ok(()),
        Creation::TooMany { retry_after_ms } => Err(Refusal::TooMany {
            what: "new subscriptions",
            wait_ms: u64::try_from(retry_after_ms).unwrap_or_default(),
        }),
        Creation::HostFull | Creation::Duplicate => Err(Refusal::Conflict(NO_PLACE)),
        Creation::Full => Err(Refusal::Full { wait_ms: FULL_WAIT_MS }),
    }
}

/// What is kept of the client that made a subscription, as long as there is one: enough to count by, too little to name
/// an address, since some hundred share each mark. First that of its surroundings (an IPv4 /24, an IPv6 /48), then a dot,
/// then its own.
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

/// Three bytes of a digest, in hexadecimal.
fn short(of: &str, text: &str) -> String {
    let digest = Sha256::digest(format!("{of} {text}"));
    digest.iter().take(3).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
