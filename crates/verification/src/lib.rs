//! How right each forecast was: the archive of what was forecast, scores against stations on all days, and weights learnt
//! from them.
//!
//! Pure: no clock, no storage, no network. What was forecast and what was measured are arguments.
//!
//! ```text
//! snapshot --archive--> issue (one a day and resort) --+
//! depths of a station --(server)--> measured days -----+--cases--> pairs --tally--> scores with intervals
//!                                                                    |--learn--> weights, held out in time
//!                                                                    \--calibrate-> distributions about the blend, held out in time
//! ```
//!
//! Three rules hold everywhere here. Only a station is truth, never a model. A day without a measurement is not scored,
//! dry days are. What is learnt is never scored on the days that it was learnt from.

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
pub mod tally;
pub mod trust;

pub use archive::{ArchivedIssue, Issue};
pub use cases::{MeasuredSnowfall, Place};
pub use policy::Grading;
pub use report::{Report, Row, grade};
