//! The dispatcher: claims deliveries from the outbox, sends them, and records how the attempts ended.
//!
//! It is one task with one transaction per round, which records ended attempts and claims as many deliveries as there
//! is capacity for. A claimed delivery begins at once, so a claim never waits in memory while its lease runs. Producers
//! wake the dispatcher; if a wake-up is lost, the one-second poll finds the work.

mod attempt;
mod measures;

use std::sync::Arc;
use std::time::{Duration, Instant};

use storage::webhooks::listen::Listener;
use storage::webhooks::outbox::{self, ClaimedDelivery, EndedAttempt, FinishOutcome, ReturnedClaim};
use storage::{Store, StoreError};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::{Instant as Deadline, sleep_until, timeout_at};
use uuid::Uuid;
use webhooks::delivery::slots::{Capacity, Limits, Slots, StartedAttempt};
use webhooks::policy::DeliveryPolicy;

use attempt::{Done, attempt};
pub use measures::Measures;

use super::gate::Gate;
use super::keys::Keys;
use super::send::Sender;
use runtime::clock;

/// Maximum time between two rounds.
const POLL: Duration = Duration::from_secs(1);
/// Minimum time between two rounds: attempts that end within it are recorded in one transaction.
const ROUND: Duration = Duration::from_millis(5);
/// Minimum pause as a multiple of the previous round's duration: a slow database gets fewer and larger transactions.
const REST: u32 = 2;
/// Pause after a failed round, doubled each time up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// Shutdown grace period for in-flight attempts: their deadline, and time to record them.
const DRAIN: Duration = Duration::from_secs(12);
/// Interval at which idle connections are swept.
const SWEEP: Duration = Duration::from_secs(10);
/// Minimum interval between log lines about secrets that cannot be opened.
const COMPLAINT: Duration = Duration::from_secs(60);

/// Resources of a dispatcher.
#[derive(Debug)]
pub struct Parts {
    /// Store with the outbox.
    pub store: Store,
    /// Sends attempts, through the gate.
    pub sender: Arc<Sender>,
    /// Limits attempts per network that names resolve to.
    pub gate: Arc<Gate>,
    /// Keys that open secrets.
    pub keys: Arc<Keys>,
    /// Notified when there is something to send.
    pub outgoing: Arc<Notify>,
    /// Notifies `outgoing` of deliveries that other replicas create; it must be held, because dropping it ends it.
    pub listener: Option<Listener>,
    /// The dispatcher's counters, shown at `/metrics`.
    pub measures: Measures,
    /// Delivery policy of the contract.
    pub policy: DeliveryPolicy,
    /// Limits of in-flight attempts.
    pub limits: Limits,
}

/// Claims and sends deliveries, and records their attempts.
#[derive(Debug)]
pub struct Dispatcher {
    parts: Parts,
    slots: Slots,
    /// Ended attempts that are not recorded yet.
    ended: Vec<EndedAttempt>,
    /// Postponed claims that are not given back yet.
    back: Vec<ReturnedClaim>,
    done: mpsc::UnboundedSender<Done>,
    coming: mpsc::UnboundedReceiver<Done>,
    complained: Option<Instant>,
    /// Start of the slots' clock.
    opened: Instant,
}

/// The result of a round.
struct Round {
    finished: Vec<FinishOutcome>,
    claimed: Vec<ClaimedDelivery>,
    /// Time until the next delivery becomes due.
    next: Option<Duration>,
}

