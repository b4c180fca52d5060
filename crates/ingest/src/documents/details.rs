//! Details of a document: after every subject, a lane may request more about a stored document. The responses are added
//! to it one by one, and the result is stored once.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use conditions_core::time::{HOUR_MS, Timestamp};
use sources::Subject;

use super::stored_as::AnyDocuments;
use super::{Documents, StoredDocument};
use crate::call::Call;
use crate::store_batch::{StoreBatch, Success};
use crate::upstream::Next;

/// Pause before a detail that was not added is requested again.
const AGAIN_MS: i64 = 3 * HOUR_MS;

/// Positions of the resorts of the catalogue.
static PLACES: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| {
    let resorts = catalogue::embedded().unwrap_or_default();
    resorts.into_iter().map(|resort| (resort.lat, resort.lon)).collect()
});

/// The requests about the details of one document.
#[derive(Debug)]
pub(super) struct Details {
    /// Index of the document.
    pub(super) document: usize,
    /// Requests without a response; the last one is in flight.
    left: Vec<Subject>,
    /// The document with the details that were added.
    payload: Option<String>,
}

impl Details {
    /// Returns the details that the first incomplete document lacks, except those that were `tried` recently.
    pub(super) fn lacking(
        lane: &dyn AnyDocuments,
        known: &[StoredDocument],
        tried: &BTreeMap<String, Timestamp>,
        now: Timestamp,
    ) -> Option<Self> {
        let is_due = |subject: &Subject| {
            tried.get(&subject.name).is_none_or(|at| !(0..AGAIN_MS).contains(&now.since(*at)))
        };
        known.iter().enumerate().find_map(|(document, stored)| {
            let mut left = lane.details(stored.payload.as_deref()?, &PLACES, now);
            left.retain(is_due);
            left.reverse();
            (!left.is_empty()).then_some(Self { document, left, payload: None })
        })
    }

    /// Returns the request in flight, or the next one.
    pub(super) fn current(&self) -> Option<&Subject> {
        self.left.last()
    }

    /// Returns the document with the response added.
    pub(super) fn added(
        &self,
        lane: &dyn AnyDocuments,
        known: &[StoredDocument],
        body: &[u8],
    ) -> Option<Result<String, sources::ParseError>> {
        let stored = known.get(self.document).and_then(|stored| stored.payload.as_deref());
        let payload = self.payload.as_deref().or(stored)?;
        Some(lane.with_detail(payload, self.current()?, body))
    }

    /// Ends the request in flight, with the document that contains its response if it was added. Returns its name.
    pub(super) fn conclude(&mut self, payload: Option<String>) -> Option<String> {
        self.payload = payload.or(self.payload.take());
        self.left.pop().map(|subject| subject.name)
    }

    /// Returns the document with all details, once, after the last response.
    pub(super) fn finished(&mut self) -> Option<String> {
        if self.left.is_empty() { self.payload.take() } else { None }
    }
}

impl Documents {
    /// Returns the details that are requested now.
    pub(super) fn details(&self) -> Option<&Details> {
        self.round.as_ref()?.details.as_ref()
    }

    /// Returns the subject of the call in flight.
    pub(super) fn in_flight(&self) -> Option<&Subject> {
        let detail = self.details().and_then(Details::current);
        detail.or_else(|| self.under_way().map(|known| &known.subject))
    }

    /// Returns the next action about details; `None` if none is lacking.
    pub(super) fn next_detail(&mut self, now: Timestamp) -> Option<Next> {
        let round = self.round.as_mut()?;
        if round.details.is_none() {
            round.details = Details::lacking(self.lane, &self.known, &self.tried, now);
        }
        let details = round.details.as_mut()?;
        let (at, finished) = (details.document, details.finished());
        let stored = self.known.get(at)?;
        let health = self.health(&stored.subject);
        if let Some(payload) = finished {
            let success =
                Success { newest_value_at: self.lane.newest(&payload, now), ..Success::timeless(health) };
            let document = (self.lane.kind(), stored.subject.name.clone(), payload.clone());
            self.fresh = Some(StoredDocument { payload: Some(payload), ..stored.clone() });
            self.keep = Some(StoreBatch {
                documents: vec![document],
                healthy: vec![success],
                ..StoreBatch::default()
            });
            return Some(Next::Rest(now));
        }
        let subject = self.details()?.current()?;
        let call = Call::new(self.address(subject), &health, subject.name.as_str());
        Some(Next::Call(Box::new(Call { accept: subject.request.accept(), ..call })))
    }

    /// Ends the request about a detail, with the document to which it was added.
    pub(super) fn conclude_detail(&mut self, payload: Option<String>, now: Timestamp) {
        let details = self.round.as_mut().and_then(|round| round.details.as_mut());
        if let Some(name) = details.and_then(|details| details.conclude(payload)) {
            self.tried.insert(name, now);
        }
    }
}

#[cfg(test)]
mod tests;
