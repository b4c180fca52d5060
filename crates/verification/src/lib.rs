//! Verification of forecasts: the archive of issued forecasts, scores against stations on all days, and weights learnt
//! from them.
//!
//! Pure: no clock, no storage, no network. Forecasts and measurements are arguments.
//!
//! ```text
//! snapshot --archive--> issue (one per day and resort) --+
//! depths of a station --(server)--> measured days -------+--cases--> pairs --tally--> scores with intervals
//!                                                                      |--learn--> weights, held out in time
//!                                                                      \--calibrate-> distributions around the blend, held out in time
//! ```
//!
//! Three rules apply everywhere in this crate. Only stations are truth, never models. A day without a measurement is
//! not scored, but dry days are. Learnt parameters are never scored on their training days.

pub mod archive;
pub mod bootstrap;
pub mod calibrate;
pub mod cases;
pub mod chance;
pub mod crps;
mod half_life;
pub mod learn;
pub mod level;
mod minimum;
pub mod policy;
pub mod report;
pub mod table;
pub mod tally;
pub mod trust;

pub use archive::{ArchivedIssue, Issue};
pub use cases::{MeasuredSnowfall, Place};
pub use policy::Grading;
pub use report::{Report, Row, grade};
