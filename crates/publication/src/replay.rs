//! Replays the past: the world of one resort at a past time, from the evidence stored by then.
//!
//! Evidence and learnt weights are those of that time; the other thresholds, reference data and enabled networks are
//! today's. Times in the future or before the retention are rejected, because the answer would differ from the one
//! given then. At a time before a resort's first evidence nothing is reported.
//!
//! Reads of the present never wait for replays: few run at once, on the database threads and on two of the pool for
//! blocking work.

use std::sync::Arc;
use std::time::Duration;

use conditions_core::policy::Policy;
use conditions_core::time::{MINUTE_MS, Timestamp};
use operations::arguments::Pair;
use operations::operation::{AS_OF, Replay};
use operations::{AnyOperation, OpError, ToolAnswer};
use storage::{Store, StoreError};
use tokio::sync::Semaphore;
use world::{Caller, ResortEvidence, Service, View, World};

use crate::grading::policy_with;
use crate::published::Published;
use crate::store::StoredPast;
use crate::{publisher, store};

/// Maximum number of concurrent replays. Each uses a database thread and one of the pool for about a millisecond.
const AT_ONCE: usize = 2;
/// Maximum wait of a replay for its turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// Age after which captured evidence has been written or never will be, in milliseconds: the answer for an older time
/// is final.
const SETTLED_MS: i64 = MINUTE_MS;

/// The reason why there is no replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The arguments are wrong or unknown, or the time is out of range.
    #[error(transparent)]
    Refused(#[from] OpError),
    /// Too many replays are running.
    #[error("too many requests for the past are running; try again in a second")]
    Busy,
    /// The database cannot be read or written.
    #[error("the stored evidence cannot be read")]
    Storage(#[source] StoreError),
    /// The work ended without an answer.
    #[error("the replay ended without an answer")]
    Ended,
}

/// Makes worlds of the past.
#[derive(Debug)]
pub struct Replays {
    store: Store,
    retention_ms: i64,
    turns: Arc<Semaphore>,
}

/// One resort at a past time.
#[derive(Debug)]
pub struct Past {
    /// World of only this resort, resolved at that time.
    pub world: World,
    /// The time, used as `now` by operations on the world.
    pub at: Timestamp,
    /// Whether the answer is final for as long as the evidence is retained.
    pub settled: bool,
}

/// The parts of one resort's world.
struct Parts {
    service: Arc<Service>,
    policy: Arc<Policy>,
    resort: catalogue::Resort,
    winters: climate::Winters,
    at: Timestamp,
}

impl Replays {
    /// Creates replays from the evidence in `store`, as far back as `retention` reaches.
    #[must_use]
    pub fn new(store: Store, retention: Duration) -> Self {
        let retention_ms = i64::try_from(retention.as_millis()).unwrap_or(i64::MAX);
        Self { store, retention_ms, turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Runs `answer` on the past world that `asked` names and returns its result. `answer` should run the operation on
    /// that world with [`Past::answer`] or [`Past::call`].
    ///
    /// # Errors
    /// Returns a [`ReplayError`] if there is no replay.
    pub async fn run<T: Send + 'static>(
        &self,
        published: &Published,
        asked: &Replay,
        now: Timestamp,
        answer: impl FnOnce(&Past) -> T + Send + 'static,
    ) -> Result<T, ReplayError> {
        self.check(asked.at, now)?;
        let (world, at) = (&published.world, asked.at);
        #[expect(clippy::disallowed_methods, reason = "only data that is equal for all callers is read")]
        let everybody = View::public(world);
        let seen = everybody.resort(&asked.slug).map_err(OpError::from)?;
        let parts = Parts {
            service: Arc::clone(&world.service),
            policy: Arc::clone(&world.policy),
            resort: seen.resort().clone(),
            // A winter that was received later was unknown then, or different.
            winters: seen.winters().known_at(at),
            at,
        };
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(ReplayError::Busy) };
        let then = store::known_at(&self.store, parts.resort.slug.clone(), at);
        let StoredPast { rows, winters: former, learnt } = then.await.map_err(ReplayError::Storage)?;
        let settled = now.since(at) >= SETTLED_MS;
        let work = move || {
            // Released when the work is done, even if the request is gone.
            let _turn = turn;
            let Parts { service, policy, resort, mut winters, at } = parts;
            for was in former {
                publisher::take_winter(&mut winters, &resort.slug, was.winter, &was.days, was.fetched_at);
            }
            let held =
                ResortEvidence::new(resort, publisher::evidence_of(&rows, &service)).with_winters(winters);
            let policy = Arc::new(policy_with(&policy, learnt.as_ref()));
            let world = World::new(service, policy, vec![Arc::new(held)], at);
            answer(&Past { world, at, settled })
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| ReplayError::Ended)
    }

    /// Returns how long the answer for `at` stays available, in milliseconds.
    #[must_use]
    pub fn kept_for_ms(&self, at: Timestamp, now: Timestamp) -> i64 {
        (self.retention_ms - now.since(at)).max(0)
    }

    fn check(&self, at: Timestamp, now: Timestamp) -> Result<(), OpError> {
        if at > now {
            return Err(OpError::argument(AS_OF, format!("must not be in the future; it is {now} now")));
        }
        let oldest = now.plus_millis(-self.retention_ms);
        if at < oldest {
            return Err(OpError::argument(
                AS_OF,
                format!("must not be before {oldest}: older evidence is not retained"),
            ));
        }
        Ok(())
    }
}

impl Past {
    /// Returns the answer of an operation to `caller`, with the arguments that requested the past.
    ///
    /// # Errors
    /// Returns the errors of the operation.
    pub fn answer(
        &self,
        caller: &Caller,
        operation: &dyn AnyOperation,
        pairs: &[(String, String)],
    ) -> Result<Vec<u8>, OpError> {
        operation.answer(&View::new(&self.world, caller), &borrowed(pairs), self.at)
    }

    /// Calls an operation as a tool, like [`Past::answer`].
    ///
    /// # Errors
    /// Returns the errors of the operation.
    pub fn call(
        &self,
        caller: &Caller,
        operation: &dyn AnyOperation,
        pairs: &[(String, String)],
    ) -> Result<ToolAnswer, OpError> {
        operation.call(&View::new(&self.world, caller), &borrowed(pairs), self.at)
    }
}

fn borrowed(pairs: &[(String, String)]) -> Vec<Pair<'_>> {
    pairs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}
