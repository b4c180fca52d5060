//! Document lanes: each subject is requested by the lane's schedule, and replaced as a whole if it changed.
//!
//! A response that is truncated, unreadable, or contradicts the known document is a failure, and the known document
//! remains. A new document lane is a line of [`DOCUMENT_LANES`].

use std::collections::BTreeMap;

use conditions_core::time::Timestamp;
use evidence::{AvalancheBulletins, ElNinoIndex, Roads};
use sources::Subject;
use sources::avalanche::avalanche_canada::AvalancheCanada;
use sources::avalanche::avalanche_org::AvalancheOrg;
use sources::avalanche::caaml::Caaml;
use sources::avalanche::eaws::Eaws;
use sources::avalanche::issuers;
use sources::avalanche::meteo_france::MeteoFrance;
use sources::avalanche::varsom::Varsom;
use sources::caltrans::{Caltrans, cameras::CaltransCameras};
use sources::cotrip::Cotrip;
use sources::digitraffic::{Digitraffic, cameras::DigitrafficCameras};
use sources::enso::Enso;
use sources::error::ParseError;
use sources::open_meteo::{RequestUrl, Secret};
use sources::retry::Verdict;
use sources::travel_iq::{self, TravelIq};
use sources::wsdot::Wsdot;

use crate::call::{Call, UpstreamResponse, Validators};
use crate::pauses::Pauses;
use crate::rest::rest_ms;
use crate::store_batch::{StoreBatch, Success};
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

mod details;
mod facts;
mod stored_as;

use details::Details;
pub use facts::{Facts, facts};
pub use stored_as::{AnyDocuments, StoredAs};

/// Every document lane with the storage form of its documents. Add a line here for a new one.
pub static DOCUMENT_LANES: [&dyn AnyDocuments; 25] = [
    &StoredAs::<Enso, ElNinoIndex>::new(Enso),
    &StoredAs::<Caltrans, Roads>::new(Caltrans),
    &StoredAs::<CaltransCameras, Roads>::new(CaltransCameras),
    &StoredAs::<Digitraffic, Roads>::new(Digitraffic),
    &StoredAs::<DigitrafficCameras, Roads>::new(DigitrafficCameras),
    &StoredAs::<Wsdot, Roads>::new(Wsdot),
    &StoredAs::<Cotrip, Roads>::new(Cotrip),
    &StoredAs::<TravelIq, Roads>::new(travel_iq::UTAH),
    &StoredAs::<TravelIq, Roads>::new(travel_iq::NEVADA),
    &StoredAs::<TravelIq, Roads>::new(travel_iq::IDAHO),
    &StoredAs::<TravelIq, Roads>::new(travel_iq::ALASKA),
    &StoredAs::<TravelIq, Roads>::new(travel_iq::WISCONSIN),
    &StoredAs::<TravelIq, Roads>::new(travel_iq::NEW_YORK),
    &StoredAs::<Caaml, AvalancheBulletins>::new(issuers::EUREGIO),
    &StoredAs::<Caaml, AvalancheBulletins>::new(issuers::LAWINEN_WARNUNG),
    &StoredAs::<Caaml, AvalancheBulletins>::new(issuers::AINEVA),
    &StoredAs::<Caaml, AvalancheBulletins>::new(issuers::SLF),
    &StoredAs::<Caaml, AvalancheBulletins>::new(issuers::ARAGON),
    &StoredAs::<Caaml, AvalancheBulletins>::new(issuers::LAUEGI),
    &StoredAs::<Caaml, AvalancheBulletins>::new(issuers::LAVINY),
    &StoredAs::<Varsom, AvalancheBulletins>::new(Varsom),
    &StoredAs::<MeteoFrance, AvalancheBulletins>::new(MeteoFrance),
    &StoredAs::<AvalancheOrg, AvalancheBulletins>::new(AvalancheOrg),
    &StoredAs::<AvalancheCanada, AvalancheBulletins>::new(AvalancheCanada),
    &StoredAs::<Eaws, AvalancheBulletins>::new(Eaws),
];

/// One document lane.
pub struct Documents {
    meta: Meta,
    pauses: Pauses,
    lane: &'static dyn AnyDocuments,
    base_url: String,
    key: Option<Secret>,
    known: Vec<StoredDocument>,
    next: Timestamp,
    /// Consecutive failed polls.
    failures: u32,
    round: Option<Round>,
    keep: Option<StoreBatch>,
    /// The document being fetched, as it will be once it is stored.
    fresh: Option<StoredDocument>,
    /// Times of the last requests about details, by their names.
    tried: BTreeMap<String, Timestamp>,
}

/// A subject, its stored payload, and the upstream's validators of that version.
#[derive(Debug, Clone)]
struct StoredDocument {
    subject: Subject,
    payload: Option<String>,
    validators: Validators,
}

#[derive(Debug)]
struct Round {
    /// Index of the subject being fetched.
    at: usize,
    begun_at: Timestamp,
    /// End of the pause after a failed call.
    alone_until: Option<Timestamp>,
    /// Details that are requested after all subjects.
    details: Option<Details>,
}

