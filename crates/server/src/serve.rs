//! `serve`: puts the rooms together, in the order in which a failure is cheapest.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::dev::ServerHandle;
use actix_web::rt::System;
use catalogue::Resort;
use catalogue::search::SearchIndex;
use operations::World;
use storage::{Store, StoreError};
use tokio::runtime::Runtime;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use crate::cli::one_line;
use crate::commands::{backfill, import};
use crate::config::{self, Config};
use crate::connector::Connector;
use crate::http::connector::Door;
use crate::http::{self, Shared};
use crate::ingest::backfill::Backfill;
use crate::ingest::client::{Client, FetchError};
use crate::ingest::enso::Indices;
use crate::ingest::forecast::{self, Forecasts};
use crate::ingest::lifts::{self, Feeds};
use crate::ingest::queue::Target;
use crate::ingest::stations::{self, Common, Network};
use crate::metrics::Metrics;
use crate::published::Board;
use crate::publisher::{Publisher, Stage};
use crate::replay::Replays;
use crate::status::Status;
use crate::{clock, constant, store};

/// Why the service cannot start or go on. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error(
        "cannot listen on {address}: {source}; is another service using the port? choose one with --bind"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's words.
        #[source]
        source: std::io::Error,
    },
    /// The data folder cannot be used.
    #[error("cannot use the data folder {folder}: {source}; choose one with --data-dir")]
    Folder {
        /// The folder.
        folder: std::path::PathBuf,
        /// The system's words.
        #[source]
        source: std::io::Error,
    },
    /// Storage.
    #[error(transparent)]
    Storage(#[from] StoreError),
    /// Reference data.
    #[error("{0}")]
    Catalogue(String),
    /// A lift feed of nobody.
    #[error("setting lifts: no resort `{slug}` is on record; nearest: {nearest}")]
    Feed {
        /// The slug that was given.
        slug: String,
        /// Slugs that there are.
        nearest: String,
    },
    /// The forecast upstream's settings.
    #[error(transparent)]
    Upstream(#[from] sources::open_meteo::ConfigError),
    /// The HTTP client.
    #[error("cannot set up the HTTP client: {0}")]
    Client(#[from] FetchError),
    /// The tool connector cannot be described.
    #[error("cannot describe the tool connector: {0}")]
    Connector(#[from] mcp_protocol::DescriptionError),
    /// The system refused threads or sockets.
    #[error("the system refused: {0}")]
    System(#[from] std::io::Error),
}

/// File name of the embedded database.
const DATABASE: &str = "snow-conditions.sqlite";
/// How often evidence past its retention is looked for.
const PRUNE_EVERY: std::time::Duration = std::time::Duration::from_secs(3600);

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// [`ServeError`].
pub fn run(config: Config) -> Result<(), ServeError> {
    let listener =
        http::listen(config.bind).map_err(|source| ServeError::Listen { address: config.bind, source })?;
    run_on(listener, config)
}

/// Serves on an open socket until SIGTERM or SIGINT.
///
/// # Errors
/// [`ServeError`].
pub fn run_on(listener: TcpListener, config: Config) -> Result<(), ServeError> {
    run_until(listener, config, drop)
}

/// The same; `started` is given what stops the server from elsewhere.
///
/// # Errors
/// [`ServeError`].
pub fn run_until(
    listener: TcpListener,
    config: Config,
    started: impl FnOnce(ServerHandle),
) -> Result<(), ServeError> {
    let config = settled(config, listener.local_addr()?);
    let background = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("background")
        .enable_all()
        .build()?;
    let (stop, stopped) = watch::channel(false);
    let (shared, tasks) = background.block_on(prepare(&config, &background, stopped))?;
    tracing::info!(
        name = shared_name(&shared),
        address = %config.bind,
        base_url = config.base_url,
        "serving; stop with Ctrl-C"
    );
    let system = System::new();
    let served = system.block_on(async {
        let server = http::server(listener, shared, config.workers)?;
        started(server.handle());
        server.await
    });
    tracing::info!("stopping");
    let _ = stop.send(true);
    background.block_on(async {
        for task in tasks {
            let _ = task.await;
        }
    });
    Ok(served?)
}

/// Port 0 asks the system for any free port: from here on the configuration names the real one.
fn settled(config: Config, address: SocketAddr) -> Config {
    let own = config.base_url == format!("http://{}", config.bind);
    let base_url = if own { format!("http://{address}") } else { config.base_url };
    Config { bind: address, base_url, ..config }
}

fn shared_name(shared: &Shared) -> String {
    shared.board.current().map(|published| published.world.service.name.clone()).unwrap_or_default()
}

async fn prepare(
    config: &Config,
    background: &Runtime,
    stopped: watch::Receiver<bool>,
) -> Result<(Arc<Shared>, Vec<JoinHandle<()>>), ServeError> {
    let store = open(config)?;
    let mut service = constant::service(config);
    let board = Arc::new(Board::default());
    let metrics = Arc::new(Metrics::default());
    let status = Arc::new(Status::default());
    let wake = Arc::new(Notify::new());
    let mut resorts = import::resorts_of(&store).await.map_err(ServeError::Catalogue)?;
    service.credits.feeds = constant::feeds(config, &resorts);
    all_known(config, &resorts)?;
    let service = Arc::new(service);
    resorts.retain(|resort| config.only.as_ref().is_none_or(|only| only.contains(&resort.slug)));
    let stage = Stage {
        store: store.clone(),
        board: Arc::clone(&board),
        metrics: Arc::clone(&metrics),
        tick: config.tick,
    };
    let publisher = Publisher::start(stage, Arc::clone(&service), resorts).await?;
    tracing::info!(
        resorts = metrics.resorts.get(),
        with_forecast = metrics.with_forecast.get(),
        "world published"
    );

    let mut tasks = vec![
        background.spawn(publisher.run(Arc::clone(&wake), stopped.clone())),
        background.spawn(prune(store.clone(), config.retention, stopped.clone())),
    ];
    if let Some(asked) = config.backfill.clone().filter(|_| config.ingest) {
        let work = backfilled(store.clone(), config.clone(), asked, Arc::clone(&wake));
        tasks.push(background.spawn(until_stopped(work, stopped.clone())));
    }
    if let Some(published) = board.current().filter(|_| config.ingest) {
        let lane = Lane {
            store: store.clone(),
            board: Arc::clone(&board),
            status: Arc::clone(&status),
            metrics: Arc::clone(&metrics),
            wake: Arc::clone(&wake),
        };
        tasks.extend(lane.spawned(config, &published.world, background, stopped)?);
    } else {
        tracing::info!("fetching is switched off; serving what is stored");
    }
    let shared = Shared {
        board,
        status,
        metrics,
        replays: Replays::new(store, config.retention),
        connector: Connector::new(&service)?,
        door: Door::new(config),
        constant: constant::constant(&service),
    };
    Ok((Arc::new(shared), tasks))
}

/// Works until it is done or the service stops.
async fn until_stopped(work: impl Future<Output = ()>, mut stop: watch::Receiver<bool>) {
    tokio::select! {
        _ = stop.changed() => {}
        () = work => {}
    }
}

/// Fetches winters beside everything else; what goes wrong is logged and nothing waits for it.
async fn backfilled(store: Store, config: Config, asked: config::Backfill, wake: Arc<Notify>) {
    let work = async {
        let (spans, _) = backfill::plan(&store, &config, &asked).await?;
        let lane = Backfill { wake, ..backfill::lane(store, &config).await? };
        lane.run(&spans).await.map_err(one_line)
    };
    match work.await {
        Ok(outcome) => tracing::info!(winters = outcome.kept, "winters of the past fetched"),
        Err(error) => tracing::warn!(error, "winters of the past are missing"),
    }
}

/// Every lift feed is of a resort on record.
fn all_known(config: &Config, resorts: &[Resort]) -> Result<(), ServeError> {
    let is_known = |slug: &str| resorts.iter().any(|resort| resort.slug == slug);
    let Some(feed) = config.lifts.iter().find(|feed| !is_known(&feed.slug)) else { return Ok(()) };
    let nearest = SearchIndex::new(resorts.iter()).suggest(&feed.slug).join(", ");
    Err(ServeError::Feed { slug: feed.slug.clone(), nearest })
}

struct Lane {
    store: Store,
    status: Arc<Status>,
    metrics: Arc<Metrics>,
    board: Arc<Board>,
    wake: Arc<Notify>,
}

struct Ready {
    forecasts: Forecasts,
    targets: Vec<Target>,
}

impl Lane {
    /// Every lane that is switched on, at work until `stopped`.
    fn spawned(
        self,
        config: &Config,
        world: &World,
        background: &Runtime,
        stopped: watch::Receiver<bool>,
    ) -> Result<Vec<JoinHandle<()>>, ServeError> {
        let mut tasks = Vec::new();
        let feeds = self.feeds(config, world)?;
        if !feeds.is_empty() {
            tasks.push(background.spawn(feeds.run(stopped.clone())));
        }
        if let Some(indices) = self.indices(config)? {
            tasks.push(background.spawn(indices.run(stopped.clone())));
        }
        for network in self.networks(config, world)? {
            tasks.push(background.spawn(network.run(stopped.clone())));
        }
        tasks.push(background.spawn(self.start(config, world)?.run_until(stopped)));
        Ok(tasks)
    }

    /// The station networks that are switched on.
    fn networks(&self, config: &Config, world: &World) -> Result<Vec<Network>, ServeError> {
        let common = Arc::new(Common {
            store: self.store.clone(),
            client: Client::new()?,
            status: Arc::clone(&self.status),
            metrics: Arc::clone(&self.metrics),
            wake: Arc::clone(&self.wake),
            owner: uuid::Uuid::new_v4().to_string(),
            policy: Arc::clone(&world.policy),
            pauses: config.pauses,
            places: stations::places(world),
        });
        let upstreams = config.stations.iter();
        Ok(upstreams.filter_map(|upstream| Network::new(Arc::clone(&common), upstream)).collect())
    }

    /// The lift feeds that are switched on.
    fn feeds(&self, config: &Config, world: &World) -> Result<Feeds, ServeError> {
        Ok(Feeds::new(self.common(config)?, &config.lifts, world))
    }

    /// The indices of El Niño, when they are asked.
    fn indices(&self, config: &Config) -> Result<Option<Indices>, ServeError> {
        let Some(base_url) = config.enso_url.clone() else { return Ok(None) };
        Ok(Some(Indices::new(self.common(config)?, base_url)))
    }

    fn common(&self, config: &Config) -> Result<lifts::Common, ServeError> {
        Ok(lifts::Common {
            store: self.store.clone(),
            client: Client::new()?,
            status: Arc::clone(&self.status),
            metrics: Arc::clone(&self.metrics),
            wake: Arc::clone(&self.wake),
            owner: uuid::Uuid::new_v4().to_string(),
            pauses: config.pauses,
        })
    }

    fn start(self, config: &Config, world: &World) -> Result<Ready, ServeError> {
        let plan = forecast::plan(&config.open_meteo, world.len())?;
        for line in plan.arithmetic() {
            tracing::info!(lane = forecast::LANE, "{line}");
        }
        let targets = world.held().map(|held| target(held)).collect();
        let forecasts = Forecasts {
            store: self.store,
            client: Client::new()?,
            config: forecast::upstream(&config.open_meteo)?,
            limits: forecast::limits(&config.open_meteo),
            plan,
            status: self.status,
            metrics: self.metrics,
            board: self.board,
            wake: self.wake,
            owner: uuid::Uuid::new_v4().to_string(),
            pauses: config.pauses,
        };
        Ok(Ready { forecasts, targets })
    }
}

impl Ready {
    async fn run_until(self, stopped: watch::Receiver<bool>) {
        self.forecasts.run(self.targets, stopped).await;
    }
}

fn target(held: &operations::Held) -> Target {
    Target {
        profile: held.profile.clone(),
        lat: held.resort.lat,
        lon: held.resort.lon,
        captured_at: held.evidence.forecast.as_ref().map(|snapshot| snapshot.captured_at),
    }
}

/// Drops evidence past its retention, now and then. What was in force when the retention begins stays, for replay.
async fn prune(store: Store, retention: std::time::Duration, mut stop: watch::Receiver<bool>) {
    let mut every = tokio::time::interval(PRUNE_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.changed() => return,
            _ = every.tick() => {}
        }
        let before = clock::now().plus_millis(-i64::try_from(retention.as_millis()).unwrap_or(i64::MAX));
        match store::prune_evidence(&store, before).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, %before, "old evidence dropped"),
            Err(error) => tracing::warn!(%error, "cannot drop old evidence"),
        }
    }
}

/// Opens the deployment's storage.
///
/// # Errors
/// A folder or a database that cannot be used; nothing is overwritten.
pub fn open(config: &Config) -> Result<Store, ServeError> {
    Ok(store::open(&location(config)?)?)
}

fn location(config: &Config) -> Result<String, ServeError> {
    if let Some(url) = &config.database_url {
        return Ok(url.clone());
    }
    std::fs::create_dir_all(&config.data_dir)
        .map_err(|source| ServeError::Folder { folder: config.data_dir.clone(), source })?;
    Ok(config.data_dir.join(DATABASE).to_string_lossy().into_owned())
}
