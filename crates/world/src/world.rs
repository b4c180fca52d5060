//! The world: one immutable value with all data that reads are answered from.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use avalanche::Regions;
use catalogue::passes::Passes;
use catalogue::search::SearchIndex;
use climate::{Calendar, SeasonTable};
use conditions_core::evidence::{Evidence, Profile};
use conditions_core::field::Field;
use conditions_core::forecast::{self, Storm};
use conditions_core::policy::Policy;
use conditions_core::record::{DailyRow, Flag, Resolution};
use conditions_core::resolve;
use conditions_core::score::{Score, score};
use conditions_core::time::Timestamp;
use evidence::Document;
use verification::Report;

use crate::atlas::Atlas;
use crate::audience::{AudienceRecorder, Positions};
use crate::caller::Caller;
use crate::credits::AllCredits;
use crate::dataset::RejectedDocument;
use crate::datasets::Datasets;
use crate::destinations::Destinations;
use crate::lodging::Partner;
use crate::pictures::Camera;
use crate::resort_evidence::{CLIMATE, ResortEvidence};

mod view;
mod ways;

pub use view::{AnnouncedSeason, StatedBy, StatedFact, View, VisibleResort, announced};

/// Number of forecast days in the public view.
pub const OPEN_DAYS: usize = 7;

/// The identity of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// Name, shown in every answer.
    pub name: String,
    /// Base URL without a trailing slash.
    pub base_url: String,
    /// Whether the data is synthetic.
    pub synthetic: bool,
    /// Whether there are preview pictures for links to its pages.
    pub has_previews: bool,
    /// Configured cameras, in the order of the configuration.
    pub cameras: Vec<Camera>,
    /// Credits of every source that this world shows.
    pub credits: AllCredits,
    /// Partners whose lodging searches are linked; if empty, public searches are.
    pub lodging: Vec<Partner>,
    /// Avalanche warning regions of the deployment's file; if empty, those that ship with the service apply.
    pub regions: Regions,
}

/// One resort of the world, resolved.
#[derive(Debug)]
struct State {
    held: Arc<ResortEvidence>,
    /// The published state.
    published: ResolvedResort,
    /// The state without reports whose doubtful values can still be undone; `None` if there are none. Resolved at the
    /// first request.
    listed: OnceLock<Option<Box<ResolvedResort>>>,
    /// The state without any report that can still be undone.
    settled: OnceLock<Option<Box<ResolvedResort>>>,
    /// Storms of all fourteen days, and of the public days. Found here, because a search over all resorts would
    /// otherwise read every model of every resort at each request.
    storms: StormsSeen,
    /// All fourteen days at mid mountain, which rankings and trips read for every resort: blended at the first request.
    mid: OnceLock<Box<[DailyRow; forecast::DAYS]>>,
}

/// The resolved evidence of a resort.
#[derive(Debug)]
struct ResolvedResort {
    /// For callers with 14 days.
    full: Resolution,
    /// For all other callers.
    open: Resolution,
    /// Equal for all callers: it uses nothing that is withheld.
    score: Score,
}

impl ResolvedResort {
    fn new(policy: &Policy, profile: &Profile, evidence: &Evidence, now: Timestamp) -> Self {
        let full = resolve(now, policy, profile, evidence);
        let score = score(&policy.score, &full);
        let mut open = full.clone();
        open.record.forecast.next14d_cm = Field::not_reported();
        // The flag concerns the withheld total.
        open.record.flags.retain(|flag| *flag != Flag::ForecastRangeGuarded);
        Self { full, open, score }
    }
}

/// Storms by visibility; `None` without a usable forecast.
#[derive(Debug, Clone, PartialEq)]
struct StormsSeen {
    full: Option<Vec<Storm>>,
    open: Option<Vec<Storm>>,
}