/// An upstream's response about a subject.
#[derive(Debug)]
pub enum Answer {
    /// The whole document, as stored.
    Whole(String),
    /// The known document is still valid.
    Unchanged,
}

impl std::fmt::Debug for Documents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Documents").field("lane", &self.meta.lane).field("round", &self.round).finish()
    }
}

impl Documents {
    /// Makes the lane with a base URL.
    #[must_use]
    pub fn new(lane: &'static dyn AnyDocuments, base_url: String, pauses: Pauses, now: Timestamp) -> Self {
        let id = lane.meta().id;
        let meta = Meta {
            lane: id,
            lease: id,
            health: id.to_owned(),
            repeats: false,
            obeys_robots: false,
            most_bytes: lane.meta().bounds.bytes,
            pause_ms: 0,
            look_ms: LOOK_MS,
            patience_ms: 0,
            ledgers: Vec::new(),
            progress: None,
        };
        let blank = |subject| StoredDocument { subject, payload: None, validators: Validators::default() };
        Self {
            meta,
            pauses,
            lane,
            base_url,
            key: None,
            known: lane.subjects(now).into_iter().map(blank).collect(),
            next: Timestamp::from_millis(i64::MIN),
            failures: 0,
            round: None,
            keep: None,
            fresh: None,
            tried: BTreeMap::new(),
        }
    }

    /// Sets the key that the upstream requires.
    #[must_use]
    pub fn with_key(self, key: Option<Secret>) -> Self {
        Self { key, ..self }
    }

    /// Returns the URL of a subject, with the key if there is one.
    fn address(&self, subject: &Subject) -> RequestUrl {
        let url = format!("{}{}", self.base_url, subject.request.path);
        match self.lane.key().zip(self.key.clone()) {
            Some((name, key)) => RequestUrl::keyed(url, name, key),
            None => RequestUrl::open(url),
        }
    }

    fn period_ms(&self) -> i64 {
        self.lane.meta().rhythm.period_ms.min(self.pauses.slow_ms)
    }

    fn under_way(&self) -> Option<&StoredDocument> {
        self.known.get(self.round.as_ref()?.at)
    }

    fn health(&self, subject: &Subject) -> String {
        format!("{}/{}", self.meta.lane, subject.name)
    }

    /// Ends a poll in which every subject was requested.
    fn conclude(&mut self, round: &Round, now: Timestamp) {
        let Some(alone_until) = round.alone_until else {
            self.failures = 0;
            self.next = round.begun_at.plus_millis(self.period_ms());
            self.keep =
                Some(StoreBatch { asked: vec![(self.meta.lane.to_owned(), true)], ..StoreBatch::default() });
            return;
        };
        let rest = rest_ms(self.failures, self.pauses.failed_rest_ms, self.period_ms());
        self.next = alone_until.max(now.plus_millis(rest));
        self.failures = self.failures.saturating_add(1);
    }

    /// Recomputes the requests. The validators of a changed request are dropped, since its upstream does not know them.
    fn recompute_requests(&mut self, now: Timestamp) {
        for (stored, subject) in self.known.iter_mut().zip(self.lane.subjects(now)) {
            if stored.subject.request != subject.request {
                stored.validators = Validators::default();
            }
            stored.subject = subject;
        }
    }

    /// Continues with the next subject.
    fn proceed(&mut self) {
        if let Some(round) = &mut self.round {
            round.at += 1;
        }
    }
}

impl Upstream for Documents {
    type Answer = Answer;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn healths(&self) -> Vec<String> {
        self.known.iter().map(|stored| self.health(&stored.subject)).collect()
    }

    fn state_query(&self, _now: Timestamp) -> StateQuery {
        StateQuery {
            asked: vec![self.meta.lane.to_owned()],
            documents: Some(self.lane.kind()),
            ..StateQuery::default()
        }
    }

    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary {
        (self.round, self.keep, self.fresh, self.failures) = (None, None, None, 0);
        self.tried.clear();
        self.next = known.asked.get(self.meta.lane).map_or(now, |(at, heard)| {
            let rest = if *heard { self.period_ms() } else { self.pauses.failed_rest_ms };
            // A clock that was set back must not delay the lane by more than its rest.
            at.plus_millis(rest).min(now.plus_millis(rest))
        });
        for stored in &mut self.known {
            let payload = known.documents.iter().find(|(name, _)| *name == stored.subject.name);
            stored.payload = payload.map(|(_, payload)| payload.clone()).filter(|kept| self.lane.reads(kept));
            stored.validators = Validators::default();
        }
        Summary::default()
    }

    fn next_batch(&mut self, _now: Timestamp) -> Option<StoreBatch> {
        self.keep.take()
    }

    fn stored(&mut self, keep: StoreBatch, _now: Timestamp) {
        if keep.documents.is_empty() {
            return;
        }
        let document = self.details().map(|details| details.document);
        let at = document.or_else(|| self.round.as_ref().map(|round| round.at));
        if let Some((slot, fresh)) = at.and_then(|at| self.known.get_mut(at)).zip(self.fresh.take()) {
            *slot = fresh;
        }
        self.proceed();
    }

