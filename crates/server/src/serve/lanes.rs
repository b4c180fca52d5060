//! The lanes that are switched on, each at work until the service stops.

use std::sync::Arc;

use ::ingest::Upstream as _;
use ::ingest::documents::{DOCUMENT_LANES, Documents};
use catalogue::Resort;
use uuid::Uuid;
use world::World;

use super::ServeError;
use crate::clock;
use crate::config::Config;
use crate::grading::{self, Grader};
use crate::ingest::common::Common;
use crate::ingest::{drive, forecast, lifts, stations, winters};
use crate::published::Latest;
use crate::supervise::Tasks;

/// What lanes are made of.
pub(super) struct Lanes {
    pub(super) common: Arc<Common>,
    pub(super) latest: Arc<Latest>,
}

impl Lanes {
    /// Puts every lane that is switched on to work.
    pub(super) fn spawn(&self, config: &Config, world: &World, tasks: &mut Tasks) -> Result<(), ServeError> {
        let (stopped, mut feeding) = (tasks.stopped().clone(), Vec::new());
        for feed in lifts::feeds(&config.lifts, world) {
            feeding.push(feed.meta().health.clone());
            tasks.spawn("lift feed", drive(feed, Arc::clone(&self.common), stopped.clone()));
        }
        for upstream in &config.documents {
            let Some(lane) = DOCUMENT_LANES.into_iter().find(|lane| lane.meta().id == upstream.lane) else {
                continue;
            };
            let documents = Documents::new(lane, upstream.base_url.clone(), self.common.pauses, clock::now())
                .with_key(config.keys.get(upstream.lane).cloned());
            tasks.spawn(upstream.lane, drive(documents, Arc::clone(&self.common), stopped.clone()));
        }
        if config.winter_refresh {
            let resorts: Vec<Resort> = world.held().map(|held| held.resort.clone()).collect();
            let current = winters::current(&config.open_meteo, resorts, self.common.pauses)?;
            tasks.spawn(current.meta().lane, drive(current, Arc::clone(&self.common), stopped.clone()));
        }
        let (grader, until) = (self.grader(world), stopped.clone());
        tasks.again("grader", move || grader.clone().run(until.clone()));
        let ground = Arc::new(stations::ground(world));
        for upstream in &config.stations {
            if let Some(network) = stations::network(upstream, &ground, self.common.pauses) {
                feeding.push(network.meta().health.clone());
                tasks.spawn(upstream.lane, drive(network, Arc::clone(&self.common), stopped.clone()));
            }
        }
        let forecasts =
            forecast::lane(&config.open_meteo, world, Arc::clone(&self.latest), self.common.pauses)?;
        for line in forecast::plan(&config.open_meteo, world.len())?.arithmetic() {
            tracing::info!(lane = forecasts.meta().lane, "{line}");
        }
        feeding.push(forecasts.meta().health.clone());
        tasks.spawn(forecasts.meta().lane, drive(forecasts, Arc::clone(&self.common), stopped));
        self.common.status.expect_rounds_of(feeding);
        Ok(())
    }

    fn grader(&self, world: &World) -> Grader {
        Grader {
            store: self.common.store.clone(),
            places: world.held().map(|held| grading::place(&held.resort)).collect(),
            owner: Uuid::new_v4().to_string(),
        }
    }
}
