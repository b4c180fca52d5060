//! Accounts without I/O: identity, proofs and their lifetimes, rate limits, and entitlements. [`alerts`] decides on the
//! notifications of an account, [`oauth`] on the rights of its clients; with the feature `passkeys`, an account adds
//! passkeys and signs in with one.
//!
//! No storage, no network, no clock and no random source: rows, `now` and random bytes are arguments. Every proof (a
//! session, a token, a code, a link) is stored only as its SHA-256, so a copy of the database cannot be used to sign
//! in.

pub mod address;
pub mod alerts;
pub mod browser_mark;
pub mod code;
pub mod id;
pub mod mailbox;
pub mod oauth;
pub mod passkey;
#[cfg(feature = "passkeys")]
pub mod passkeys;
pub mod password;
pub mod plan;
pub mod quota;
pub mod scope;
pub mod secret;
pub mod session;
pub mod span;
pub mod token;

pub use address::Address;
pub use id::AccountId;
pub use plan::Plan;
pub use scope::{Scope, Scopes};
pub use secret::Digest;
