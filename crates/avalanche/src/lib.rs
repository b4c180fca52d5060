//! Avalanche bulletins: what an issuer states, in the vocabulary of the European Avalanche Warning Services (EAWS), what of
//! it holds at an instant and at a resort's elevations, and which region a resort lies in. No I/O, no clock.
//!
//! ```text
//! bytes --(sources: one reader per lane)--> Bulletin --(evidence)--> stored --> statement(now) --> a level, or why there is none
//! ```
//! A level is 1 to 5 or it is not there, with its reason; an expired bulletin gives none.

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
pub use regions::{FileError, RegionMatch, Regions, fit, resorts, zone_of};
pub use service::Service;
pub use statement::{Choice, Day, Silence, Statement, Statements, choose};
