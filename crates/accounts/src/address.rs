//! Mail addresses: the texts that are valid, and equality, which ignores only the case of ASCII letters.
//!
//! Stricter than RFC 5321: no quoted local part, no address literal, no comment, only ASCII. An address that a mail
//! server would reject later is rejected before a row is made. An address can never end a header.

use std::fmt;

/// Maximum length of an address, in bytes (RFC 5321, 4.5.3.1.3).
const LONGEST: usize = 254;
/// Maximum length of the part before the `@`, in bytes.
const LONGEST_LOCAL: usize = 64;
/// Maximum length of a domain label, in bytes.
const LONGEST_LABEL: usize = 63;

/// A mail address in its owner's spelling.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(String);

/// The text is not a usable mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a mail address such as name@example.org")]
pub struct AddressError;

impl Address {
    /// Parses an address; surrounding blanks are ignored.
    ///
    /// # Errors
    /// Returns [`AddressError`] if the text is not a usable mail address.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let (local, domain) = text.rsplit_once('@').ok_or(AddressError)?;
        let fits = text.len() <= LONGEST && is_local(local) && is_domain(domain);
        if fits { Ok(Self(text.to_owned())) } else { Err(AddressError) }
    }

    /// Returns the address in its owner's spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the domain in lower case.
    #[must_use]
    pub fn domain(&self) -> String {
        self.0.rsplit('@').next().unwrap_or_default().to_ascii_lowercase()
    }

    /// Returns the key that is equal for all spellings of one address.
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

/// Shows only the domain, because an address is personal and the value may be logged.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "…@{}", self.0.rsplit('@').next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
