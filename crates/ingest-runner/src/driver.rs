//! The driver of a lane: performs the steps that the lane's machine requests and reports the results to it. The driver
//! handles lease, clock, allowance, network and storage; the machine decides what is queried, when, and what a response
//! means.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use ::ingest::machine::Attempt;
use ::ingest::{Call, CallDenial, CallError, Machine, Meta, Step, StoreBatch, Summary, Upstream};
use conditions_core::time::Timestamp;
use futures_util::FutureExt as _;
use outbound::client::{Client, RequestOptions};
use reqwest::Url;
use runtime::clock;
use runtime::lease::ConfirmedLease;
use sources::failure::FailureClass;
use storage::budget::Spend;
use tokio::sync::watch;
use tokio::time::Instant;

use super::common::Common;
use super::lease;
use super::progress::Progress;
use super::{refund, store};

mod hindrance;
mod round;

pub use hindrance::LaneError;
use round::Round;

/// Minimum wait for the allowance that is logged, in milliseconds.
const LONG_WAIT_MS: i64 = 120_000;
/// Maximum number of logged lines of one response.
const LINES: usize = 8;

/// Drives a lane until `stop` is set, through any temporary obstacle.
pub async fn drive<U: Upstream>(upstream: U, common: Arc<Common>, mut stop: watch::Receiver<bool>) {
    let mut driver = Driver::new(upstream, common);
    while !driver.is_over {
        if driver.turn(&mut stop).await.is_break() {
            break;
        }
    }
    lease::release(&driver.common.store, driver.meta.lease, &driver.common.owner).await;
}

/// Drives a finite lane to its end.
///
/// # Errors
/// Returns the first obstacle that stops its progress.
pub async fn finish<U: Upstream>(
    upstream: U,
    common: Arc<Common>,
    mut stop: watch::Receiver<bool>,
) -> Result<U, LaneError> {
    let mut driver = Driver::new(upstream, common);
    while !driver.is_over && driver.hindrance.is_none() {
        if driver.turn(&mut stop).await.is_break() {
            driver.hindrance = Some(LaneError::Stopped);
        }
    }
    if !matches!(driver.hindrance, Some(LaneError::Taken)) {
        lease::release(&driver.common.store, driver.meta.lease, &driver.common.owner).await;
    }
    match (driver.hindrance, driver.machine) {
        (None, Some(machine)) => Ok(machine.into_upstream()),
        (hindrance, _) => Err(hindrance.unwrap_or(LaneError::Stopped)),
    }
}

struct Driver<U> {
    common: Arc<Common>,
    meta: Meta,
    /// `None` while a response is parsed on another thread.
    machine: Option<Machine<U>>,
    progress: Option<Progress>,
    /// Last confirmation of the lease.
    confirmed: Option<ConfirmedLease>,
    /// Time when the last request ended.
    sent: Option<Instant>,
    /// The last obstacle.
    hindrance: Option<LaneError>,
    /// Whether the lane has ended.
    is_over: bool,
    /// Time when a call was last counted.
    counted_at: Option<Timestamp>,
    round: Round,
}

impl<U: Upstream> Driver<U> {
    fn new(upstream: U, common: Arc<Common>) -> Self {
        let machine = Machine::new(upstream, common.pauses);
        common.register_lane(machine.meta(), &machine.healths(), clock::now());
        Self {
            common,
            meta: machine.meta().clone(),
            machine: Some(machine),
            progress: None,
            confirmed: None,
            sent: None,
            hindrance: None,
            is_over: false,
            counted_at: None,
            round: Round::default(),
        }
    }

    /// Performs one step and the rest after it; breaks if stopped.
    async fn turn(&mut self, stop: &mut watch::Receiver<bool>) -> ControlFlow<()> {
        let rest = tokio::select! {
            _ = stop.changed() => return ControlFlow::Break(()),
            rest = self.whole_step() => rest,
        };
        tokio::select! {
            _ = stop.changed() => ControlFlow::Break(()),
            () = tokio::time::sleep(rest) => ControlFlow::Continue(()),
        }
    }

    /// Performs one step; a lane that panics restarts later.
    async fn whole_step(&mut self) -> Duration {
        if let Ok(rest) = AssertUnwindSafe(self.step()).catch_unwind().await {
            return rest;
        }
        tracing::error!(lane = self.meta.lane, "the lane panicked; restarting it");
        self.common.metrics.task_ended(self.meta.lane);
        if let Some(machine) = &mut self.machine {
            machine.reader_crashed(clock::now());
        }
        self.common.pauses.rest
    }

