//! The snow-conditions resolver: typed evidence in, one record out.
//!
//! No clock, no I/O, no async, `no_std` with `alloc`. `now` and the [`policy::Policy`] are arguments, so the same
//! evidence gives the same record anywhere and any time. A missing value is a finding and never a fault: the
//! resolver has no error type.
//!
//! ```text
//! Evidence { observations, stations, forecast, climate } --resolve(now, policy, profile)--> Resolution
//! ```
//!
//! # A worked example
//!
//! The resort entered its base depth two hours ago and its site lists the lifts; the record says who said what.
//!
//! ```
//! use conditions_core::evidence::{Banded, Claim, Evidence, MonthDay, Observation, Origin, Profile, UsualSeason};
//! use conditions_core::policy::Policy;
//! use conditions_core::record::{Band, OpenTotal, OperatingStatus};
//! use conditions_core::source::{AcquisitionTier, Kind};
//! use conditions_core::time::{HOUR_MS, Timestamp};
//!
//! let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
//! let profile = Profile {
//!     slug: "kitzbuehel".into(),
//!     zone: chrono_tz::Europe::Vienna,
//!     elevation_m: Banded { base: Some(800.0), mid: Some(1400.0), summit: Some(2000.0) },
//!     lifts_total: Some(57),
//!     runs_total: None,
//!     ability_pct: None,
//!     longest_run: None,
//!     season: Some(UsualSeason {
//!         opens: MonthDay { month: 12, day: 1 },
//!         closes: MonthDay { month: 4, day: 15 },
//!     }),
//!     checked_at: None,
//! };
//! let depth = Observation {
//!     origin: Origin::Operator,
//!     observed_at: Some(now.plus_millis(-2 * HOUR_MS)),
//!     claim: Claim::Depth { band: Band::Base, cm: 84.0 },
//! };
//! let lifts = Observation {
//!     origin: Origin::Scraped { tier: AcquisitionTier::StructuredFeed, label: None },
//!     observed_at: Some(now.plus_millis(-3 * HOUR_MS)),
//!     claim: Claim::Lifts(OpenTotal { open: Some(41), total: Some(57) }),
//! };
//! let evidence = Evidence { observations: vec![depth, lifts], ..Evidence::default() };
//!
//! let record = conditions_core::resolve(now, &Policy::contract(), &profile, &evidence).record;
//!
//! let headline = record.display_depth_cm.unwrap();
//! assert_eq!(headline.value.map(|cm| cm.get()), Some(84.0));
//! assert_eq!(headline.source, Kind::Operator);
//! // Derived: the lifts turn and the season is on.
//! assert_eq!(record.status.value, Some(OperatingStatus::Open));
//! assert_eq!(record.status.source, Kind::Derived);
//! // Nobody spoke of the summit, and nothing is guessed.
//! assert_eq!(record.depth.summit, None);
//! assert_eq!(record.runs.value, None);
//! ```
#![cfg_attr(not(test), no_std)]
#![warn(clippy::wildcard_enum_match_arm)]

extern crate alloc;

pub mod evidence;
pub mod field;
pub mod flags;
pub mod freshness;
pub mod policy;
pub mod record;
pub mod resolve;
#[cfg(any(test, feature = "scenario"))]
pub mod scenario;
#[cfg(feature = "schemars")]
pub mod schema;
pub mod score;
pub mod source;
pub mod time;
pub mod trace;
pub mod units;

mod average;
mod choose;
mod confidence;
mod depth;
mod disagreement;
mod few;
pub mod forecast;
pub mod hazards;
mod headline;
pub mod hourly;
mod plausible;
mod profile;
pub mod quality;
pub mod recent;
mod season;
pub mod snow;
pub mod stations;

mod status;
mod surface;
mod terrain;

pub use resolve::{resolve, resolve_with};
