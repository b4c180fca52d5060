//! Photos of resorts: one search at a time for one resort, the one with the oldest search first.
//!
//! A search may take several calls. Its results replace the previous ones as a whole, so that a photo whose licence
//! changed disappears. A failed search leaves the known photos, which age.

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use evidence::{Form as _, Photos as Stored};
use pictures::{PicturePolicy, Search};
use sources::Lane as _;
use sources::budget::Limits;
use sources::commons::{self, Commons, File, Part};
use sources::error::ParseError;
use sources::open_meteo::RequestUrl;

use crate::batch::Batch;
use crate::call::{Call, UpstreamResponse};
use crate::rest::rest_ms;
use crate::store_batch::StoreBatch;
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

/// Maximum number of calls of one search: fifty files take fewer.
const MOST_PARTS: u32 = 6;
/// Maximum number of calls per day: every resort once, and the parts of its search.
const LIMITS: Limits = Limits { minute: Some(60.0), hour: Some(1_500.0), day: Some(6_000.0) };
/// First delay of a resort after a failed search, milliseconds.
const FAILED_MS: i64 = HOUR_MS;

#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    pub slug: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Its category at Commons, if known.
    pub category: Option<String>,
}

#[derive(Debug)]
pub struct Photos {
    meta: Meta,
    policy: PicturePolicy,
    base_url: String,
    places: Vec<SearchEntry>,
    search: Option<PhotoSearch>,
    batch: Batch,
}

/// A resort and the time of its next search.
#[derive(Debug)]
struct SearchEntry {
    place: Place,
    due: Timestamp,
    /// Consecutive failed searches.
    failures: u32,
}

/// The search in progress.
#[derive(Debug)]
struct PhotoSearch {
    /// Index of its resort.
    at: usize,
    files: Vec<File>,
    goes_on: Vec<(String, String)>,
    parts: u32,
}

impl Photos {
    /// Makes the lane with a base URL and `pause_ms` milliseconds between two calls.
    #[must_use]
    pub fn new(base_url: String, places: Vec<Place>, pause_ms: i64) -> Self {
        let meta = Meta {
            lane: commons::LANE,
            lease: commons::LANE,
            health: commons::LANE.to_owned(),
            repeats: false,
            obeys_robots: false,
            most_bytes: Commons.meta().bounds.bytes,
            pause_ms,
            look_ms: LOOK_MS,
            patience_ms: 0,
            ledgers: vec![(commons::LANE, LIMITS)],
            progress: None,
        };
        let long_ago = Timestamp::from_millis(i64::MIN);
        let places =
            places.into_iter().map(|place| SearchEntry { place, due: long_ago, failures: 0 }).collect();
        let batch = Batch::new(Stored::NAME, commons::LANE.to_owned());
        Self { meta, policy: PicturePolicy::DEFAULT, base_url, places, search: None, batch }
    }

    /// Returns the resort with the next turn.
    fn first(&self) -> Option<(usize, Timestamp)> {
        let due = self.places.iter().enumerate().map(|(at, waiting)| (at, waiting.due));
        due.min_by_key(|(at, due)| (*due, *at))
    }

    fn search_of(&self, place: &Place) -> Search {
        place.category.clone().map_or(Search::Around(self.policy.around_m), Search::Category)
    }

    /// Ends the search in progress: its results are to be stored.
    fn conclude(&mut self, now: Timestamp) {
        let Some(search) = self.search.take() else { return };
        let Some(place) = self.places.get(search.at).map(|waiting| waiting.place.clone()) else { return };
        let gallery = commons::gallery(&search.files, self.search_of(&place), &self.policy, now);
        self.batch.push(place.slug, Stored::encode(&gallery), now);
        if let Some(waiting) = self.places.get_mut(search.at) {
            (waiting.due, waiting.failures) = (now.plus_millis(self.policy.photos_period_ms), 0);
        }
    }
}

