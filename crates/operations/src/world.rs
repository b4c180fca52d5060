//! The world: one immutable value holding everything that reads answer from; and the view of it that a caller has.

use std::collections::HashMap;
use std::sync::Arc;

use catalogue::Resort;
use catalogue::search::SearchIndex;
use climate::{Hemisphere, Winters, normals};
use conditions_core::evidence::{Climate, Evidence, Origin, Profile};
use conditions_core::field::Field;
use conditions_core::forecast::{self, Comparison, Storm};
use conditions_core::policy::Policy;
use conditions_core::record::{Band, DailyRow, Flag, Resolution};
use conditions_core::resolve::{resolve, resolve_with};
use conditions_core::score::{Score, score};
use conditions_core::time::Timestamp;
use conditions_core::trace::Explanation;

use crate::arguments::shortened;
use crate::caller::Caller;
use crate::credits::{Carries, CreditBook};
use crate::destinations::Destinations;
use crate::enso::EnsoBook;
use crate::error::OpError;
use crate::explanation::{self, FieldExplanation};

/// Days that everybody sees.
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
    /// Credits.
    pub credits: CreditBook,
}

/// One resort and the evidence about it: what changes only when evidence arrives.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// Reference data.
    pub resort: Resort,
    /// The same as the resolver reads it.
    pub profile: Profile,
    /// Evidence.
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
        let climate = climate::Policy { min_winters: policy.average_min_winters, ..climate::Policy::DEFAULT };
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
    /// Thresholds.
    pub policy: Arc<Policy>,
    /// When the resorts were resolved.
    pub as_of: Timestamp,
    index: Arc<SearchIndex>,
    slugs: Arc<HashMap<String, usize>>,
    destinations: Arc<Destinations>,
    pub(crate) enso: Arc<EnsoBook>,
    states: Vec<State>,
}

impl World {
    /// Resolves every resort at `now`. The order of `resorts` is the order of lists without another one.
    #[must_use]
    pub fn new(service: Arc<Service>, policy: Arc<Policy>, resorts: Vec<Arc<Held>>, now: Timestamp) -> Self {
        let index = Arc::new(SearchIndex::new(resorts.iter().map(|held| &held.resort)));
        let slugs = resorts.iter().enumerate().map(|(at, held)| (held.resort.slug.clone(), at)).collect();
        let destinations = Arc::new(Destinations::new(resorts.iter().map(|held| &held.resort)));
        let states = resorts.into_iter().map(|held| State::new(held, &policy, now)).collect();
        let (slugs, enso) = (Arc::new(slugs), Arc::default());
        Self { service, policy, as_of: now, index, slugs, destinations, enso, states }
    }

    /// The same resorts with newer evidence and at a later `now`. Names and order stay, so their index is shared.
    #[must_use]
    pub fn with(&self, replaced: Vec<(usize, Arc<Held>)>, now: Timestamp) -> Self {
        let mut held: Vec<Arc<Held>> = self.states.iter().map(|state| Arc::clone(&state.held)).collect();
        for (at, newer) in replaced {
            if let Some(slot) = held.get_mut(at) {
                *slot = newer;
            }
        }
        Self {
            service: Arc::clone(&self.service),
            policy: Arc::clone(&self.policy),
            as_of: now,
            index: Arc::clone(&self.index),
            slugs: Arc::clone(&self.slugs),
            destinations: Arc::clone(&self.destinations),
            enso: Arc::clone(&self.enso),
            states: held.into_iter().map(|held| State::new(held, &self.policy, now)).collect(),
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

/// The world as one caller may see it: the only way that operations reach it.
#[derive(Debug, Clone, Copy)]
pub struct View<'w> {
    world: &'w World,
    caller: &'w Caller,
}

impl<'w> View<'w> {
    /// What `caller` sees of `world`.
    #[must_use]
    pub const fn new(world: &'w World, caller: &'w Caller) -> Self {
        Self { world, caller }
    }

    pub(crate) const fn world(&self) -> &'w World {
        self.world
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

    /// Every resort, in the world's order.
    pub fn resorts(&self) -> impl ExactSizeIterator<Item = Seen<'w>> + use<'w> {
        let view = *self;
        self.world.states.iter().map(move |state| Seen { state, view })
    }

    /// The resort at a position of [`View::resorts`].
    #[must_use]
    pub fn at(&self, position: usize) -> Option<Seen<'w>> {
        self.world.states.get(position).map(|state| Seen { state, view: *self })
    }

    /// The resort of a slug, or of a name or alias that only one resort has.
    ///
    /// # Errors
    /// [`OpError::ResortNotFound`] with the nearest slugs, or with the candidates of an ambiguous name.
    pub fn resort(&self, asked: &str) -> Result<Seen<'w>, OpError> {
        let position = self.world.position(asked).or_else(|| self.world.index.unambiguous(asked));
        position.and_then(|at| self.at(at)).ok_or_else(|| OpError::ResortNotFound {
            asked: shortened(asked),
            suggestions: self.world.index.suggest(asked).into_iter().map(str::to_owned).collect(),
        })
    }
}

/// One resort as the caller may see it.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'w> {
    state: &'w State,
    view: View<'w>,
}

impl<'w> Seen<'w> {
    /// Reference data.
    #[must_use]
    pub fn resort(&self) -> &'w Resort {
        &self.state.held.resort
    }

    /// Reference data as the resolver reads it.
    #[must_use]
    pub fn profile(&self) -> &'w Profile {
        &self.state.held.profile
    }

    /// Evidence.
    #[must_use]
    pub fn evidence(&self) -> &'w Evidence {
        &self.state.held.evidence
    }

    /// Winters of the past.
    #[must_use]
    pub fn winters(&self) -> &'w Winters {
        &self.state.held.winters
    }

    /// Whether the caller sees days 8–14 here.
    #[must_use]
    pub fn sees_14_days(&self) -> bool {
        self.view.caller.sees_14_days(&self.state.held.resort.slug)
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

    /// Which evidence was considered for what was resolved, and which rule chose: the resolution once more, listened to.
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
        let (held, world) = (&self.state.held, self.view.world);
        let snapshot = held.evidence.forecast.as_ref();
        let mut days = forecast::daily(world.as_of, &world.policy, &held.profile, snapshot, band);
        if !self.sees_14_days() {
            for day in days.iter_mut().skip(OPEN_DAYS) {
                *day = DailyRow { pro_required: true, ..DailyRow::unknown(day.date) };
            }
        }
        days
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
        let others = Carries::CATALOGUE
            .and_if(Carries::FORECAST, self.has_forecast())
            .and_if(Carries::CLIMATE, self.state.held.evidence.climate.is_some());
        networks.chain(feeds).fold(others, Carries::and)
    }

    /// Whether the answer carries weather-model data.
    #[must_use]
    pub fn has_forecast(&self) -> bool {
        self.state.held.evidence.forecast.is_some()
    }
}
