//! The round of the feeds: which are due, may be asked, and what becomes of their answers.

use std::time::Duration;

use conditions_core::evidence::Observation;
use conditions_core::time::Timestamp;
use evidence::{Form as _, Lifts};
use futures_util::StreamExt as _;
use sources::ParseError;
use sources::breaker::{Breaker, Permit};
use sources::error::excerpt;
use sources::lifts::Report;
use sources::retry::{self, Verdict};
use storage::evidence::NewEvidence;
use tokio::sync::watch;

use super::robots::allowed;
use super::{Feed, Feeds, observations};
use crate::ingest::outcome::{self, Failure, Ledger, left_alone_until, until_then};
use crate::{clock, store};
use ::ingest::Validators;

/// Who may ask.
pub const LEASE: &str = "lifts";
/// How long to rest when there is nothing to do: often enough to keep the lease.
const REST: Duration = Duration::from_secs(30);
/// Hosts that are asked at once.
const AT_ONCE: usize = 4;
/// How many notes of a report are logged, and how long.
const NOTES: usize = 3;
const NOTE_CHARS: usize = 120;

/// What is known of a feed while the lease is held.
struct State {
    next: Timestamp,
    breaker: Breaker,
    /// Failures in a row.
    failures: u32,
    /// The newest report, and how the upstream calls its version.
    last: Option<(Report, Validators)>,
    /// The payload as it is stored.
    stored: Option<String>,
}

/// What a feed answered.
enum Answer {
    /// A report.
    Fresh(Box<Report>, Validators),
    /// The one that is known still holds.
    Unchanged,
}

