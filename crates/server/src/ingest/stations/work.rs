//! The round of one network: list of stations, matches, readings, evidence.

use std::sync::Arc;
use std::time::Duration;

use conditions_core::time::{HOUR_MS, Timestamp};
use sources::StationNetwork;
use sources::breaker::{self, Breaker, Permit};
use sources::error::{Kind, ParseError, Refusal};
use sources::retry::{self, Verdict};
use sources::station::{Header, Parsed, Reading, Request, Station};
use storage::StoreError;
use tokio::sync::watch;

use super::directory::{Directory, key};
use super::history::Heard;
use super::known::Known;
use super::{Ground, Network, measured, readings, rebuilt};
use crate::ingest::common::Common;
use crate::ingest::outcome::{self, Failure, Ledger, until_then};
use crate::{clock, grading, store};

/// How long to rest when there is nothing to do: often enough to keep the lease.
const REST: Duration = Duration::from_secs(30);
/// Between two requests to one network.
const PAUSE: Duration = Duration::from_millis(500);
/// After a list that could not be fetched, while there is an older one.
const DIRECTORY_REST_MS: i64 = HOUR_MS;

/// What a network knows while it holds its lease.
struct State {
    known: Known,
    directory_not_before: Timestamp,
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
            if state.is_some() {
                self.common.status.round_ended(self.lane);
            }
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
        if state.known.directory().is_none_or(|known| known.is_old(now)) && now >= state.directory_not_before
        {
            self.renew_directory(state, breaker).await;
        }
        let now = clock::now();
        if state.known.directory().is_none() {
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
        match self.stored().await {
            Ok(state) => Some(state),
            Err(error) => {
                self.common.metrics.storage_failures.inc();
                tracing::warn!(lane = self.lane, %error, "cannot read what is known of the stations");
                None
            }
        }
    }

    async fn stored(&self) -> Result<State, StoreError> {
        let stored = store::stations_known(&self.common.store, self.lane).await?;
        let directory = stored.directory.as_deref().and_then(|text| Directory::decode(self.lane, text));
        let mut known = Known::new(self.network, directory, stored.payloads);
        known.rematch(&self.ground.places, &self.ground.policy);
        self.log_matches(&known);
        let now = clock::now();
        let since = now.plus_millis(-known.limits().kept_ms().max(readings::DEPTHS_KEPT_MS));
        let resorts = known.resorts().map(str::to_owned).collect();
        let payloads = store::station_payloads(&self.common.store, self.lane, resorts, since).await?;
        let past = rebuilt::readings(payloads.iter().map(String::as_str));
        // Counted when they were heard; only what they tell is wanted.
        known.hear(past, now, self.ground.policy.future_tolerance_ms);
        let next = stored.asked_at.map_or(Timestamp::from_millis(i64::MIN), |at| {
            at.plus_millis(self.period_ms).min(now.plus_millis(self.period_ms))
        });
        Ok(State { known, directory_not_before: Timestamp::from_millis(i64::MIN), next })
    }

    fn log_matches(&self, known: &Known) {
        tracing::info!(
            lane = self.lane,
            stations = known.directory().map_or(0, |directory| directory.stations.len()),
            matched = known.wanted().len(),
            resorts = known.resorts().count(),
            "stations matched"
        );
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
        let (now, count) = (clock::now(), stations.len());
        let Ground { places, policy, .. } = &*self.ground;
        let metrics = &self.common.metrics;
        let Some(relisted) = state.known.relist(stations, places, policy, now) else {
            let is_known = state.known.directory().is_some();
            let wait = if is_known { DIRECTORY_REST_MS } else { self.common.pauses.failed_rest_ms };
            state.directory_not_before = now.plus_millis(wait);
            tracing::warn!(lane = self.lane, stations = count, "no usable list of stations this time");
            return;
        };
        if !relisted.moved.is_empty() {
            metrics.dropped(self.lane, "moved", relisted.moved.len() as u64);
            tracing::warn!(
                lane = self.lane,
                stations = ?relisted.moved,
                "stations moved; their past is forgotten, and they wait for the next list"
            );
        }
        self.log_matches(&state.known);
        let kept = state.known.directory().map(Directory::encode).unwrap_or_default();
        if let Err(error) = store::set_setting(&self.common.store, key(self.lane), kept).await {
            metrics.storage_failures.inc();
            tracing::warn!(lane = self.lane, %error, "cannot keep the list of stations");
        }
    }

    /// Asks for readings and keeps what changed; whether anything was heard.
    async fn poll(&self, state: &mut State, breaker: &mut Breaker) -> bool {
        let requests = self.network.reading_requests(state.known.wanted(), clock::now());
        let mut heard = requests.is_empty();
        let mut first = true;
        let mut readings: Vec<Reading> = Vec::new();
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
            let Some(parsed) = self.ask(request, state.known.wanted().to_vec(), read, breaker).await else {
                continue;
            };
            heard = true;
            self.common.metrics.notes(self.lane, parsed.faults.len());
            readings.extend(parsed.items);
        }
        let now = clock::now();
        if let Err(error) = store::lane_asked(&self.common.store, self.lane, now, heard).await {
            self.common.metrics.storage_failures.inc();
            tracing::warn!(lane = self.lane, %error, "cannot note that the network was asked");
        }
        if heard {
            let heard = state.known.hear(readings, now, self.ground.policy.future_tolerance_ms);
            self.note(&heard);
            self.keep(state).await;
            self.common.status.succeeded(self.lane, now);
            self.common.metrics.succeeded(self.lane, now.millis() as f64 / 1000.0);
        }
        heard
    }

    /// Counts what was left out, and says when a whole network stopped giving something.
    fn note(&self, heard: &Heard) {
        for (reason, count) in &heard.dropped {
            self.common.metrics.dropped(self.lane, reason, *count);
        }
        for quantity in &heard.lost {
            self.common.metrics.dropped(self.lane, "lost", 1);
            tracing::warn!(lane = self.lane, ?quantity, "no station gives this any more; was it renamed?");
        }
    }

    /// Stores the rows that differ from what is stored.
    async fn keep(&self, state: &mut State) {
        // Learned when it is kept: a replay of an instant before that must not know of it.
        let now = clock::now();
        let (rows, days) = (
            state.known.news(&self.ground.policy, now),
            measured::news(&state.known, &self.ground.zones, now),
        );
        if rows.is_empty() && days.is_empty() {
            return;
        }
        match grading::append_readings(&self.common.store, rows.clone(), days.clone()).await {
            Ok(()) => {
                state.known.told_mut().stored(days);
                tracing::info!(lane = self.lane, resorts = rows.len(), "station readings kept");
                self.common.metrics.evidence_rows.inc_by(rows.len() as u64);
                state.known.stored(rows);
                self.common.wake.notify_one();
            }
            Err(error) => {
                self.common.metrics.storage_failures.inc();
                tracing::error!(lane = self.lane, %error, "cannot keep station readings; they are asked for again");
            }
        }
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
