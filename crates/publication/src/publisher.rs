//! Builds the world from storage, renders it, and replaces it when evidence or time moves on.
//!
//! Writes of this process and of other replicas arrive the same way: the change counter moves, and the changed rows are
//! read.
//!
//! A publication is a function of the change counters and of its time, the start of the tick that contains the present
//! (`edition`). Replicas poll at the same moments of the wall clock and publish a tick only after the poll that follows
//! its start, so that through a load balancer hardly any client sees an earlier publication after a later one.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use catalogue::Resort;
use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use runtime::clock;
use runtime::metrics::Metrics;
use runtime::status::Status;
use storage::changes as topics;
use storage::climate::{ModelledDays, StoredWinter};
use storage::documents;
use storage::evidence::EvidenceRow;
use storage::{HostState, Store, StoreError};
use tokio::sync::{Notify, watch};
use uuid::Uuid;
use world::{ResortEvidence, Service, World, map_on_processors};

use crate::edition::{self, Coverage};
use crate::grading::{InForce, policy_with};
use crate::published::{Latest, Published};
use crate::store;
use crate::versions::Versions;

mod ageing;
mod backoff;
mod beat;
mod losses;
mod poll;
mod rebuild;
mod stored_documents;
mod stored_evidence;
mod stored_winters;

pub use losses::{Loss, lost_changes};
pub use poll::{Ground, PollRead, PollState};
pub use stored_evidence::evidence_of;
pub use stored_winters::take_winter;

use beat::Beat;
use stored_documents::with_documents;
use stored_evidence::renewed_resorts;

/// Interval at which the change counter is polled.
const POLL: Duration = Duration::from_secs(1);
/// Time limits of the database for reading changes, and for reading everything.
const LOOK: Duration = Duration::from_secs(2);
const EVERYTHING: Duration = Duration::from_secs(15);
/// Age in ticks after which a publication is old, and the minimum of that age.
const OLD_TICKS: u32 = 3;
const OLD_LEAST: Duration = Duration::from_secs(10);

fn old_after_ms(tick: Duration) -> i64 {
    i64::try_from((tick * OLD_TICKS).max(OLD_LEAST).as_millis()).unwrap_or(i64::MAX)
}

/// Builds and replaces the publication.
#[derive(Debug)]
pub struct Publisher {
    store: Store,
    latest: Arc<Latest>,
    metrics: Arc<Metrics>,
    status: Arc<Status>,
    tick: Duration,
    following: PollState,
}

/// Changes in storage.
#[derive(Debug, Default)]
pub struct News {
    /// The newest rows of changed evidence.
    pub evidence: Vec<EvidenceRow>,
    /// The changed winters of the past.
    pub winters: Vec<StoredWinter>,
    /// The changed and removed documents.
    pub documents: documents::Changes,
    /// The results in force, if they changed.
    pub grades: Option<InForce>,
}

impl News {
    fn is_empty(&self) -> bool {
        let documents::Changes { documents, removed, .. } = &self.documents;
        let rows = self.evidence.len() + self.winters.len() + documents.len() + removed.len();
        rows == 0 && self.grades.is_none()
    }
}

/// Resources of a publisher.
#[derive(Debug)]
pub struct Parts {
    /// Store of evidence.
    pub store: Store,
    /// Receives the published world.
    pub latest: Arc<Latest>,
    /// Counters shown at `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Health shown at `/readyz`.
    pub status: Arc<Status>,
    /// Interval between renderings, equal on every replica.
    pub tick: Duration,
}

/// The result of reading storage.
struct Changes {
    look: PollRead,
    news: News,
    coverage: Coverage,
    /// The counters with which a new timeline began.
    began: Option<Versions>,
}

/// Reads changes from `store`, and everything from `patient`, because that takes longer. Borrows nothing of the publisher,
/// which must continue while the read waits.
async fn changes(store: Store, patient: Store, mut look: PollRead) -> Result<Changes, StoreError> {
    loop {
        let reads = if look.ground() == Ground::Nothing { &patient } else { &store };
        let (versions, news) = store::changed(reads, look.since()).await?;
        let began = if look.follows_promotion() { store::promoted_at(&store).await? } else { None };
        match look.covered(store.timeline(), versions) {
            Ok(coverage) => return Ok(Changes { look, news, coverage, began }),
            Err(again) => look = again,
        }
        tracing::info!("the database may have been replaced after a lost connection; rebuilding everything");
    }
}

