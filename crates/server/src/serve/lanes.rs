//! Starts the enabled lanes, which run until the service stops.

use std::sync::Arc;

use ::ingest::documents::{DOCUMENT_LANES, Documents};
use ::ingest::{Upstream as _, cameras, webcams};
use catalogue::Resort;
use ingest_runner::common::Common;
use ingest_runner::reels::Disk;
use ingest_runner::{archive_lane, drive, forecast_lane, lift_lanes, pictures, station_lanes};
use outbound::client::{Client, FetchError};
use outbound::guard::Guard;
use outbound::robots::Robots;
use publication::grading::{self, Grader};
use publication::published::Latest;
use reqwest::Url;
use runtime::clock;
use runtime::supervise::Tasks;
use sources::commons;
use tokio::sync::Notify;
use uuid::Uuid;
use world::World;

use super::{Parts, ServeError};
use crate::config::Config;

/// State from which the lanes are built.
pub(super) struct Lanes {
    pub(super) common: Arc<Common>,
    pub(super) latest: Arc<Latest>,
    pub(super) reels: Disk,
}

impl Lanes {
    /// Starts every enabled lane.
    pub(super) fn spawn(&self, config: &Config, world: &World, tasks: &mut Tasks) -> Result<(), ServeError> {
        let (stopped, mut feeding) = (tasks.stopped().clone(), Vec::new());
        for feed in lift_lanes::feeds(&config.lifts, world) {
            feeding.push(feed.meta().health.clone());
            tasks.spawn("lift feed", drive(feed, Arc::clone(&self.common), stopped.clone()));
        }
        self.spawn_pictures(config, world, tasks);
        for upstream in &config.documents {
            let Some(lane) = DOCUMENT_LANES.into_iter().find(|lane| lane.meta().id == upstream.lane) else {
                continue;
            };
            let documents = Documents::new(lane, upstream.base_url.clone(), self.common.pauses, clock::now())
                .with_key(config.keys.get(upstream.lane).cloned());
            tasks.spawn(upstream.lane, drive(documents, Arc::clone(&self.common), stopped.clone()));
        }
        if config.winter_refresh {
            let resorts: Vec<Resort> = world.resorts().map(|held| held.resort.clone()).collect();
            let current = archive_lane::current(&config.open_meteo, resorts, self.common.pauses)?;
            tasks.spawn(current.meta().lane, drive(current, Arc::clone(&self.common), stopped.clone()));
        }
        let (grader, until) = (self.grader(world), stopped.clone());
        tasks.again("grader", move || grader.clone().run(until.clone()));
        let ground = Arc::new(station_lanes::ground(world));
        for upstream in &config.stations {
            if let Some(network) = station_lanes::network(upstream, &ground, self.common.pauses) {
                feeding.push(network.meta().health.clone());
                tasks.spawn(upstream.lane, drive(network, Arc::clone(&self.common), stopped.clone()));
            }
        }
        let forecasts =
            forecast_lane::lane(&config.open_meteo, world, Arc::clone(&self.latest), &self.common)?;
        for line in forecast_lane::plan(&config.open_meteo, world.len())?.arithmetic() {
            tracing::info!(lane = forecasts.meta().lane, "{line}");
        }
        feeding.push(forecasts.meta().health.clone());
        tasks.spawn(forecasts.meta().lane, drive(forecasts, Arc::clone(&self.common), stopped));
        self.common.status.expect_rounds_of(feeding);
        Ok(())
    }

    /// Starts the lanes of photos, webcam links and recorded cameras.
    fn spawn_pictures(&self, config: &Config, world: &World, tasks: &mut Tasks) {
        // A few seconds between two calls to a third-party host; zero for a simulator on this machine.
        let pause_ms = if config.synthetic { 0 } else { self.common.pauses.rest_ms() };
        let stopped = tasks.stopped().clone();
        let base_url = |lane: &str| {
            let upstream = config.documents.iter().find(|upstream| upstream.lane == lane);
            upstream.map(|upstream| upstream.base_url.as_str())
        };
        if let Some(base_url) = base_url(commons::LANE) {
            let photos = pictures::photos(base_url, world, pause_ms);
            tasks.spawn(commons::LANE, drive(photos, Arc::clone(&self.common), stopped.clone()));
        }
        if let Some(base_url) = base_url(webcams::LANE) {
            let webcams = pictures::webcams(base_url, Arc::clone(&self.latest), pause_ms);
            tasks.spawn(webcams::LANE, drive(webcams, Arc::clone(&self.common), stopped.clone()));
        }
        for recording in pictures::recordings(&config.cameras, &self.latest, &self.reels) {
            tasks.spawn(cameras::LANE, drive(recording, Arc::clone(&self.common), stopped.clone()));
        }
    }

    fn grader(&self, world: &World) -> Grader {
        Grader {
            store: self.common.store.clone(),
            places: world.resorts().map(|held| grading::place(&held.resort)).collect(),
            latest: Arc::clone(&self.latest),
            owner: Uuid::new_v4().to_string(),
        }
    }
}

/// Builds the state shared by all lanes of the process `owner`.
pub(super) fn common(
    Parts { config, store, status, metrics, .. }: Parts<'_>,
    owner: String,
    wake: &Arc<Notify>,
) -> Result<Arc<Common>, ServeError> {
    let alone = Common::standalone(store.clone(), config.pauses)?;
    let (status, metrics, wake) = (Arc::clone(status), Arc::clone(metrics), Arc::clone(wake));
    let (client, robots) = (with_service_address(alone.client.clone(), config)?, robots(config));
    Ok(Arc::new(Common { status, metrics, wake, robots, client, owner, ..alone }))
}

/// Adds the service's address to the client if others can reach it: some upstreams require a contact address.
fn with_service_address(client: Client, config: &Config) -> Result<Client, FetchError> {
    let host = Url::parse(&config.base_url)
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned))
        .unwrap_or_default();
    let is_local = host == "localhost" || host == "[::1]" || host.starts_with("127.") || host == "0.0.0.0";
    if config.synthetic || is_local { Ok(client) } else { client.naming(&config.base_url) }
}

/// Builds the robots.txt checker. Redirects are checked like callbacks if the system's name servers can be read.
fn robots(config: &Config) -> Robots {
    let guard = Guard::new(config.webhooks.callback, &config.webhooks.name_servers);
    guard.map(Robots::guarded).unwrap_or_else(|error| {
        tracing::warn!(%error, "redirects of robots.txt to other hosts are not followed");
        Robots::default()
    })
}
