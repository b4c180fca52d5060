//! Resolves snow conditions: typed evidence in, one record out.
//!
//! The crate is pure: no clock, no I/O, no async, `no_std` with `alloc`. `now` and the [`policy::Policy`] are
//! arguments, so the same evidence always gives the same record. Missing values are part of the result, not failures:
//! the resolver has no error type.
//!
//! ```text
//! Evidence { observations, stations, forecast, climate, snowpack } --resolve(now, policy, profile)--> Resolution
//! ```
//!
//! # Example
//!
//! The resort entered its base depth two hours ago, and its site lists the lifts. The record states the source of each
//! value.
//!
//! ```
//! use conditions_core::evidence::{Claim, Evidence, MonthDay, Observation, Origin, PerBand, Profile, UsualSeason};
//! use conditions_core::policy::Policy;
//! use conditions_core::record::{Band, OpenTotal, OperatingStatus};
//! use conditions_core::source::{AcquisitionTier, Kind};
//! use conditions_core::time::{HOUR_MS, Timestamp};
//!
//! let now: Timestamp = "2026-01-10T12:00:00Z".parse()?;
//! let mut profile = Profile::new("kitzbuehel", conditions_core::chrono_tz::Europe::Vienna);
//! profile.elevation_m = PerBand { base: Some(800.0), mid: Some(1400.0), summit: Some(2000.0) };
//! profile.lifts_total = Some(57);
//! profile.season = Some(UsualSeason {
//!     opens: MonthDay { month: 12, day: 1 },
//!     closes: MonthDay { month: 4, day: 15 },
//! });
//! let depth = Claim::Depth { band: Band::Base, cm: 84.0 };
//! let lifts = Claim::Lifts(OpenTotal { open: Some(41), total: Some(57) });
//! let feed = Origin::Scraped { tier: AcquisitionTier::StructuredFeed, label: None };
//! let evidence = Evidence::default().with_observations([
//!     Observation::new(Origin::Operator, Some(now.plus_millis(-2 * HOUR_MS)), depth),
//!     Observation::new(feed, Some(now.plus_millis(-3 * HOUR_MS)), lifts),
//! ]);
//!
//! let record = conditions_core::resolve(now, &Policy::contract(), &profile, &evidence).record;
//!
//! let headline = record.display_depth_cm.unwrap();
//! assert_eq!(headline.value.map(|cm| cm.get()), Some(84.0));
//! assert_eq!(headline.source, Kind::Operator);
//! // Derived: lifts are running and today is in the season.
//! assert_eq!(record.status.value, Some(OperatingStatus::Open));
//! assert_eq!(record.status.source, Kind::Derived);
//! // No source reported the summit or the runs, so both are null.
//! assert_eq!(record.depth.summit, None);
//! assert_eq!(record.runs.value, None);
//! # Ok::<(), conditions_core::time::TimestampError>(())
//! ```
//!
//! # Values and units
//!
//! Evidence uses plain floats with the unit in the name (`cm`, `temp_c`, `wind_mps`). Implausible values are dropped
//! and flagged. Published numbers are fixed-point ([`units`]), so that sums are exact. Every published value is a
//! [`field::Field`]: null means "not reported" and never 0.
//!
//! # Versions
//!
//! The contract grows in minor versions, so records, fields, flags and words are `#[non_exhaustive]`. With feature
//! `serde`, an unknown flag is kept, and an unknown word is read as `Other`.
//!
//! # Features
//!
//! | Feature | Adds |
//! |---|---|
//! | `serde` | reading and writing JSON |
//! | `schemars` | the JSON Schema of the record; enables `serde` |
//! | `scenario` | evidence and records as a few readable lines, for tests |
//!
//! [`chrono`] and [`chrono_tz`] are part of the interface and re-exported: use them from here. An incompatible version
//! of either is a breaking change of this crate.
#![warn(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), no_std)]
#![warn(clippy::wildcard_enum_match_arm)]

extern crate alloc;

pub mod chance;
pub mod contradiction;
pub mod doubt;
pub mod evidence;
pub mod field;
pub mod forecast;
pub mod freshness;
pub mod geo;
pub mod hazards;
pub mod hourly;
pub mod policy;
pub mod quality;
pub mod record;
#[cfg(any(test, feature = "scenario"))]
pub mod scenario;
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub mod schema;
pub mod score;
pub mod sky;
pub mod snow;
pub mod source;
pub mod text;
pub mod time;
pub mod trace;
pub mod units;

mod average;
mod case;
mod choose;
mod confidence;
mod depth;
mod disagreement;
mod flags;
mod headline;
mod plausible;
mod present;
mod profile;
mod recent;
mod resolve;
mod season;
mod short_list;
mod stations;
mod status;
mod surface;
mod terrain;
mod topics;

pub use chrono;
pub use chrono_tz;
pub use resolve::{resolve, resolve_until, resolve_with};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
