//! Decides when to fetch the stills of a camera: at an interval while snow falls at its resort, and at no other time.
//! Also decides when a storm is over.
//!
//! The recorder processes the stills.

use std::fmt;

use conditions_core::time::{MINUTE_MS, Timestamp};
use evidence::{Form as _, Reels as Stored};
use pictures::{PicturePolicy, Reel};
use sources::error::ParseError;
use sources::open_meteo::RequestUrl;
use sources::retry::Verdict;

use crate::batch::IDLE_MS;
use crate::call::{Call, CallDenial, UpstreamResponse, Validators};
use crate::store_batch::{StoreBatch, Success};
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

/// Identifier of the lane.
pub const LANE: &str = "cameras";
/// Interval at which the weather is checked, milliseconds.
const WEATHER_MS: i64 = MINUTE_MS;

/// A camera that may be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The resort that it shows.
    pub slug: String,
    /// Identifier of the camera at the resort.
    pub id: String,
    /// URL of its newest still.
    pub url: String,
    /// Milliseconds from one still to the next.
    pub period_ms: i64,
}

/// Makes reels from stills.
pub trait Recorder: Send + 'static {
    /// Continues the stored reels. Returns, as finished, the unfinished ones that it cannot continue.
    fn begin(&mut self, reels: Vec<Reel>, now: Timestamp) -> Vec<Reel>;

    /// Adds a still, and returns the updated reel.
    ///
    /// # Errors
    /// Returns in words why it cannot be used.
    fn record(&mut self, still: &[u8], now: Timestamp) -> Result<Reel, String>;

    /// Ends the current storm, and returns its reel, if there is one.
    fn finish(&mut self) -> Option<Reel>;
}

/// Returns whether snow falls at the camera's resort, by its record; `None` while that is unknown.
pub type SnowfallCheck = Box<dyn Fn(Timestamp) -> Option<bool> + Send>;

/// The lane of one camera.
pub struct Recording {
    meta: Meta,
    policy: PicturePolicy,
    place: Place,
    falls: SnowfallCheck,
    recorder: Box<dyn Recorder>,
    next: Timestamp,
    /// When falling snow was last seen.
    fell_at: Option<Timestamp>,
    looked: Option<(Timestamp, bool)>,
    well_at: Option<Timestamp>,
    validators: Validators,
    waiting: Vec<Reel>,
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording")
            .field("place", &self.place)
            .field("fell_at", &self.fell_at)
            .finish_non_exhaustive()
    }
}

impl Recording {
    /// Makes the lane of a camera.
    #[must_use]
    pub fn new(place: Place, falls: SnowfallCheck, recorder: Box<dyn Recorder>) -> Self {
        let policy = PicturePolicy::DEFAULT;
        let meta = Meta {
            lane: LANE,
            lease: LANE,
            health: format!("{LANE}/{}/{}", place.slug, place.id),
            repeats: false,
            obeys_robots: true,
            most_bytes: usize::try_from(policy.still_bytes).unwrap_or(usize::MAX),
            pause_ms: 0,
            look_ms: LOOK_MS,
            patience_ms: 0,
            ledgers: Vec::new(),
            progress: None,
        };
        Self {
            meta,
            policy,
            place,
            falls,
            recorder,
            next: Timestamp::from_millis(i64::MIN),
            fell_at: None,
            looked: None,
            well_at: None,
            validators: Validators::default(),
            waiting: Vec::new(),
        }
    }

    /// Returns whether snow falls; checks once a minute.
    fn snows(&mut self, now: Timestamp) -> bool {
        if let Some((at, snows)) = self.looked
            && (0..WEATHER_MS).contains(&now.since(at))
        {
            return snows;
        }
        // While the record is unknown, recordings neither begin nor end.
        let Some(snows) = (self.falls)(now) else { return false };
        self.looked = Some((now, snows));
        if snows {
            self.fell_at = Some(now);
        }
        snows
    }

    /// Returns whether the last snowfall was long enough ago for the storm to be over.
    fn is_over(&self, now: Timestamp) -> bool {
        self.fell_at.is_some_and(|at| now.since(at) >= self.policy.pause_ms)
    }
}

