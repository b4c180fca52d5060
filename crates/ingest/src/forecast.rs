//! The forecast lane: selects the due resorts, plans the batches, and handles the responses.
//!
//! A failed batch rests and never delays another one. A place for which the upstream has no data rests for a day, so
//! that the other places of its batch get their forecast in the same refresh. A truncated response names the place; in
//! a call that is rejected as a whole it is found by halving. The second half of a batch follows the same rule, see
//! `forecast/context.rs`.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;

use chrono::NaiveDate;
use conditions_core::evidence::{ForecastSnapshot, Profile};
use conditions_core::hourly;
use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, Timestamp};
use evidence::{Forecast, Form as _};
use sources::Lane as _;
use sources::budget::Limits;
use sources::error::{Kind, ParseError};
use sources::open_meteo::request::BATCH;
use sources::open_meteo::{self, Answer, Batch, Place};
use verification::{Grading, Issue};

use crate::call::{Call, UpstreamResponse};
use crate::pauses::Pauses;
use crate::store_batch::{IssuedForecast, Row, StoreBatch, Success};
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, Meta, Next, Upstream};

mod cadence;
mod context;
mod dataless;
mod queue;
mod recent_hours;
mod search;

pub use cadence::{ForecastNeed, is_closed, plan, while_filling};
use context::HalfBatch;
use dataless::{Doubt, dataless_at, refusal_of_a_place};
pub use queue::{Queue, Target};
use recent_hours::RecentHours;

/// The lane's name in storage, logs and metrics.
pub const LANE: &str = open_meteo::LANE;
/// Lease of the process that may fetch.
const LEASE: &str = "ingest";
/// Time after which a place without data is requested again.
const DATALESS_REST_MS: i64 = DAY_MS;
/// Longest time that a repeat waits for the allowance.
const PATIENCE_MS: i64 = 90_000;

/// The thresholds in force. The archive for grading gets the blend as published.
pub type PolicyInForce = Box<dyn Fn() -> Option<Arc<Policy>> + Send>;
/// Whether a backfill fetches current winters or the first ten.
pub type IsFilling = Box<dyn Fn() -> bool + Send>;

pub struct Forecasts {
    meta: Meta,
    pauses: Pauses,
    config: open_meteo::Config,
    /// The configuration while a backfill fetches the first winters.
    smaller: Option<open_meteo::Config>,
    is_filling: IsFilling,
    policy: PolicyInForce,
    queue: Queue,
    /// Hours that are carried over from snapshot to snapshot.
    behind: RecentHours,
    /// Due places that have not been requested yet, in their future batches.
    waiting: VecDeque<Vec<Place>>,
    under_way: Option<BatchInFlight>,
    /// Places with a first half whose second half is still to be requested; the last one next.
    halves: Vec<HalfBatch>,
    /// Places without data for the second half, with the time until which it is not requested for them.
    without_context: HashMap<String, Timestamp>,
    /// Consecutive rejections of the second half.
    refusals: usize,
    doubt: Option<Doubt>,
    keep: Option<StoreBatch>,
    /// Capture time of the forecasts that are being stored.
    captured_at: Timestamp,
}

/// The batch in flight.
#[derive(Debug)]
struct BatchInFlight {
    batch: Batch,
    /// The first half's response, once it has arrived.
    core: Option<Answer>,
    /// Whether the second half was counted with the first.
    is_counted: bool,
}

impl fmt::Debug for Forecasts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Forecasts").field("config", &self.config).field("under_way", &self.under_way).finish()
    }
}

impl Forecasts {
    /// Makes the lane for resorts, within an allowance.
    #[must_use]
    pub fn new(
        config: open_meteo::Config,
        limits: Limits,
        targets: Vec<Target>,
        policy: PolicyInForce,
        pauses: Pauses,
    ) -> Self {
        let period_ms = plan(&config, limits, targets.len()).period_ms();
        let smaller = while_filling(&config, limits, targets.len());
        let meta = Meta {
            lane: LANE,
            lease: LEASE,
            health: LANE.to_owned(),
            repeats: true,
            obeys_robots: false,
            most_bytes: open_meteo::OpenMeteo.meta().bounds.bytes,
            pause_ms: 0,
            look_ms: pauses.rest_ms(),
            patience_ms: PATIENCE_MS,
            ledgers: vec![(LANE, limits)],
            progress: Some(("forecasts", "resorts")),
        };
        Self {
            meta,
            pauses,
            config,
            smaller,
            is_filling: Box::new(|| false),
            policy,
            queue: Queue::new(targets, period_ms),
            behind: RecentHours::default(),
            waiting: VecDeque::new(),
            under_way: None,
            halves: Vec::new(),
            without_context: HashMap::new(),
            refusals: 0,
            doubt: None,
            keep: None,
            captured_at: Timestamp::from_millis(i64::MIN),
        }
    }

