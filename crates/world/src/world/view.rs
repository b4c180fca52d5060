//! What one caller may see of the world: days and totals that are withheld from others are not to be had here.

use std::any::Any;
use std::sync::Arc;

use accounts::Scope;
use catalogue::Resort;
use catalogue::links::Links;
use catalogue::passes::{Pass, Passes};
use catalogue::search::SearchIndex;
use climate::{Calendar, SeasonTable, Winters};
use conditions_core::evidence::{Evidence, Origin, Profile};
use conditions_core::forecast::{self, Comparison, Storm};
use conditions_core::policy::Policy;
use conditions_core::record::{Band, DailyRow, Resolution};
use conditions_core::resolve_with;
use conditions_core::score::Score;
use conditions_core::time::Timestamp;
use conditions_core::trace::Explanation;
use evidence::Form;
use verification::Report;

use super::{OPEN_DAYS, Service, State, World};
use crate::asked::Asked;
use crate::atlas::Atlas;
use crate::caller::{Caller, Tier};
use crate::credits::Carries;
use crate::destinations::Destinations;
use crate::explanation::{self, FieldExplanation};
use crate::own::Own;
use crate::pictures::Camera;
use crate::place::Place;
use crate::shelves::Listed;
use crate::unknown::{UnknownResort, shortened};

/// The world as one caller may see it: the only way that operations reach it.
#[derive(Debug, Clone, Copy)]
pub struct View<'w> {
    world: &'w World,
    caller: &'w Caller,
    own: Option<&'w Own>,
    asked: Option<&'w Asked>,
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
    pub const fn with_own(self, own: &'w Own) -> Self {
        Self { own: Some(own), ..self }
    }

    /// The same, which notes what is asked of it about the caller.
    #[must_use]
    pub const fn noting(self, asked: &'w Asked) -> Self {
        Self { asked: Some(asked), ..self }
    }

    /// What the caller's account holds; `None` where nobody asked for it.
    #[must_use]
    pub fn own(&self) -> Option<&'w Own> {
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
    pub fn shelf<S: Listed>(&self) -> &'w S {
        S::on(&self.world.shelves)
    }

    /// What an answer with something of a shelf carries.
    #[must_use]
    pub fn credit_of<S: Listed>(&self) -> Carries {
        self.service().credits.document(<S::Form as Form>::NAME).unwrap_or(Carries::NOTHING)
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
    pub fn within(&self, place: Place) -> impl Iterator<Item = Seen<'w>> + use<'w> {
        let view = *self;
        view.atlas().within(place).filter_map(move |at| view.at(at))
    }

    /// Every resort, in the world's order.
    pub fn resorts(&self) -> impl ExactSizeIterator<Item = Seen<'w>> + use<'w> {
        let view = *self;
        self.world.states.iter().enumerate().map(move |(position, state)| Seen { state, position, view })
    }

    /// The resort at a position of [`View::resorts`].
    #[must_use]
    pub fn at(&self, position: usize) -> Option<Seen<'w>> {
        self.world.states.get(position).map(|state| Seen { state, position, view: *self })
    }

    /// The resort of a slug, as tables name it.
    #[must_use]
    pub fn of_slug(&self, slug: &str) -> Option<Seen<'w>> {
        self.world.position(slug).and_then(|at| self.at(at))
    }

    /// The resort of a slug, or of a name or alias that only one resort has.
    ///
    /// # Errors
    /// [`UnknownResort`] with the nearest slugs, or with the candidates of an ambiguous name.
    pub fn resort(&self, asked: &str) -> Result<Seen<'w>, UnknownResort> {
        let position = self.world.position(asked).or_else(|| self.world.index.unambiguous(asked));
        position.and_then(|at| self.at(at)).ok_or_else(|| UnknownResort {
            asked: shortened(asked),
            suggestions: self.world.index.suggest(asked).into_iter().map(str::to_owned).collect(),
        })
    }
}

/// One resort as the caller may see it.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'w> {
    state: &'w State,
    position: usize,
    pub(super) view: View<'w>,
}