    fn not_stored(&mut self, _keep: StoreBatch, now: Timestamp) {
        self.fresh = None;
        if let Some(round) = &mut self.round {
            round.alone_until = round.alone_until.max(Some(now));
        }
        self.proceed();
    }

    fn next(&mut self, now: Timestamp) -> Next {
        let Some(round) = &self.round else {
            if now < self.next {
                return Next::Rest(self.next);
            }
            self.recompute_requests(now);
            self.round = Some(Round { at: 0, begun_at: now, alone_until: None, details: None });
            return self.next(now);
        };
        let is_first = round.at == 0;
        let Some(StoredDocument { subject, payload, validators }) = self.under_way() else {
            if let Some(next) = self.next_detail(now) {
                return next;
            }
            if let Some(round) = self.round.take() {
                self.conclude(&round, now);
            }
            return Next::Rest(now);
        };
        let url = self.address(subject);
        let validators = if payload.is_some() { validators.clone() } else { Validators::default() };
        let call = Call::new(url, &self.health(subject), subject.name.as_str());
        let noted_as = is_first.then(|| self.meta.lane.to_owned());
        let accept = subject.request.accept();
        Next::Call(Box::new(Call { accept, validators, noted_as, ..call }))
    }

    fn may_be_missing(&self, status: u16) -> bool {
        status == 404 && self.in_flight().is_some_and(|subject| subject.may_be_missing)
    }

    fn read(&self, fetched: &UpstreamResponse) -> Result<Answer, ParseError> {
        if let Some(details) = self.details().filter(|_| !self.may_be_missing(fetched.status)) {
            let added = details.added(self.lane, &self.known, &fetched.body);
            return added.map_or(Ok(Answer::Unchanged), |added| added.map(Answer::Whole));
        }
        let Some(StoredDocument { subject, validators, .. }) = self.under_way() else {
            return Ok(Answer::Unchanged);
        };
        if (fetched.status == 304 && validators.is_some()) || self.may_be_missing(fetched.status) {
            return Ok(Answer::Unchanged);
        }
        self.lane.read(subject, &fetched.body).map(Answer::Whole)
    }

    fn apply(
        &mut self,
        answer: Answer,
        fetched: &UpstreamResponse,
        now: Timestamp,
    ) -> Result<Summary, Failure> {
        if self.details().is_some() {
            let added = match answer {
                Answer::Whole(payload) if fetched.complete => Some(payload),
                Answer::Whole(_) | Answer::Unchanged => None,
            };
            self.conclude_detail(added, now);
            return Ok(Summary::default());
        }
        let Some(known) = self.under_way() else { return Ok(Summary::default()) };
        let mut success = Success::timeless(self.health(&known.subject));
        let newest = |payload: &String| self.lane.newest(payload, now);
        let mut keep = StoreBatch::default();
        match answer {
            Answer::Unchanged => {
                success.newest_value_at = known.payload.as_ref().and_then(newest);
                self.proceed();
            }
            Answer::Whole(_) if !fetched.complete => {
                let what = "the connection ended before the answer did".to_owned();
                return Err(Failure::new(what, Verdict::Retry { not_before: None }));
            }
            Answer::Whole(payload) => {
                if let Some(lost) =
                    known.payload.as_ref().and_then(|kept| self.lane.regression(&payload, kept))
                {
                    let what = format!("{} has lost known data: {lost}", known.subject.name);
                    return Err(Failure::new(what, Verdict::GiveUp));
                }
                let payload = match &known.payload {
                    Some(kept) => self.lane.after(payload, kept),
                    None => payload,
                };
                let subject = known.subject.clone();
                success.newest_value_at = newest(&payload);
                keep.documents = vec![(self.lane.kind(), subject.name.clone(), payload.clone())];
                let validators = fetched.validators.clone();
                self.fresh = Some(StoredDocument { subject, payload: Some(payload), validators });
            }
        }
        keep.healthy = vec![success];
        self.keep = Some(keep);
        Ok(Summary::default())
    }

    fn failed(&mut self, failure: &Failure, now: Timestamp) -> (Blame, Summary) {
        if self.details().is_some() {
            self.conclude_detail(None, now);
            // A detail that contradicts its document says nothing about the upstream.
            let blame = if failure.error.is_some() { Blame::Question } else { Blame::Upstream };
            return (blame, Summary::default());
        }
        if let Some(round) = &mut self.round {
            round.alone_until = round.alone_until.max(Some(now));
        }
        self.proceed();
        (Blame::Upstream, Summary::default())
    }

    fn paused_until(&mut self, until: Timestamp, _now: Timestamp) {
        // The documents themselves have been fetched when details are requested.
        if let Some(round) = self.round.as_mut().filter(|round| round.details.is_none()) {
            round.alone_until = round.alone_until.max(Some(until));
        }
    }
}

#[cfg(test)]
mod tests;
