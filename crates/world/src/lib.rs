//! What is known of the world, and what one caller may see of it.
//!
//! A [`World`] is one immutable value: every resort with its evidence, resolved, and one shelf per data set beside them.
//! Whoever builds and publishes it holds the [`World`]; whoever answers from it is handed a [`View`], which withholds what
//! its [`Caller`] may not see. A view gives no way back to the world, so no operation and no page can forget entitlement.

mod asked;
pub mod atlas;
pub mod avalanche;
pub mod bluebird;
mod caller;
pub mod credits;
pub mod day_log;
pub mod destinations;
pub mod enso;
pub mod explanation;
mod held;
pub mod lodging;
mod logged;
pub mod own;
pub mod pictures;
pub mod place;
pub mod roads;
mod shelf;
mod shelves;
pub mod unknown;
pub mod voices;
mod world;

pub use accounts::{AccountId, Scope};
pub use asked::{Audience, AudienceRecorder, Positions};
pub use caller::{Caller, Tier};
pub use held::{CLIMATE, ResortEvidence};
pub use logged::logged;
pub use operators::content::ContentField;
pub use shelf::{RejectedDocument, Shelf};
pub use shelves::{ListedShelf, Shelves};
pub use world::{
    AnnouncedSeason, OPEN_DAYS, Service, StatedBy, StatedFact, View, VisibleResort, World, announced,
};
