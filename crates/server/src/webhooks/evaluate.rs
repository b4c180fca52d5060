//! When events happen: each publication is compared with what was told before, and what is new is recorded together
//! with the new state, resort by resort, in transactions of a few resorts.
//!
//! Baselines are kept whether anybody subscribes or not: who subscribes tomorrow is told of tomorrow's changes, not of
//! the first look. One replica looks at a time, by a lease, because two whose evidence is a second apart would tell each
//! other's states in turn; a publication older than the one that was looked at last is passed over.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use conditions_core::time::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use storage::webhooks::events::{self as stored, Recorded};
use storage::{Conn, Store, StoreError};
use tokio::sync::{Notify, watch};
use uuid::Uuid;
use webhooks::events::{
    Baseline, Change, Event, EventName, LEADERBOARD_LANE, Leaderboard, LeaderboardUpdated, Occurrence, Place,
    PowderAlert, PowderAlertData, Report, SnowReportUpdated, keys_of,
};
use webhooks::policy::EventPolicy;
use world::View;

use super::sample::page;
use crate::metrics::Metrics;
use crate::published::{Board, Published};
use crate::{clock, store};

/// The lease of who looks.
const LEASE: &str = "webhooks";
/// How long it holds without a word: several ticks at their longest.
const LEASE_FOR: Duration = Duration::from_secs(180);
/// Resorts per transaction.
const CHUNK: usize = 100;
/// Subscriptions per step of a fan-out.
const STEP: usize = 1_000;
/// The subject that says which publication was looked at last.
const LOOKED_AT: &str = "@evaluated";

/// Looks at each publication.
#[derive(Debug)]
pub struct Evaluator {
    /// Where baselines and events are kept.
    pub store: Store,
    /// What is published.
    pub board: Arc<Board>,
    /// Counters.
    pub metrics: Arc<Metrics>,
    /// Rung when there is something to send.
    pub outgoing: Arc<Notify>,
    /// Who this process is to the lease.
    pub owner: String,
}

/// One resort of a publication, as far as events look at it.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    slug: String,
    name: String,
    url: String,
    report: Report,
    alert: Option<Occurrence<PowderAlertData>>,
}

/// A publication, as far as events look at it.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    at: Timestamp,
    resorts: Vec<Seen>,
    leaderboard: Leaderboard,
}

/// What came of a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Told {
    /// Events that are new.
    pub events: u64,
}

impl Look {
    /// What events see of a publication, at its own instant.
    #[must_use]
    pub fn of(published: &Published) -> Self {
        let (policy, world) = (EventPolicy::CONTRACT, &published.world);
        #[expect(clippy::disallowed_methods, reason = "events go to whoever subscribed")]
        let view = View::public(world);
        let resorts = view.resorts().map(|seen| {
            let (resort, resolution) = (seen.resort(), seen.resolution());
            let url = page(&world.service.base_url, &resort.slug);
            let place = Place { slug: &resort.slug, name: &resort.name, url: &url };
            let alert = PowderAlert::evaluate(&policy, world.as_of, (place, resolution));
            Seen {
                slug: resort.slug.clone(),
                name: resort.name.clone(),
                report: Report::of(resolution),
                alert,
                url,
            }
        });
        let resorts = resorts.collect();
        let ranked = view.resorts().map(|seen| {
            let resort = seen.resort();
            (Place { slug: &resort.slug, name: &resort.name, url: "" }, seen.resolution())
        });
        let leaderboard = Leaderboard::of(&policy, ranked);
        Self { at: world.as_of, resorts, leaderboard }
    }
}