/// All data that reads are answered from.
#[derive(Debug)]
pub struct World {
    /// Identity of the service.
    pub service: Arc<Service>,
    /// Thresholds in force, with learnt weights.
    pub policy: Arc<Policy>,
    /// Accuracy of past forecasts; `None` before the first grading.
    pub report: Option<Arc<Report>>,
    /// Ski passes; by default the catalogue's.
    pub passes: &'static Passes,
    /// Time when the resorts were resolved.
    pub as_of: Timestamp,
    index: Arc<SearchIndex>,
    slugs: Arc<HashMap<String, usize>>,
    destinations: Arc<Destinations>,
    atlas: Arc<Atlas>,
    /// Past seasons by position.
    seasons: Arc<SeasonTable>,
    /// Usual values of every day of the year, by position.
    calendar: Arc<Calendar>,
    datasets: Datasets,
    states: Vec<State>,
    /// Values computed from this world since it was created.
    once: TypedValues,
}

impl World {
    /// Resolves every resort at `now`. The order of `resorts` is the default order of lists.
    #[must_use]
    pub fn new(
        service: Arc<Service>,
        policy: Arc<Policy>,
        resorts: Vec<Arc<ResortEvidence>>,
        now: Timestamp,
    ) -> Self {
        let index = Arc::new(SearchIndex::new(resorts.iter().map(|held| &held.resort)));
        let slugs = resorts.iter().enumerate().map(|(at, held)| (held.resort.slug.clone(), at)).collect();
        let destinations = Arc::new(Destinations::new(resorts.iter().map(|held| &held.resort)));
        let atlas = Arc::new(Atlas::new(resorts.iter().map(|held| &held.resort)));
        let winters = || resorts.iter().map(|held| &held.winters);
        let seasons = Arc::new(SeasonTable::new(&CLIMATE, winters()));
        let calendar = Arc::new(Calendar::new(&CLIMATE, winters()));
        let states = resorts.into_iter().map(|held| State::new(held.modelled(), &policy, now)).collect();
        let (slugs, datasets, report) = (Arc::new(slugs), Datasets::default(), None);
        Self {
            service,
            policy,
            report,
            passes: catalogue::passes::passes(),
            as_of: now,
            index,
            slugs,
            destinations,
            atlas,
            seasons,
            calendar,
            datasets,
            states,
            once: TypedValues::default(),
        }
    }

    /// Returns a world of the same resorts with newer evidence at a later `now`. Names and order stay, so their index
    /// is shared.
    #[must_use]
    pub fn with(&self, replaced: Vec<(usize, Arc<ResortEvidence>)>, now: Timestamp) -> Self {
        self.with_grades(replaced, Arc::clone(&self.policy), self.report.clone(), now)
    }

    /// Returns a world like [`World::with`] that is resolved with the thresholds `policy`, which contain the learnt
    /// weights, and has the report of the learning.
    #[must_use]
    pub fn with_grades(
        &self,
        replaced: Vec<(usize, Arc<ResortEvidence>)>,
        policy: Arc<Policy>,
        report: Option<Arc<Report>>,
        now: Timestamp,
    ) -> Self {
        let mut held: Vec<Arc<ResortEvidence>> =
            self.states.iter().map(|state| Arc::clone(&state.held)).collect();
        let (mut seasons, mut datasets) = (Arc::clone(&self.seasons), self.datasets.clone());
        let mut calendar = Arc::clone(&self.calendar);
        let mut has_winters = false;
        for (at, newer) in replaced {
            if let Some(slot) = held.get_mut(at) {
                if !slot.winters.is_same(&newer.winters) {
                    Arc::make_mut(&mut seasons).put(&CLIMATE, at, &newer.winters);
                    Arc::make_mut(&mut calendar).insert(&CLIMATE, at, &newer.winters);
                    has_winters = true;
                }
                *slot = newer.modelled();
            }
        }
        if has_winters {
            datasets.settle(&held.iter().map(AsRef::as_ref).collect::<Vec<_>>());
        }
        Self {
            service: Arc::clone(&self.service),
            states: held.into_iter().map(|held| State::new(held, &policy, now)).collect(),
            policy,
            report,
            as_of: now,
            index: Arc::clone(&self.index),
            slugs: Arc::clone(&self.slugs),
            passes: self.passes,
            destinations: Arc::clone(&self.destinations),
            atlas: Arc::clone(&self.atlas),
            seasons,
            calendar,
            datasets,
            once: TypedValues::default(),
        }
    }

