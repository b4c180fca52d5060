//! The world: one immutable value with all data that reads are answered from.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::panic::resume_unwind;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;

use avalanche::Regions;
use catalogue::passes::Passes;
use catalogue::search::SearchIndex;
use climate::{Calendar, SeasonTable};
use conditions_core::policy::Policy;
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
use crate::processors::map_on_processors;
use crate::resort_evidence::{CLIMATE, ResortEvidence};

mod distances;
mod state;
mod view;

use state::{ResolvedResort, RevocableStates, SharedState, State};

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

/// An index of names that is built on another thread; its first reader waits for it.
type BuildingIndex = LazyLock<SearchIndex, Box<dyn FnOnce() -> SearchIndex + Send>>;

/// Starts to index the names of resorts: at a start this takes as long as reading a quarter of the evidence.
fn building_index(resorts: Vec<Arc<ResortEvidence>>) -> Arc<BuildingIndex> {
    let index = thread::spawn(move || SearchIndex::new(resorts.iter().map(|held| &held.resort)));
    let wait = move || index.join().unwrap_or_else(|panic| resume_unwind(panic));
    Arc::new(LazyLock::new(Box::new(wait)))
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
    index: Arc<BuildingIndex>,
    slugs: Arc<HashMap<String, usize>>,
    destinations: Arc<Destinations>,
    atlas: Arc<Atlas>,
    /// Past seasons by position.
    seasons: Arc<SeasonTable>,
    /// Usual values of every day of the year, by position.
    calendar: Arc<Calendar>,
    datasets: Datasets,
    states: Vec<SharedState>,
    /// States without reports that can still be undone.
    revocable: RevocableStates,
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
        let index = building_index(resorts.clone());
        let states =
            map_on_processors(resorts.clone(), |held| SharedState::new(held.modelled(), &policy, now));
        let slugs = resorts.iter().enumerate().map(|(at, held)| (held.resort.slug.clone(), at)).collect();
        let destinations = Arc::new(Destinations::new(resorts.iter().map(|held| &held.resort)));
        let atlas = Arc::new(Atlas::new(resorts.iter().map(|held| &held.resort)));
        let winters = || resorts.iter().map(|held| &held.winters);
        let seasons = Arc::new(SeasonTable::new(&CLIMATE, winters()));
        let calendar = Arc::new(Calendar::new(&CLIMATE, winters()));
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
            revocable: RevocableStates::default(),
            once: TypedValues::default(),
        }
    }

    /// Returns a world of the same resorts with newer evidence at a later `now`. Names and order stay, so their index
    /// is shared, and so are the states of resorts whose evidence resolves to the same result at `now`.
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
        // Other thresholds, and a clock that went back, concern every resort.
        let is_valid = Arc::ptr_eq(&policy, &self.policy) && self.as_of <= now;
        let mut states = self.states.clone();
        let mut newer: BTreeMap<usize, Arc<ResortEvidence>> = BTreeMap::new();
        let (mut seasons, mut datasets) = (Arc::clone(&self.seasons), self.datasets.clone());
        let mut calendar = Arc::clone(&self.calendar);
        let mut has_winters = false;
        for (at, held) in replaced {
            if let Some(former) = states.get(at) {
                if !former.held.winters.is_same(&held.winters) {
                    Arc::make_mut(&mut seasons).replace(&CLIMATE, at, &held.winters);
                    Arc::make_mut(&mut calendar).insert(&CLIMATE, at, &held.winters);
                    has_winters = true;
                }
                newer.insert(at, held);
            }
        }
        let due = |(at, state): (usize, &SharedState)| match newer.remove(&at) {
            Some(held) => Some((at, held, true)),
            None => (!is_valid || state.until <= now).then(|| (at, Arc::clone(&state.held), false)),
        };
        let due: Vec<_> = states.iter().enumerate().filter_map(due).collect();
        let resolved = map_on_processors(due, |(at, held, is_newer)| {
            let held = if is_newer { held.modelled() } else { held };
            (at, SharedState::new(held, &policy, now))
        });
        for (at, resolved) in resolved {
            if let Some(state) = states.get_mut(at) {
                *state = resolved;
            }
        }
        if has_winters {
            datasets.settle(&evidence(&states));
        }
        Self {
            service: Arc::clone(&self.service),
            revocable: RevocableStates::new(&datasets, &self.slugs),
            states,
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
        Positions::from_positions(self.len(), shown.filter_map(|slug| self.position(slug)))
    }

    /// Creates a recorder of what an answer of this world checks about its caller.
    #[must_use]
    pub fn audience_recorder(&self) -> AudienceRecorder {
        AudienceRecorder::new(self.len())
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
        if documents.is_empty() && removed.is_empty() {
            return (self, Vec::new());
        }
        let refused = self.datasets.apply(&self.service.credits, documents, removed, &evidence(&self.states));
        self.revocable = RevocableStates::new(&self.datasets, &self.slugs);
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

    /// Returns the evidence of the resort with a slug, and its position.
    #[must_use]
    pub fn resort(&self, slug: &str) -> Option<(usize, &Arc<ResortEvidence>)> {
        let at = self.position(slug)?;
        self.states.get(at).map(|state| (at, &state.held))
    }
}

/// Returns the evidence of every resort.
fn evidence(states: &[SharedState]) -> Vec<&ResortEvidence> {
    states.iter().map(|state| state.held.as_ref()).collect()
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
