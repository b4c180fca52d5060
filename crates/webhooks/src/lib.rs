//! Webhooks without I/O: what is signed, what a receiver checks, where a delivery may go, what is an event, and how
//! a delivery lives and ends.
//!
//! No storage, no network, no clock and no random source: rows, addresses, `now` and random numbers are arguments.
//!
//! Receivers need [`Secret`] and [`verify`] alone:
//!
//! ```
//! use webhooks::{Secret, verify};
//!
//! let secret = Secret::from_key(&[7; 32]);
//! let body = br#"{"event":"powder-alert"}"#;
//! // What the header `X-Service-Signature` held.
//! let header = webhooks::signature::service(&secret, body);
//!
//! assert_eq!(verify::service(&[&secret], &header, body), Ok(()));
//! assert_eq!(verify::service(&[&secret], &header, b"{}"), Err(verify::Rejected::Mismatch));
//! ```

pub mod body;
pub mod callback;
pub mod delivery;
pub mod events;
pub mod policy;
pub mod sample;
pub mod seal;
pub mod secret;
pub mod signature;
pub mod subscriptions;
pub mod verify;

pub use secret::Secret;