impl Publisher {
    /// Publishes the first world from storage.
    ///
    /// # Errors
    /// Returns an error if storage cannot be read.
    pub async fn start(
        parts: Parts,
        service: Arc<Service>,
        resorts: Vec<Resort>,
    ) -> Result<Self, StoreError> {
        let Parts { store, latest, metrics, status, tick } = parts;
        let losses = store.lost_connections();
        let timeline = store.timeline();
        let imported = store.read(|conn| topics::version(conn, topics::RESORTS)).await?;
        let known = Coverage { timeline, resorts: imported, versions: Versions::default() };
        let Changes { news, coverage, .. } =
            changes(store.clone(), store.clone(), PollRead::first(known, losses)).await?;
        let now = edition::time_of(clock::now(), tick);
        let empty = of_nothing(service, resorts, now);
        // From now on there is a publication, and nothing waits for the database.
        let store = store.within(LOOK);
        status.publication_is_old_after(old_after_ms(tick));
        coverage.versions.by_name().into_keys().for_each(|topic| metrics.changes_lost(topic, 0));
        let (published, made) = rebuilt(&empty, news, coverage, now);
        let following = PollState::new(coverage, losses);
        let publisher = Self { store, latest, metrics, status, tick, following };
        publisher.publish_now(published);
        publisher.reach(coverage);
        stored_winters::store_modelled(&publisher.store, made);
        Ok(publisher)
    }

    /// Keeps the publication in step with evidence and time until `stop` is set.
    pub async fn run(mut self, wake: Arc<Notify>, mut stop: watch::Receiver<bool>) {
        let mut beat = Beat::new(POLL);
        loop {
            tokio::select! {
                _ = stop.changed() => return,
                () = beat.next() => {}
                () = wake.notified() => {}
            }
            self.turn(&mut beat).await;
        }
    }

    fn note_hosts(&self) {
        let hosts = self.store.hosts();
        self.metrics.database_hosts(HostState::NAMES, hosts.values().map(HostState::name));
        let faults = hosts.into_iter().filter_map(|(host, state)| Some((host, state.fault()?)));
        self.status.host_faults(faults.collect());
    }

    /// Publishes changes if there are any; the known world if it has aged, whatever the database does.
    async fn turn(&mut self, beat: &mut Beat) {
        self.status.writes_held_up(self.store.writes_are_held_up());
        self.status.database_threads(self.store.has_no_threads());
        self.note_hosts();
        let known = self.following.coverage();
        match self.read_changes(beat).await {
            Some(Changes { look, news, coverage, .. })
                if look.ground() == Ground::Known
                    && news.is_empty()
                    && coverage == known
                    && !self.has_aged() => {}
            Some(Changes { look, news, coverage, began }) => {
                if self.renew(look.ground(), news, coverage).await {
                    losses::report(known, coverage, began, &self.status, &self.metrics, clock::now());
                    self.following.published(look, coverage);
                    self.reach(coverage);
                } else {
                    // They are read again, because they are not published.
                    self.following.failed();
                    self.age().await;
                }
            }
            None => self.age().await,
        }
    }

    /// Returns whether the tick of the current publication is over.
    fn has_aged(&self) -> bool {
        let time = edition::time_of(clock::now(), self.tick);
        self.latest.current().is_some_and(|current| current.world.as_of != time)
    }

    /// Publishes the known world again if it has aged.
    async fn age(&self) {
        if self.has_aged() {
            self.renew(Ground::Known, News::default(), self.following.coverage()).await;
        }
    }

    /// Records that the publication covers this data.
    fn reach(&self, coverage: Coverage) {
        self.latest.reach(coverage.versions);
        self.status.publication_covers(coverage.versions.by_name());
    }

    /// Reads the changes if the database answers in time. The known world continues to age while it waits.
    async fn read_changes(&mut self, beat: &mut Beat) -> Option<Changes> {
        let (begun, losses) = (clock::monotonic(), self.store.lost_connections());
        let look = self.following.poll(losses, self.store.timeline(), || Uuid::new_v4().as_u128())?;
        let mut reading = pin!(changes(self.store.clone(), self.store.within(EVERYTHING), look));
        let changes = loop {
            match ageing::before(beat, reading.as_mut()).await {
                Some(changes) => break changes,
                None => self.age().await,
            }
        };
        self.metrics.database_looked_at(begun.elapsed());
        let answered = changes.as_ref().map(drop).map_err(StoreError::to_string);
        let is_news = self.status.database(answered);
        match changes {
            Ok(changes) => {
                if is_news {
                    tracing::info!("the database answers again");
                }
                Some(changes)
            }
            Err(error) => {
                self.metrics.storage_failures.inc();
                if is_news {
                    tracing::warn!(%error, "cannot read changed evidence; serving the known data");
                }
                None
            }
        }
    }

