//! What El Niño and La Niña have meant for a resort's winters: by how much, how surely, and where nothing can be said.
//!
//! ```text
//! index of the tropical Pacific --events--> events --winter_phase--> the phase of every winter, on either hemisphere
//! phases + season totals of a resort --effect--> percent against neutral winters, n, interval --tier--> A to E
//! newest season of the index --state--> the present phase --analogue--> winters that began like this one
//! signals of all resorts --discovery--> which effects stand out among so many
//! ```
//! Effects are differences within one data set. An interval that spans zero is no finding, and says so.

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
