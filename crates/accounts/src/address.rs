//! Which texts are mail addresses, and which two are one: those that differ in the case of ASCII letters alone.
//!
//! Narrower than RFC 5321: no quoted local part, no address literal, no comment, ASCII. What a mail server would refuse
//! later is refused before a row is made, and nothing in an address can end a header.

use std::fmt;

/// Bytes of an address at most (RFC 5321, 4.5.3.1.3).
const LONGEST: usize = 254;
/// Bytes of what stands before the `@` at most.
const LONGEST_LOCAL: usize = 64;
/// Bytes of one label of the domain at most.
const LONGEST_LABEL: usize = 63;

/// A mail address as its owner wrote it.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(String);

/// It is no mail address that mail can be sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a mail address such as name@example.org")]
pub struct NotAnAddress;

impl Address {
    /// Reads an address; blanks around it are passed over.
    ///
    /// # Errors
    /// [`NotAnAddress`].
    pub fn parse(text: &str) -> Result<Self, NotAnAddress> {
        let text = text.trim();
        let (local, domain) = text.rsplit_once('@').ok_or(NotAnAddress)?;
        let fits = text.len() <= LONGEST && is_local(local) && is_domain(domain);
        if fits { Ok(Self(text.to_owned())) } else { Err(NotAnAddress) }
    }

    /// As its owner wrote it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the domain in lower case.
    #[must_use]
    pub fn domain(&self) -> String {
        self.0.rsplit('@').next().unwrap_or_default().to_ascii_lowercase()
    }

    /// What is the same for two spellings of one address.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn is_local(local: &str) -> bool {
    let is_atom = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&b);
    !local.is_empty()
        && local.len() <= LONGEST_LOCAL
        && local.bytes().all(is_atom)
        && local.split('.').all(|atom| !atom.is_empty())
}

fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = domain.rsplit('.').next().unwrap_or_default();
    (domain == "localhost" || domain.contains('.'))
        && domain.split('.').all(is_label)
        && last.bytes().any(|b| b.is_ascii_alphabetic())
}

/// An address is personal: what prints a value for a log shows its domain alone.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "…@{}", self.0.rsplit('@').next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
