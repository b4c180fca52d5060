//! A station network: polled with its own period, in bulk.
//!
//! Its list of stations is fetched daily and stored across restarts. Stations are matched to resorts by the policy.
//! Their readings become one row of evidence per resort and network, written only if it changed.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, Timestamp};
use evidence::{Form as _, Stations};
use sources::StationNetwork;
use sources::error::{Kind, ParseError, Refusal};
use sources::matching::Place;
use sources::open_meteo::RequestUrl;
use sources::station::{ParsedItems, Reading, Request, Station};

use crate::call::{Call, UpstreamResponse};
use crate::pauses::Pauses;
use crate::store_batch::{StoreBatch, Success};
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

pub mod directory;
pub mod history;
pub mod matched;
pub mod measured;
pub mod network_state;
pub mod readings;
mod rebuilt;

use self::directory::{Directory, key};
use self::measured::Zones;
use self::network_state::NetworkState;

/// Pause between two requests to one network.
const PAUSE_MS: i64 = 500;
/// Pause after a failed request for the list, while there is an older one.
const DIRECTORY_REST_MS: i64 = HOUR_MS;
/// The earliest time: due now.
const EVER: Timestamp = Timestamp::from_millis(i64::MIN);

/// The resorts to which stations are matched.
#[derive(Debug)]
pub struct ResortSites {
    /// Maximum distance of a station.
    pub policy: Arc<Policy>,
    pub places: Vec<Place>,
    pub zones: Zones,
}

pub struct Network {
    meta: Meta,
    pauses: Pauses,
    ground: Arc<ResortSites>,
    network: &'static dyn StationNetwork,
    base_url: String,
    known: NetworkState,
    directory_not_before: Timestamp,
    next: Timestamp,
    round: Option<Round>,
    asked: Option<Request>,
    keep: Option<StoreBatch>,
}

/// The requests of a poll, with the results so far.
enum Round {
    Listing { requests: VecDeque<Request>, found: Vec<Station> },
    Polling { requests: VecDeque<Request>, readings: Vec<Reading>, is_heard: bool },
}

/// Response of a network.
#[derive(Debug)]
pub enum Answer {
    /// A part of its list of stations.
    Stations(ParsedItems<Station>),
    /// Readings of some or all of its stations.
    Readings(ParsedItems<Reading>),
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("lane", &self.meta.lane).field("next", &self.next).finish()
    }
}

impl Network {
    /// Makes the network with a base URL.
    #[must_use]
    pub fn new(
        network: &'static dyn StationNetwork,
        base_url: String,
        ground: Arc<ResortSites>,
        pauses: Pauses,
    ) -> Self {
        let lane = network.meta().id;
        let meta = Meta {
            lane,
            lease: lane,
            health: lane.to_owned(),
            repeats: true,
            obeys_robots: false,
            most_bytes: network.meta().bounds.bytes,
            pause_ms: PAUSE_MS,
            look_ms: LOOK_MS,
            patience_ms: 0,
            ledgers: Vec::new(),
            progress: None,
        };
        let known = NetworkState::new(network, None, Vec::new());
        Self {
            meta,
            pauses,
            ground,
            network,
            base_url,
            known,
            directory_not_before: EVER,
            next: EVER,
            round: None,
            asked: None,
            keep: None,
        }
    }

    fn period_ms(&self) -> i64 {
        self.network.meta().rhythm.period_ms
    }

    fn matches(&self) -> String {
        format!(
            "{} stations, {} of them matched with {} resorts",
            self.known.directory().map_or(0, |directory| directory.stations.len()),
            self.known.wanted().len(),
            self.known.resorts().count(),
        )
    }

    /// Begins the due poll, if any; else returns when one will be due.
    fn begin_round(&mut self, now: Timestamp) -> Option<Timestamp> {
        let is_old = self.known.directory().is_none_or(|known| known.is_old(now));
        if is_old && now >= self.directory_not_before {
            let requests = self.network.directory_requests().into();
            self.round = Some(Round::Listing { requests, found: Vec::new() });
        } else if self.known.directory().is_none() {
            return Some(self.directory_not_before);
        } else if now >= self.next {
            let requests: VecDeque<Request> = self.network.reading_requests(self.known.wanted(), now).into();
            let is_heard = requests.is_empty();
            self.round = Some(Round::Polling { requests, readings: Vec::new(), is_heard });
        } else {
            return Some(self.next);
        }
        None
    }

