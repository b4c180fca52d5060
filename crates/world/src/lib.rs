//! The current data of all resorts, and the part of it that one caller may see.
//!
//! A [`World`] is one immutable value: every resort with its evidence, resolved, and one shelf per dataset. The code
//! that builds and publishes it owns the [`World`]; code that answers from it gets a [`View`], which withholds what its
//! [`Caller`] may not see. A view does not expose the world, so no operation or page can bypass entitlements.

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
pub use shelf::{Dataset, RejectedDocument};
pub use shelves::{Datasets, ListedDataset};
pub use world::{
    AnnouncedSeason, OPEN_DAYS, Service, StatedBy, StatedFact, View, VisibleResort, World, announced,
};