impl<'w> Seen<'w> {
    /// Position among [`View::resorts`], by which books and tables of the world are read.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Reference data.
    #[must_use]
    pub fn resort(&self) -> &'w Resort {
        &self.state.held.resort
    }

    /// The ski passes that reach it.
    pub fn passes(&self) -> impl Iterator<Item = &'static Pass> + use<'w> {
        self.view.passes().at(&self.resort().slug)
    }

    /// Whether a ski pass reaches it; true without one, so that it serves as a filter.
    #[must_use]
    pub fn is_on(&self, pass: Option<&Pass>) -> bool {
        pass.is_none_or(|pass| self.passes().any(|own| own.id == pass.id))
    }

    /// Reference data as the resolver reads it.
    #[must_use]
    pub fn profile(&self) -> &'w Profile {
        &self.state.held.profile
    }

    /// The evidence behind the record.
    #[must_use]
    pub fn evidence(&self) -> &'w Evidence {
        &self.state.held.evidence
    }

    /// Links that are compiled by hand.
    #[must_use]
    pub fn links(&self) -> Option<&'static Links> {
        self.state.held.links
    }

    /// The cameras that the configuration names at it.
    pub fn cameras(&self) -> impl Iterator<Item = &'w Camera> + use<'w> {
        let slug = &self.resort().slug;
        self.view.service().cameras.iter().filter(move |camera| camera.slug == *slug)
    }

    /// Winters of the past.
    #[must_use]
    pub fn winters(&self) -> &'w Winters {
        &self.state.held.winters
    }

    /// Whether the caller sees days 8–14 here.
    #[must_use]
    pub fn sees_14_days(&self) -> bool {
        let sees = self.view.caller.sees_14_days(&self.state.held.resort.slug);
        if let Some(asked) = self.view.asked {
            asked.note(self.position, sees);
        }
        sees
    }

    /// Days of the forecast that the caller sees here, from today on.
    #[must_use]
    pub fn visible_days(&self) -> usize {
        if self.sees_14_days() { forecast::DAYS } else { OPEN_DAYS }
    }

    /// What was resolved, without what the caller may not see.
    #[must_use]
    pub fn resolution(&self) -> &'w Resolution {
        if self.sees_14_days() { &self.state.full } else { &self.state.open }
    }

    /// Storms of the days that the caller sees, earliest first; `None` without a usable forecast.
    #[must_use]
    pub fn storms(&self) -> Option<&'w [Storm]> {
        let storms = &self.state.storms;
        if self.sees_14_days() { storms.full.as_deref() } else { storms.open.as_deref() }
    }

    /// The snow score.
    #[must_use]
    pub fn score(&self) -> &'w Score {
        &self.state.score
    }

    /// The evidence considered for each field and the rule that decided, by resolving once more with a trace.
    #[must_use]
    pub fn explanation(&self) -> Vec<FieldExplanation> {
        let (held, world) = (&self.state.held, self.view.world);
        let mut heard = Explanation::default();
        let _ = resolve_with(world.as_of, &world.policy, &held.profile, &held.evidence, &mut heard);
        explanation::by_field(heard, self.sees_14_days())
    }

    /// Fourteen daily rows of a band; rows 8–14 withheld when the caller may not see them. Their first day is that of
    /// the record, not of the request: an answer in the minute after midnight would else show rows that do not add up
    /// to its own `next7dCm`.
    #[must_use]
    pub fn days(&self, band: Band) -> [DailyRow; 14] {
        let mut days = self.all_days(band);
        if !self.sees_14_days() {
            for day in days.iter_mut().skip(OPEN_DAYS) {
                *day = DailyRow::unknown(day.date);
                day.pro_required = true;
            }
        }
        days
    }

    /// The daily rows of a band, whoever may see them.
    fn all_days(&self, band: Band) -> [DailyRow; forecast::DAYS] {
        let (held, world) = (&self.state.held, self.view.world);
        let blended = |band| {
            let snapshot = held.evidence.forecast.as_ref();
            forecast::daily(world.as_of, &world.policy, &held.profile, snapshot, band)
        };
        match band {
            Band::Mid => self.state.mid.get_or_init(|| Box::new(blended(band))).as_ref().clone(),
            Band::Base | Band::Summit => blended(band),
        }
    }

    /// How much may fall, as distributions about [`Seen::days`]; days and totals that the caller may not see are missing.
    #[must_use]
    pub fn chances(&self, band: Band) -> forecast::Outlook {
        let mut outlook = forecast::outlook(&self.view.world.policy, &self.all_days(band));
        if !self.sees_14_days() {
            outlook.days.iter_mut().skip(OPEN_DAYS).for_each(|day| *day = None);
            let long =
                outlook.totals.iter_mut().zip(forecast::STRETCHES).filter(|(_, days)| *days > OPEN_DAYS);
            long.for_each(|(total, _)| *total = None);
        }
        outlook
    }

    /// The weather models side by side, from the same day on as [`Seen::days`]; `None` without a usable forecast.
    #[must_use]
    pub fn models(&self) -> Option<Comparison> {
        let (held, world) = (&self.state.held, self.view.world);
        forecast::compare(world.as_of, &world.policy, &held.profile, held.evidence.forecast.as_ref())
    }

    /// Whose data an answer with this resort's conditions carries: reference data, the weather models if they were
    /// asked, the networks whose stations speak of it, and the resort's own feed where it does.
    #[must_use]
    pub fn carries(&self) -> Carries {
        let evidence = &self.state.held.evidence;
        let book = &self.view.world.service.credits;
        let networks = evidence.stations.iter().filter_map(|reading| book.network(&reading.network));
        let slug = &self.state.held.resort.slug;
        let feeds = evidence.observations.iter().filter_map(|observation| match &observation.origin {
            Origin::Scraped { label: Some(lane), .. } => book.feed(slug, lane),
            Origin::Scraped { label: None, .. }
            | Origin::Operator
            | Origin::Station { .. }
            | Origin::Model { .. }
            | Origin::Profile => None,
        });
        let has_climate = evidence.climate.is_some() || evidence.snowpack.is_some();
        let others = Carries::CATALOGUE
            .and_if(Carries::FORECAST, self.has_forecast())
            .and_if(Carries::CLIMATE, has_climate);
        networks.chain(feeds).fold(others, Carries::and)
    }

    /// Whether the answer carries weather-model data.
    #[must_use]
    pub fn has_forecast(&self) -> bool {
        self.state.held.evidence.forecast.is_some()
    }
}
