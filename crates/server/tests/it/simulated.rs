//! The service without network and clock: the simulator's bytes go through the lanes' parsers, the stations' history,
//! storage and the publisher, at any time that a test sets.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ::verification::Report;
use catalogue::Resort;
use conditions_core::evidence::{ForecastSnapshot, Profile};
use conditions_core::hourly;
use conditions_core::policy::Policy;
use conditions_core::time::{MINUTE_MS, Timestamp};
use ingest::forecast;
use ingest::stations::history::Counts;
use ingest::stations::measured::{self, Zones};
use ingest::stations::network_state::NetworkState;
use ingest_runner::station_lanes::place;
use operations::ops;
use publication::grading;
use publication::published::Published;
use publication::published::key::RequestKey;
use publication::publisher::{evidence_of, renewed};
use publication::store;
use publication::versions::Versions;
use serde_json::Value;
use server::config::{Config, Settings};
use server::service;
use sources::matching::Place;
use sources::open_meteo::{self, merge, plan};
use storage::evidence::{self, NewEvidence};
use storage::{Options, Store, verification};
use upstream_sim::{World, handle};
use world::{Caller, ResortEvidence, Tier};

/// The upstreams of a service: answers a path and query at a time, with the number of the request, by status and body.
pub(crate) type Upstream = Box<dyn Fn(&str, &str, Timestamp, u64) -> (u16, Vec<u8>) + Send + Sync>;

/// A service driven by a test.
pub(crate) struct Simulated {
    upstream: Upstream,
    models: open_meteo::Config,
    pub(crate) published: Published,
    /// Dropped values, by lane and reason.
    pub(crate) dropped: BTreeMap<&'static str, Counts>,
    store: Store,
    versions: Versions,
    zones: Zones,
    networks: Vec<NetworkState>,
    places: Vec<Place>,
    requests: u64,
}

/// Returns the resorts of these slugs.
pub(crate) fn resorts(slugs: &[&str]) -> Vec<Resort> {
    let all = catalogue::embedded().unwrap();
    let found: Vec<Resort> = all.into_iter().filter(|one| slugs.contains(&one.slug.as_str())).collect();
    assert_eq!(found.len(), slugs.len(), "{slugs:?}");
    found
}

impl Simulated {
    /// Creates a service of a synthetic world, without data, with storage in an empty folder of that name.
    pub(crate) fn new(name: &str, world: World, resorts: Vec<Resort>, now: Timestamp) -> Self {
        let upstream: Upstream = Box::new(move |path, query, now, number| {
            let answer = handle(&world, path, query, now, number);
            (answer.status, answer.body)
        });
        Self::fed(name, upstream, open_meteo::Config::default(), resorts, now)
    }