impl Upstream for Recording {
    type Answer = ();

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn state_query(&self, _now: Timestamp) -> StateQuery {
        let asked = vec![self.meta.health.clone()];
        StateQuery { documents: Some(Stored::NAME), asked, ..StateQuery::default() }
    }

    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary {
        let read = known.documents.into_iter().filter_map(|(_, payload)| Stored::decode(&payload).ok());
        let reels: Vec<Reel> = read.collect();
        self.fell_at = reels.iter().filter(|reel| !reel.is_over).filter_map(Reel::ends_at).max();
        self.waiting = self.recorder.begin(reels, now);
        self.next = known.asked.get(&self.meta.health).map_or(now, |(at, _)| {
            // A clock that was set back must not delay a camera by more than its period.
            at.plus_millis(self.place.period_ms).min(now.plus_millis(self.place.period_ms))
        });
        Summary::default()
    }

    fn next_batch(&mut self, now: Timestamp) -> Option<StoreBatch> {
        let snows = self.snows(now);
        if !snows && self.is_over(now) {
            self.fell_at = None;
            self.waiting.extend(self.recorder.finish());
        }
        let document = |reel: &Reel| (Stored::NAME, reel.id.clone(), Stored::encode(reel));
        let documents: Vec<_> = self.waiting.drain(..).map(|reel| document(&reel)).collect();
        let well = *self.well_at.get_or_insert(now);
        if documents.is_empty() && (snows || (0..IDLE_MS).contains(&now.since(well))) {
            return None;
        }
        self.well_at = Some(now);
        Some(StoreBatch {
            documents,
            healthy: vec![Success::timeless(self.meta.health.clone())],
            ..StoreBatch::default()
        })
    }

    fn stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    /// The next still brings the reel again.
    fn not_stored(&mut self, keep: StoreBatch, _now: Timestamp) {
        let read = keep.documents.iter().filter_map(|(_, _, payload)| Stored::decode(payload).ok());
        self.waiting.extend(read);
    }

    fn next(&mut self, now: Timestamp) -> Next {
        if !self.snows(now) {
            // Before the first record after a start, checks are more frequent than for a change of the weather.
            let wait_ms = if self.looked.is_some() { WEATHER_MS } else { LOOK_MS };
            return Next::Rest(now.plus_millis(wait_ms));
        }
        if now < self.next {
            return Next::Rest(self.next);
        }
        self.next = now.plus_millis(self.place.period_ms);
        let health = &self.meta.health;
        let call = Call::new(RequestUrl::open(self.place.url.clone()), health, health.clone());
        let validators = self.validators.clone();
        Next::Call(Box::new(Call {
            accept: Some("image/jpeg,image/png"),
            validators,
            noted_as: Some(health.clone()),
            ..call
        }))
    }

    fn read(&self, _fetched: &UpstreamResponse) -> Result<(), ParseError> {
        Ok(())
    }

    fn apply(&mut self, (): (), fetched: &UpstreamResponse, now: Timestamp) -> Result<Summary, Failure> {
        let fault = |what: String| Failure::new(what, Verdict::GiveUp);
        if fetched.status == 304 {
            return Ok(Summary::default());
        }
        if !fetched.complete {
            return Err(fault("the connection ended before the still did".to_owned()));
        }
        let reel = self.recorder.record(&fetched.body, now).map_err(fault)?;
        self.validators = fetched.validators.clone();
        self.waiting.push(reel);
        Ok(Summary::default())
    }

    fn failed(&mut self, _failure: &Failure, _now: Timestamp) -> (Blame, Summary) {
        self.validators = Validators::default();
        (Blame::Upstream, Summary::default())
    }

    fn paused_until(&mut self, until: Timestamp, _now: Timestamp) {
        self.next = self.next.max(until);
    }

    fn forbidden(&mut self, _why: &CallDenial, now: Timestamp) {
        self.next = now.plus_millis(self.place.period_ms);
    }
}

#[cfg(test)]
mod tests;