impl Evaluator {
    /// Looks at each publication until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut alerted = BTreeSet::new();
        loop {
            tokio::select! {
                _ = stop.changed() => break,
                () = self.board.news() => {}
            }
            if let Err(error) = self.look(&mut alerted).await {
                self.metrics.storage_failures.inc();
                tracing::warn!(%error, "cannot look for webhook events; the next publication is looked at again");
            }
        }
        if let Err(error) = store::release_lease(&self.store, LEASE, &self.owner).await {
            tracing::debug!(%error, "the lease of the webhook events ends by itself");
        }
    }

    async fn look(&self, alerted: &mut BTreeSet<String>) -> Result<(), StoreError> {
        let Some(published) = self.board.current() else { return Ok(()) };
        if !store::hold_lease(&self.store, LEASE, &self.owner, clock::now(), LEASE_FOR).await? {
            return Ok(());
        }
        let Ok(look) = tokio::task::spawn_blocking(move || Look::of(&published)).await else { return Ok(()) };
        let told = tell(&self.store, look, alerted, clock::now()).await?;
        self.metrics.webhook_events.inc_by(told.events);
        // Also what an earlier process recorded and did not bring to its subscriptions.
        let made = fan_out(&self.store, &self.outgoing).await?;
        if told.events > 0 || made > 0 {
            tracing::info!(events = told.events, deliveries = made, "webhook events");
        }
        Ok(())
    }
}

/// Records what is new in `look`. `alerted` remembers keys of alerts that are known, so that a resort under much snow is
/// not written about each time.
///
/// # Errors
/// What the database says; what was recorded before stays, and the rest is found at the next look.
pub async fn tell(
    store: &Store,
    look: Look,
    alerted: &mut BTreeSet<String>,
    now: Timestamp,
) -> Result<Told, StoreError> {
    let Look { at, resorts, leaderboard } = look;
    let before = store.read(known(&resorts)).await?;
    let board_before = store.read(|conn| stored::baseline::<Leaderboard>(conn, LEADERBOARD_LANE)).await?;
    let today = at.utc().date_naive().to_string();
    alerted.retain(|key| key.ends_with(&today));
    let is_news = |seen: &Seen| {
        before.get(&seen.slug) != Some(&seen.report)
            || seen.alert.as_ref().is_some_and(|alert| !alerted.contains(&alert.dedupe_key))
    };
    let news: Vec<Seen> = resorts.into_iter().filter(is_news).collect();
    let mut told = Told::default();
    for chunk in news.chunks(CHUNK) {
        let (chunk, ids) = (chunk.to_vec(), ids(chunk.len() * 2));
        let keys = chunk.iter().filter_map(|seen| Some(seen.alert.as_ref()?.dedupe_key.clone()));
        let keys: Vec<String> = keys.collect();
        let Some(events) = store.run(move |conn| tell_chunk(conn, at, &chunk, &ids, now)).await? else {
            return Ok(told);
        };
        told.events += events;
        alerted.extend(keys);
    }
    if board_before.is_some_and(|before| before.value == leaderboard) {
        return Ok(told);
    }
    let id = Uuid::new_v4();
    let board = store.run(move |conn| tell_leaderboard(conn, at, &leaderboard, id, now)).await?;
    told.events += board.unwrap_or(0);
    Ok(told)
}

/// Brings every event to its subscriptions; how many deliveries were made.
///
/// # Errors
/// What the database says; what is left is brought at the next call.
pub async fn fan_out(store: &Store, outgoing: &Notify) -> Result<usize, StoreError> {
    let mut made = 0;
    loop {
        let now = clock::now();
        let step = store.run(move |conn| stored::fan_out(conn, STEP, now)).await?;
        made += step.made;
        if step.made > 0 {
            // The first are under way before the last are made.
            outgoing.notify_one();
        }
        if !step.more {
            return Ok(made);
        }
    }
}

/// In their order: what happens in one moment is brought to subscriptions in the order of ids.
fn ids(most: usize) -> Vec<Uuid> {
    let mut ids: Vec<Uuid> = (0..most).map(|_| Uuid::new_v4()).collect();
    ids.sort_unstable();
    ids
}

