//! A resort's own lift feed: requested at most once per interval, and only if `robots.txt` allows it.
//!
//! A failed feed waits for its next turn, so no feed is requested twice in a row. The content of a feed becomes one row
//! of evidence, written if it changed. If the feed fails, its last content remains and ages.

use conditions_core::evidence::{Observation, Origin};
use conditions_core::time::Timestamp;
use evidence::{Form as _, Lifts};
use sources::error::{ParseError, excerpt};
use sources::lifts::{BOUNDS, LiftFeed, Report};
use sources::open_meteo::RequestUrl;
use sources::retry::Verdict;

use crate::call::{Call, CallDenial, UpstreamResponse, Validators};
use crate::store_batch::{Row, StoreBatch, Success};
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

/// Lease for all feeds: one replica requests all of them, because several resorts share a host.
const LEASE: &str = "lifts";
/// Maximum number of notes of a report that are logged, and their maximum length.
const NOTES: usize = 3;
const NOTE_CHARS: usize = 120;

/// A resort's feed: its URL and how to read it.
#[derive(Clone)]
pub struct Place {
    pub slug: String,
    pub url: String,
    pub family: &'static dyn LiftFeed,
    /// The time zone of its local times.
    pub zone: chrono_tz::Tz,
    /// Milliseconds between two requests.
    pub period_ms: i64,
}

pub struct Feed {
    meta: Meta,
    place: Place,
    lane: &'static str,
    next: Timestamp,
    /// The newest report, with the upstream's validators.
    last: Option<(Report, Validators)>,
    /// The payload as stored.
    stored: Option<String>,
    keep: Option<StoreBatch>,
}

/// Response of a feed.
#[derive(Debug)]
pub enum Answer {
    Fresh(Box<Report>),
    /// The known report is still valid.
    Unchanged,
}

impl Feed {
    /// Makes a feed that has never been requested.
    #[must_use]
    pub fn new(place: Place) -> Self {
        let lane = place.family.meta().id;
        let meta = Meta {
            lane,
            lease: LEASE,
            health: format!("lifts/{}", place.slug),
            repeats: false,
            obeys_robots: true,
            most_bytes: BOUNDS.bytes,
            pause_ms: 0,
            look_ms: LOOK_MS,
            patience_ms: 0,
            ledgers: Vec::new(),
            progress: None,
        };
        let next = Timestamp::from_millis(i64::MIN);
        Self { meta, place, lane, next, last: None, stored: None, keep: None }
    }

    /// Counts the parts of a report that are not used.
    fn note(&self, report: &Report, summary: &mut Summary) {
        let notes = report.notes();
        summary.notes = notes.len();
        for note in notes.iter().take(NOTES) {
            summary.info(format!("{}: {}", self.place.slug, excerpt(note, NOTE_CHARS)));
        }
    }
}

impl Upstream for Feed {
    type Answer = Answer;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn state_query(&self, _now: Timestamp) -> StateQuery {
        let asked = vec![self.meta.health.clone()];
        StateQuery { rows: Some((self.lane, Lifts::NAME)), asked, ..StateQuery::default() }
    }

    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary {
        (self.last, self.keep) = (None, None);
        self.next = known.asked.get(&self.meta.health).map_or(now, |(at, _)| {
            // A clock that was set back must not delay a feed by more than its period.
            at.plus_millis(self.place.period_ms).min(now.plus_millis(self.place.period_ms))
        });
        let row = known.rows.into_iter().find(|row| row.slug == self.place.slug);
        self.stored = row.map(|row| row.payload);
        Summary::default()
    }

    fn next_batch(&mut self, _now: Timestamp) -> Option<StoreBatch> {
        self.keep.take()
    }

    fn stored(&mut self, keep: StoreBatch, _now: Timestamp) {
        if let Some(row) = keep.rows.into_iter().next() {
            self.stored = Some(row.payload);
        }
    }

    /// The last content remains until the feed's next turn.
    fn not_stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    /// The next call is at least an interval away, regardless of the outcome of this one.
    fn next(&mut self, now: Timestamp) -> Next {
        if now < self.next {
            return Next::Rest(self.next);
        }
        self.next = now.plus_millis(self.place.period_ms);
        let validators = self.last.as_ref().map(|(_, validators)| validators.clone()).unwrap_or_default();
        let url = RequestUrl::open(self.place.url.clone());
        let call = Call::new(url, &self.meta.health, self.place.slug.clone());
        let accept = Some(self.place.family.meta().accept);
        Next::Call(Box::new(Call { accept, validators, noted_as: Some(self.meta.health.clone()), ..call }))
    }

    fn read(&self, fetched: &UpstreamResponse) -> Result<Answer, ParseError> {
        if fetched.status == 304 && self.last.is_some() {
            return Ok(Answer::Unchanged);
        }
        self.place.family.read(&fetched.body).map(|report| Answer::Fresh(Box::new(report)))
    }

    fn apply(
        &mut self,
        answer: Answer,
        fetched: &UpstreamResponse,
        now: Timestamp,
    ) -> Result<Summary, Failure> {
        let mut summary = Summary::default();
        if let Answer::Fresh(report) = answer {
            self.note(&report, &mut summary);
            self.last = Some((*report, fetched.validators.clone()));
        }
        let Some((report, _)) = &self.last else { return Ok(summary) };
        let said = observations(self.place.family, report, self.place.zone, now);
        if said.is_empty() {
            let why = report.notes().into_iter().next().unwrap_or_default();
            self.last = None;
            return Err(Failure::new(format!("nothing could be counted: {why}"), Verdict::GiveUp));
        }
        let payload = Lifts::encode(&said);
        let health = &self.meta.health;
        let newest_value_at = said.iter().filter_map(|observation| observation.observed_at).max();
        let success = Success { health: health.clone(), newest_value_at };
        let mut keep = StoreBatch {
            asked: vec![(health.clone(), true)],
            healthy: vec![success],
            ..StoreBatch::default()
        };
        if self.stored.as_deref() != Some(payload.as_str()) {
            keep.rows.push(Row {
                slug: self.place.slug.clone(),
                lane: self.lane,
                kind: Lifts::NAME,
                observed_at: newest_value_at,
                payload,
            });
        }
        self.keep = Some(keep);
        Ok(summary)
    }

    fn failed(&mut self, _failure: &Failure, _now: Timestamp) -> (Blame, Summary) {
        (Blame::Upstream, Summary::default())
    }

    fn paused_until(&mut self, until: Timestamp, _now: Timestamp) {
        self.next = self.next.max(until);
    }

    fn forbidden(&mut self, _why: &CallDenial, now: Timestamp) {
        self.next = now.plus_millis(self.place.period_ms);
    }
}

/// Converts a report to evidence about its resort: scraped from its feed, at the time that the feed states.
fn observations(
    family: &dyn LiftFeed,
    report: &Report,
    zone: chrono_tz::Tz,
    at: Timestamp,
) -> Vec<Observation> {
    let meta = family.meta();
    let claims = report.claims().into_iter();
    claims
        .map(|(claim, stated)| {
            let origin = Origin::Scraped { tier: meta.tier, label: Some(meta.id.to_owned()) };
            Observation::new(origin, stated.observed_at(&zone, at), claim)
        })
        .collect()
}

#[cfg(test)]
mod tests;
