//! Whether a callback URL may be called: one judgement for creation, tests and every attempt.
//!
//! [`Target::vet`] judges the URL without a network, [`VettedAddresses::vet`] every address of its name. A connection goes
//! only to addresses that a [`VettedAddresses`] holds, and the name is resolved and judged again at each attempt.

mod address;
pub mod receiver;
mod vet;

pub use address::VettedAddresses;
pub use receiver::Receiver;
pub use vet::{Host, Target};

/// Whether an address is public by its range alone, without a policy: what tests compare with.
#[cfg(any(test, feature = "test-model"))]
#[must_use]
pub fn is_public(address: std::net::IpAddr) -> bool {
    address::is_public(address)
}

/// Why a callback URL is refused. The texts are constant and hold no address: callers do not learn what a name
/// resolves to here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    /// Not a URL, or one spelt in a way that is read differently by different readers.
    #[error("`url` is not a valid absolute URL; write it plainly, like https://example.com/hook")]
    Malformed,
    /// Longer than the policy allows.
    #[error("`url` is longer than 2048 bytes")]
    TooLong,
    /// Another scheme than https.
    #[error("`url` must begin with https://")]
    Scheme,
    /// A user name or password before the host.
    #[error("`url` must not hold a user name or password; deliveries are signed instead")]
    Credentials,
    /// Something after a `#`, which would never be sent.
    #[error("`url` must not have a fragment (#…)")]
    Fragment,
    /// A port where no receiver listens.
    #[error("`url` must use port 443 or an unprivileged port that is not reserved for another service")]
    Port,
    /// A name that has no meaning on the public internet.
    #[error("`url` must have a public host name")]
    PrivateName,
    /// An address, or one of the addresses of the name, is not public; or there is none.
    #[error("`url` must lead to public addresses only")]
    NotPublic,
}

impl CallbackError {
    /// The error code of the interface: what cannot be read is an invalid argument (400), what can be read and may not
    /// be called is `callback_url_not_public` (422).
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
