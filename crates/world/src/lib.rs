//! The current data of all resorts, and the part of it that one caller may see.
//!
//! A [`World`] is one immutable value: every resort with its evidence, resolved, and one value per dataset. The code
//! that builds and publishes it owns the [`World`]; code that answers from it gets a [`View`], which withholds what its
//! [`Caller`] may not see. A view does not expose the world, so no operation or page can bypass entitlements.

pub mod account_data;
pub mod atlas;
mod audience;
pub mod avalanche;
pub mod bluebird;
mod caller;
pub mod credits;
mod dataset;
mod datasets;
pub mod day_log;
pub mod destinations;
pub mod enso;
pub mod explanation;
pub mod lodging;
mod logged;
pub mod pictures;
pub mod place;
mod processors;
pub mod report_data;
mod resort_evidence;
pub mod roads;
pub mod unknown;
mod world;

pub use accounts::{AccountId, Scope};
pub use audience::{Audience, AudienceRecorder, Positions};
pub use caller::{Caller, Tier};
pub use dataset::{Dataset, RejectedDocument};
pub use datasets::{Datasets, ListedDataset};
pub use logged::logged;
pub use operators::content::ContentField;
pub use processors::map_on_processors;
pub use resort_evidence::{CLIMATE, ResortEvidence};
pub use world::{
    AnnouncedSeason, OPEN_DAYS, Service, StatedBy, StatedFact, View, VisibleResort, World, announced,
};