    /// Returns the number of resorts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether there are no resorts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the position of a slug.
    #[must_use]
    pub fn position(&self, slug: &str) -> Option<usize> {
        self.slugs.get(slug).copied()
    }

    /// Returns the resorts whose days 8–14 the caller sees because they were saved.
    #[must_use]
    pub fn saved_by(&self, caller: &Caller) -> Positions {
        let shown = caller.saved().filter(|slug| caller.sees_14_days(slug));
        Positions::of(self.len(), shown.filter_map(|slug| self.position(slug)))
    }

    /// Creates a recorder of what an answer of this world checks about its caller.
    #[must_use]
    pub fn asked(&self) -> AudienceRecorder {
        AudienceRecorder::of(self.len())
    }

    /// Returns the past seasons of every resort, by position.
    #[must_use]
    pub fn seasons(&self) -> &SeasonTable {
        &self.seasons
    }

    /// Returns a world with these documents in place of those of the same kind and subject, and without the removed
    /// ones, by kind and subject. An unreadable document is rejected, and its subject is removed; one of a kind without
    /// a dataset is ignored.
    #[must_use]
    pub fn with_documents(
        mut self,
        documents: &[Document<'_>],
        removed: &[(String, String)],
    ) -> (Self, Vec<RejectedDocument>) {
        for state in &mut self.states {
            (state.listed, state.settled) = (OnceLock::new(), OnceLock::new());
        }
        let resorts: Vec<&ResortEvidence> = self.states.iter().map(|state| state.held.as_ref()).collect();
        let refused = self.datasets.apply(&self.service.credits, documents, removed, &resorts);
        (self, refused)
    }

    /// Returns the first time after `after` at which an answer changes without new data, such as the end of a
    /// bulletin's validity. Ages are excluded, because answers state them.
    #[must_use]
    pub fn changes_after(&self, after: Timestamp) -> Option<Timestamp> {
        self.datasets.changes_after(after)
    }

    /// Returns the evidence of every resort, in the world's order.
    pub fn resorts(&self) -> impl ExactSizeIterator<Item = &Arc<ResortEvidence>> {
        self.states.iter().map(|state| &state.held)
    }
}

impl State {
    fn new(held: Arc<ResortEvidence>, policy: &Policy, now: Timestamp) -> Self {
        let held = held.of_day(policy, now);
        let published = ResolvedResort::new(policy, &held.profile, &held.evidence, now);
        let snapshot = held.evidence.forecast.as_ref();
        let find = |days| forecast::storms(now, policy, &held.profile, snapshot, days);
        let storms = StormsSeen { full: find(forecast::DAYS), open: find(OPEN_DAYS) };
        let (listed, settled) = (OnceLock::new(), OnceLock::new());
        Self { held, published, listed, settled, storms, mid: OnceLock::new() }
    }
}

type ValueMap = BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>;

/// Values computed once per world, at their first request, one of each type.
#[derive(Default)]
struct TypedValues(Mutex<ValueMap>);

impl TypedValues {
    /// Returns the value of the type; `make` is called if there is none yet. Concurrent callers wait instead of
    /// computing it too.
    fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        // A panic while holding the lock leaves the map consistent: a value is in it or not.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.get(&TypeId::of::<T>()).map(Arc::clone);
        if let Some(known) = known.and_then(|known| known.downcast::<T>().ok()) {
            return known;
        }
        let made = Arc::new(make());
        kept.insert(TypeId::of::<T>(), Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        made
    }
}

impl fmt::Debug for TypedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TypedValues")
    }
}

#[cfg(test)]
mod tests;