    /// Handles the end of a list of stations.
    fn apply_list(&mut self, found: Vec<Station>, now: Timestamp) -> StoreBatch {
        let mut summary = Summary::default();
        let count = found.len();
        let ResortSites { places, policy, .. } = &*self.ground;
        let Some(relisted) = self.known.relist(found, places, policy, now) else {
            let is_known = self.known.directory().is_some();
            let wait = if is_known { DIRECTORY_REST_MS } else { self.pauses.failed_rest_ms };
            self.directory_not_before = now.plus_millis(wait);
            summary.warn(format!("no usable list of stations this time: it has {count}"));
            return StoreBatch { summary, ..StoreBatch::default() };
        };
        if !relisted.moved.is_empty() {
            summary.dropped.push(("moved", relisted.moved.len() as u64));
            summary.warn(format!(
                "stations moved; their past is dropped, and they wait for the next list: {}",
                relisted.moved.join(", ")
            ));
        }
        summary.info(self.matches());
        let list = self.known.directory().map(Directory::encode).unwrap_or_default();
        StoreBatch { setting: Some((key(self.meta.lane), list)), summary, ..StoreBatch::default() }
    }

    /// Handles the end of a poll of readings.
    fn polled(&mut self, readings: Vec<Reading>, is_heard: bool, now: Timestamp) -> StoreBatch {
        let period_ms = self.period_ms();
        let wait = if is_heard { period_ms } else { self.pauses.failed_rest_ms.min(period_ms) };
        self.next = now.plus_millis(wait);
        let mut keep =
            StoreBatch { asked: vec![(self.meta.lane.to_owned(), is_heard)], ..StoreBatch::default() };
        if !is_heard {
            return keep;
        }
        let ahead_ms = self.ground.policy.future_tolerance_ms;
        let times = readings.iter().map(|reading| reading.observed_at);
        let newest_value_at = times.filter(|at| at.since(now) <= ahead_ms).max();
        let heard = self.known.add_readings(readings, now, ahead_ms);
        keep.summary.dropped.extend(heard.dropped);
        for quantity in &heard.lost {
            keep.summary.dropped.push(("lost", 1));
            keep.summary.warn(format!("no station reports {quantity:?} any more; was it renamed?"));
        }
        keep.rows = self.known.changed_rows(&self.ground.policy);
        keep.measured = measured::changed_days(&self.known, &self.ground.zones, now);
        if !keep.rows.is_empty() {
            keep.summary.info(format!("station readings of {} resorts", keep.rows.len()));
        }
        keep.healthy = vec![Success { health: self.meta.health.clone(), newest_value_at }];
        keep
    }
}

impl Upstream for Network {
    type Answer = Answer;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn state_query(&self, now: Timestamp) -> StateQuery {
        let lane = self.meta.lane;
        let kept_ms = self.known.limits().storage_ms().max(history::DEPTHS_KEPT_MS);
        StateQuery {
            rows: Some((lane, Stations::NAME)),
            past_since: Some(now.plus_millis(-kept_ms)),
            asked: vec![lane.to_owned()],
            setting: Some(key(lane)),
            ..StateQuery::default()
        }
    }

    fn begin(&mut self, stored: StoredState, now: Timestamp) -> Summary {
        let lane = self.meta.lane;
        (self.round, self.asked, self.keep) = (None, None, None);
        let directory = stored.setting.as_deref().and_then(|text| Directory::decode(lane, text));
        let payloads = stored.rows.into_iter().map(|row| (row.slug, row.payload)).collect();
        self.known = NetworkState::new(self.network, directory, payloads);
        self.known.rematch(&self.ground.places, &self.ground.policy);
        // The losses were counted when the readings first arrived; only the readings are needed here.
        let past = rebuilt::readings(stored.past.iter().map(String::as_str));
        self.known.add_stored_readings(past, now, self.ground.policy.future_tolerance_ms);
        let period_ms = self.period_ms();
        // A clock that was set back must not delay the network by more than its period.
        let next = |at: Timestamp| at.plus_millis(period_ms).min(now.plus_millis(period_ms));
        self.next = stored.asked.get(lane).map_or(EVER, |(at, _)| next(*at));
        self.directory_not_before = EVER;
        let mut summary = Summary::default();
        summary.info(self.matches());
        summary
    }