impl Feeds {
    /// Asks the feeds until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut states = None;
        loop {
            let rest = tokio::select! {
                _ = stop.changed() => break,
                rest = self.round(&mut states) => rest,
            };
            if states.is_some() {
                self.common.status.round_ended(LEASE);
            }
            tokio::select! {
                _ = stop.changed() => break,
                () = tokio::time::sleep(rest) => {}
            }
        }
        outcome::release_lease(&self.common.store, LEASE, &self.common.owner).await;
    }

    async fn hold_lease(&self) -> bool {
        outcome::hold_lease(&self.common.store, LEASE, &self.common.owner, &self.common.metrics).await
    }

    /// Asks what is due and says how long to rest.
    async fn round(&self, states: &mut Option<Vec<State>>) -> Duration {
        if !self.hold_lease().await {
            // Whoever asks now knows more than this process does.
            *states = None;
            return REST;
        }
        if states.is_none() {
            *states = self.load().await;
        }
        let Some(states) = states else { return REST };
        let now = clock::now();
        let due = self.feeds.iter().zip(states.iter_mut()).filter(|(_, state)| state.next <= now);
        futures_util::stream::iter(due)
            .for_each_concurrent(AT_ONCE, |(feed, state)| self.turn(feed, state))
            .await;
        let next = states.iter().map(|state| state.next).min();
        next.map_or(REST, |next| until_then(next, clock::now()).min(REST))
    }

    /// What storage knows of the feeds.
    async fn load(&self) -> Option<Vec<State>> {
        let names = self.feeds.iter();
        let names = names.map(|feed| (feed.upstream.slug.clone(), feed.upstream.family, feed.name.clone()));
        let known = match store::feeds_known(&self.common.store, names.collect()).await {
            Ok(known) => known,
            Err(error) => {
                self.common.metrics.storage_failures.inc();
                tracing::warn!(%error, "cannot read what is known of the lift feeds");
                return None;
            }
        };
        let now = clock::now();
        let states = self.feeds.iter().zip(known).map(|(feed, known)| State {
            // A clock that was set back must not hold a feed up for longer than its period.
            next: known
                .asked_at
                .map_or(now, |at| at.plus_millis(feed.period_ms).min(now.plus_millis(feed.period_ms))),
            breaker: Breaker::new(self.common.pauses.breaker),
            failures: 0,
            last: None,
            stored: known.payload,
        });
        Some(states.collect())
    }

    /// One feed's turn. Whatever becomes of it, the next is at least an interval away.
    async fn turn(&self, feed: &Feed, state: &mut State) {
        // One call to a host at a time: several resorts share some.
        let host = self.robots.host(&feed.upstream.url).await;
        let mut host = host.lock().await;
        if !self.hold_lease().await {
            return;
        }
        let lane = feed.upstream.family;
        state.next = clock::now().plus_millis(feed.period_ms);
        if let Err(why) = allowed(&mut host, &self.common.client, &feed.upstream.url).await {
            tracing::warn!(lane, slug = feed.upstream.slug, why, "a lift feed must not be asked");
            self.common.metrics.fetch(lane, "forbidden", 0.0);
            self.common.status.not_asked(&feed.name, &why);
            return;
        }
        if let Permit::NotBefore(until) = state.breaker.permit(clock::now()) {
            state.next = until;
            return;
        }
        let asked_at = clock::now();
        state.next = asked_at.plus_millis(feed.period_ms);
        if let Err(error) = store::feed_asked(&self.common.store, feed.name.clone(), asked_at).await {
            self.common.metrics.storage_failures.inc();
            tracing::warn!(lane, %error, "cannot note a call, so none goes out");
            state.breaker.failure(asked_at);
            return;
        }
        let ledger = Ledger {
            lane,
            health: &feed.name,
            status: &self.common.status,
            metrics: &self.common.metrics,
            backoff: &self.common.pauses.backoff,
        };
        let heard = match self.once(feed, state).await {
            Ok(answer) => self.keep(feed, state, answer).await,
            Err(failure) => Err(failure),
        };
        match heard {
            Ok(()) => {
                let now = clock::now();
                ledger.succeeded(&mut state.breaker, 1.0);
                state.failures = 0;
                self.common.status.succeeded(&feed.name, now);
                self.common.metrics.succeeded(lane, now.millis() as f64 / 1000.0);
            }
            Err(failure) => {
                tracing::warn!(lane, slug = feed.upstream.slug, what = %failure.what, "a lift feed failed");
                let now = clock::now();
                state.failures = state.failures.saturating_add(1);
                // Never repeated at once: the repeats that others make at once are this lane's next turns.
                ledger.failed(&mut state.breaker, 1.0, state.failures, &failure, now);
                state.next = state.next.max(left_alone_until(&failure, &state.breaker, now));
            }
        }
    }

    /// One call.
    async fn once(&self, feed: &Feed, state: &State) -> Result<Answer, Failure> {
        let known = state.last.as_ref().map(|(_, validators)| validators.clone()).unwrap_or_default();
        let accept = feed.family.meta().accept;
        let url = feed.upstream.url.as_str();
        let fetched = self
            .common
            .client
            .get_unless(url, Some(accept), &known)
            .await
            .map_err(|error| failure(error.to_string(), None, Verdict::Retry { not_before: None }))?;
        if fetched.status == 304 && state.last.is_some() {
            return Ok(Answer::Unchanged);
        }
        let (family, status, retry_after) = (feed.family, fetched.status, fetched.retry_after);
        let (body, validators) = (fetched.body, fetched.validators);
        // A page is megabytes: it is read where nothing waits.
        let read = tokio::task::spawn_blocking(move || family.read(&body)).await;
        let Ok(read) = read else {
            return Err(failure("the answer could not be read at all".to_owned(), None, Verdict::GiveUp));
        };
        let kind = read.as_ref().err().map(|error| &error.kind);
        match (retry::classify(status, retry_after.as_deref(), kind, clock::now()), read) {
            (Verdict::Accept, Ok(report)) => Ok(Answer::Fresh(Box::new(report), validators)),
            (verdict, Ok(_)) => Err(failure(format!("HTTP {status}"), None, verdict)),
            (verdict, Err(error)) => Err(failure(format!("HTTP {status}: {error}"), Some(error), verdict)),
        }
    }

    /// Keeps what a report says.
    async fn keep(&self, feed: &Feed, state: &mut State, answer: Answer) -> Result<(), Failure> {
        if let Answer::Fresh(report, validators) = answer {
            self.note(feed, &report);
            state.last = Some((*report, validators));
        }
        let Some((report, _)) = &state.last else { return Ok(()) };
        let now = clock::now();
        let said = observations(feed.family, report, feed.zone, now);
        if said.is_empty() {
            let why = report.notes().into_iter().next().unwrap_or_default();
            state.last = None;
            return Err(failure(format!("nothing could be counted: {why}"), None, Verdict::GiveUp));
        }
        let payload = Lifts::encode(&said);
        self.heard(feed, now).await;
        if state.stored.as_deref() == Some(payload.as_str()) {
            return Ok(());
        }
        let row = row(feed, &said, payload.clone(), now);
        match store::append_evidence(&self.common.store, vec![row]).await {
            Ok(()) => {
                self.common.metrics.evidence_rows.inc();
                state.stored = Some(payload);
                self.common.wake.notify_one();
            }
            Err(error) => {
                self.common.metrics.storage_failures.inc();
                tracing::error!(lane = feed.upstream.family, %error, "cannot keep what a lift feed said");
            }
        }
        Ok(())
    }

    async fn heard(&self, feed: &Feed, at: Timestamp) {
        if let Err(error) = store::feed_heard(&self.common.store, feed.name.clone(), at).await {
            self.common.metrics.storage_failures.inc();
            tracing::warn!(lane = feed.upstream.family, %error, "cannot note that a lift feed answered");
        }
    }

    /// Counts and logs what a report holds and is not used.
    fn note(&self, feed: &Feed, report: &Report) {
        let notes = report.notes();
        self.common.metrics.notes(feed.upstream.family, notes.len());
        for note in notes.iter().take(NOTES) {
            let note = excerpt(note, NOTE_CHARS);
            tracing::info!(lane = feed.upstream.family, slug = feed.upstream.slug, notes = notes.len(), note);
        }
    }
}

fn failure(what: String, error: Option<ParseError>, verdict: Verdict) -> Failure {
    Failure { what, error, verdict }
}

fn row(feed: &Feed, said: &[Observation], payload: String, now: Timestamp) -> NewEvidence {
    NewEvidence {
        id: storage::evidence::new_id(now),
        slug: feed.upstream.slug.clone(),
        lane: feed.upstream.family.to_owned(),
        kind: Lifts::NAME.to_owned(),
        observed_at: said.iter().filter_map(|observation| observation.observed_at).max(),
        captured_at: now,
        payload,
    }
}
