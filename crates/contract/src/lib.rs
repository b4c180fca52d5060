//! Reads and writes the snow-conditions contract: the envelope around a record, its freshness labels and its JSON
//! Schema.
//!
//! The record is the contract's `data`; its types are in [`conditions_core::record`]. This crate adds the envelope, the
//! labels and the schema. It reads no clock and does no I/O: the output depends only on the arguments.
//!
//! # Writing
//!
//! ```
//! use contract::conditions_core::evidence::{Evidence, Profile};
//! use contract::conditions_core::policy::Policy;
//! use contract::conditions_core::time::Timestamp;
//! use contract::conditions_core::{chrono_tz, resolve};
//! use contract::envelope::Publisher;
//!
//! let now: Timestamp = "2026-01-10T12:00:00Z".parse()?;
//! let policy = Policy::contract();
//! let resort = Profile::new("my-hill", chrono_tz::Europe::Vienna);
//! let resolution = resolve(now, &policy, &resort, &Evidence::default());
//!
//! let publisher = Publisher { name: "My Service", base_url: "https://snow.example.org" };
//! let envelope = contract::Envelope::new(&publisher, &policy, &resolution, now);
//! let json = serde_json::to_vec(&envelope)?;
//! # // And read:
//! # let answer = contract::read(&json)?;
//! # assert_eq!(answer.envelope, envelope);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reading
//!
//! ```
//! # fn shown(json: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
//! let answer = contract::read(json)?;
//! let depth = &answer.envelope.data.base_depth_cm;
//! match depth.value {
//!     Some(cm) => println!("{} cm, {}", cm.get(), answer.envelope.meta.freshness.base_depth_cm.label),
//!     None => println!("not reported"),
//! }
//! for addition in &answer.additions {
//!     eprintln!("{} is newer than this program", addition.pointer);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Versions
//!
//! A service publishes [`SCHEMA_VERSION`] and only members of that version. A reader accepts any answer of the same
//! MAJOR version that has every required member. [`read()`] returns the members and words of newer minor versions as
//! [`Addition`]s. Another MAJOR version is an error.
//!
//! # Features
//!
//! | Feature | Adds |
//! |---|---|
//! | `schema` | [`schema`]: the JSON Schema to publish at [`SCHEMA_PATH`] |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]

pub mod envelope;
pub mod freshness;
mod read;
#[cfg(feature = "schema")]
pub mod schema;

pub use conditions_core;
pub use envelope::{Envelope, Meta, OwnedEnvelope};
pub use read::{Addition, Answer, ReadError, read};

/// Version of the contract that this crate writes. Changes only together with the schema and the changelog.
pub const SCHEMA_VERSION: &str = "1.10.0";

/// The JSON Schema of the envelope (draft 2020-12) as text, with [`SCHEMA_PATH`] as its identifier. Feature `schema`
/// generates it from the types.
pub const SCHEMA: &str = include_str!("../schema/resort-conditions-v1.json");

/// Path of the published schema, relative to the base address of a service.
pub const SCHEMA_PATH: &str = "/.well-known/schemas/resort-conditions-v1.json";

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