impl Dispatcher {
    /// Creates a dispatcher that has not started.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let (done, coming) = mpsc::unbounded_channel();
        let slots = Slots::new(parts.limits);
        let opened = clock::monotonic();
        Self { parts, slots, ended: Vec::new(), back: Vec::new(), done, coming, complained: None, opened }
    }

    /// Dispatches until `stop` is set, then waits for in-flight attempts.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        self.free().await;
        let (mut pause, mut swept) = (FIRST_PAUSE, clock::monotonic());
        let outgoing = Arc::clone(&self.parts.outgoing);
        while !*stop.borrow() {
            let begun = clock::monotonic();
            let outcome = self.round(true).await;
            let pace = ROUND.max(REST * begun.elapsed());
            let wait = match outcome {
                Ok(wait) => {
                    pause = FIRST_PAUSE;
                    wait
                }
                Err(error) => {
                    self.failed(&error);
                    tokio::time::sleep(pause).await;
                    pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
                    Duration::ZERO
                }
            };
            if swept.elapsed() >= SWEEP {
                self.parts.sender.sweep();
                swept = clock::monotonic();
            }
            tokio::select! {
                _ = stop.changed() => break,
                Some(done) = self.coming.recv() => self.complete(done),
                () = outgoing.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
            let rest = pace.saturating_sub(begun.elapsed());
            if !rest.is_zero() {
                tokio::time::sleep(rest).await;
            }
        }
        self.drain().await;
    }

    /// Frees claims of a dead process, if only one process can be running.
    async fn free(&self) {
        let freed = self.parts.store.run(|conn| outbox::void_all(conn, clock::now())).await;
        match freed {
            Ok(0) => {}
            Ok(deliveries) => tracing::info!(deliveries, "retrying deliveries that were in flight"),
            // Their leases expire.
            Err(error) => tracing::warn!(%error, "cannot free deliveries that were in flight"),
        }
    }

    /// Runs one transaction: records ended attempts, claims what there is capacity for, and starts the claimed
    /// deliveries. Returns the time until the next scheduled event.
    async fn round(&mut self, claiming: bool) -> Result<Duration, StoreError> {
        while let Ok(done) = self.coming.try_recv() {
            self.complete(done);
        }
        let room = if claiming { self.capacity() } else { Capacity::default() };
        let ended = Arc::new(std::mem::take(&mut self.ended));
        let back = Arc::new(std::mem::take(&mut self.back));
        let outcome = transaction(&self.parts, Arc::clone(&ended), Arc::clone(&back), room).await;
        let Round { finished, claimed, next } = match outcome {
            Ok(round) => round,
            Err(error) => {
                self.retain(Arc::unwrap_or_clone(ended));
                self.back = Arc::unwrap_or_clone(back);
                return Err(error);
            }
        };
        back.iter().for_each(|back| self.slots.end(back.claim));
        for (ended, finished) in ended.iter().zip(&finished) {
            self.slots.end(ended.claim);
            self.parts.measures.finished(finished);
            if let FinishOutcome::Recorded { standing, .. } = finished
                && !standing.is_active()
            {
                tracing::debug!(subscription = %ended.subscription, "a delivery of an ended subscription has ended");
            }
        }
        let now = self.opened.elapsed();
        for claimed in claimed {
            self.begin(claimed, now);
        }
        self.parts.measures.under_way(self.slots.len());
        let more = [self.slots.next(now), self.parts.gate.next(), next];
        Ok(more.into_iter().flatten().fold(POLL, Duration::min))
    }

    /// Returns the capacity in slots and at the known networks.
    fn capacity(&mut self) -> Capacity {
        let mut room = self.slots.capacity(self.opened.elapsed());
        self.parts.gate.narrow(&mut room);
        room
    }

    /// Retains attempts that could not be recorded for the next round, as long as their claim may still be valid.
    fn retain(&mut self, ended: Vec<EndedAttempt>) {
        let now = clock::now();
        for ended in ended {
            // Uses only this process's clock; storage detects a lost claim.
            if now.since(ended.started_at) < 2 * self.parts.policy.lease_ms {
                self.ended.push(ended);
            } else {
                self.slots.end(ended.claim);
                self.parts.measures.stale();
            }
        }
    }

    fn begin(&mut self, claimed: ClaimedDelivery, now: Duration) {
        let ClaimedDelivery { delivery, poor, is_new, .. } = claimed;
        let (site, maker) = (claimed.site.clone(), claimed.maker.clone());
        self.slots.begin(claimed.claim, StartedAttempt { delivery, site, maker, poor, is_new }, now);
        let (sender, keys) = (Arc::clone(&self.parts.sender), Arc::clone(&self.parts.keys));
        let done = Reply { claim: claimed.claim, done: Some(self.done.clone()) };
        self.parts.measures.waited(clock::now().since(claimed.due_since), claimed.attempt);
        tokio::spawn(async move {
            let outcome = attempt(&sender, &keys, claimed).await;
            done.send(outcome);
        });
    }

    fn complete(&mut self, done: Done) {
        match done {
            Done::Ended(ended, took) => {
                self.parts.measures.attempt(&ended.ending, took);
                self.ended.push(*ended);
            }
            Done::PutOff(back) => {
                self.parts.measures.put_off();
                self.back.push(back);
            }
            Done::Nothing { claim, unsigned } => {
                self.slots.end(claim);
                self.parts.measures.unsent();
                let silent = self.complained.is_some_and(|at| at.elapsed() < COMPLAINT);
                if unsigned && !silent {
                    self.complained = Some(clock::monotonic());
                    tracing::error!(
                        "a webhook secret cannot be opened, so its deliveries wait: is the key ring the one that \
                         sealed it?"
                    );
                }
            }
        }
    }

    fn failed(&self, error: &StoreError) {
        self.parts.measures.storage_failed();
        tracing::warn!(%error, "cannot reach the outbox; retrying");
    }

    /// Stops claiming and waits for in-flight attempts.
    async fn drain(mut self) {
        let until = Deadline::now() + DRAIN;
        if !self.slots.is_empty() {
            tracing::info!(deliveries = self.slots.len(), "waiting for deliveries in flight");
        }
        while !self.slots.is_empty() {
            if self.ended.is_empty() && self.back.is_empty() {
                match timeout_at(until, self.coming.recv()).await {
                    Ok(Some(done)) => self.complete(done),
                    Ok(None) | Err(_) => break,
                }
            }
            if let Err(error) = self.round(false).await {
                self.failed(&error);
                if Deadline::now() >= until {
                    break;
                }
                sleep_until(until.min(Deadline::now() + FIRST_PAUSE)).await;
            }
        }
        if !self.slots.is_empty() {
            tracing::warn!(deliveries = self.slots.len(), "leaving deliveries in flight to the next start");
        }
    }
}

