//! The snow-conditions resolver: typed evidence in, one record out.
//!
//! No clock, no I/O, no async, `no_std` with `alloc`. `now` and the [`policy::Policy`] are arguments, so the same
//! evidence gives the same record anywhere and any time. A missing value is a finding and never a fault: the
//! resolver has no error type.
//!
//! ```text
//! Evidence { observations, stations, forecast, climate, snowpack } --resolve(now, policy, profile)--> Resolution
//! ```
//!
//! # A worked example
//!
//! The resort entered its base depth two hours ago and its site lists the lifts; the record says who said what.
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
//! // Derived: the lifts turn and the season is on.
//! assert_eq!(record.status.value, Some(OperatingStatus::Open));
//! assert_eq!(record.status.source, Kind::Derived);
//! // Nobody reported the summit or the runs, and nothing is guessed.
//! assert_eq!(record.depth.summit, None);
//! assert_eq!(record.runs.value, None);
//! # Ok::<(), conditions_core::time::NotAnInstant>(())
//! ```
//!
//! # Shapes and units
//!
//! Evidence is in plain floats with the unit in the name (`cm`, `temp_c`, `wind_mps`); a value that cannot be is dropped
//! and flagged. Published numbers are fixed-point ([`units`]), so that sums are exact. Every value is a
//! [`field::Field`]: null means "not reported" and never 0.
//!
//! The contract grows in minor versions: records, fields, flags and words are `#[non_exhaustive]`, and a reader (feature
//! `serde`) keeps a flag or takes a word that it does not know for `Other`.
//!
//! | Feature | Adds |
//! |---|---|
//! | `serde` | JSON in and out |
//! | `schemars` | the JSON Schema of the record; turns `serde` on |
//! | `scenario` | evidence and records as a few readable lines, for tests |
//!
//! [`chrono`] and [`chrono_tz`] are part of the interface and re-exported: use them from here. Another incompatible
//! version of either is a breaking change of this crate.
#![warn(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), no_std)]
#![warn(clippy::wildcard_enum_match_arm)]

extern crate alloc;

pub mod chance;
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
mod few;
mod flags;
mod headline;
mod plausible;
mod profile;
mod recent;
mod resolve;
mod season;
mod stations;
mod status;
mod surface;
mod terrain;
mod topics;

pub use chrono;
pub use chrono_tz;
pub use resolve::{resolve, resolve_with};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
