//! The lane of the archive: winters of the past, requested call by call within the part of the allowance that the
//! forecasts leave.
//!
//! Two conversations share it. A backfill requests given winters once and ends. The other one keeps the current winter
//! of every resort on record up to date, day after day. The stored winters are the progress: those of one response are
//! stored in one transaction, so an interrupted run continues with the first call without a response. Each conversation
//! has its own lease: a backfill may run for weeks, and the writes of both are merged.

use std::collections::{HashSet, VecDeque};

use catalogue::Resort;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use sources::Lane as _;
use sources::budget::Limits;
use sources::open_meteo::archive::{self, Archive, ArchiveCall, ArchiveConfig, ArchiveReply, request};
use sources::retry::Verdict;
use sources::{FaultPosition, Kind, ParseError};

use crate::call::{Call, UpstreamResponse};
use crate::forecast;
use crate::pauses::Pauses;
use crate::rest::rest_ms;
use crate::store_batch::{StoreBatch, Success};
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

pub mod answers;
pub mod current;
pub mod filling;
pub mod share;
pub mod spans;
pub mod stored;

use answers::Answer;
use share::Shares;
use spans::{Span, Stage, most_weight};
use stored::Coverage;

/// The lane's name in storage, logs and metrics, and of its share of the allowance.
pub const LANE: &str = archive::LANE;
/// Lease for a backfill.
pub const BACKFILL_LEASE: &str = "backfill";
/// Lease for requesting current winters. The name matches the existing rows.
pub const CURRENT_LEASE: &str = "running-winter";

/// Number of consecutive failed calls after which the run ends.
const PATIENCE: usize = 5;
/// Time of day, UTC, by which the archive typically has its newest day: noon.
const NEW_DAY_MS: i64 = 12 * HOUR_MS;

#[derive(Debug)]
pub struct Winters {
    meta: Meta,
    shares: Shares,
    pauses: Pauses,
    config: ArchiveConfig,
    agenda: WinterPlan,
    phase: Phase,
    waiting: VecDeque<(Span, ArchiveCall)>,
    under_way: Option<(Span, ArchiveCall)>,
    keep: Option<StoreBatch>,
    /// Winters with a response: slug and year.
    answered: HashSet<(String, i32)>,
    /// Number of consecutive calls that failed for good.
    failures: usize,
    /// Number of times that the call in flight met a limit of the upstream.
    limits_met: usize,
    outcome: Outcome,
}

/// The winters to request.
#[derive(Debug)]
enum WinterPlan {
    /// These winters, once.
    Given(Vec<Span>),
    /// The current winter of these resorts, as far as they are on record.
    Current {
        resorts: Vec<Resort>,
        most_weight: f64,
        /// Consecutive failed polls.
        failed_rounds: u32,
    },
}

#[derive(Debug, Clone, Copy)]
enum Phase {
    /// A poll: there may be winters to request.
    Asking,
    /// The poll has ended; at this time storage is read again.
    Resting(Timestamp),
    /// The run has ended.
    Over,
}

/// Result of the calls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Number of winters stored.
    pub kept: usize,
    /// Number of those for which the archive returned too few days; they are requested again another time.
    pub short: usize,
    /// Slugs whose call failed for good; they are requested again another time.
    pub failed: Vec<String>,
    /// The archive's failure, if it failed so often in a row that the run ended.
    pub silent: Option<String>,
}

impl Winters {
    /// Makes a backfill of given winters, in their order.
    #[must_use]
    pub fn backfill(config: ArchiveConfig, shares: Shares, spans: Vec<Span>, pauses: Pauses) -> Self {
        let meta = Meta { progress: Some(("winters", "winters")), ..meta(BACKFILL_LEASE, &shares) };
        Self::new(meta, shares, config, WinterPlan::Given(spans), pauses)
    }

    /// Makes the conversation for the current winter of every resort on record, day after day.
    #[must_use]
    pub fn current(config: ArchiveConfig, shares: Shares, resorts: Vec<Resort>, pauses: Pauses) -> Self {
        let most_weight = most_weight(shares.least().share);
        let agenda = WinterPlan::Current { resorts, most_weight, failed_rounds: 0 };
        Self::new(meta(CURRENT_LEASE, &shares), shares, config, agenda, pauses)
    }

    fn new(meta: Meta, shares: Shares, config: ArchiveConfig, agenda: WinterPlan, pauses: Pauses) -> Self {
        Self {
            meta,
            shares,
            pauses,
            config,
            agenda,
            phase: Phase::Asking,
            waiting: VecDeque::new(),
            under_way: None,
            keep: None,
            answered: HashSet::new(),
            failures: 0,
            limits_met: 0,
            outcome: Outcome::default(),
        }
    }