    /// Performs one step and returns the time to rest.
    async fn step(&mut self) -> Duration {
        let look = Duration::from_millis(u64::try_from(self.meta.look_ms).unwrap_or(0));
        let holds = self.acquire_lease().await;
        let Some(machine) = &mut self.machine else { return look };
        if !holds {
            machine.lease_lost();
            self.round.end();
            self.hindrance = Some(LaneError::Taken);
            return look;
        }
        let now = clock::now();
        match machine.next(now) {
            Step::Load(wants) => match store::load(&self.common.store, wants).await {
                Ok(known) => {
                    let summary = machine.begin(known, clock::now());
                    self.record(&summary);
                    Duration::ZERO
                }
                Err(error) => {
                    self.common.metrics.storage_failures.inc();
                    tracing::warn!(lane = self.meta.lane, %error, "cannot read what is known of the lane");
                    self.hindrance = Some(error.into());
                    look
                }
            },
            Step::Keep(keep) => {
                self.store(*keep).await;
                self.show_progress();
                Duration::ZERO
            }
            Step::Call(call, counted) => {
                self.show_progress();
                self.call(&call, counted).await;
                Duration::ZERO
            }
            Step::End => {
                self.show_progress();
                self.is_over = true;
                Duration::ZERO
            }
            Step::Rest { until, is_idle } => {
                if is_idle {
                    self.round.end();
                    self.common.status.round_ended(&self.meta.health);
                    machine.healths().iter().for_each(|health| self.common.status.due(health, until, now));
                }
                until_then(until, now).min(look.max(Duration::from_millis(50)))
            }
        }
    }

    async fn acquire_lease(&mut self) -> bool {
        let asked = Instant::now();
        if self.confirmed.is_some_and(|confirmed| confirmed.is_trusted(asked)) {
            return true;
        }
        let common = &self.common;
        let holds = lease::hold(&common.store, self.meta.lease, &common.owner, &common.metrics).await;
        common.metrics.lease(self.meta.lane, holds);
        self.confirmed = holds.then(|| ConfirmedLease::of_request(asked));
        holds
    }

    /// Sends a call if it may be sent now.
    async fn call(&mut self, call: &Call, counted: f64) {
        let common = Arc::clone(&self.common);
        if !self.meta.obeys_robots && !call.is_guarded {
            if self.may_send(call, counted).await {
                self.send(call, &common.client).await;
            }
            return;
        }
        let Ok(url) = Url::parse(&call.url.reveal()) else {
            return self.forbid(call, CallDenial::ByGuard("no address".to_owned()));
        };
        let client = match common.client_for(call, &url).await {
            Ok(client) => client,
            Err(why) => return self.forbid(call, CallDenial::ByGuard(why)),
        };
        let Some(mut alone) = common.robots.exclusive(&url).await else { return };
        // Waiting for the host may have taken long.
        if !self.acquire_lease().await {
            return;
        }
        match alone.allowed(&client, &url).await {
            Ok(()) => {
                if self.may_send(call, counted).await {
                    self.send(call, &client).await;
                }
            }
            Err(why) => self.forbid(call, CallDenial::ByRobots(why)),
        }
    }

    fn forbid(&mut self, call: &Call, why: CallDenial) {
        let lane = self.meta.lane;
        tracing::warn!(lane, what = call.what, why = why.why(), "this call is not allowed");
        self.common.metrics.fetch(lane, "forbidden", 0.0);
        self.common.status.not_asked(&call.health, why.why(), clock::now());
        if let Some(machine) = &mut self.machine {
            machine.forbidden(&why, clock::now());
        }
    }

    /// Counts and records the call; returns whether it may be sent now.
    async fn may_send(&mut self, call: &Call, counted: f64) -> bool {
        if let Some(sent) = self.sent {
            let pause = Duration::from_millis(u64::try_from(self.meta.pause_ms).unwrap_or(0));
            tokio::time::sleep(pause.saturating_sub(sent.elapsed())).await;
        }
        let (now, lane) = (clock::now(), self.meta.lane);
        let Some(machine) = &mut self.machine else { return false };
        let pauses = &self.common.pauses;
        // The limits of a ledger may depend on the call.
        let ledgers = machine.meta().ledgers.clone();
        if counted > 0.0 && !ledgers.is_empty() {
            match store::spend_all(&self.common.store, &ledgers, now, counted).await {
                Ok(Spend::Granted) => self.counted_at = Some(now),
                Ok(Spend::Wait { until }) => {
                    if until.since(now) > LONG_WAIT_MS {
                        tracing::info!(lane, %until, "the allowance is used up for now");
                    }
                    machine.waits(until, now);
                    return false;
                }
                Ok(Spend::Never { .. }) => {
                    tracing::error!(lane, counted, "one call exceeds the whole allowance; raise it");
                    machine.too_heavy(now);
                    self.hindrance = Some(LaneError::TooHeavy);
                    return false;
                }
                Err(error) => {
                    self.common.metrics.storage_failures.inc();
                    tracing::warn!(lane, %error, "cannot count a call, so it is not sent");
                    machine.storage_failed(pauses.rest_ms(), now);
                    self.hindrance = Some(error.into());
                    return false;
                }
            }
        }
        if let Some(name) = call.noted_as.clone()
            && let Err(error) = store::record_call(&self.common.store, name, now).await
        {
            self.common.metrics.storage_failures.inc();
            tracing::warn!(lane, %error, "cannot record a call, so it is not sent");
            machine.storage_failed(pauses.failed_rest_ms, now);
            self.hindrance = Some(error.into());
            return false;
        }
        true
    }