impl Upstream for Photos {
    type Answer = Part;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn state_query(&self, _now: Timestamp) -> StateQuery {
        StateQuery { documents: Some(Stored::NAME), ..StateQuery::default() }
    }

    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary {
        self.search = None;
        self.batch.clear();
        for waiting in &mut self.places {
            let kept = known.documents.iter().find(|(slug, _)| *slug == waiting.place.slug);
            let gallery = kept.and_then(|(_, payload)| Stored::decode(payload).ok());
            // A clock that was set back must not delay a search by more than its period.
            let after = |at: Timestamp| at.min(now).plus_millis(self.policy.photos_period_ms);
            (waiting.due, waiting.failures) = (gallery.map_or(now, |gallery| after(gallery.checked_at)), 0);
        }
        Summary::default()
    }

    fn next_batch(&mut self, now: Timestamp) -> Option<StoreBatch> {
        let is_last = self.search.is_none() && self.first().is_none_or(|(_, due)| due > now);
        self.batch.due(is_last, now)
    }

    fn stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    /// Searches for them again.
    fn not_stored(&mut self, keep: StoreBatch, now: Timestamp) {
        for (_, slug, _) in keep.documents {
            if let Some(waiting) = self.places.iter_mut().find(|waiting| waiting.place.slug == slug) {
                waiting.due = now.plus_millis(FAILED_MS);
            }
        }
    }

    fn next(&mut self, now: Timestamp) -> Next {
        if self.search.is_none() {
            match self.first() {
                None => return Next::Rest(now.plus_millis(DAY_MS)),
                Some((_, due)) if due > now => return Next::Rest(due),
                Some((at, _)) => {
                    self.search = Some(PhotoSearch { at, files: Vec::new(), goes_on: Vec::new(), parts: 0 });
                }
            }
        }
        let Some((search, waiting)) =
            self.search.as_ref().and_then(|search| Some((search, self.places.get(search.at)?)))
        else {
            return Next::Rest(now.plus_millis(DAY_MS));
        };
        let Place { slug, lat, lon, .. } = &waiting.place;
        let path = Commons::path(&self.search_of(&waiting.place), *lat, *lon, &search.goes_on);
        let url = RequestUrl::open(format!("{}{path}", self.base_url));
        Next::Call(Box::new(Call::new(url, &self.meta.health, slug.clone())))
    }

    fn read(&self, fetched: &UpstreamResponse) -> Result<Part, ParseError> {
        commons::read(&fetched.body)
    }

    fn apply(&mut self, part: Part, _fetched: &UpstreamResponse, now: Timestamp) -> Result<Summary, Failure> {
        let summary = Summary { notes: part.faults.len(), ..Summary::default() };
        let Some(search) = &mut self.search else { return Ok(summary) };
        for file in part.files {
            if let Some(known) = search.files.iter_mut().find(|known| known.id == file.id) {
                *known = known.clone().merge(file);
            } else if search.files.len() < commons::MOST_FILES {
                search.files.push(file);
            }
        }
        search.parts += 1;
        search.goes_on = part.goes_on;
        // If a search does not end, incomplete files count as rejected; the others are complete.
        if search.goes_on.is_empty() || search.parts >= MOST_PARTS {
            self.conclude(now);
        }
        Ok(summary)
    }

    fn failed(&mut self, _failure: &Failure, now: Timestamp) -> (Blame, Summary) {
        self.batch.call_failed();
        if let Some(search) = self.search.take()
            && let Some(waiting) = self.places.get_mut(search.at)
        {
            waiting.due = now.plus_millis(rest_ms(waiting.failures, FAILED_MS, DAY_MS));
            waiting.failures = waiting.failures.saturating_add(1);
        }
        (Blame::Upstream, Summary::default())
    }

    fn paused_until(&mut self, until: Timestamp, _now: Timestamp) {
        if let Some((at, _)) = self.first()
            && let Some(waiting) = self.places.get_mut(at)
        {
            waiting.due = waiting.due.max(until);
        }
    }
}

#[cfg(test)]
mod tests;