async fn transaction(
    parts: &Parts,
    ended: Arc<Vec<EndedAttempt>>,
    back: Arc<Vec<ReturnedClaim>>,
    room: Capacity,
) -> Result<Round, StoreError> {
    let policy = parts.policy;
    let claims: Vec<Uuid> = (0..room.most).map(|_| Uuid::new_v4()).collect();
    let randoms: Vec<f64> = ended.iter().map(|_| random()).collect();
    let now = clock::now();
    let work = move |conn: &mut storage::Conn| {
        let finished = match ended.is_empty() {
            true => Vec::new(),
            false => outbox::finish(conn, &policy, &ended, &randoms, now)?,
        };
        if !back.is_empty() {
            outbox::hand_back(conn, &back, now)?;
        }
        let mut round = Round { finished, claimed: Vec::new(), next: None };
        if room.most > 0 {
            round.claimed = outbox::claim(conn, &policy, &room, &claims, now)?;
            let wait = outbox::next_wait_ms(conn, &policy, now)?;
            round.next = wait.map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or_default()));
        }
        Ok(round)
    };
    parts.store.run(work).await
}

/// Returns a random number in [0, 1], which varies a wait and is not a secret.
fn random() -> f64 {
    let (high, _) = Uuid::new_v4().as_u64_pair();
    // The top 32 bits contain no version bits.
    f64::from((high >> 32) as u32) / f64::from(u32::MAX)
}

/// The one message of an attempt; sent on drop if its task panics, so that its slot becomes free.
struct Reply {
    claim: Uuid,
    done: Option<mpsc::UnboundedSender<Done>>,
}

impl Reply {
    fn send(mut self, outcome: Done) {
        if let Some(done) = self.done.take() {
            // The dispatcher is gone: it has stopped waiting.
            let _ = done.send(outcome);
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if let Some(done) = self.done.take() {
            let _ = done.send(Done::Nothing { claim: self.claim, unsigned: false });
        }
    }
}
