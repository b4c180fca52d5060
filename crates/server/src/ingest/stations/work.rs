//! The round of one network: list of stations, matches, readings, evidence.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use conditions_core::evidence::StationReading;
use conditions_core::time::{HOUR_MS, Timestamp};
use sources::breaker::{self, Breaker, Permit};
use sources::error::{Kind, ParseError, Refusal};
use sources::matching::distance_km;
use sources::retry::{self, Verdict};
use sources::station::{Header, Parsed, Reading, Request, Station, StationNetwork};
use storage::evidence::NewEvidence;
use tokio::sync::watch;

use super::directory::{Directory, key};
use super::history::History;
use super::matched::Matched;
use super::{Common, Network, readings};
use crate::ingest::outcome::{self, Failure, Ledger, until_then};
use crate::publisher::STATIONS;
use crate::{clock, store};

/// How long to rest when there is nothing to do: often enough to keep the lease.
const REST: Duration = Duration::from_secs(30);
/// Between two requests to one network.
const PAUSE: Duration = Duration::from_millis(500);
/// After a list that could not be fetched, while there is an older one.
const DIRECTORY_REST_MS: i64 = HOUR_MS;
/// A station that moved further than this is another station, kilometres.
const MOVED_KM: f64 = 1.0;

/// What a network knows while it holds its lease.
struct State {
    directory: Option<Directory>,
    directory_not_before: Timestamp,
    matched: Matched,
    history: History,
    /// The payload of every resort as it is stored.
    stored: HashMap<String, String>,
    next: Timestamp,
}