/// The reports that were told last, of these resorts.
fn known(
    resorts: &[Seen],
) -> impl FnMut(&mut Conn) -> Result<BTreeMap<String, Report>, StoreError> + Send + 'static {
    let slugs: Vec<String> = resorts.iter().map(|seen| seen.slug.clone()).collect();
    move |conn| {
        let slugs: Vec<&str> = slugs.iter().map(String::as_str).collect();
        let baselines = stored::baselines::<Report>(conn, &slugs)?;
        Ok(baselines.into_iter().map(|(slug, baseline)| (slug, baseline.value)).collect())
    }
}

/// Whether a publication of `at` may be looked at: no later one was. Notes that it was.
fn is_newest(conn: &mut Conn, at: Timestamp) -> Result<bool, StoreError> {
    let last = stored::baseline::<Timestamp>(conn, LOOKED_AT)?;
    match &last {
        Some(last) if last.value > at => Ok(false),
        Some(last) if last.value == at => Ok(true),
        Some(last) => stored::keep_baseline(conn, LOOKED_AT, &last.following(at)),
        None => stored::begin_baseline(conn, LOOKED_AT, None, &at),
    }
}

/// Events of some resorts; `None` when a later publication was looked at meanwhile.
fn tell_chunk(
    conn: &mut Conn,
    at: Timestamp,
    chunk: &[Seen],
    ids: &[Uuid],
    now: Timestamp,
) -> Result<Option<u64>, StoreError> {
    if !is_newest(conn, at)? {
        return Ok(None);
    }
    let policy = EventPolicy::CONTRACT;
    let slugs: Vec<&str> = chunk.iter().map(|seen| seen.slug.as_str()).collect();
    let baselines = stored::baselines::<Report>(conn, &slugs)?;
    let mut events = 0;
    for (seen, ids) in chunk.iter().zip(ids.chunks_exact(2)) {
        let [report_id, alert_id] = ids else { continue };
        let (before, after) = (baselines.get(&seen.slug), &seen.report);
        let place = Place { slug: &seen.slug, name: &seen.name, url: &seen.url };
        let occurrence = SnowReportUpdated::evaluate(&policy, at, (place, Change { before, after }));
        events += keep(conn, &seen.slug, (before, after), occurrence.as_ref(), *report_id, now)?;
        if let Some(alert) = &seen.alert {
            events += u64::from(stored::record(conn, *alert_id, alert, now)? == Recorded::New);
        }
    }
    Ok(Some(events))
}

fn tell_leaderboard(
    conn: &mut Conn,
    at: Timestamp,
    leaderboard: &Leaderboard,
    id: Uuid,
    now: Timestamp,
) -> Result<Option<u64>, StoreError> {
    if !is_newest(conn, at)? {
        return Ok(None);
    }
    let before = stored::baseline::<Leaderboard>(conn, LEADERBOARD_LANE)?;
    let change = Change { before: before.as_ref(), after: leaderboard };
    let occurrence = LeaderboardUpdated::evaluate(&EventPolicy::CONTRACT, at, change);
    keep(conn, LEADERBOARD_LANE, (before.as_ref(), leaderboard), occurrence.as_ref(), id, now).map(Some)
}

/// Records what happened and keeps the state that it led to, or the first state that was seen. How many events are new.
fn keep<T, D>(
    conn: &mut Conn,
    subject: &str,
    (before, after): (Option<&Baseline<T>>, &T),
    occurrence: Option<&Occurrence<D>>,
    id: Uuid,
    now: Timestamp,
) -> Result<u64, StoreError>
where
    T: Clone + Serialize + DeserializeOwned,
    D: Serialize,
{
    let Some(before) = before else {
        let keys = keys_of(EventName::SnowReportUpdated, subject);
        stored::begin_baseline(conn, subject, Some(&keys), after)?;
        return Ok(0);
    };
    let Some(occurrence) = occurrence else { return Ok(0) };
    let recorded = stored::record(conn, id, occurrence, now)?;
    stored::keep_baseline(conn, subject, &before.following(after.clone()))?;
    Ok(u64::from(recorded == Recorded::New))
}
