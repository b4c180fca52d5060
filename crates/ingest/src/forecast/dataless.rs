//! Finds places without data: the place at which a response breaks off, and the one that causes a rejected call. Also
//! decides when the cause is the upstream and not a place.

use conditions_core::time::Timestamp;
use sources::error::{Kind, ParseError, Refusal};
use sources::open_meteo::{Answer, Place};
use sources::retry::Verdict;

use super::search::{Search, SearchStep};
use super::{DATALESS_REST_MS, Forecasts};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure};

/// Number of places rejected individually, without a successful neighbour, after which the places are not the cause.
const MOST_ACCUSED: usize = 3;
/// A batch in which a place is rejected.
#[derive(Debug)]
pub(super) struct Doubt {
    pub(super) search: Search<Place>,
    /// Places that were rejected individually, while no neighbour succeeded.
    pub(super) accused: Vec<Place>,
    /// Whether a neighbour succeeded.
    is_answered: bool,
}

impl Forecasts {
    /// Records that the core half succeeded for the places of a search.
    pub(super) fn cleared(&mut self, now: Timestamp) {
        let Some(doubt) = &mut self.doubt else { return };
        doubt.is_answered = true;
        let accused = std::mem::take(&mut doubt.accused);
        if let Some(waiting) = doubt.search.answered() {
            self.doubt = None;
            if !waiting.is_empty() {
                self.waiting.push_front(waiting);
            }
        }
        self.rest(&accused, now.plus_millis(DATALESS_REST_MS));
    }

    /// Records that the core call of these places was rejected as a whole, possibly because of one place.
    pub(super) fn core_rejected(&mut self, places: Vec<Place>, refusal: Refusal, now: Timestamp) -> Blame {
        let is_dataless = refusal == Refusal::NoData;
        let alone_ms = if is_dataless { DATALESS_REST_MS } else { self.pauses.failed_rest_ms };
        let alone = if is_dataless { Blame::Question } else { Blame::Upstream };
        let Some(mut doubt) = self.doubt.take() else {
            if places.len() == 1 {
                // There is nothing to search: the rejection concerns this place, or everything.
                self.rest(&places, now.plus_millis(alone_ms));
                return alone;
            }
            let search = Search::new(places);
            self.doubt = Some(Doubt { search, accused: Vec::new(), is_answered: false });
            return Blame::Question;
        };
        if let SearchStep::Found(found, waiting) = doubt.search.rejected() {
            if doubt.is_answered {
                self.rest(&[found], now.plus_millis(DATALESS_REST_MS));
                if waiting.is_empty() {
                    return Blame::Question;
                }
            } else {
                // The place is taken for the cause once a neighbour has succeeded.
                doubt.accused.push(found);
                if waiting.is_empty() {
                    self.rest(&doubt.accused, now.plus_millis(alone_ms));
                    return alone;
                }
                if doubt.accused.len() >= MOST_ACCUSED {
                    let until = now.plus_millis(self.pauses.failed_rest_ms);
                    self.rest(&doubt.accused, until);
                    self.rest(&waiting, until);
                    return Blame::Upstream;
                }
            }
            doubt.search = Search::all_first(waiting);
        }
        self.doubt = Some(doubt);
        Blame::Question
    }

    /// Handles a response that breaks off at a place without data: the others are requested again without it.
    pub(super) fn broke_off_at(
        &mut self,
        places: &[Place],
        index: usize,
        now: Timestamp,
        summary: &mut Summary,
    ) {
        let mut others: Vec<Place> = match self.doubt.take() {
            Some(doubt) => {
                self.rest(&doubt.accused, now.plus_millis(self.pauses.failed_rest_ms));
                doubt.search.given_up()
            }
            None => places.to_vec(),
        };
        if let Some(place) = places.get(index) {
            summary.warn(format!("the upstream has no data for {}; it rests for a day", place.id));
            self.queue.rest(&place.id, now.plus_millis(DATALESS_REST_MS));
            others.retain(|other| other.id != place.id);
        }
        if !others.is_empty() {
            self.waiting.push_front(others);
        }
    }
}

/// Returns the place at which a response broke off because there is no data for it.
pub(super) fn dataless_at(answer: &Answer) -> Option<usize> {
    let is_no_data =
        |error: &ParseError| matches!(error.kind, Kind::Refused { refusal: Refusal::NoData, .. });
    answer.fault.as_ref().filter(|fault| is_no_data(fault))?;
    let mut unanswered = answer.unanswered();
    unanswered.find(|index| {
        answer.locations.get(*index).and_then(|location| location.as_ref().err()).is_some_and(is_no_data)
    })
}

/// Returns the rejection of a whole call if one of its places may have caused it.
pub(super) fn refusal_of_a_place(failure: &Failure) -> Option<Refusal> {
    match (&failure.verdict, failure.error.as_ref().map(|error| &error.kind)) {
        (Verdict::GiveUp, Some(Kind::Refused { refusal, .. })) => {
            Some(*refusal).filter(|refusal| matches!(refusal, Refusal::NoData | Refusal::BadRequest))
        }
        _ => None,
    }
}
