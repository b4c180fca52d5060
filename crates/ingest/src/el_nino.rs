//! The indices of El Niño: asked once a day, replaced whole when they changed.
//!
//! An answer that broke off, is a page, or has lost seasons that are known is a failure, and what is known stands.

use climate::enso::Series;
use conditions_core::time::Timestamp;
use evidence::{ElNinoIndex, Form as _};
use sources::enso::{self, Index};
use sources::error::ParseError;
use sources::open_meteo::RequestUrl;
use sources::retry::Verdict;

use crate::call::{Call, Fetched, Validators};
use crate::keep::Keep;
use crate::known::{Known, Wants};
use crate::pauses::Pauses;
use crate::rest::rest_ms;
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

/// The lane's name in storage, logs and metrics, and of its lease.
pub const LANE: &str = enso::LANE;

/// The lane.
#[derive(Debug)]
pub struct Indices {
    meta: Meta,
    pauses: Pauses,
    base_url: String,
    /// In the order of [`Index::ALL`].
    known: [Stored; Index::ALL.len()],
    next: Timestamp,
    /// Failed rounds in a row.
    failures: u32,
    round: Option<Round>,
    keep: Option<Keep>,
    /// What the index under way is once it is stored.
    fresh: Option<Stored>,
}

/// What is stored of an index, and how the upstream calls its version.
#[derive(Debug, Clone, Default)]
struct Stored {
    series: Option<Series>,
    validators: Validators,
}

#[derive(Debug)]
struct Round {
    /// The index under way.
    at: usize,
    begun_at: Timestamp,
    /// Until when the upstream is left alone, when a call failed.
    alone_until: Option<Timestamp>,
}

/// What an index answers.
#[derive(Debug)]
pub enum Answer {
    /// The whole series.
    Whole(Series),
    /// The one that is known still holds.
    Unchanged,
}

impl Indices {
    /// The lane at an address.
    #[must_use]
    pub fn new(base_url: String, pauses: Pauses) -> Self {
        let meta = Meta {
            lane: LANE,
            lease: LANE,
            health: LANE.to_owned(),
            repeats: false,
            obeys_robots: false,
            pause_ms: 0,
            look_ms: LOOK_MS,
            patience_ms: 0,
            ledgers: Vec::new(),
            progress: None,
        };
        Self {
            meta,
            pauses,
            base_url,
            known: std::array::from_fn(|_| Stored::default()),
            next: Timestamp::from_millis(i64::MIN),
            failures: 0,
            round: None,
            keep: None,
            fresh: None,
        }
    }

    fn index(&self) -> Option<(Index, &Stored)> {
        let at = self.round.as_ref()?.at;
        Some((*Index::ALL.get(at)?, self.known.get(at)?))
    }

    fn health(index: Index) -> String {
        format!("{LANE}/{}", index.name())
    }

    /// Ends a round in which both were asked.
    fn conclude(&mut self, round: &Round, now: Timestamp) {
        let Some(alone_until) = round.alone_until else {
            self.failures = 0;
            self.next = round.begun_at.plus_millis(self.pauses.slow_ms);
            self.keep = Some(Keep { asked: vec![(LANE.to_owned(), true)], ..Keep::default() });
            return;
        };
        let rest = rest_ms(self.failures, self.pauses.failed_rest_ms, self.pauses.slow_ms);
        self.next = alone_until.max(now.plus_millis(rest));
        self.failures = self.failures.saturating_add(1);
    }

    fn is_over(&mut self) {
        if let Some(round) = &mut self.round {
            round.at += 1;
        }
    }
}

impl Upstream for Indices {
    type Answer = Answer;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn wants(&self, _now: Timestamp) -> Wants {
        Wants { asked: vec![LANE.to_owned()], documents: Some(ElNinoIndex::NAME), ..Wants::default() }
    }

