//! Checks conformance to the snow-conditions contract: of one JSON answer, a running server, or a resolver.
//!
//! The rules are pure functions over JSON and need no feature. [`rules`] checks a [`serde_json::Value`], [`results`]
//! collects the findings, and [`report`] formats them for people and machines. [`live::RULES`] lists the rules that
//! need a running server; checking them needs feature `live`.
//!
//! | Feature | Adds |
//! |---|---|
//! | `vectors` | `vectors`: evidence, and the record that a resolver must return for it |
//! | `live` | `run`, `write`, `webhooks`: checks of a running server; `selftest`: deliberately faulty servers; needs a tokio runtime |
//! | `cli` | the program `conformance`; enables `live` and `vectors` |
//!
//! ```
//! use conformance::results;
//!
//! // `docs/examples` has complete answers of every kind.
//! let mut answer: serde_json::Value = serde_json::from_str(include_str!("../../../docs/examples/full.json"))?;
//! assert!(results::envelope("full.json", &answer).conforms(true));
//!
//! // A depth is a JSON number or null, not a text.
//! answer["data"]["baseDepthCm"]["value"] = serde_json::json!("84 cm");
//! let verdict = results::envelope("full.json", &answer);
//! assert_eq!(verdict.found[0].finding.path, "/data/baseDepthCm/value");
//! # Ok::<(), serde_json::Error>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]

#[cfg(feature = "live")]
pub mod client;
pub mod live;
#[cfg(feature = "live")]
mod mcp;
pub mod report;
pub mod results;
pub mod rules;
#[cfg(feature = "live")]
pub mod run;
#[cfg(feature = "live")]
pub mod selftest;
#[cfg(feature = "vectors")]
pub mod vectors;
#[cfg(feature = "live")]
pub mod webhooks;
#[cfg(feature = "live")]
pub mod write;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
