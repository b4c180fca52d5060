//! Webhooks without I/O: signatures and their verification, the check of callback URLs, events, and the life of a
//! delivery.
//!
//! This crate has no storage, network, clock or random source: rows, addresses, `now` and random numbers are arguments.
//!
//! | Feature | For | Gives |
//! |---|---|---|
//! | `verify` (default) | receivers | [`Secret`], [`verify`], [`signature`] |
//! | `events` | readers of bodies | `events`, `body`, `policy` |
//! | `send` | senders | `callback`, `delivery`, `sample`, `seal`, `subscriptions`, and the headers of an attempt |
//! | `schemars` | documentation | JSON Schemas of events, bodies and requests |
//! | `test-model` | tests | the reference model of the queue, and the address check without a policy |
//!
//! A receiver checks a delivery before it parses the body. `now_seconds` is its clock, in seconds since 1970:
//!
//! ```
//! # #[cfg(feature = "verify")] {
//! use webhooks::verify::{self, StandardHeaders, TOLERANCE_SECONDS, VerifyError};
//! use webhooks::{Secret, signature};
//!
//! // As the service showed it once: `whsec_` and base64.
//! let secret = Secret::parse("whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=")?;
//! let (body, now_seconds) = (br#"{"event":"powder-alert"}"#, 1_768_046_400);
//! // The values of `webhook-id`, `webhook-timestamp` and `webhook-signature`.
//! let signed = signature::standard(&[&secret], "0197d5a4", now_seconds, body);
//! let headers = StandardHeaders { id: "0197d5a4", timestamp: "1768046400", signature: &signed };
//!
//! let check = |body: &[u8], now| verify::standard(&[&secret], headers, body, now, TOLERANCE_SECONDS);
//! assert_eq!(check(body, now_seconds), Ok(()));
//! assert_eq!(check(b"{}", now_seconds), Err(VerifyError::Mismatch));
//! assert_eq!(check(body, now_seconds + 301), Err(VerifyError::TooOld));
//!
//! // Or only `X-Service-Signature`, which does not cover the time.
//! let header = signature::service(&secret, body);
//! assert_eq!(verify::service(&[&secret], &header, body), Ok(()));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]

#[cfg(feature = "events")]
pub mod body;
#[cfg(feature = "send")]
pub mod callback;
#[cfg(feature = "send")]
pub mod delivery;
#[cfg(feature = "events")]
pub mod events;
#[cfg(feature = "events")]
pub mod policy;
#[cfg(feature = "send")]
pub mod sample;
#[cfg(feature = "send")]
pub mod seal;
#[cfg(feature = "verify")]
pub mod secret;
#[cfg(feature = "verify")]
pub mod signature;
#[cfg(feature = "send")]
pub mod subscriptions;
#[cfg(feature = "verify")]
pub mod verify;

#[cfg(feature = "verify")]
pub use secret::Secret;

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