    async fn send(&mut self, call: &Call, client: &Client) {
        let (known, most) = (Some(&call.validators), self.meta.most_bytes);
        let manner = RequestOptions { accept: call.accept, known, most, is_peek: call.is_peek };
        self.round.call(self.meta.lane);
        let fetched = client.fetch(&call.url.reveal(), manner).await;
        self.sent = Some(Instant::now());
        let Some(mut machine) = self.machine.take() else { return };
        let fetched = fetched.map_err(CallError::from);
        // A response may be megabytes, so it is parsed on a blocking thread. A parser that panics is a failure like any
        // other.
        let read = tokio::task::spawn_blocking(move || {
            let read = catch_unwind(AssertUnwindSafe(|| machine.answered(fetched, clock::now())));
            (machine, read)
        });
        let Ok((mut machine, attempt)) = read.await else { return };
        if attempt.is_err() {
            tracing::error!(lane = self.meta.lane, "the parser of the response panicked");
            machine.reader_crashed(clock::now());
        }
        self.machine = Some(machine);
        if let Ok(attempt) = attempt {
            refund::give_back(&self.common, &self.meta, self.counted_at, attempt.given_back).await;
            self.note(&attempt);
        }
    }

    /// Counts and logs an attempt.
    fn note(&mut self, attempt: &Attempt) {
        let Common { metrics, status, .. } = &*self.common;
        let (lane, what) = (self.meta.lane, &attempt.what);
        match &attempt.failed {
            None => metrics.fetch(lane, "ok", attempt.weight),
            Some(failed) => {
                let class = attempt.class.unwrap_or(FailureClass::Other);
                self.round.failed(class);
                metrics.failed_fetch(lane, class, attempt.weight);
                status.failed(&attempt.health, clock::now(), class, failed);
                if attempt.is_repeated {
                    tracing::info!(lane, what, failed, "trying again");
                } else {
                    tracing::warn!(lane, what, failed, "a call failed");
                }
            }
        }
        self.record(&attempt.summary);
    }

    fn record(&self, summary: &Summary) {
        let (lane, metrics) = (self.meta.lane, &self.common.metrics);
        metrics.notes(lane, summary.notes);
        for (reason, count) in &summary.dropped {
            metrics.dropped(lane, reason, *count);
        }
        for line in summary.lines.iter().take(LINES) {
            if line.is_warning {
                tracing::warn!(lane, "{}", line.text);
            } else {
                tracing::info!(lane, "{}", line.text);
            }
        }
    }

    /// Stores the results of a response and reports success.
    async fn store(&mut self, keep: StoreBatch) {
        let (Common { store, metrics, wake, .. }, lane, now) = (&*self.common, self.meta.lane, clock::now());
        let stored = if keep.is_empty() { Ok(false) } else { store::store(store, keep.clone(), now).await };
        let is_news = match stored {
            Ok(is_news) => is_news,
            Err(error) => {
                metrics.storage_failures.inc();
                tracing::error!(lane, %error, "cannot store the data of a response; it is requested again");
                if let Some(machine) = &mut self.machine {
                    machine.store_failed(keep, now);
                }
                self.hindrance = Some(error.into());
                return;
            }
        };
        self.record(&keep.summary);
        self.common.succeeded(lane, &keep.healthy, now);
        metrics.evidence_rows.inc_by(keep.rows.len() as u64);
        if is_news {
            wake.notify_one();
        }
        if let Some(machine) = &mut self.machine {
            machine.stored(keep, now);
        }
    }

    /// Shows the progress of a round from its first call to its last response.
    fn show_progress(&mut self) {
        let (Some((what, unit)), Some(machine)) = (self.meta.progress, &self.machine) else { return };
        let left = machine.left();
        self.progress.take_if(|progress| progress.is_of_another(left));
        if self.progress.is_none() && left > 0 {
            self.progress = Some(Progress::new(what, unit, left));
        }
        if let Some(progress) = &mut self.progress {
            progress.left(left);
        }
        if left == 0 {
            self.progress = None;
        }
    }
}

/// Returns the time until `until`, at least a moment.
fn until_then(until: Timestamp, now: Timestamp) -> Duration {
    Duration::from_millis(u64::try_from(until.since(now)).unwrap_or(0).max(50))
}
