//! The world: one immutable value holding everything that reads answer from.

use std::collections::HashMap;
use std::sync::Arc;

use catalogue::Resort;
use catalogue::search::SearchIndex;
use climate::{Hemisphere, SeasonTable, Winters, normals};
use conditions_core::evidence::{Climate, Evidence, Profile};
use conditions_core::field::Field;
use conditions_core::forecast::{self, Storm};
use conditions_core::policy::Policy;
use conditions_core::record::{Band, Flag, Resolution};
use conditions_core::resolve;
use conditions_core::score::{Score, score};
use conditions_core::time::Timestamp;
use verification::Report;

use crate::atlas::Atlas;
use crate::credits::CreditBook;
use crate::destinations::Destinations;
use crate::enso::EnsoBook;

mod view;

pub use view::{Seen, View};

/// The thresholds of everything about past winters.
pub const CLIMATE: climate::Policy = climate::Policy::DEFAULT;

/// Days of the forecast that everybody sees.
pub const OPEN_DAYS: usize = 7;

/// The service as it names itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// Name, shown in every answer.
    pub name: String,
    /// Base address without a trailing slash.
    pub base_url: String,
    /// Whether the data is synthetic.
    pub synthetic: bool,
    /// Credits of every source that this world shows.
    pub credits: CreditBook,
}

/// One resort and the evidence about it: what changes only when evidence arrives.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// Reference data.
    pub resort: Resort,
    /// The same as the resolver reads it.
    pub profile: Profile,
    /// The evidence that the record is resolved from.
    pub evidence: Evidence,
    /// Winters of the past.
    pub winters: Winters,
}

impl Held {
    /// A resort with evidence about it, and no winters yet.
    #[must_use]
    pub fn new(resort: Resort, evidence: Evidence) -> Self {
        let winters = Winters::new(Hemisphere::of(resort.lat));
        Self { profile: resort.profile(), resort, evidence, winters }
    }

    /// The same with winters of the past.
    #[must_use]
    pub fn with_winters(self, winters: Winters) -> Self {
        Self { winters, ..self }
    }

    /// What is normal on the resort's own day of `now`. The archive is asked for the base's elevation, so it speaks for
    /// the base and for no other band.
    fn normal_of(&self, policy: &Policy, now: Timestamp) -> Option<Climate> {
        let today = now.local_date(self.profile.zone);
        let climate = climate::Policy { min_winters: policy.average_min_winters, ..CLIMATE };
        let normal = normals::depth_on(&climate, &self.winters, today)?;
        Some(Climate { band: Band::Base, winters: normal.winters, mean_depth_cm: normal.spread.mean })
    }
}

/// The same with the normal of its day as evidence. Copied when the day or the winters have changed, which is once a day;
/// evidence that names a normal of its own keeps it where there are no winters.
fn of_today(held: Arc<Held>, policy: &Policy, now: Timestamp) -> Arc<Held> {
    if held.winters.is_empty() {
        return held;
    }
    let climate = held.normal_of(policy, now);
    if held.evidence.climate == climate {
        return held;
    }
    let mut newer = Held::clone(&held);
    newer.evidence.climate = climate;
    Arc::new(newer)
}

/// One resort of the world, resolved.
#[derive(Debug, Clone, PartialEq)]
struct State {
    held: Arc<Held>,
    /// For callers with 14 days.
    full: Resolution,
    /// For everybody else.
    open: Resolution,
    /// The same for everybody: nothing that is withheld goes into it.
    score: Score,
    /// Storms of all fourteen days, and of the days that everybody sees. Found here, because a watch over every resort
    /// would search every model of every resort at each request.
    storms: StormsSeen,
}

/// Storms by who sees them; `None` without a usable forecast.
#[derive(Debug, Clone, PartialEq)]
struct StormsSeen {
    full: Option<Vec<Storm>>,
    open: Option<Vec<Storm>>,
}

/// Everything that reads answer from.
#[derive(Debug)]
pub struct World {
    /// The service.
    pub service: Arc<Service>,
    /// The thresholds in force, with learnt weights.
    pub policy: Arc<Policy>,
    /// How right forecasts were; `None` before anything was graded.
    pub report: Option<Arc<Report>>,
    /// When the resorts were resolved.
    pub as_of: Timestamp,
    index: Arc<SearchIndex>,
    slugs: Arc<HashMap<String, usize>>,
    destinations: Arc<Destinations>,
    atlas: Arc<Atlas>,
    /// Past seasons by position.
    seasons: Arc<SeasonTable>,
    enso: Arc<EnsoBook>,
    states: Vec<State>,
}