    /// Returns the result of the calls.
    #[must_use]
    pub fn into_outcome(self) -> Outcome {
        self.outcome
    }

    fn enqueue(&mut self, spans: Vec<Span>, summary: &mut Summary) {
        for span in spans {
            match request::call(&self.config, &span.place, span.first, span.last) {
                Some(call) => self.waiting.push_back((span, call)),
                None => {
                    summary.warn(format!("{}: the resort's coordinates cannot be requested", span.place.id));
                    self.not_answered(span.place.id);
                }
            }
        }
    }

    fn not_answered(&mut self, slug: String) {
        if !self.outcome.failed.contains(&slug) {
            self.outcome.failed.push(slug);
        }
    }

    /// Records a call that failed for good.
    fn give_up(&mut self, span: Span, what: &str) {
        (self.failures, self.limits_met) = (self.failures + 1, 0);
        self.not_answered(span.place.id);
        if self.failures >= PATIENCE {
            self.outcome.silent = Some(what.to_owned());
            self.waiting.clear();
        }
    }

    /// Begins a poll of current winters, or finds that nothing is due.
    fn begin_round(&mut self, known: Vec<Coverage>, now: Timestamp, summary: &mut Summary) {
        let WinterPlan::Current { resorts, most_weight, failed_rounds } = &mut self.agenda else { return };
        let today = now.plus_millis(-NEW_DAY_MS).utc().date_naive();
        let due = current::current(resorts, known, today, *most_weight);
        (self.outcome, self.failures, self.limits_met) = (Outcome::default(), 0, 0);
        self.waiting.clear();
        if due.is_empty() {
            *failed_rounds = 0;
            self.phase = Phase::Resting(next_day(now).min(now.plus_millis(self.pauses.slow_ms)));
        } else {
            self.phase = Phase::Asking;
            self.enqueue(due, summary);
        }
    }

    /// Ends a poll: every call has its response, or the archive is paused.
    fn end_round(&mut self, now: Timestamp) {
        let is_silent = self.outcome.silent.is_some();
        let WinterPlan::Current { failed_rounds, .. } = &mut self.agenda else {
            self.phase = if is_silent { Phase::Over } else { Phase::Resting(now) };
            return;
        };
        // Winters that came short are due again at once, and so are days that are new by now.
        let mut rest = self.pauses.rest_ms();
        if is_silent || !self.outcome.failed.is_empty() {
            rest = rest_ms(*failed_rounds, self.pauses.failed_rest_ms, self.pauses.slow_ms);
            *failed_rounds = failed_rounds.saturating_add(1);
        }
        self.phase = Phase::Resting(now.plus_millis(rest));
        let Outcome { kept, failed, silent, .. } = &self.outcome;
        let mut summary = Summary::default();
        summary.info(format!("current winters brought up to date: {kept}"));
        match silent {
            Some(what) => summary.warn(format!("current winters wait: the archive does not answer: {what}")),
            None if failed.is_empty() => {}
            None => summary.warn(format!("no response, requested again later: {}", failed.join(", "))),
        }
        self.keep = Some(StoreBatch { summary, ..StoreBatch::default() });
    }
}

impl Upstream for Winters {
    type Answer = ArchiveReply;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn state_query(&self, _now: Timestamp) -> StateQuery {
        StateQuery { winters: true, ..StateQuery::default() }
    }

    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary {
        let mut summary = Summary::default();
        self.keep = None;
        let under_way = self.under_way.take();
        match (&mut self.agenda, self.phase) {
            (WinterPlan::Current { .. }, _) => self.begin_round(known.winters, now, &mut summary),
            (WinterPlan::Given(spans), Phase::Asking) => {
                let spans = std::mem::take(spans);
                self.enqueue(spans, &mut summary);
                if let Some((span, _)) = under_way {
                    self.give_up(span, "the answer broke the reader");
                }
            }
            (WinterPlan::Given(_), Phase::Resting(_) | Phase::Over) => {
                let is_short = |row: &&Coverage| {
                    row.came_short > 0 && self.answered.contains(&(row.slug.clone(), row.winter))
                };
                self.outcome.short = known.winters.iter().filter(is_short).count();
                self.phase = Phase::Over;
            }
        }
        summary
    }

    fn next_batch(&mut self, _now: Timestamp) -> Option<StoreBatch> {
        self.keep.take()
    }

