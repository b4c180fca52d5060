//! Assembles the webhooks: keys, guard and service, and their background tasks.

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
use storage::webhooks::listen;
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

/// The reason why the webhooks cannot start, in one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The keys are missing or wrong.
    #[error(transparent)]
    Keys(#[from] KeyError),
    /// The name servers cannot be set up.
    #[error(transparent)]
    Resolver(#[from] ResolverError),
    /// The certificates of the settings cannot be read.
    #[error(
        "cannot read the certificates {path}: {reason}; set --webhook-roots to a file of PEM certificates"
    )]
    Roots {
        /// Path of the file.
        path: PathBuf,
        reason: String,
    },
    /// TLS cannot be set up.
    #[error(transparent)]
    Trust(#[from] TrustError),
    /// The database fails.
    #[error(transparent)]
    Storage(#[from] StoreError),
}

/// Webhook options of a deployment.
#[derive(Debug, Clone)]
pub struct Options {
    /// Place of the keys.
    pub keys: KeySource,
    /// Policy for callback addresses.
    pub callback: CallbackPolicy,
    /// Name servers; if empty, the system's are used.
    pub name_servers: Vec<SocketAddr>,
    /// Networks that may not be called.
    pub denied: Vec<IpNet>,
    /// Certificates by which receivers are trusted, in addition to the public authorities.
    pub roots: Option<PathBuf>,
    /// Caps of subscriptions.
    pub caps: Caps,
    /// Tests and redeliveries per subscription and minute; 0 for no limit.
    pub tests_per_minute: u32,
    /// Time after which a receiver that never succeeded is given up, in milliseconds.
    pub unanswered_ms: i64,
    /// Interval between evaluations of the events.
    pub evaluation: Duration,
    /// Limits of concurrent deliveries and requests.
    pub limits: Limits,
    /// Whether the weather is synthetic; every delivery is then marked.
    pub synthetic: bool,
}

/// Resources of the webhooks.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    pub options: &'a Options,
    /// Store for all webhook data.
    pub store: &'a Store,
    /// The current publication.
    pub latest: &'a Arc<Latest>,
    /// First rounds of the lanes.
    pub status: &'a Arc<Status>,
    /// Counters shown at `/metrics`.
    pub metrics: &'a Arc<Metrics>,
    /// The dispatcher's counters.
    pub measures: &'a Measures,
}

/// Starts the webhooks on this runtime.
///
/// # Errors
/// Returns a [`StartError`] if the webhooks cannot start.
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
    let listener = listen::listen(parts.store, move || bell.notify_one())?;
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

/// Reads the certificates of a file.
///
/// # Errors
/// Returns [`StartError::Roots`] if the file cannot be read or contains no certificate.
pub fn roots(path: &Path) -> Result<Vec<CertificateDer<'static>>, StartError> {
    let wrong = |reason: String| StartError::Roots { path: path.to_owned(), reason };
    let read = CertificateDer::pem_file_iter(path).map_err(|error| wrong(error.to_string()))?;
    let roots = read.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(error.to_string()))?;
    if roots.is_empty() { Err(wrong("it contains no certificate".to_owned())) } else { Ok(roots) }
}