impl World {
    /// Resolves every resort at `now`. The order of `resorts` is the order of lists without another one.
    #[must_use]
    pub fn new(service: Arc<Service>, policy: Arc<Policy>, resorts: Vec<Arc<Held>>, now: Timestamp) -> Self {
        let index = Arc::new(SearchIndex::new(resorts.iter().map(|held| &held.resort)));
        let slugs = resorts.iter().enumerate().map(|(at, held)| (held.resort.slug.clone(), at)).collect();
        let destinations = Arc::new(Destinations::new(resorts.iter().map(|held| &held.resort)));
        let atlas = Arc::new(Atlas::new(resorts.iter().map(|held| &held.resort)));
        let seasons = Arc::new(SeasonTable::new(&CLIMATE, resorts.iter().map(|held| &held.winters)));
        let states = resorts.into_iter().map(|held| State::new(held, &policy, now)).collect();
        let (slugs, enso, report) = (Arc::new(slugs), Arc::default(), None);
        Self { service, policy, report, as_of: now, index, slugs, destinations, atlas, seasons, enso, states }
    }

    /// The same resorts with newer evidence and at a later `now`. Names and order stay, so their index is shared.
    #[must_use]
    pub fn with(&self, replaced: Vec<(usize, Arc<Held>)>, now: Timestamp) -> Self {
        self.with_grades(replaced, Arc::clone(&self.policy), self.report.clone(), now)
    }

    /// The same, resolved by the thresholds `policy`, which hold the weights that were learnt, with the report that they
    /// were learnt with.
    #[must_use]
    pub fn with_grades(
        &self,
        replaced: Vec<(usize, Arc<Held>)>,
        policy: Arc<Policy>,
        report: Option<Arc<Report>>,
        now: Timestamp,
    ) -> Self {
        let mut held: Vec<Arc<Held>> = self.states.iter().map(|state| Arc::clone(&state.held)).collect();
        let mut seasons = Arc::clone(&self.seasons);
        for (at, newer) in replaced {
            if let Some(slot) = held.get_mut(at) {
                if !slot.winters.are(&newer.winters) {
                    Arc::make_mut(&mut seasons).put(&CLIMATE, at, &newer.winters);
                }
                *slot = newer;
            }
        }
        Self {
            service: Arc::clone(&self.service),
            states: held.into_iter().map(|held| State::new(held, &policy, now)).collect(),
            policy,
            report,
            as_of: now,
            index: Arc::clone(&self.index),
            slugs: Arc::clone(&self.slugs),
            destinations: Arc::clone(&self.destinations),
            atlas: Arc::clone(&self.atlas),
            seasons,
            enso: Arc::clone(&self.enso),
        }
    }

    /// Number of resorts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Position of a slug.
    #[must_use]
    pub fn position(&self, slug: &str) -> Option<usize> {
        self.slugs.get(slug).copied()
    }

    /// Past seasons of every resort, by position.
    #[must_use]
    pub fn seasons(&self) -> &SeasonTable {
        &self.seasons
    }

    /// The same with what these indices say of its resorts.
    #[must_use]
    pub fn with_enso(mut self, enso: Arc<EnsoBook>) -> Self {
        self.enso = enso;
        self
    }

    /// The indices of El Niño and what they say of the resorts.
    #[must_use]
    pub fn enso(&self) -> &EnsoBook {
        &self.enso
    }

    /// Evidence of every resort, in the world's order.
    pub fn held(&self) -> impl ExactSizeIterator<Item = &Arc<Held>> {
        self.states.iter().map(|state| &state.held)
    }
}

impl State {
    fn new(held: Arc<Held>, policy: &Policy, now: Timestamp) -> Self {
        let held = of_today(held, policy, now);
        let full = resolve(now, policy, &held.profile, &held.evidence);
        let score = score(&policy.score, &full);
        let mut open = full.clone();
        open.record.forecast.next14d_cm = Field::not_reported();
        // The flag speaks of the total that is withheld.
        open.record.flags.retain(|flag| *flag != Flag::ForecastRangeGuarded);
        let snapshot = held.evidence.forecast.as_ref();
        let find = |days| forecast::storms(now, policy, &held.profile, snapshot, days);
        let storms = StormsSeen { full: find(forecast::DAYS), open: find(OPEN_DAYS) };
        Self { held, full, open, score, storms }
    }
}
