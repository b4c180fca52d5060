//! `serve`: assembles the service, in the order in which a failure is cheapest.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::dev::ServerHandle;
use actix_web::rt::System;
use catalogue::Resort;
use deliveries::dispatch::Measures;
use deliveries::keys::KeyError;
use deliveries::start::{self, StartError};
use deliveries::subscriptions::Subscriptions;
use http_api::connector::Admission;
use http_api::tools::Connector;
use http_api::{self, Shared};
use ingest_runner::reels::Disk;
use outbound::client::FetchError;
use outbound::guard::Guard;
use outbound::spans::{self, ExportError};
#[cfg(feature = "previews")]
use publication::previews::PreviewSetupError;
use publication::published::Latest;
use publication::publisher::{self, Publisher};
use publication::replay::Replays;
use publication::resorts::{self, ResortsError};
use runtime::build::VERSION;
use runtime::clock;
use runtime::data_folder::{self, LockError};
use runtime::deployment::Deployment;
use runtime::metrics::Metrics;
use runtime::opening;
use runtime::status::Status;
use runtime::supervise::{Fatal, Tasks};
use runtime::write_probe::WriteProbe;
use services::operators::{Operators, WriteConnector};
use storage::{Certificates, Store, StoreError};
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use uuid::Uuid;

use crate::config::{Config, Webhooks, base_url_of};
use crate::database::{self, OpenError};
use crate::error::one_line;

mod lanes;
mod manager;
mod members;
mod metrics;
mod past_winters;
mod reload;
mod service;
mod signals;
mod upkeep;
mod waiting;

use lanes::Lanes;
use manager::Manager;
use members::Members;
use reload::Reloader;
use signals::{HangupSignals, Stop};
use upkeep::{RetentionTargets, look_after};
use waiting::Outcome;

