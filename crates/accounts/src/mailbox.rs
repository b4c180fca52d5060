//! Equality of mailboxes, so that limits count several addresses of one mailbox as one. Used only by limits: two
//! addresses of one mailbox are two accounts.
//!
//! A tag after `+` is dropped at every domain, because nearly all servers that accept one deliver to the address
//! without it. Dots are dropped for Gmail only, whose documentation says that it ignores them; elsewhere `a.b@` and
//! `ab@` may be two people.

use std::fmt;

use crate::Address;
use crate::secret::Digest;

/// Domains of Gmail: two names of one service.
const GMAIL: [&str; 2] = ["gmail.com", "googlemail.com"];

/// The mailbox of an address, in lower case.
#[derive(Clone, PartialEq, Eq)]
pub struct Mailbox {
    local: String,
    domain: String,
}

impl Mailbox {
    /// Returns the mailbox of an address.
    #[must_use]
    pub fn from_address(address: &Address) -> Self {
        let key = address.key();
        let (local, domain) = key.rsplit_once('@').unwrap_or((key.as_str(), ""));
        let untagged = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
        if GMAIL.contains(&domain) {
            return Self { local: untagged.replace('.', ""), domain: "gmail.com".to_owned() };
        }
        Self { local: untagged.to_owned(), domain: domain.to_owned() }
    }

    /// Returns the domain that receives its email.
    #[must_use]
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// Returns a digest, which limits are stored under instead of the address.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of_pair(&self.local, &self.domain)
    }
}

/// Shows the domain only: an address is personal.
impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "…@{}", self.domain)
    }
}

#[cfg(test)]
mod tests;
