//! What one caller may see of the world: days and totals that are withheld from others are not to be had here.

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
use crate::asked::AudienceRecorder;
use crate::atlas::Atlas;
use crate::caller::{Caller, Tier};
use crate::credits::SourceFamilies;
use crate::destinations::Destinations;
use crate::own::AccountData;
use crate::place::Place;
use crate::shelves::ListedShelf;
use crate::unknown::{UnknownResort, shortened};

mod seen;
mod stage;
mod stated;

use seen::ReportFilter;
pub use seen::VisibleResort;
pub use stated::{AnnouncedSeason, StatedBy, StatedFact, announced};

/// The world as one caller may see it: the only way that operations reach it.
#[derive(Debug, Clone, Copy)]
pub struct View<'w> {
    world: &'w World,
    caller: &'w Caller,
    own: Option<&'w AccountData>,
    asked: Option<&'w AudienceRecorder>,
}

impl<'w> View<'w> {
    /// What `caller` sees of `world`.
    #[must_use]
    pub const fn new(world: &'w World, caller: &'w Caller) -> Self {
        Self { world, caller, own: None, asked: None }
    }

    /// What everybody sees of `world`: for answers that are made before anybody asks, and for events, which go to
    /// whoever subscribed. What a request asks for is answered to its own caller.
    #[must_use]
    pub const fn public(world: &'w World) -> Self {
        #[expect(clippy::disallowed_methods, reason = "the one view that is made for nobody in particular")]
        static EVERYBODY: Caller = Caller::anonymous();
        Self { world, caller: &EVERYBODY, own: None, asked: None }
    }

    /// The same with what the caller's account holds.
    #[must_use]
    pub const fn with_own(self, own: &'w AccountData) -> Self {
        Self { own: Some(own), ..self }
    }

    /// The same, which notes what is asked of it about the caller.
    #[must_use]
    pub const fn noting(self, asked: &'w AudienceRecorder) -> Self {
        Self { asked: Some(asked), ..self }
    }

    /// What the caller's account holds; `None` where nobody asked for it.
    #[must_use]
    pub fn own(&self) -> Option<&'w AccountData> {
        self.note_personal();
        self.own
    }

    /// The caller's tier.
    #[must_use]
    pub const fn tier(&self) -> Tier {
        self.caller.tier()
    }

    /// Whether the caller has an account and presents what was made for this too.
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

    /// When the resorts were resolved.
    #[must_use]
    pub const fn as_of(&self) -> Timestamp {
        self.world.as_of
    }

    /// The service.
    #[must_use]
    pub fn service(&self) -> &'w Service {
        &self.world.service
    }

    /// The thresholds.
    #[must_use]
    pub fn policy(&self) -> &'w Policy {
        &self.world.policy
    }

    /// How right forecasts were; `None` before anything was graded.
    #[must_use]
    pub fn report(&self) -> Option<&'w Report> {
        self.world.report.as_deref()
    }

    /// The name index.
    #[must_use]
    pub fn names(&self) -> &'w SearchIndex {
        &self.world.index
    }

    /// Destination hubs of the world.
    #[must_use]
    pub fn destinations(&self) -> &'w Destinations {
        &self.world.destinations
    }

    /// Ski passes.
    #[must_use]
    pub fn passes(&self) -> &'static Passes {
        self.world.passes
    }

    /// Where the resorts lie.
    #[must_use]
    pub fn atlas(&self) -> &'w Atlas {
        &self.world.atlas
    }

    /// Past seasons of every resort, by position.
    #[must_use]
    pub fn seasons(&self) -> &'w SeasonTable {
        self.world.seasons()
    }

    /// What every day of the year usually brings to every resort, by position.
    #[must_use]
    pub fn calendar(&self) -> &'w Calendar {
        &self.world.calendar
    }

    /// A data set that belongs to no single resort.
    #[must_use]
    pub fn shelf<S: ListedShelf>(&self) -> &'w S {
        S::on(&self.world.shelves)
    }

    /// What an answer with something of a shelf carries.
    #[must_use]
    pub fn credit_of<S: ListedShelf>(&self) -> SourceFamilies {
        self.service().credits.document(<S::Form as Form>::NAME).unwrap_or(SourceFamilies::NOTHING)
    }

    /// What `make` gives of what everybody sees of the world: worked out at the first request after a publication and kept until
    /// the next, one value of each type. Nothing that only some callers see may go into it, and nothing can: `make` is handed the
    /// view of nobody in particular.
    #[must_use]
    pub fn once<T: Any + Send + Sync>(&self, make: impl FnOnce(&View<'_>) -> T) -> Arc<T> {
        #[expect(clippy::disallowed_methods, reason = "what everybody sees, for everybody")]
        let public = View::public(self.world);
        self.world.once.get(|| make(&public))
    }

    /// The resorts of a place, in the world's order.
    pub fn within(&self, place: Place) -> impl Iterator<Item = VisibleResort<'w>> + use<'w> {
        let view = *self;
        view.atlas().within(place).filter_map(move |at| view.at(at))
    }

    /// Every resort as lists have it ([`VisibleResort::listed`]), in the world's order.
    pub fn resorts(&self) -> impl ExactSizeIterator<Item = VisibleResort<'w>> + use<'w> {
        let view = *self;
        self.world
            .states
            .iter()
            .enumerate()
            .map(move |(at, state)| VisibleResort::new(state, at, ReportFilter::Listed, view))
    }

    /// The resort at a position of [`View::resorts`], as lists have it.
    #[must_use]
    pub fn at(&self, position: usize) -> Option<VisibleResort<'w>> {
        self.seen(position, ReportFilter::Listed)
    }

    fn seen(&self, position: usize, stage: ReportFilter) -> Option<VisibleResort<'w>> {
        self.world.states.get(position).map(|state| VisibleResort::new(state, position, stage, *self))
    }

    /// The resort of a slug as it is published, as tables name it.
    #[must_use]
    pub fn of_slug(&self, slug: &str) -> Option<VisibleResort<'w>> {
        self.world.position(slug).and_then(|at| self.seen(at, ReportFilter::Published))
    }

    /// The resort of a slug, or of a name or alias that only one resort has.
    ///
    /// # Errors
    /// [`UnknownResort`] with the nearest slugs, or with the candidates of an ambiguous name.
    pub fn resort(&self, asked: &str) -> Result<VisibleResort<'w>, UnknownResort> {
        let position = self.world.position(asked).or_else(|| self.world.index.unambiguous(asked));
        position.and_then(|at| self.seen(at, ReportFilter::Published)).ok_or_else(|| UnknownResort {
            asked: shortened(asked),
            suggestions: self.world.index.suggest(asked).into_iter().map(str::to_owned).collect(),
        })
    }
}