    /// Like [`Self::new`], but fed by other upstreams, with forecasts of these models.
    pub(crate) fn fed(
        name: &str,
        upstream: Upstream,
        models: open_meteo::Config,
        resorts: Vec<Resort>,
        now: Timestamp,
    ) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store =
            Store::open(folder.join("test.sqlite").to_str().unwrap(), &Options::default(), now).unwrap();
        let config: Config = Settings::default().config().unwrap();
        let places = resorts.iter().map(place).collect();
        let zones = resorts.iter().map(|resort| (resort.slug.clone(), resort.timezone)).collect();
        let held = resorts
            .into_iter()
            .map(|resort| Arc::new(ResortEvidence::new(resort, Default::default())))
            .collect();
        let service = Arc::new(service::service(&config));
        let world = world::World::new(service, Arc::new(Policy::contract()), held, now);
        Self {
            upstream,
            models,
            published: Published::new(world, now),
            dropped: BTreeMap::new(),
            store,
            versions: Versions::default(),
            zones,
            networks: upstream_sim::Network::ALL
                .map(|network| NetworkState::new(network.source(), None, Vec::new()))
                .into(),
            places,
            requests: 0,
        }
    }

    fn ask(&mut self, path_and_query: &str, now: Timestamp) -> (u16, Vec<u8>) {
        let (path, query) = path_and_query.split_once('?').unwrap_or((path_and_query, ""));
        self.requests += 1;
        (self.upstream)(path, query, now, self.requests)
    }

    /// Fetches the list of stations of every network.
    pub(crate) fn list_stations(&mut self, now: Timestamp) {
        for index in 0..self.networks.len() {
            let network = upstream_sim::Network::ALL[index].source();
            let mut stations = Vec::new();
            for request in network.directory_requests() {
                let (_, body) = self.ask(&request.path, now);
                stations.extend(
                    network.directory(&request, &body).map(|parsed| parsed.items).unwrap_or_default(),
                );
            }
            self.networks[index].relist(stations, &self.places, &Policy::contract(), now);
        }
    }

    /// Polls every network and stores new readings.
    pub(crate) fn poll_stations(&mut self, now: Timestamp) {
        for index in 0..self.networks.len() {
            let network = upstream_sim::Network::ALL[index].source();
            let wanted = self.networks[index].wanted().to_vec();
            let mut readings = Vec::new();
            for request in network.reading_requests(&wanted, now) {
                let (status, body) = self.ask(&request.path, now);
                if status == 200 {
                    // Unreadable responses are retried in the next round.
                    readings.extend(
                        network.readings(&request, &wanted, &body).map(|p| p.items).unwrap_or_default(),
                    );
                }
            }
            let heard = self.networks[index].add_readings(readings, now, 10 * MINUTE_MS);
            let counts =
                self.dropped.entry(upstream_sim::Network::ALL[index].source().meta().id).or_default();
            for (reason, count) in heard.dropped {
                *counts.entry(reason).or_default() += count;
            }
            let rows = self.networks[index].changed_rows(&Policy::contract());
            let days = measured::changed_days(&self.networks[index], &self.zones, now);
            self.keep(rows.iter().cloned().map(|row| ingest_runner::store::row(row, now)).collect());
            let kept: Vec<_> =
                days.iter().cloned().map(|day| ingest_runner::store::measured(day, now)).collect();
            self.store.run_blocking(move |conn| verification::measure(conn, &kept)).unwrap();
            self.networks[index].stored(rows);
            self.networks[index].written_mut().stored(days);
        }
    }

    /// Returns the forecast for every resort at `now`, by slug.
    pub(crate) fn snapshots(&mut self, now: Timestamp) -> Vec<(String, ForecastSnapshot)> {
        let profiles: BTreeMap<String, (Profile, f64, f64)> = self
            .published
            .world
            .resorts()
            .map(|held| (held.resort.slug.clone(), (held.profile.clone(), held.resort.lat, held.resort.lon)))
            .collect();
        let place = |(slug, (profile, lat, lon)): (&String, &(Profile, f64, f64))| open_meteo::Place {
            id: slug.clone(),
            lat: *lat,
            lon: *lon,
            elevation_m: hourly::request_elevation(profile),
        };
        let places: Vec<open_meteo::Place> = profiles.iter().map(place).collect();
        let mut out = Vec::new();
        for batch in plan(&self.models, &places).batches {
            let mut read = |call: &open_meteo::Call| {
                let url = call.url.reveal();
                let (_, body) = self.ask(&format!("/v1/forecast?{}", url.split_once('?').unwrap().1), now);
                call.read(&body)
            };
            let core = read(&batch.core).unwrap();
            let context = batch.context.as_ref().map(&mut read);
            for (place, merged) in batch.places.iter().zip(merge(core, context)) {
                let series = merged.unwrap().series;
                let (profile, ..) = &profiles[&place.id];
                out.push((place.id.clone(), hourly::snapshot(now, profile, &series)));
            }
        }
        out
    }

    /// Fetches and stores forecasts.
    pub(crate) fn fetch_forecasts(&mut self, now: Timestamp) {
        let snapshots = self.snapshots(now);
        let asked = self.models.models().len();
        let policy = Arc::clone(&self.published.world.policy);
        let profiles = &self.published.world;
        let profile =
            |slug: &str| profiles.resorts().find(|held| held.resort.slug == slug).unwrap().profile.clone();
        let archived: Vec<_> = snapshots
            .iter()
            .filter_map(|(slug, snapshot)| forecast::archived(&policy, &profile(slug), snapshot, asked))
            .map(ingest_runner::store::issued)
            .collect();
        self.store.run_blocking(move |conn| verification::archive(conn, &archived)).unwrap();
        let row = |(slug, snapshot): &(String, ForecastSnapshot)| {
            ingest_runner::store::row(forecast::row(slug, snapshot), snapshot.captured_at)
        };
        self.keep(snapshots.iter().map(row).collect());
    }

    fn keep(&self, rows: Vec<NewEvidence>) {
        let Some(now) = rows.iter().map(|row| row.captured_at).max() else { return };
        self.store.run_blocking(move |conn| evidence::append(conn, &rows, now)).unwrap();
    }

    /// Publishes changes in storage.
    pub(crate) fn publish(&mut self, now: Timestamp) {
        let since = self.versions;
        let (versions, news) = self.store.read_blocking(move |conn| store::changed_in(conn, since)).unwrap();
        self.versions = versions;
        self.published = renewed(&self.published.world, news, now);
    }

    /// Grades the archived forecasts and puts the learnt weights into force.
    pub(crate) fn grade(&mut self, now: Timestamp) -> Report {
        let places = self.published.world.resorts().map(|held| grading::place(&held.resort)).collect();
        let report = grading::grade_blocking(&self.store, places, now).unwrap();
        let kept = report.clone();
        self.store.run_blocking(move |conn| grading::concluded(conn, &kept, now)).unwrap();
        report
    }

    /// Returns the store.
    pub(crate) const fn store(&self) -> &Store {
        &self.store
    }

    /// Maps past winters to stations and puts the mapping into force; returns the number of mapped resorts.
    pub(crate) fn map(&self, now: Timestamp) -> usize {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let winters = grading::winters_of(&self.published.world);
        runtime.block_on(grading::map(&self.store, winters, now)).unwrap()
    }

    /// Returns an operation's answer to an anonymous caller.
    pub(crate) fn asked(&self, name: &str, pairs: &[(&str, &str)], now: Timestamp) -> Value {
        self.asked_by(&Caller::anonymous(), name, pairs, now)
    }

    /// Returns an operation's answer to a caller.
    pub(crate) fn asked_by(
        &self,
        caller: &Caller,
        name: &str,
        pairs: &[(&str, &str)],
        now: Timestamp,
    ) -> Value {
        let operation =
            operations::OPERATIONS.iter().find(|operation| operation.meta().name == name).unwrap();
        let query: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let key = RequestKey::new(name, &query.join("&"));
        let answer = self.published.answer(caller, *operation, &key, pairs, now).unwrap();
        serde_json::from_slice(answer.plain()).unwrap()
    }

    /// Logs the published values of every resort for the day of `now`.
    pub(crate) fn log_day(&self, now: Timestamp) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let kept = || {
            runtime
                .block_on(publication::day_log::store_if_due(&self.store, &self.published.world, now))
                .unwrap()
        };
        assert!(kept(), "late in the morning there is something to keep");
        assert!(!kept(), "once a day");
    }

    /// Returns the served envelope of a resort.
    pub(crate) fn envelope(&self, slug: &str) -> Value {
        serde_json::from_slice(self.published.conditions(Tier::Anonymous, slug).unwrap().plain()).unwrap()
    }

    /// Returns the envelope of a resort at a past time, from what was known then.
    pub(crate) fn replayed(&self, slug: &'static str, at: Timestamp) -> Value {
        let rows = self.store.read_blocking(move |conn| evidence::as_of(conn, slug, at)).unwrap();
        let world = &self.published.world;
        let held = ResortEvidence::new(resorts(&[slug]).remove(0), evidence_of(&rows, &world.service));
        let learnt = self.store.read_blocking(move |conn| grading::weights_at(conn, at)).unwrap();
        let policy = Arc::new(grading::policy_with(&world.policy, learnt.as_ref()));
        let service = Arc::clone(&world.service);
        let world = world::World::new(service, policy, vec![Arc::new(held)], at);
        let published = Published::new(world, at);
        serde_json::from_slice(published.conditions(Tier::Anonymous, slug).unwrap().plain()).unwrap()
    }

    /// Returns the explanation of a resort's record.
    pub(crate) fn explained(&self, slug: &str, now: Timestamp) -> Value {
        let pairs = [("slug", slug), ("explain", "true")];
        let answer = self
            .published
            .answer(
                &Caller::anonymous(),
                &ops::get_conditions::Op,
                &RequestKey::new("explained", ""),
                &pairs,
                now,
            )
            .unwrap();
        let answer: Value = serde_json::from_slice(answer.plain()).unwrap();
        answer["data"]["explanation"].clone()
    }

    /// Returns the measured days of a resort.
    pub(crate) fn measured(&self, slug: &str) -> Vec<verification::MeasuredSnow> {
        let rows = self.store.read_blocking(|conn| verification::measured_since(conn, 0)).unwrap();
        rows.into_iter().filter(|row| row.slug == slug).collect()
    }

    /// Returns the fourteen served daily rows of a resort.
    pub(crate) fn days(&self, slug: &str, now: Timestamp) -> Vec<Value> {
        let answer = self
            .published
            .answer(
                &Caller::anonymous(),
                &ops::get_resort::Op,
                &RequestKey::new(slug, ""),
                &[("slug", slug)],
                now,
            )
            .unwrap();
        let answer: Value = serde_json::from_slice(answer.plain()).unwrap();
        answer["data"]["forecast"]["days"].as_array().unwrap().clone()
    }
}