    /// Returns the lane with smaller forecasts while `is_filling`.
    #[must_use]
    pub fn smaller_while(self, is_filling: IsFilling) -> Self {
        Self { is_filling, ..self }
    }

    fn config(&self) -> &open_meteo::Config {
        self.smaller.as_ref().filter(|_| (self.is_filling)()).unwrap_or(&self.config)
    }

    /// Returns the call for the half of the batch that has no response yet.
    fn call(&self) -> Option<Call> {
        let BatchInFlight { batch, core, is_counted } = self.under_way.as_ref()?;
        let half = if core.is_some() { batch.context.as_ref()? } else { &batch.core };
        // Both halves are counted before the first is sent: a batch is requested as a whole or not at all.
        let both = batch.core.weight + batch.context.as_ref().map_or(0.0, |context| context.weight);
        let counted = match core {
            None => both,
            Some(_) if *is_counted => 0.0,
            Some(_) => half.weight,
        };
        let call = Call::new(half.url.clone(), LANE, half.part.name());
        Some(Call { weight: half.weight, counted, ..call })
    }

    /// Begins the next batch: half of the suspects during a search for a place, else the places that have waited
    /// longest.
    fn begin_batch(&mut self, now: Timestamp) -> bool {
        while self.under_way.is_none() {
            let places = match &self.doubt {
                Some(doubt) => doubt.search.candidates().to_vec(),
                None => match self.waiting.pop_front() {
                    Some(places) => places,
                    None => return false,
                },
            };
            let past_days = self.behind.days_to_ask(&places, now);
            let planned = open_meteo::plan_back(self.config(), &places, past_days);
            for place in planned.refused {
                self.queue.rest(&place.id, now.plus_millis(DATALESS_REST_MS));
            }
            let mut batches = planned.batches.into_iter();
            let first = batches.next();
            // If the URL would be too long, one batch becomes two.
            batches.rev().for_each(|batch| self.waiting.push_front(batch.places));
            self.under_way = first.map(|batch| BatchInFlight { batch, core: None, is_counted: true });
            if self.under_way.is_none() {
                self.doubt = None;
            }
        }
        true
    }

    fn rest(&mut self, places: &[Place], until: Timestamp) {
        places.iter().for_each(|place| self.queue.rest(&place.id, until));
    }

    /// Converts the responses of a batch to rows for storage.
    fn read_out(
        &mut self,
        places: &[Place],
        core: Answer,
        context: Option<Result<Answer, ParseError>>,
        now: Timestamp,
    ) -> Summary {
        let mut summary = Summary { notes: core.notes.len(), ..Summary::default() };
        let policy = (self.policy)();
        let asked = self.config.models().len();
        let mut keep = StoreBatch { healthy: vec![Success::timeless(LANE)], ..StoreBatch::default() };
        for (place, merged) in places.iter().zip(open_meteo::merge(core, context)) {
            let Some(target) = self.queue.target(&place.id) else { continue };
            match merged {
                Ok(forecast) => {
                    summary.notes += forecast.notes.len();
                    let mut snapshot = hourly::snapshot(now, &target.profile, &forecast.series);
                    self.behind.carry_over(&place.id, &mut snapshot);
                    keep.rows.push(row(&place.id, &snapshot));
                    let issued = |policy: &Arc<Policy>| archived(policy, &target.profile, &snapshot, asked);
                    keep.archived.extend(policy.as_ref().and_then(issued));
                }
                Err(error) => {
                    summary.notes += 1;
                    summary.warn(format!("no forecast for {} this time: {error}", place.id));
                    self.queue.rest(&place.id, now.plus_millis(self.pauses.failed_rest_ms));
                }
            }
        }
        self.captured_at = now;
        self.keep = Some(keep).filter(|keep| !keep.rows.is_empty());
        summary
    }
}

impl Upstream for Forecasts {
    type Answer = Answer;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn state_query(&self, _now: Timestamp) -> StateQuery {
        StateQuery { rows: Some((LANE, Forecast::NAME)), ..StateQuery::default() }
    }

    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary {
        (self.under_way, self.doubt, self.keep) = (None, None, None);
        self.waiting.clear();
        self.halves.clear();
        self.queue.reset(now);
        for row in known.rows {
            self.queue.captured(&row.slug, row.captured_at);
            self.behind.learn(row.slug, &row.payload);
        }
        Summary::default()
    }

