//! The driver of every lane: does what the lane's machine says and tells it what came of it. Here are the lease, the clock,
//! the allowance, the network and storage; what is asked, when, and what an answer means is the machine's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use ::ingest::machine::Attempt;
use ::ingest::{Call, Keep, Machine, Meta, Step, Summary, Upstream};
use reqwest::Url;
use storage::budget::Spend;
use tokio::sync::watch;
use tokio::time::Instant;

use super::common::Common;
use super::outcome::{self, until_then};
use super::progress::Progress;
use crate::{clock, store};

/// A lease that was confirmed within this time is held: a fraction of what it lasts.
const LEASE_FRESH: Duration = Duration::from_secs(20);
/// A call that is heavier than the whole allowance is tried again after this long, in case the allowance was raised.
const TOO_HEAVY_MS: i64 = 600_000;
/// How many lines of one answer are logged.
const LINES: usize = 8;

/// Drives a lane until `stop` is set.
pub async fn drive<U: Upstream>(upstream: U, common: Arc<Common>, mut stop: watch::Receiver<bool>) {
    let machine = Machine::new(upstream, common.pauses);
    let meta = machine.meta().clone();
    let mut driver =
        Driver { common, meta, machine: Some(machine), progress: None, confirmed: None, sent: None };
    loop {
        let rest = tokio::select! {
            _ = stop.changed() => break,
            rest = driver.step() => rest,
        };
        tokio::select! {
            _ = stop.changed() => break,
            () = tokio::time::sleep(rest) => {}
        }
    }
    outcome::release_lease(&driver.common.store, driver.meta.lease, &driver.common.owner).await;
}

struct Driver<U> {
    common: Arc<Common>,
    meta: Meta,
    /// `None` while an answer is read where nothing waits.
    machine: Option<Machine<U>>,
    progress: Option<Progress>,
    /// When the lease was confirmed last.
    confirmed: Option<Instant>,
    /// When the last request ended.
    sent: Option<Instant>,
}

impl<U: Upstream> Driver<U> {
    /// Does one step and says how long to rest.
    async fn step(&mut self) -> Duration {
        let look = Duration::from_millis(u64::try_from(self.meta.look_ms).unwrap_or(0));
        let holds = self.holds_lease().await;
        let Some(machine) = &mut self.machine else { return look };
        if !holds {
            machine.lose();
            return look;
        }
        let now = clock::now();
        match machine.next(now) {
            Step::Load(wants) => match store::ingest::known(&self.common.store, wants).await {
                Ok(known) => {
                    let summary = machine.begin(known, clock::now());
                    self.record(&summary);
                    Duration::ZERO
                }
                Err(error) => {
                    self.common.metrics.storage_failures.inc();
                    tracing::warn!(lane = self.meta.lane, %error, "cannot read what is known of the lane");
                    look
                }
            },
            Step::Keep(keep) => {
                self.keep(*keep).await;
                Duration::ZERO
            }
            Step::Call(call, counted) => {
                self.call(&call, counted).await;
                Duration::ZERO
            }
            Step::Rest { until, is_idle } => {
                if is_idle {
                    self.progress = None;
                    self.common.status.round_ended(&self.meta.health);
                }
                until_then(until, now).min(look.max(Duration::from_millis(50)))
            }
        }
    }

    async fn holds_lease(&mut self) -> bool {
        if self.confirmed.is_some_and(|at| at.elapsed() < LEASE_FRESH) {
            return true;
        }
        let common = &self.common;
        let holds = outcome::hold_lease(&common.store, self.meta.lease, &common.owner, &common.metrics).await;
        self.confirmed = holds.then(Instant::now);
        holds
    }

    /// Sends a call, if it may go out now.
    async fn call(&mut self, call: &Call, counted: f64) {
        if !self.meta.obeys_robots {
            if self.may_send(call, counted).await {
                self.send(call).await;
            }
            return;
        }
        let common = Arc::clone(&self.common);
        let Ok(url) = Url::parse(&call.url.reveal()) else { return self.forbid(call, "no address") };
        let Some(mut alone) = common.robots.alone(&url).await else { return };
        // Waiting for the host may have taken long.
        if !self.holds_lease().await {
            return;
        }
        match alone.allowed(&common.client, &url).await {
            Ok(()) => {
                if self.may_send(call, counted).await {
                    self.send(call).await;
                }
            }
            Err(why) => self.forbid(call, &why),
        }
    }

    fn forbid(&mut self, call: &Call, why: &str) {
        let lane = self.meta.lane;
        tracing::warn!(lane, what = call.what, why, "this must not be asked");
        self.common.metrics.fetch(lane, "forbidden", 0.0);
        self.common.status.not_asked(&call.health, why);
        if let Some(machine) = &mut self.machine {
            machine.forbidden(clock::now());
        }
    }

