//! Accounts without I/O: who an account is, what proves it, for how long, how often one may try, and what it entitles to.
//! [`alerts`] decides what an account is notified of, [`oauth`] what a client may do for it; with the feature `passkeys`, an account
//! adds passkeys and signs in with one.
//!
//! No storage, no network, no clock and no random source: rows, `now` and random bytes are arguments. Whatever proves
//! something (a session, a token, a code, a link) is stored as its SHA-256 alone, so a copy of the database signs nobody in.

pub mod address;
pub mod alerts;
pub mod code;
pub mod id;
pub mod known;
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