type Read<T> = fn(&'static dyn StationNetwork, &Request, &[Station], &[u8]) -> Result<Parsed<T>, ParseError>;

impl Network {
    /// Asks the network until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut breaker = Breaker::new(self.common.pauses.breaker);
        let mut state = None;
        loop {
            let rest = tokio::select! {
                _ = stop.changed() => break,
                rest = self.round(&mut state, &mut breaker) => rest,
            };
            tokio::select! {
                _ = stop.changed() => break,
                () = tokio::time::sleep(rest) => {}
            }
        }
        outcome::release_lease(&self.common.store, self.lane, &self.common.owner).await;
    }

    async fn hold_lease(&self) -> bool {
        let common = &self.common;
        outcome::hold_lease(&common.store, self.lane, &common.owner, &common.metrics).await
    }

    /// Does what is due and says how long to rest.
    async fn round(&self, state: &mut Option<State>, breaker: &mut Breaker) -> Duration {
        if !self.hold_lease().await {
            // Whoever asks now knows more than this process does.
            *state = None;
            return REST;
        }
        if state.is_none() {
            *state = self.load().await;
        }
        let Some(state) = state else { return REST };
        let now = clock::now();
        // Only looked at: the permit is asked for by the request that uses it.
        if let breaker::State::Open { until } = breaker.state()
            && now < until
        {
            return until_then(until, now).min(REST);
        }
        if state.directory.as_ref().is_none_or(|known| known.is_old(now)) && now >= state.directory_not_before
        {
            self.renew_directory(state, breaker).await;
        }
        let now = clock::now();
        if state.directory.is_none() {
            return until_then(state.directory_not_before, now).min(REST);
        }
        if now >= state.next {
            let heard = self.poll(state, breaker).await;
            let wait =
                if heard { self.period_ms } else { self.common.pauses.failed_rest_ms.min(self.period_ms) };
            state.next = now.plus_millis(wait);
        }
        until_then(state.next, clock::now()).min(REST)
    }

    /// What storage knows of this network.
    async fn load(&self) -> Option<State> {
        match store::stations_known(&self.common.store, self.lane).await {
            Ok(known) => {
                let directory =
                    known.directory.as_deref().and_then(|text| Directory::decode(self.lane, text));
                let mut state = State {
                    directory,
                    directory_not_before: Timestamp::from_millis(i64::MIN),
                    matched: Matched::default(),
                    history: History::default(),
                    stored: known.payloads.into_iter().collect(),
                    next: known.asked_at.map_or(Timestamp::from_millis(i64::MIN), |at| {
                        at.plus_millis(self.period_ms).min(clock::now().plus_millis(self.period_ms))
                    }),
                };
                self.rematch(&mut state);
                Some(state)
            }
            Err(error) => {
                self.common.metrics.storage_failures.inc();
                tracing::warn!(lane = self.lane, %error, "cannot read what is known of the stations");
                None
            }
        }
    }

    fn rematch(&self, state: &mut State) {
        let stations = state.directory.as_ref().map_or(&[][..], |directory| &directory.stations);
        let matched = Matched::new(&self.common.places, stations, &self.common.policy);
        for station in &matched.wanted {
            let before = state.matched.wanted.iter().find(|before| before.id == station.id);
            let place = |station: &Station| (station.lat, station.lon);
            if before.is_some_and(|before| distance_km(place(before), place(station)) > MOVED_KM) {
                tracing::warn!(
                    lane = self.lane,
                    station = station.id,
                    "the station moved; its past is forgotten"
                );
                state.history.forget(&station.id);
            }
        }
        tracing::info!(
            lane = self.lane,
            stations = stations.len(),
            matched = matched.wanted.len(),
            resorts = matched.by_resort.len(),
            "stations matched"
        );
        state.matched = matched;
    }

    async fn renew_directory(&self, state: &mut State, breaker: &mut Breaker) {
        let mut stations: Vec<Station> = Vec::new();
        for request in self.network.directory_requests() {
            let read: Read<Station> = |network, request, _, body| network.directory(request, body);
            if let Some(parsed) = self.ask(request, Vec::new(), read, breaker).await {
                self.common.metrics.notes(self.lane, parsed.faults.len());
                stations.extend(parsed.items);
            }
        }
        let now = clock::now();
        let broken = state.directory.as_ref().is_some_and(|known| !known.believes(&stations));
        if stations.is_empty() || broken {
            let wait =
                if state.directory.is_some() { DIRECTORY_REST_MS } else { self.common.pauses.failed_rest_ms };
            state.directory_not_before = now.plus_millis(wait);
            tracing::warn!(
                lane = self.lane,
                stations = stations.len(),
                "no usable list of stations this time"
            );
            return;
        }
        let directory = Directory { fetched_at: now, stations };
        if let Err(error) = store::set_setting(&self.common.store, key(self.lane), directory.encode()).await {
            self.common.metrics.storage_failures.inc();
            tracing::warn!(lane = self.lane, %error, "cannot keep the list of stations");
        }
        state.directory = Some(directory);
        self.rematch(state);
    }

    /// Asks for readings and keeps what changed; whether anything was heard.
    async fn poll(&self, state: &mut State, breaker: &mut Breaker) -> bool {
        let requests = self.network.reading_requests(&state.matched.wanted, clock::now());
        let mut heard = requests.is_empty();
        let mut first = true;
        for request in requests {
            if !first {
                tokio::time::sleep(PAUSE).await;
            }
            first = false;
            if !self.hold_lease().await {
                break;
            }
            let read: Read<Reading> =
                |network, request, stations, body| network.readings(request, stations, body);
            let Some(parsed) = self.ask(request, state.matched.wanted.clone(), read, breaker).await else {
                continue;
            };
            heard = true;
            self.common.metrics.notes(self.lane, parsed.faults.len());
            let kept_ms = readings::kept_ms(&readings::thresholds(self.lane));
            let ahead_ms = self.common.policy.future_tolerance_ms;
            for (reason, count) in state.history.add(parsed.items, clock::now(), kept_ms, ahead_ms) {
                self.common.metrics.dropped(self.lane, reason, count);
            }
        }
        let now = clock::now();
        if let Err(error) = store::lane_asked(&self.common.store, self.lane, now, heard).await {
            self.common.metrics.storage_failures.inc();
            tracing::warn!(lane = self.lane, %error, "cannot note that the network was asked");
        }
        if heard {
            self.keep(state, now).await;
            self.common.status.succeeded(self.lane, now);
            self.common.metrics.succeeded(self.lane, now.millis() as f64 / 1000.0);
        }
        heard
    }

    /// Stores the rows that differ from what is stored.
    async fn keep(&self, state: &mut State, now: Timestamp) {
        let mut rows: Vec<NewEvidence> = Vec::new();
        let mut fresh: BTreeMap<String, (Option<Timestamp>, String)> = self.evidence(state);
        for slug in state.stored.keys() {
            // A resort that lost its stations has nothing measured any more.
            fresh.entry(slug.clone()).or_insert_with(|| (None, "[]".to_owned()));
        }
        for (slug, (observed_at, payload)) in fresh {
            let is_news = match state.stored.get(&slug) {
                Some(stored) => *stored != payload,
                None => payload != "[]",
            };
            if is_news {
                rows.push(NewEvidence {
                    id: storage::evidence::new_id(now),
                    slug,
                    lane: self.lane.to_owned(),
                    kind: STATIONS.to_owned(),
                    observed_at,
                    captured_at: now,
                    payload,
                });
            }
        }
        if rows.is_empty() {
            return;
        }
        let kept: Vec<(String, String)> =
            rows.iter().map(|row| (row.slug.clone(), row.payload.clone())).collect();
        match store::append_evidence(&self.common.store, rows).await {
            Ok(()) => {
                tracing::info!(lane = self.lane, resorts = kept.len(), "station readings kept");
                self.common.metrics.evidence_rows.inc_by(kept.len() as u64);
                state.stored.extend(kept);
                self.common.wake.notify_one();
            }
            Err(error) => {
                self.common.metrics.storage_failures.inc();
                tracing::error!(lane = self.lane, %error, "cannot keep station readings; they are asked for again");
            }
        }
    }

    /// What the stations say, per resort: when the freshest value was read, and the payload.
    fn evidence(&self, state: &State) -> BTreeMap<String, (Option<Timestamp>, String)> {
        let thresholds = readings::thresholds(self.lane);
        let mut out = BTreeMap::new();
        for (slug, stations) in &state.matched.by_resort {
            let mut of_resort: Vec<StationReading> = Vec::new();
            let mut known = false;
            for (index, distance_km) in stations {
                let Some(station) = state.matched.wanted.get(*index) else { continue };
                let Some(series) = state.history.of(&station.id) else { continue };
                known = true;
                of_resort.extend(readings::of_station(station, *distance_km, series, &thresholds));
            }
            // After a restart, what is stored stands until its stations have been heard again.
            if known || !state.stored.contains_key(slug) {
                let newest = of_resort.iter().map(|reading| reading.observed_at).max();
                // String keys and finite numbers: writing to memory cannot fail.
                let payload = serde_json::to_string(&of_resort).unwrap_or_default();
                out.insert(slug.clone(), (newest, payload));
            } else if let Some(stored) = state.stored.get(slug) {
                out.insert(slug.clone(), (None, stored.clone()));
            }
        }
        out
    }

    /// One request with its repeats; `None` when it gave nothing, or when the network is to be left alone.
    async fn ask<T: Send + 'static>(
        &self,
        request: Request,
        stations: Vec<Station>,
        read: Read<T>,
        breaker: &mut Breaker,
    ) -> Option<Parsed<T>> {
        let Common { status, metrics, pauses, .. } = &*self.common;
        let ledger = Ledger { lane: self.lane, health: self.lane, status, metrics, backoff: &pauses.backoff };
        let (request, stations) = (Arc::new(request), Arc::new(stations));
        if let Permit::NotBefore(_) = breaker.permit(clock::now()) {
            return None;
        }
        let mut attempt = 0;
        loop {
            attempt += 1;
            let failure = match self.once(&request, &stations, read).await {
                Ok(parsed) => {
                    ledger.succeeded(breaker, 1.0);
                    return Some(parsed);
                }
                Err(failure) => failure,
            };
            let now = clock::now();
            let Some(at) = ledger.failed(breaker, 1.0, attempt, &failure, now) else {
                tracing::warn!(lane = self.lane, what = %failure.what, "a request failed");
                return None;
            };
            tracing::info!(lane = self.lane, attempt, what = %failure.what, "trying again");
            tokio::time::sleep(until_then(at, now)).await;
        }
    }

    async fn once<T: Send + 'static>(
        &self,
        request: &Arc<Request>,
        stations: &Arc<Vec<Station>>,
        read: Read<T>,
    ) -> Result<Parsed<T>, Failure> {
        let url = format!("{}{}", self.base_url, request.path);
        let accept = request.headers.iter().find_map(|header| match header {
            Header::Accept(media_type) => Some(*media_type),
            Header::UserAgent | Header::Key(_) => None,
        });
        let fetched = self.common.client.get_as(&url, accept).await.map_err(|error| Failure {
            what: error.to_string(),
            error: None,
            verdict: Verdict::Retry { not_before: None },
        })?;
        let (network, status) = (self.network, fetched.status);
        let (request, stations) = (Arc::clone(request), Arc::clone(stations));
        // A national answer is megabytes: it is read where nothing waits.
        let read =
            tokio::task::spawn_blocking(move || read(network, &request, &stations, &fetched.body)).await;
        let Ok(read) = read else {
            let what = "the answer could not be read at all".to_owned();
            return Err(Failure { what, error: None, verdict: Verdict::GiveUp });
        };
        let kind = read.as_ref().err().map(|error| &error.kind);
        let is_nothing = matches!(kind, Some(Kind::Refused { refusal: Refusal::NoData, .. }));
        if is_nothing && (200..300).contains(&status) {
            // "Nothing of these stations" is an answer.
            return Ok(Parsed::default());
        }
        let verdict = retry::classify(status, fetched.retry_after.as_deref(), kind, clock::now());
        match (read, verdict) {
            (Ok(parsed), Verdict::Accept) => Ok(parsed),
            (Ok(_), verdict) => Err(Failure { what: format!("HTTP {status}"), error: None, verdict }),
            (Err(error), verdict) => {
                Err(Failure { what: format!("HTTP {status}: {error}"), error: Some(error), verdict })
            }
        }
    }
}