/// Reason why the service cannot start or keep running. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error(
        "cannot listen on {address}: {source}; is another service using the port? choose one with --bind"
    )]
    Listen {
        address: SocketAddr,
        #[source]
        source: std::io::Error,
    },
    /// Another process serves from the data folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database cannot be read or written.
    #[error(transparent)]
    Storage(#[from] StoreError),
    /// The reference data cannot be read; one line with the reason.
    #[error("{0}")]
    Catalogue(String),
    /// A lift feed names an unknown resort; one line with the nearest slugs.
    #[error("setting lifts: {0}")]
    Feed(String),
    /// A camera names an unknown resort; one line with the nearest slugs.
    #[error("setting cameras: {0}")]
    Camera(String),
    /// The settings of the forecast upstream are invalid.
    #[error(transparent)]
    Upstream(#[from] sources::open_meteo::ConfigError),
    /// The HTTP client cannot be created.
    #[error("cannot set up the HTTP client: {0}")]
    Client(#[from] FetchError),
    /// The tool connector cannot be described.
    #[error("cannot describe the tool connector: {0}")]
    Connector(#[from] mcp_protocol::DescriptionError),
    /// The webhooks cannot start.
    #[error(transparent)]
    Webhooks(#[from] StartError),
    /// The font configured for previews cannot be used.
    #[cfg(feature = "previews")]
    #[error("setting preview-font: {0}")]
    Font(PreviewSetupError),
    /// Mail cannot be sent as configured; one line with the reason.
    #[error("{0}")]
    Mail(String),
    /// An essential part of the service has ended.
    #[error("the background task {0} has ended, see the log; start the service again")]
    Ended(&'static str),
    /// Spans cannot be exported as configured.
    #[error(transparent)]
    Spans(#[from] ExportError),
    /// The system refused threads or sockets.
    #[error("the system refused a thread or a socket: {0}")]
    System(#[from] std::io::Error),
}

impl ServeError {
    /// Returns whether a later start may succeed without human help: the database cannot be reached yet. A problem that
    /// a person has to correct (a password, a name, the schema of another program or of a newer version) ends the
    /// process instead.
    fn may_pass(&self) -> bool {
        let error = match self {
            Self::Storage(error)
            | Self::Open(OpenError::Storage(error))
            | Self::Webhooks(StartError::Storage(error) | StartError::Keys(KeyError::Storage(error))) => {
                error
            }
            _ => return false,
        };
        error.is_transient() || matches!(error, StoreError::Lost { .. })
    }
}

/// Grace period for background tasks at shutdown, and then for threads.
const TASKS_END: std::time::Duration = std::time::Duration::from_secs(6);
const THREADS_END: std::time::Duration = std::time::Duration::from_secs(1);

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// Returns a [`ServeError`] if the service cannot start or keep running.
pub fn run(config: Config) -> Result<(), ServeError> {
    let listener = edge::server::listen(config.bind)
        .map_err(|source| ServeError::Listen { address: config.bind, source })?;
    run_on(listener, config)
}

/// Serves on an open socket until SIGTERM or SIGINT.
///
/// # Errors
/// Returns a [`ServeError`] if the service cannot start or keep running.
pub fn run_on(listener: TcpListener, config: Config) -> Result<(), ServeError> {
    run_until(listener, config, drop)
}

/// Like [`run_on`], but passes `started` a handle that stops the server.
///
/// # Errors
/// Returns a [`ServeError`] if the service cannot start or keep running.
pub fn run_until(
    listener: TcpListener,
    config: Config,
    started: impl FnOnce(ServerHandle),
) -> Result<(), ServeError> {
    let config = Arc::new(settled(config, listener.local_addr()?));
    let listen =
        |address| edge::server::listen(address).map_err(|source| ServeError::Listen { address, source });
    let admin = config.admin_bind.map(listen).transpose()?;
    // Held until everything below has ended. With PostgreSQL, replicas may share a machine and its keys.
    let _lock = config.database_url.is_none().then(|| data_folder::hold(&config.data_dir)).transpose()?;
    let background = background_runtime()?;
    let spans = spans::start(background.handle())?;
    let hangups = HangupSignals::listen(&background)?;
    let mut told = Stop::listen(&background)?;
    let manager = Arc::new(Manager::of_environment());
    let listeners = [Some(&listener), admin.as_ref()].into_iter().flatten();
    let listeners = listeners.map(TcpListener::try_clone).collect::<Result<_, _>>()?;
    let prepared = waiting::prepared(&config, &background, listeners, &manager, &mut told)?;
    let Outcome::Ready(prepared, stop) = prepared else {
        // An attempt may still wait for an address that does not answer.
        background.shutdown_timeout(THREADS_END);
        return Ok(());
    };
    let PreparedService { shared, tasks, mut fatal, place, certificates } = *prepared;
    let (rereading, reloaded) = (config.rereading.clone(), Arc::clone(&shared));
    hangups.handle(&background, Reloader { rereading, shared: reloaded, certificates });
    tracing::info!(
        version = VERSION,
        name = shared_name(&shared),
        address = %config.bind,
        base_url = config.base_url,
        database = place,
        "serving; stop with Ctrl-C"
    );
    let system = System::new();
    let served = system.block_on(async {
        let server = http_api::server(listener, admin, shared, &config.http())?;
        started(server.handle());
        manager.notify("READY=1\nSTATUS=serving");
        manager.watch(&background);
        let (handle, mut server) = (server.handle(), std::pin::pin!(server));
        let ended = tokio::select! {
            served = &mut server => return served.map(|()| None),
            Some(task) = fatal.recv() => Some(task),
            // The HTTP server handles the same signals, but not those that came before it started.
            () = told.requested() => None,
        };
        // The stop begins when the future is first polled.
        let stopping = handle.stop(true);
        let (served, ()) = tokio::join!(server, stopping);
        served.map(|()| ended)
    });
    tracing::info!("stopping");
    manager.notify("STOPPING=1");
    let _ = stop.send(true);
    let late = background.block_on(tasks.ended(TASKS_END));
    if !late.is_empty() {
        tracing::warn!(
            tasks = late.join(", "),
            "background tasks did not end in time; the process ends without them"
        );
    }
    spans.end();
    // Anything that still waits for a disk or a network ends with the process.
    background.shutdown_timeout(THREADS_END);
    match served? {
        None => Ok(()),
        Some(task) => Err(ServeError::Ended(task)),
    }
}

/// Replaces port 0, which asks the system for any free port, by the real port. Logs a warning once if the service
/// listens on every address of its machine and has no public address configured.
fn settled(config: Config, address: SocketAddr) -> Config {
    if config.base_url_is_given {
        return Config { bind: address, ..config };
    }
    let base_url = base_url_of(address);
    if address.ip().is_unspecified() {
        tracing::warn!(
            %address,
            links = base_url,
            "no base address is set: links name only this machine, and sign-in and the tool connector answer only there; \
             set --base-url to the address that people use"
        );
    }
    Config { bind: address, base_url, ..config }
}

fn shared_name(shared: &Shared) -> String {
    shared.latest.current().map(|published| published.world.service.name.clone()).unwrap_or_default()
}

/// A service that is ready to accept requests.
struct PreparedService {
    shared: Arc<Shared>,
    tasks: Tasks,
    fatal: Fatal,
    /// The database, without its password.
    place: String,
    certificates: Certificates,
}

async fn prepare(config: Arc<Config>, stopped: watch::Receiver<bool>) -> Result<PreparedService, ServeError> {
    let config = config.as_ref();
    let store = database::open(config)?;
    let (latest, wake) = (Arc::new(Latest::default()), Arc::new(Notify::new()));
    let (measures, status) = (Measures::default(), Arc::new(Status::default()));
    let metrics = metrics::registered(&measures, &status);
    let resorts = all_resorts(&store).await?;
    let service = service::over(config, &resorts)?;
    #[cfg(feature = "previews")]
    let (service, previews) = service::with_previews(config, service)?;
    let service = Arc::new(service);
    let resorts = config.selection.apply(resorts).map_err(|error| ServeError::Catalogue(one_line(error)))?;
    let parts = Parts { config, store: &store, latest: &latest, status: &status, metrics: &metrics };
    let publisher = Publisher::start(of_publisher(parts), Arc::clone(&service), resorts).await?;
    metrics.log_publication();

    let (mut tasks, fatal) =
        Tasks::new(Handle::current(), stopped.clone(), Arc::clone(&status), Arc::clone(&metrics));
    tasks.spawn("publisher", publisher.run(Arc::clone(&wake), stopped.clone()));
    let process = Uuid::new_v4().to_string();
    Deployment::start(&store, &status, process.clone(), VERSION, &mut tasks).await?;
    metrics::start(parts, &mut tasks);
    let reels = Disk::in_data_folder(&config.data_dir);
    look_after(RetentionTargets::new(config, &store, &reels), &latest, &stopped, &mut tasks);
    let subscriptions = webhooks(parts, &measures, &mut tasks).await?;
    if let Some(published) = latest.current().filter(|_| config.ingest) {
        let common = lanes::common(parts, process, &wake)?;
        past_winters::fetch(config, &common, &stopped, &mut tasks);
        let lanes = Lanes { common, latest: Arc::clone(&latest), reels: reels.clone() };
        lanes.spawn(config, &published.world, &mut tasks)?;
    } else {
        status.expect_rounds_of([]);
        status.fetching_is_off(clock::now());
        tracing::info!("fetching is switched off; serving stored data");
    }
    let Members { identities, accounts, holdings, ways, oauth } =
        members::start(parts, &service, &mut tasks)?;
    let shared = Shared {
        operators: operators(config, &store, &latest, wake),
        write_connector: WriteConnector::new(&service)?,
        webhooks: subscriptions,
        latest,
        status,
        metrics,
        write_probe: WriteProbe::start(&store, &mut tasks),
        replays: Replays::new(store.within(opening::ANSWER), config.retention),
        connector: Connector::new(&service)?,
        holdings,
        ways: Some(ways),
        oauth: Some(oauth),
        identities,
        accounts: Some(accounts),
        admission: Admission::new(&config.http()),
        constant: http_api::constant::constant(&service, config.webhooks.enabled),
        reels,
        #[cfg(feature = "previews")]
        previews,
    };
    let place = store.place().to_owned();
    Ok(PreparedService { shared: Arc::new(shared), tasks, fatal, place, certificates: store.certificates() })
}

/// State shared by the parts of the service.
#[derive(Debug, Clone, Copy)]
struct Parts<'a> {
    config: &'a Config,
    store: &'a Store,
    latest: &'a Arc<Latest>,
    status: &'a Arc<Status>,
    metrics: &'a Arc<Metrics>,
}

/// Starts the webhooks; returns `None` if they are switched off.
async fn webhooks(
    parts: Parts<'_>,
    measures: &Measures,
    tasks: &mut Tasks,
) -> Result<Option<Arc<Subscriptions>>, StartError> {
    let Parts { config, store, latest, status, metrics } = parts;
    if !config.webhooks.enabled {
        return Ok(None);
    }
    let options = Webhooks::options(config);
    let parts = start::Parts { options: &options, store, latest, status, metrics, measures };
    let (subscriptions, running) = start::start(parts, tasks.stopped()).await?;
    running.into_iter().for_each(|task| tasks.watch("webhooks", task));
    Ok(Some(subscriptions))
}

/// Returns the parts that the publisher needs.
fn of_publisher(Parts { config, store, latest, status, metrics }: Parts<'_>) -> publisher::Parts {
    publisher::Parts {
        store: store.clone(),
        latest: Arc::clone(latest),
        metrics: Arc::clone(metrics),
        status: Arc::clone(status),
        tick: config.tick,
    }
}

/// Returns the runtime of everything but the HTTP workers.
fn background_runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("background")
        .enable_all()
        .build()
}

/// Reads every resort on record. An unreachable database is not a fault of the catalogue and may pass.
async fn all_resorts(store: &Store) -> Result<Vec<Resort>, ServeError> {
    resorts::all(store).await.map_err(|error| match error {
        ResortsError::Storage(error) => error.into(),
        ResortsError::Catalogue(error) => ServeError::Catalogue(one_line(error)),
    })
}

/// Builds the operators service. The addresses that resorts enter are checked like callback addresses.
fn operators(config: &Config, store: &Store, latest: &Arc<Latest>, wake: Arc<Notify>) -> Operators {
    let guard = Guard::new(config.webhooks.callback, &config.webhooks.name_servers);
    let guard =
        guard.inspect_err(|error| tracing::warn!(%error, "cannot resolve host names; links of resorts are checked only by their text"));
    let operators = Operators::new(store.within(opening::ANSWER), Arc::clone(latest), wake, guard.ok());
    operators.undoing_within(config.operator_undo)
}
