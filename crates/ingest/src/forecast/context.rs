//! Handles places without data for the second half of a batch (wind, cloud and depth): such a place gets its forecast
//! without them, and the others get theirs in the same refresh. A truncated response names the place; a call that is
//! rejected as a whole is halved.

use conditions_core::time::Timestamp;
use sources::error::{FaultPosition, Kind, ParseError};
use sources::open_meteo::{self, Answer, Place};

use super::dataless::{dataless_at, refusal_of_a_place};
use super::{BatchInFlight, DATALESS_REST_MS, Forecasts, LANE};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure};

/// Number of consecutive rejections after which the places are not the cause: a batch of fifty is halved to a single
/// place in seven.
const MOST_REFUSED: usize = 10;

/// Places whose first half has arrived.
#[derive(Debug)]
pub(super) struct HalfBatch {
    pub(super) places: Vec<Place>,
    pub(super) core: Answer,
    /// Whether their second half was counted with the first.
    is_counted: bool,
}

impl HalfBatch {
    /// Splits off the places from an index on; they were not counted.
    fn split_off(&mut self, at: usize) -> Self {
        let locations = self.core.locations.split_off(at);
        let core = Answer { locations, notes: Vec::new(), fault: self.core.fault.clone() };
        Self { places: self.places.split_off(at), core, is_counted: false }
    }

    /// Appends the places of another batch.
    fn joined(mut self, other: Self) -> Self {
        self.places.extend(other.places);
        self.core.locations.extend(other.core.locations);
        self.core.notes.extend(other.core.notes);
        self
    }
}

impl Forecasts {
    /// Handles the first half's response: the second half is requested next, except for places known to have none.
    pub(super) fn ask_context(&mut self, places: Vec<Place>, core: Answer, now: Timestamp) -> Summary {
        self.without_context.retain(|_, until| *until > now);
        self.refusals = 0;
        let is_known = |place: &Place| self.without_context.contains_key(&place.id);
        let Answer { locations, notes, fault } = core;
        let (without, with): (Vec<_>, Vec<_>) =
            places.into_iter().zip(locations).partition(|(place, _)| is_known(place));
        let half = |part: Vec<(Place, _)>, notes| {
            let (places, locations) = part.into_iter().unzip();
            HalfBatch { places, core: Answer { locations, notes, fault: fault.clone() }, is_counted: true }
        };
        let (without, with) = (half(without, Vec::new()), half(with, notes));
        if !with.places.is_empty() {
            self.halves.push(with);
        }
        if without.places.is_empty() {
            return Summary::default();
        }
        self.read_out(&without.places, without.core, Some(Err(no_data())), now)
    }

    /// Begins with the next places whose second half is to be requested.
    pub(super) fn begin_half(&mut self) {
        while self.under_way.is_none() {
            let Some(HalfBatch { places, core, is_counted }) = self.halves.pop() else { return };
            // There are no more places than in a batch, so they form one batch again.
            let batch = open_meteo::plan(self.config(), &places).batches.into_iter().next();
            self.under_way = batch.map(|batch| BatchInFlight { batch, core: Some(core), is_counted });
        }
    }

    /// Handles a response to the second half.
    pub(super) fn take_context(
        &mut self,
        places: Vec<Place>,
        core: Answer,
        mut context: Answer,
        now: Timestamp,
    ) -> Summary {
        self.refusals = 0;
        let mut half = HalfBatch { places, core, is_counted: false };
        let mut said = Summary::default();
        if let Some(index) = dataless_at(&context) {
            let rest = half.split_off((index + 1).min(half.places.len()));
            context.locations.truncate(index + 1);
            if let Some(place) = half.places.last() {
                self.has_no_context(place.id.clone(), now, &mut said);
            }
            if !rest.places.is_empty() {
                self.halves.push(rest);
            }
        }
        let mut summary = self.read_out(&half.places, half.core, Some(Ok(context)), now);
        summary.lines.extend(said.lines);
        summary
    }

    /// Handles a failed call for the second half.
    pub(super) fn context_failed(
        &mut self,
        places: Vec<Place>,
        core: Answer,
        failure: &Failure,
        now: Timestamp,
    ) -> (Blame, Summary) {
        let mut half = HalfBatch { places, core, is_counted: false };
        let (mut blame, mut said) = (Blame::Upstream, Summary::default());
        if refusal_of_a_place(failure).is_some() {
            self.refusals += 1;
            if self.refusals < MOST_REFUSED {
                if half.places.len() > 1 {
                    let second = half.split_off(half.places.len().div_ceil(2));
                    self.halves.push(second);
                    self.halves.push(half);
                    return (Blame::Question, said);
                }
                blame = Blame::Question;
                if let Some(place) = half.places.first() {
                    self.has_no_context(place.id.clone(), now, &mut said);
                }
            } else {
                half = std::mem::take(&mut self.halves).into_iter().rev().fold(half, HalfBatch::joined);
            }
        }
        if blame == Blame::Upstream {
            said.warn("wind, cloud and depth are missing this time");
        }
        let context = failure.error.clone().map(Err);
        let mut summary = self.read_out(&half.places, half.core, context, now);
        summary.lines.extend(said.lines);
        (blame, summary)
    }

    fn has_no_context(&mut self, slug: String, now: Timestamp, summary: &mut Summary) {
        summary.warn(format!("the upstream has no wind, cloud and depth for {slug}; they rest for a day"));
        self.without_context.insert(slug, now.plus_millis(DATALESS_REST_MS));
    }
}

fn no_data() -> ParseError {
    ParseError { lane: LANE, at: FaultPosition::Body, kind: Kind::Missing }
}
