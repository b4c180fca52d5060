//! Effects of El Niño and La Niña on a resort's winters: their size, their uncertainty, and cases without enough
//! evidence.
//!
//! ```text
//! index of the tropical Pacific --events--> events --winter_phase--> the phase of every winter, on either hemisphere
//! phases + season totals of a resort --effect--> percent against neutral winters, n, interval --tier--> A to E
//! newest season of the index --state--> the present phase --analogue--> winters that began like this one
//! signals of all resorts --discovery--> which effects stand out among hundreds
//! ```
//! Effects are differences within one data set. An effect whose interval spans zero is not a finding, and is marked as
//! such.

pub mod analogue;
pub mod discovery;
pub mod effect;
pub mod events;
pub mod index;
pub mod phase;
pub mod policy;
pub mod signal;
pub mod state;
pub mod student;
pub mod tier;
pub mod winter_phase;

pub use analogue::{Analogue, analogues};
pub use discovery::hold_to_rate;
pub use effect::{Effect, Group};
pub use events::{Event, events};
pub use index::{Season, Series};
pub use phase::Phase;
pub use policy::EnsoPolicy;
pub use signal::{MissingReason, Signal, WinterSnow, complete, signal};
pub use state::{State, UnknownReason, state};
pub use tier::Tier;
pub use winter_phase::{Phases, WinterPhase};