    fn stored(&mut self, keep: StoreBatch, _now: Timestamp) {
        if keep.winters.is_none() {
            return;
        }
        if let Some((Span { place, winters, .. }, _)) = self.under_way.take() {
            self.outcome.kept += winters.len();
            let winter = |wanted: spans::WinterRequest| (place.id.clone(), wanted.winter.year());
            self.answered.extend(winters.into_iter().map(winter));
        }
    }

    /// The call is still in flight: it is sent again.
    fn not_stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    fn left(&self) -> usize {
        self.waiting.iter().chain(&self.under_way).map(|(span, _)| span.winters.len()).sum()
    }

    fn next(&mut self, now: Timestamp) -> Next {
        if self.under_way.is_none() {
            self.under_way = self.waiting.pop_front();
        }
        if let Some((span, ArchiveCall { url, weight, .. })) = &self.under_way {
            self.meta.ledgers = ledgers(&self.shares, span, now);
            let call = Call::new(url.clone(), LANE, span.place.id.as_str());
            return Next::Call(Box::new(Call { weight: *weight, counted: *weight, ..call }));
        }
        match self.phase {
            Phase::Asking => {
                self.end_round(now);
                Next::Rest(now)
            }
            Phase::Resting(until) if until > now => Next::Rest(until),
            Phase::Resting(_) => Next::Load,
            Phase::Over => Next::End,
        }
    }

    fn read(&self, fetched: &UpstreamResponse) -> Result<ArchiveReply, ParseError> {
        let missing = ParseError { lane: LANE, at: FaultPosition::Body, kind: Kind::Missing };
        self.under_way.as_ref().ok_or(missing)?.1.read(&fetched.body)
    }

    fn apply(
        &mut self,
        archived: ArchiveReply,
        _fetched: &UpstreamResponse,
        now: Timestamp,
    ) -> Result<Summary, Failure> {
        let mut summary = Summary::default();
        let Some((span, _)) = &self.under_way else { return Ok(summary) };
        let slug = &span.place.id;
        let (answer, cleaned) = Answer::new(span, &archived, now);
        let left_out = cleaned.implausible + cleaned.ice;
        summary.notes = archived.notes.len() + left_out;
        for note in &archived.notes {
            summary.info(format!("{slug}: the archive's response is odd: {note}"));
        }
        if left_out > 0 {
            summary.info(format!(
                "{slug}: left out of the archive's response: {} implausible values, {} depths of ice",
                cleaned.implausible, cleaned.ice
            ));
        }
        self.keep = Some(StoreBatch {
            winters: Some(answer),
            healthy: vec![Success::timeless(LANE)],
            ..StoreBatch::default()
        });
        (self.failures, self.limits_met) = (0, 0);
        Ok(summary)
    }

    fn failed(&mut self, failure: &Failure, _now: Timestamp) -> (Blame, Summary) {
        let mut summary = Summary::default();
        // A limit of the upstream is temporary: the same call waits for it, a few times.
        if matches!(failure.verdict, Verdict::Breaker { .. }) && self.limits_met < PATIENCE {
            self.limits_met += 1;
        } else if let Some((span, _)) = self.under_way.take() {
            summary.warn(format!("{}: no winters this time: {}", span.place.id, failure.what));
            self.give_up(span, &failure.what);
        }
        (Blame::Upstream, summary)
    }
}

/// Returns the ledgers of a call with the limits of the day.
#[must_use]
pub fn ledgers(shares: &Shares, span: &Span, now: Timestamp) -> Vec<(&'static str, Limits)> {
    let day = now.utc().date_naive();
    let allowance = match span.stage() {
        Stage::Current => shares.first_on(day),
        Stage::Few => shares.few_on(day),
        Stage::Rest => shares.on(day),
    };
    vec![(LANE, allowance.share), (forecast::LANE, allowance.whole)]
}

fn meta(lease: &'static str, shares: &Shares) -> Meta {
    let least = shares.least();
    Meta {
        lane: LANE,
        lease,
        health: LANE.to_owned(),
        repeats: true,
        obeys_robots: false,
        most_bytes: Archive.meta().bounds.bytes,
        pause_ms: 0,
        look_ms: LOOK_MS,
        // The past can wait: a repeat waits for the allowance as long as a first attempt does.
        patience_ms: i64::MAX,
        ledgers: vec![(LANE, least.share), (forecast::LANE, least.whole)],
        progress: None,
    }
}

/// Returns when there is a new day to request.
const fn next_day(now: Timestamp) -> Timestamp {
    let into = (now.millis() - NEW_DAY_MS).rem_euclid(DAY_MS);
    now.plus_millis(DAY_MS - into)
}

#[cfg(test)]
mod tests;
