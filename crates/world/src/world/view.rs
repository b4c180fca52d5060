//! One caller's view of the world: withheld days and totals are not accessible here.

use std::any::Any;
use std::sync::Arc;

use accounts::Scope;
use catalogue::passes::Passes;
use catalogue::search::SearchIndex;
use climate::{Calendar, SeasonTable};
use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use evidence::Form;
use verification::Report;

use super::{Service, World};
use crate::account_data::AccountData;
use crate::atlas::Atlas;
use crate::audience::AudienceRecorder;
use crate::caller::{Caller, Tier};
use crate::credits::SourceFamilies;
use crate::datasets::ListedDataset;
use crate::destinations::Destinations;
use crate::place::Place;
use crate::unknown::{UnknownResort, shortened};

mod public_facts;
mod stage;
mod visible_resort;

pub use public_facts::{AnnouncedSeason, StatedBy, StatedFact, announced};
use visible_resort::ReportFilter;
pub use visible_resort::VisibleResort;

/// The world as one caller may see it: the only access that operations have.
#[derive(Debug, Clone, Copy)]
pub struct View<'w> {
    world: &'w World,
    caller: &'w Caller,
    own: Option<&'w AccountData>,
    asked: Option<&'w AudienceRecorder>,
}

impl<'w> View<'w> {
    /// Creates the view of `world` for `caller`.
    #[must_use]
    pub const fn new(world: &'w World, caller: &'w Caller) -> Self {
        Self { world, caller, own: None, asked: None }
    }

    /// Creates the public view of `world`: for answers that are made before any request, and for events, which go to
    /// every subscriber. Requests are answered with their caller's view.
    #[must_use]
    pub const fn public(world: &'w World) -> Self {
        #[expect(clippy::disallowed_methods, reason = "the public view")]
        static EVERYBODY: Caller = Caller::anonymous();
        Self { world, caller: &EVERYBODY, own: None, asked: None }
    }

    /// Adds the data of the caller's account.
    #[must_use]
    pub const fn with_own(self, own: &'w AccountData) -> Self {
        Self { own: Some(own), ..self }
    }

    /// Adds a recorder of what is checked about the caller.
    #[must_use]
    pub const fn noting(self, asked: &'w AudienceRecorder) -> Self {
        Self { asked: Some(asked), ..self }
    }

    /// Returns the data of the caller's account; `None` if it was not loaded.
    #[must_use]
    pub fn account_data(&self) -> Option<&'w AccountData> {
        self.note_personal();
        self.own
    }

    #[must_use]
    pub const fn tier(&self) -> Tier {
        self.caller.tier()
    }

    /// Returns whether the caller has an account and a credential with this scope.
    #[must_use]
    pub fn may(&self, scope: Scope) -> bool {
        self.note_personal();
        self.caller.may(scope)
    }

    fn note_personal(&self) {
        if let Some(asked) = self.asked {
            asked.note_personal();
        }
    }

    /// Returns the time when the resorts were resolved.
    #[must_use]
    pub const fn as_of(&self) -> Timestamp {
        self.world.as_of
    }

    /// Returns the identity of the service.
    #[must_use]
    pub fn service(&self) -> &'w Service {
        &self.world.service
    }

    /// Returns the thresholds.
    #[must_use]
    pub fn policy(&self) -> &'w Policy {
        &self.world.policy
    }

    /// Returns the accuracy of past forecasts; `None` before the first grading.
    #[must_use]
    pub fn report(&self) -> Option<&'w Report> {
        self.world.report.as_deref()
    }

    /// Returns the name index.
    #[must_use]
    pub fn names(&self) -> &'w SearchIndex {
        &self.world.index
    }

    /// Returns the destination hubs of the world.
    #[must_use]
    pub fn destinations(&self) -> &'w Destinations {
        &self.world.destinations
    }

    #[must_use]
    pub fn passes(&self) -> &'static Passes {
        self.world.passes
    }

    /// Returns the positions of the resorts.
    #[must_use]
    pub fn atlas(&self) -> &'w Atlas {
        &self.world.atlas
    }

    /// Returns the past seasons of every resort, by position.
    #[must_use]
    pub fn seasons(&self) -> &'w SeasonTable {
        self.world.seasons()
    }

    /// Returns the usual values of every day of the year at every resort, by position.
    #[must_use]
    pub fn calendar(&self) -> &'w Calendar {
        &self.world.calendar
    }

    /// Returns a dataset that belongs to no single resort.
    #[must_use]
    pub fn dataset<S: ListedDataset>(&self) -> &'w S {
        S::on(&self.world.datasets)
    }

    /// Returns the sources of an answer with data of a dataset.
    #[must_use]
    pub fn credit_of<S: ListedDataset>(&self) -> SourceFamilies {
        self.service().credits.document(<S::Form as Form>::NAME).unwrap_or(SourceFamilies::NOTHING)
    }

    /// Returns the result of `make` for the public view of the world: computed at the first request after a publication
    /// and cached until the next, one value of each type. It cannot contain data that only some callers see, because
    /// `make` gets the public view.
    #[must_use]
    pub fn once<T: Any + Send + Sync>(&self, make: impl FnOnce(&View<'_>) -> T) -> Arc<T> {
        #[expect(clippy::disallowed_methods, reason = "the public view, for every caller")]
        let public = View::public(self.world);
        self.world.once.get(|| make(&public))
    }

    /// Returns the resorts of a place, in the world's order.
    pub fn within(&self, place: Place) -> impl Iterator<Item = VisibleResort<'w>> + use<'w> {
        let view = *self;
        view.atlas().within(place).filter_map(move |at| view.at(at))
    }

    /// Returns every resort in its state for lists ([`VisibleResort::for_lists`]), in the world's order.
    pub fn resorts(&self) -> impl ExactSizeIterator<Item = VisibleResort<'w>> + use<'w> {
        let view = *self;
        self.world
            .states
            .iter()
            .enumerate()
            .map(move |(at, state)| VisibleResort::new(state, at, ReportFilter::Listed, view))
    }

    /// Returns the resort at a position of [`View::resorts`], in its state for lists.
    #[must_use]
    pub fn at(&self, position: usize) -> Option<VisibleResort<'w>> {
        self.visible(position, ReportFilter::Listed)
    }

    fn visible(&self, position: usize, stage: ReportFilter) -> Option<VisibleResort<'w>> {
        self.world.states.get(position).map(|state| VisibleResort::new(state, position, stage, *self))
    }

    /// Returns the published resort with a slug, as tables name it.
    #[must_use]
    pub fn of_slug(&self, slug: &str) -> Option<VisibleResort<'w>> {
        self.world.position(slug).and_then(|at| self.visible(at, ReportFilter::Published))
    }

    /// Finds a resort by its slug, or by a name or alias that only one resort has.
    ///
    /// # Errors
    /// Returns [`UnknownResort`] with the nearest slugs, or with the candidates of an ambiguous name.
    pub fn resort(&self, asked: &str) -> Result<VisibleResort<'w>, UnknownResort> {
        let position = self.world.position(asked).or_else(|| self.world.index.unambiguous(asked));
        position.and_then(|at| self.visible(at, ReportFilter::Published)).ok_or_else(|| UnknownResort {
            asked: shortened(asked),
            suggestions: self.world.index.suggest(asked).into_iter().map(str::to_owned).collect(),
        })
    }
}
