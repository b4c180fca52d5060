//! Avalanche bulletins: an issuer's statements in the vocabulary of the European Avalanche Warning Services (EAWS), the
//! part that applies at a time and at a resort's elevations, and the region of a resort. No I/O, no clock.
//!
//! ```text
//! bytes --(sources: one reader per lane)--> Bulletin --(evidence)--> stored --> statement(now) --> a level or a reason
//! ```
//! A level is 1 to 5 or missing, with a reason; an expired bulletin does not give a level.

mod area;
mod bulletin;
mod danger;
mod elevation;
mod regions;
mod service;
mod statement;

pub use area::Area;
pub use bulletin::{Aspects, Bulletin, Bulletins, Part, Problem, Rating, Region, Span};
pub use danger::{Danger, Level, UnratedReason};
pub use elevation::{Bound, Elevation, Reach};
pub use regions::{FileError, RegionMatch, Regions, match_regions, region_of_resort, resorts};
pub use service::Service;
pub use statement::{Choice, Day, MissingLevelReason, Statement, Statements, choose};