    fn next_batch(&mut self, _now: Timestamp) -> Option<StoreBatch> {
        self.keep.take()
    }

    fn stored(&mut self, keep: StoreBatch, _now: Timestamp) {
        for row in keep.rows {
            self.queue.captured(&row.slug, Some(self.captured_at));
        }
    }

    fn left(&self) -> usize {
        // The batch in flight is half of the searched places, during a search for a place.
        let under_way = match &self.doubt {
            Some(doubt) => doubt.search.len(),
            None => self.under_way.as_ref().map_or(0, |under_way| under_way.batch.places.len()),
        };
        let halves: usize = self.halves.iter().map(|half| half.places.len()).sum();
        self.waiting.iter().map(Vec::len).sum::<usize>() + halves + under_way
    }

    /// Fetches them again.
    fn not_stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    fn next(&mut self, now: Timestamp) -> Next {
        self.begin_half();
        if self.under_way.is_none() && self.doubt.is_none() && self.waiting.is_empty() {
            self.waiting = self.queue.due(now).chunks(BATCH).map(<[Place]>::to_vec).collect();
        }
        if self.under_way.is_none() && !self.begin_batch(now) {
            return Next::Rest(now.plus_millis(self.pauses.rest_ms()));
        }
        match self.call() {
            Some(call) => Next::Call(Box::new(call)),
            None => Next::Rest(now.plus_millis(self.pauses.rest_ms())),
        }
    }

    fn read(&self, fetched: &UpstreamResponse) -> Result<Answer, ParseError> {
        let half = self.under_way.as_ref().and_then(|under_way| {
            let batch = &under_way.batch;
            if under_way.core.is_some() { batch.context.as_ref() } else { Some(&batch.core) }
        });
        let missing = ParseError { lane: LANE, at: sources::FaultPosition::Body, kind: Kind::Missing };
        half.ok_or(missing)?.read(&fetched.body)
    }

    fn apply(
        &mut self,
        answer: Answer,
        _fetched: &UpstreamResponse,
        now: Timestamp,
    ) -> Result<Summary, Failure> {
        let Some(BatchInFlight { batch, core, .. }) = self.under_way.take() else {
            return Ok(Summary::default());
        };
        if let Some(core) = core {
            return Ok(self.take_context(batch.places, core, answer, now));
        }
        if let Some(index) = dataless_at(&answer) {
            let mut summary = Summary { notes: answer.notes.len(), ..Summary::default() };
            self.broke_off_at(&batch.places, index, now, &mut summary);
            return Ok(summary);
        }
        self.cleared(now);
        if batch.context.is_some() {
            return Ok(self.ask_context(batch.places, answer, now));
        }
        Ok(self.read_out(&batch.places, answer, None, now))
    }

    fn failed(&mut self, failure: &Failure, now: Timestamp) -> (Blame, Summary) {
        let Some(BatchInFlight { batch, core, .. }) = self.under_way.take() else {
            return (Blame::Upstream, Summary::default());
        };
        if let Some(core) = core {
            return self.context_failed(batch.places, core, failure, now);
        }
        if let Some(refusal) = refusal_of_a_place(failure) {
            return (self.core_rejected(batch.places, refusal, now), Summary::default());
        }
        let mut places = batch.places;
        if let Some(doubt) = self.doubt.take() {
            places.extend(doubt.accused);
            places.extend(doubt.search.given_up());
        }
        self.rest(&places, now.plus_millis(self.pauses.failed_rest_ms));
        (Blame::Upstream, Summary::default())
    }
}

/// Makes a row of evidence from a snapshot.
#[must_use]
pub fn row(slug: &str, snapshot: &ForecastSnapshot) -> Row {
    Row {
        slug: slug.to_owned(),
        lane: LANE,
        kind: Forecast::NAME,
        observed_at: Some(snapshot.captured_at),
        payload: Forecast::encode(snapshot),
    }
}

/// Returns the archived form of a forecast; `None` if it is not complete. `asked` is the number of requested models.
#[must_use]
pub fn archived(
    policy: &Policy,
    profile: &Profile,
    snapshot: &ForecastSnapshot,
    asked: usize,
) -> Option<IssuedForecast> {
    let (day, issue) = Issue::from_snapshot(&Grading::STANDARD, policy, profile, snapshot, asked)?;
    Some(IssuedForecast {
        slug: profile.slug.clone(),
        issued_on: epoch_day(day),
        captured_at: snapshot.captured_at,
        payload: issue.encode(),
    })
}

/// Returns the days since 1970-01-01.
#[must_use]
pub fn epoch_day(date: NaiveDate) -> i64 {
    i64::from(date.to_epoch_days())
}

#[cfg(test)]
mod tests;