    /// Publishes a world with the changes; returns false if it could not be built.
    async fn renew(&self, ground: Ground, news: News, coverage: Coverage) -> bool {
        let Some(current) = self.latest.current() else { return true };
        let now = edition::time_of(clock::now(), self.tick);
        let begun = clock::monotonic();
        let build = move || match ground {
            Ground::Known => rebuilt(&current.world, news, coverage, now),
            Ground::Nothing => rebuilt(&emptied(&current.world, now), news, coverage, now),
        };
        match tokio::task::spawn_blocking(build).await {
            Ok((published, made)) => {
                self.metrics.publication_took(begun.elapsed());
                self.publish_now(published);
                stored_winters::store_modelled(&self.store, made);
                true
            }
            Err(error) => {
                tracing::error!(%error, "cannot rebuild the world; serving the previous one");
                false
            }
        }
    }

    fn publish_now(&self, published: Published) {
        let now = clock::now();
        published.measure(&self.metrics, now);
        if let Some(previous) = self.latest.current() {
            self.metrics.publication_bytes.set(previous.rendered_bytes());
        }
        self.latest.publish(published);
        self.status.published(now);
    }
}

/// Returns a world that knows its resorts but has no data about them.
fn of_nothing(service: Arc<Service>, resorts: impl IntoIterator<Item = Resort>, now: Timestamp) -> World {
    let placed = |held: ResortEvidence| held.in_region_of(&service.regions, now.utc().date_naive());
    let held = map_on_processors(resorts.into_iter().collect(), |resort| {
        Arc::new(placed(ResortEvidence::new(resort, Evidence::default())))
    });
    World::new(Arc::clone(&service), Arc::new(Policy::contract()), held, now)
}

/// Returns a world with the same resorts but without data.
fn emptied(world: &World, now: Timestamp) -> World {
    of_nothing(Arc::clone(&world.service), world.resorts().map(|held| held.resort.clone()), now)
}

/// Builds a publication at `now` after rows have changed: the whole path from stored rows to rendered answers.
#[must_use]
pub fn renewed(world: &World, news: News, now: Timestamp) -> Published {
    rebuilt(world, news, Coverage::default(), now).0
}

/// Builds a publication with this coverage like [`renewed`], and also returns the snow of winters that had to be modelled
/// for it.
fn rebuilt(world: &World, news: News, coverage: Coverage, now: Timestamp) -> (Published, Vec<ModelledDays>) {
    let (mut newer, mut made) = (renewed_resorts(world, news.evidence, now), Vec::new());
    for kept in news.winters {
        if let Some(held) = copied(&mut newer, world, &kept.row.slug) {
            made.extend(stored_winters::insert_stored(&mut held.winters, kept));
        }
    }
    for (slug, mapped) in stored_winters::remapped(world, news.grades.as_ref()) {
        if let Some(held) = copied(&mut newer, world, &slug) {
            held.mapped = mapped;
        }
    }
    let replaced = newer.into_iter().map(|(at, held)| (at, Arc::new(held))).collect();
    let world = match news.grades {
        None => world.with(replaced, now),
        Some(InForce { weights, report, maps: _ }) => {
            let policy = Arc::new(policy_with(&world.policy, weights.as_ref()));
            world.with_grades(replaced, policy, report, now)
        }
    };
    (Published::covering(coverage, with_documents(world, &news.documents), now), made)
}

/// Returns the resort's entry among those that change, copied from the world at the first change.
fn copied<'n>(
    newer: &'n mut BTreeMap<usize, ResortEvidence>,
    world: &World,
    slug: &str,
) -> Option<&'n mut ResortEvidence> {
    let (at, held) = world.resort(slug)?;
    Some(newer.entry(at).or_insert_with(|| ResortEvidence::clone(held)))
}

#[cfg(test)]
mod tests;
