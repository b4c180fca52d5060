//! Puts the webhooks together: keys, guard and service, and the tasks behind them.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use outbound::connect::TrustError;
use outbound::guard::{Guard, ResolverError};
use publication::evaluation;
use publication::evaluation::Evaluate as _;
use publication::published::Latest;
use runtime::clock;
use runtime::metrics::Metrics;
use runtime::opening::ANSWER;
use runtime::status::Status;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use storage::webhooks::wake;
use storage::{Store, StoreError};
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use webhooks::delivery::slots::Limits;
use webhooks::events::start::Start;
use webhooks::policy::{CallbackPolicy, DeliveryPolicy, EventPolicy};
use webhooks::subscriptions::Caps;

use super::dispatch::Measures;
use super::dispatch::{self, Dispatcher};
use super::evaluate::Evaluator;
use super::gate::Gate;
use super::keys::{KeyError, KeySource, Keys};
use super::send::Sender;
use super::subscriptions::{self, Subscriptions};
use super::upkeep;

/// Why the webhooks cannot start. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The keys.
    #[error(transparent)]
    Keys(#[from] KeyError),
    /// The name servers.
    #[error(transparent)]
    Resolver(#[from] ResolverError),
    /// The certificates of the settings.
    #[error(
        "cannot read the certificates {path}: {reason}; set --webhook-roots to a file of PEM certificates"
    )]
    Roots {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// TLS cannot be set up.
    #[error(transparent)]
    Trust(#[from] TrustError),
    /// The database.
    #[error(transparent)]
    Storage(#[from] StoreError),
}

/// What a deployment decides about webhooks.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the keys are.
    pub keys: KeySource,
    /// Which addresses may be called.
    pub callback: CallbackPolicy,
    /// Name servers in place of the system's; none for the system's.
    pub name_servers: Vec<SocketAddr>,
    /// Networks that may not be called.
    pub denied: Vec<IpNet>,
    /// Certificates that receivers are trusted by, besides those of the public authorities.
    pub roots: Option<PathBuf>,
    /// Caps of subscriptions.
    pub caps: Caps,
    /// Tests and redeliveries per subscription and minute; 0 for no limit.
    pub tests_per_minute: u32,
    /// How long a receiver that never answers with success is kept, ms.
    pub unanswered_ms: i64,
    /// From one evaluation of the events to the next.
    pub evaluation: Duration,
    /// Deliveries and requests at once.
    pub limits: Limits,
    /// Whether the weather is synthetic; every delivery then says so.
    pub synthetic: bool,
    /// The PostgreSQL database whose notifications wake the dispatcher.
    pub database_url: Option<String>,
}

/// What the webhooks are made of.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    /// The settings.
    pub options: &'a Options,
    /// Where everything is kept.
    pub store: &'a Store,
    /// What is published.
    pub latest: &'a Arc<Latest>,
    /// Which lanes have had their first round.
    pub status: &'a Arc<Status>,
    /// The counters shown at `/metrics`.
    pub metrics: &'a Arc<Metrics>,
    /// The dispatcher's counters.
    pub measures: &'a Measures,
}

/// Starts the webhooks on this runtime.
///
/// # Errors
/// [`StartError`].
pub async fn start(
    parts: Parts<'_>,
    stopped: &watch::Receiver<bool>,
) -> Result<(Arc<Subscriptions>, Vec<JoinHandle<()>>), StartError> {
    let Parts { options, store, latest, status, metrics, measures } = parts;
    let keys = Arc::new(Keys::start(&options.keys, store).await?);
    let guard = Guard::new(options.callback, &options.name_servers)?.denying(options.denied.clone());
    let outgoing = Arc::new(Notify::new());
    let policy = EventPolicy::CONTRACT;
    let parts_of_evaluator = evaluation::Parts {
        store: store.clone(),
        latest: Arc::clone(latest),
        status: Arc::clone(status),
        metrics: Arc::clone(metrics),
        outgoing: Arc::clone(&outgoing),
        owner: uuid::Uuid::new_v4().to_string(),
        policy,
        every: options.evaluation,
    };
    let evaluator = Evaluator { parts: parts_of_evaluator, start: Start::at(clock::now()) };
    let dispatcher = dispatcher(&parts, &guard, &keys, &outgoing)?;
    let runtime = Handle::current();
    let tasks = vec![
        runtime.spawn(dispatcher.run(stopped.clone())),
        runtime.spawn(evaluator.run(stopped.clone())),
        runtime.spawn(upkeep::run(store.clone(), measures.clone(), stopped.clone())),
    ];
    let parts = subscriptions::Parts { store: store.within(ANSWER), keys, guard, outgoing, policy };
    let subscriptions = Subscriptions::new(options.caps, options.tests_per_minute, parts);
    Ok((Arc::new(subscriptions), tasks))
}

fn dispatcher(
    parts: &Parts<'_>,
    guard: &Guard,
    keys: &Arc<Keys>,
    outgoing: &Arc<Notify>,
) -> Result<Dispatcher, StartError> {
    let options = parts.options;
    let policy = DeliveryPolicy { unanswered_ms: options.unanswered_ms, ..DeliveryPolicy::CONTRACT };
    let roots = options.roots.as_deref().map(roots).transpose()?.unwrap_or_default();
    let bell = Arc::clone(outgoing);
    let listener = match &options.database_url {
        Some(url) => wake::listen(url, &storage::Options::default(), move || bell.notify_one())?,
        None => None,
    };
    let gate = Gate::new(options.limits);
    let sender = Sender::new(guard.clone(), &policy, &roots)?
        .keeping(options.limits.per_host)
        .of_synthetic(options.synthetic)
        .through(Arc::clone(&gate));
    Ok(Dispatcher::new(dispatch::Parts {
        store: parts.store.clone(),
        sender: Arc::new(sender),
        gate,
        keys: Arc::clone(keys),
        outgoing: Arc::clone(outgoing),
        listener,
        measures: parts.measures.clone(),
        policy,
        limits: options.limits,
    }))
}

/// The certificates of a file.
///
/// # Errors
/// [`StartError::Roots`].
pub fn roots(path: &Path) -> Result<Vec<CertificateDer<'static>>, StartError> {
    let wrong = |reason: String| StartError::Roots { path: path.to_owned(), reason };
    let read = CertificateDer::pem_file_iter(path).map_err(|error| wrong(error.to_string()))?;
    let roots = read.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(error.to_string()))?;
    if roots.is_empty() { Err(wrong("it holds no certificate".to_owned())) } else { Ok(roots) }
}