    fn begin(&mut self, known: Known, now: Timestamp) -> Summary {
        (self.round, self.keep, self.fresh, self.failures) = (None, None, None, 0);
        self.next = known.asked.get(LANE).map_or(now, |(at, heard)| {
            let rest = if *heard { self.pauses.slow_ms } else { self.pauses.failed_rest_ms };
            // A clock that was set back must not hold the lane up for longer than its rest.
            at.plus_millis(rest).min(now.plus_millis(rest))
        });
        self.known = Index::ALL.map(|index| {
            let payload = known.documents.iter().find(|(name, _)| name == index.name());
            let series = payload.and_then(|(_, payload)| ElNinoIndex::decode(payload).ok());
            Stored { series, validators: Validators::default() }
        });
        Summary::default()
    }

    fn keep(&mut self, _now: Timestamp) -> Option<Keep> {
        self.keep.take()
    }

    fn kept(&mut self, keep: Keep, _now: Timestamp) {
        if keep.documents.is_empty() {
            return;
        }
        let at = self.round.as_ref().map(|round| round.at);
        if let Some((slot, fresh)) = at.and_then(|at| self.known.get_mut(at)).zip(self.fresh.take()) {
            *slot = fresh;
        }
        self.is_over();
    }

    fn not_kept(&mut self, _keep: Keep, now: Timestamp) {
        self.fresh = None;
        if let Some(round) = &mut self.round {
            round.alone_until = round.alone_until.max(Some(now));
        }
        self.is_over();
    }

    fn next(&mut self, now: Timestamp) -> Next {
        let Some(round) = &self.round else {
            if now < self.next {
                return Next::Rest(self.next);
            }
            self.round = Some(Round { at: 0, begun_at: now, alone_until: None });
            return self.next(now);
        };
        let is_first = round.at == 0;
        let Some((index, stored)) = self.index() else {
            if let Some(round) = self.round.take() {
                self.conclude(&round, now);
            }
            return Next::Rest(now);
        };
        let url = RequestUrl::open(format!("{}{}", self.base_url, index.request().path));
        let validators =
            if stored.series.is_some() { stored.validators.clone() } else { Validators::default() };
        let call = Call::new(url, &Self::health(index), index.name());
        Next::Call(Box::new(Call { validators, noted_as: is_first.then(|| LANE.to_owned()), ..call }))
    }

    fn read(&self, fetched: &Fetched) -> Result<Answer, ParseError> {
        let is_known = self.index().is_some_and(|(_, stored)| stored.validators.is_some());
        if fetched.status == 304 && is_known {
            return Ok(Answer::Unchanged);
        }
        enso::read(&fetched.body).map(Answer::Whole)
    }

    fn take(&mut self, answer: Answer, fetched: &Fetched, _now: Timestamp) -> Result<Summary, Failure> {
        let Some((index, stored)) = self.index() else { return Ok(Summary::default()) };
        let mut keep = Keep { healthy: vec![Self::health(index)], ..Keep::default() };
        match answer {
            Answer::Unchanged => self.is_over(),
            Answer::Whole(_) if !fetched.complete => {
                let what = "the connection ended before the answer did".to_owned();
                return Err(Failure::new(what, Verdict::Retry { not_before: None }));
            }
            Answer::Whole(series) => {
                if let Some(lost) = stored.series.as_ref().and_then(|known| enso::lost(&series, known)) {
                    return Err(Failure::new(format!("the index has lost seasons: {lost}"), Verdict::GiveUp));
                }
                keep.documents =
                    vec![(ElNinoIndex::NAME, index.name().to_owned(), ElNinoIndex::encode(&series))];
                self.fresh = Some(Stored { series: Some(series), validators: fetched.validators.clone() });
            }
        }
        self.keep = Some(keep);
        Ok(Summary::default())
    }

    fn failed(&mut self, _failure: &Failure, now: Timestamp) -> (Blame, Summary) {
        if let Some(round) = &mut self.round {
            round.alone_until = round.alone_until.max(Some(now));
        }
        self.is_over();
        (Blame::Upstream, Summary::default())
    }

    fn left_alone(&mut self, until: Timestamp, _now: Timestamp) {
        if let Some(round) = &mut self.round {
            round.alone_until = round.alone_until.max(Some(until));
        }
    }
}

#[cfg(test)]
mod tests;
