//! Decides whether a callback URL may be called. The same checks apply at creation, to tests and to every attempt.
//!
//! [`Target::vet`] checks the URL without a network, [`VettedAddresses::vet`] every address of its name. Connections
//! are opened only to addresses in a [`VettedAddresses`], and the name is resolved and checked again at each attempt.

mod address;
pub mod receiver;
mod vet;

pub use address::VettedAddresses;
pub use receiver::Receiver;
pub use vet::{Host, Target};

/// Returns whether an address is public by its range, without a policy. Tests compare with it.
#[cfg(any(test, feature = "test-model"))]
#[must_use]
pub fn is_public(address: std::net::IpAddr) -> bool {
    address::is_public(address)
}

/// The reason for rejecting a callback URL. The texts are constant and contain no address, so callers do not learn what
/// a name resolves to here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    /// Not a URL, or spelt in a way that parsers read differently.
    #[error("`url` is not a valid absolute URL; write it plainly, like https://example.com/hook")]
    Malformed,
    /// Longer than the policy allows.
    #[error("`url` is longer than 2048 bytes")]
    TooLong,
    /// The scheme is not https.
    #[error("`url` must begin with https://")]
    Scheme,
    /// A user name or password before the host.
    #[error("`url` must not contain a user name or password; deliveries are signed instead")]
    Credentials,
    /// A fragment (after `#`), which would never be sent.
    #[error("`url` must not have a fragment (#…)")]
    Fragment,
    /// A port on which receivers do not listen.
    #[error("`url` must use port 443 or an unprivileged port that is not reserved for another service")]
    Port,
    /// A name without a meaning on the public internet.
    #[error("`url` must have a public host name")]
    PrivateName,
    /// The address is not public, or one of the name's addresses is not, or the name has no addresses.
    #[error("`url` must lead to public addresses only")]
    NotPublic,
}

impl CallbackError {
    /// Returns the error code of the interface: `invalid_argument` (400) for a URL that cannot be parsed,
    /// `callback_url_not_public` (422) for one that can be parsed but must not be called.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Malformed | Self::TooLong => "invalid_argument",
            Self::Scheme
            | Self::Credentials
            | Self::Fragment
            | Self::Port
            | Self::PrivateName
            | Self::NotPublic => "callback_url_not_public",
        }
    }
}
