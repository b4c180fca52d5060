//! A resort's own lift feed: never asked oftener than its interval, and only where `robots.txt` lets it.
//!
//! A failed feed waits for its next turn like any other: no feed is asked twice in a row. What a feed says becomes one row
//! of evidence, written when it changed; when it fails, what it said before stands and ages.

use conditions_core::evidence::{Observation, Origin};
use conditions_core::time::Timestamp;
use evidence::{Form as _, Lifts};
use sources::error::{ParseError, excerpt};
use sources::lifts::{BOUNDS, LiftFeed, Report};
use sources::open_meteo::RequestUrl;
use sources::retry::Verdict;

use crate::call::{Call, CallDenial, UpstreamResponse, Validators};
use crate::keep::{Row, StoreBatch, Success};
use crate::known::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

/// Who may ask: one replica asks all feeds, because several resorts share a host.
const LEASE: &str = "lifts";
/// How many notes of a report are logged, and how long.
const NOTES: usize = 3;
const NOTE_CHARS: usize = 120;

/// Where a resort's feed is and how it is read.
#[derive(Clone)]
pub struct Place {
    /// Resort slug.
    pub slug: String,
    /// The feed's address.
    pub url: String,
    /// Its family.
    pub family: &'static dyn LiftFeed,
    /// The zone of its local times.
    pub zone: chrono_tz::Tz,
    /// Milliseconds between two requests.
    pub period_ms: i64,
}

/// One resort's feed.
pub struct Feed {
    meta: Meta,
    place: Place,
    lane: &'static str,
    next: Timestamp,
    /// The newest report, and how the upstream calls its version.
    last: Option<(Report, Validators)>,
    /// The payload as it is stored.
    stored: Option<String>,
    keep: Option<StoreBatch>,
}

/// What a feed answers.
#[derive(Debug)]
pub enum Answer {
    /// A report.
    Fresh(Box<Report>),
    /// The one that is known still holds.
    Unchanged,
}

impl Feed {
    /// A feed that has never been asked.
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

    /// Counts what a report holds and is not used.
    fn note(&self, report: &Report, summary: &mut Summary) {
        let notes = report.notes();
        summary.notes = notes.len();
        for note in notes.iter().take(NOTES) {
            summary.say(format!("{}: {}", self.place.slug, excerpt(note, NOTE_CHARS)));
        }
    }
}

impl Upstream for Feed {
    type Answer = Answer;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn wants(&self, _now: Timestamp) -> StateQuery {
        let asked = vec![self.meta.health.clone()];
        StateQuery { rows: Some((self.lane, Lifts::NAME)), asked, ..StateQuery::default() }
    }

    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary {
        (self.last, self.keep) = (None, None);
        self.next = known.asked.get(&self.meta.health).map_or(now, |(at, _)| {
            // A clock that was set back must not hold a feed up for longer than its period.
            at.plus_millis(self.place.period_ms).min(now.plus_millis(self.place.period_ms))
        });
        let row = known.rows.into_iter().find(|row| row.slug == self.place.slug);
        self.stored = row.map(|row| row.payload);
        Summary::default()
    }

    fn keep(&mut self, _now: Timestamp) -> Option<StoreBatch> {
        self.keep.take()
    }

    fn kept(&mut self, keep: StoreBatch, _now: Timestamp) {
        if let Some(row) = keep.rows.into_iter().next() {
            self.stored = Some(row.payload);
        }
    }

    /// What it said stands until its next turn.
    fn not_kept(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    /// Whatever becomes of a call, the next is at least an interval away.
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

    fn take(
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

    fn left_alone(&mut self, until: Timestamp, _now: Timestamp) {
        self.next = self.next.max(until);
    }

    fn forbidden(&mut self, _why: &CallDenial, now: Timestamp) {
        self.next = now.plus_millis(self.place.period_ms);
    }
}

/// What a report says of its resort, as evidence: read off its feed, at the time that the feed states.
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