    fn next_batch(&mut self, _now: Timestamp) -> Option<StoreBatch> {
        self.keep.take()
    }

    fn stored(&mut self, keep: StoreBatch, _now: Timestamp) {
        self.known.written_mut().stored(keep.measured);
        self.known.stored(keep.rows);
    }

    /// Data that could not be stored are new again in the next poll.
    fn not_stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    fn next(&mut self, now: Timestamp) -> Next {
        if self.round.is_none()
            && let Some(until) = self.begin_round(now)
        {
            return Next::Rest(until);
        }
        let request = match &mut self.round {
            Some(Round::Listing { requests, .. } | Round::Polling { requests, .. }) => requests.pop_front(),
            None => None,
        };
        let Some(request) = request else {
            self.keep = match self.round.take() {
                Some(Round::Listing { found, .. }) => Some(self.apply_list(found, now)),
                Some(Round::Polling { readings, is_heard, .. }) => Some(self.polled(readings, is_heard, now)),
                None => None,
            };
            return Next::Rest(now);
        };
        let accept = request.accept();
        let url = RequestUrl::open(format!("{}{}", self.base_url, request.path));
        let what = if matches!(self.round, Some(Round::Listing { .. })) { "stations" } else { "readings" };
        let call = Call { accept, ..Call::new(url, &self.meta.health, what) };
        self.asked = Some(request);
        Next::Call(Box::new(call))
    }

    fn read(&self, fetched: &UpstreamResponse) -> Result<Answer, ParseError> {
        let missing =
            || ParseError { lane: self.meta.lane, at: sources::FaultPosition::Body, kind: Kind::Missing };
        let request = self.asked.as_ref().ok_or_else(missing)?;
        let is_list = matches!(self.round, Some(Round::Listing { .. }));
        let read = if is_list {
            self.network.directory(request, &fetched.body).map(Answer::Stations)
        } else {
            self.network.readings(request, self.known.wanted(), &fetched.body).map(Answer::Readings)
        };
        // "Nothing of these stations" is a valid response.
        let is_nothing = read
            .as_ref()
            .is_err_and(|error| matches!(error.kind, Kind::Refused { refusal: Refusal::NoData, .. }));
        match read {
            Err(_) if is_nothing && (200..300).contains(&fetched.status) => Ok(if is_list {
                Answer::Stations(ParsedItems::default())
            } else {
                Answer::Readings(ParsedItems::default())
            }),
            read => read,
        }
    }

    fn apply(
        &mut self,
        answer: Answer,
        _fetched: &UpstreamResponse,
        _now: Timestamp,
    ) -> Result<Summary, Failure> {
        let notes = match (&mut self.round, answer) {
            (Some(Round::Listing { found, .. }), Answer::Stations(parsed)) => {
                found.extend(parsed.items);
                parsed.faults.len()
            }
            (Some(Round::Polling { readings, is_heard, .. }), Answer::Readings(parsed)) => {
                *is_heard = true;
                readings.extend(parsed.items);
                parsed.faults.len()
            }
            (Some(Round::Listing { .. } | Round::Polling { .. }) | None, _) => 0,
        };
        Ok(Summary { notes, ..Summary::default() })
    }

    /// The other requests of the poll are still sent.
    fn failed(&mut self, _failure: &Failure, _now: Timestamp) -> (Blame, Summary) {
        (Blame::Upstream, Summary::default())
    }

    fn paused_until(&mut self, until: Timestamp, now: Timestamp) {
        // Received readings are stored at once; the others are requested in the next poll.
        if until > now
            && let Some(Round::Listing { requests, .. } | Round::Polling { requests, .. }) = &mut self.round
        {
            requests.clear();
        }
    }
}