    /// Counts the call and notes it; whether it may go out now.
    async fn may_send(&mut self, call: &Call, counted: f64) -> bool {
        if let Some(sent) = self.sent {
            let pause = Duration::from_millis(u64::try_from(self.meta.pause_ms).unwrap_or(0));
            tokio::time::sleep(pause.saturating_sub(sent.elapsed())).await;
        }
        let (now, lane) = (clock::now(), self.meta.lane);
        let Some(machine) = &mut self.machine else { return false };
        let pauses = &self.common.pauses;
        if counted > 0.0 && !self.meta.ledgers.is_empty() {
            match store::spend_all(&self.common.store, &self.meta.ledgers, now, counted).await {
                Ok(Spend::Granted) => {}
                Ok(Spend::Wait { until }) => {
                    if until.since(now) > self.meta.patience_ms {
                        tracing::info!(lane, %until, "the allowance is used up for now");
                    }
                    machine.waits(until, now);
                    return false;
                }
                Ok(Spend::Never { .. }) => {
                    tracing::error!(
                        lane,
                        counted,
                        "one call is heavier than the whole allowance; raise the allowance"
                    );
                    machine.held_up(TOO_HEAVY_MS, now);
                    return false;
                }
                Err(error) => {
                    self.common.metrics.storage_failures.inc();
                    tracing::warn!(lane, %error, "cannot count a call, so none goes out");
                    machine.held_up(pauses.rest_ms(), now);
                    return false;
                }
            }
        }
        if let Some(name) = call.noted_as.clone()
            && let Err(error) = store::asked(&self.common.store, name, now).await
        {
            self.common.metrics.storage_failures.inc();
            tracing::warn!(lane, %error, "cannot note a call, so none goes out");
            machine.held_up(pauses.failed_rest_ms, now);
            return false;
        }
        true
    }

    async fn send(&mut self, call: &Call) {
        let fetched = self.common.client.get_unless(&call.url.reveal(), call.accept, &call.validators).await;
        self.sent = Some(Instant::now());
        let Some(mut machine) = self.machine.take() else { return };
        let fetched = fetched.map_err(|error| error.to_string());
        // An answer may be megabytes: it is read where nothing waits. A reader that breaks is a failure like any other.
        let read = tokio::task::spawn_blocking(move || {
            let read = catch_unwind(AssertUnwindSafe(|| machine.answered(fetched, clock::now())));
            (machine, read)
        });
        let Ok((mut machine, attempt)) = read.await else { return };
        if attempt.is_err() {
            tracing::error!(lane = self.meta.lane, "the answer could not be read at all");
            machine.broke(clock::now());
        }
        self.machine = Some(machine);
        if let Ok(attempt) = attempt {
            self.note(&attempt);
        }
    }

    /// Counts and logs an attempt.
    fn note(&self, attempt: &Attempt) {
        let Common { metrics, status, .. } = &*self.common;
        let (lane, what) = (self.meta.lane, &attempt.what);
        match &attempt.failed {
            None => metrics.fetch(lane, "ok", attempt.weight),
            Some(failed) => {
                metrics.fetch(lane, "failed", attempt.weight);
                status.failed(&attempt.health, clock::now(), failed);
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

    /// Stores what an answer brought, and shows that it went well.
    async fn keep(&mut self, keep: Keep) {
        let (Common { store, metrics, status, wake, .. }, lane) = (&*self.common, self.meta.lane);
        let now = clock::now();
        let stored =
            if keep.is_empty() { Ok(false) } else { store::ingest::keep(store, keep.clone(), now).await };
        let is_news = match stored {
            Ok(is_news) => is_news,
            Err(error) => {
                metrics.storage_failures.inc();
                tracing::error!(lane, %error, "cannot store what an answer brought; it is asked for again");
                if let Some(machine) = &mut self.machine {
                    machine.not_kept(keep, now);
                }
                return;
            }
        };
        self.record(&keep.summary);
        for health in &keep.healthy {
            status.succeeded(health, now);
            metrics.succeeded(lane, now.millis() as f64 / 1000.0);
        }
        let rows = keep.rows.len();
        metrics.evidence_rows.inc_by(rows as u64);
        if is_news {
            wake.notify_one();
        }
        let Some(machine) = &mut self.machine else { return };
        if let Some((what, unit)) = self.meta.progress {
            let left = machine.left();
            let progress = self.progress.get_or_insert_with(|| Progress::new(what, unit, rows + left));
            progress.advance(rows);
        }
        machine.kept(keep, now);
    }
}
