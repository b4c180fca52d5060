//! Puts the webhooks together: keys, guard and service, and the tasks behind them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

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
use storage::{Options, Store, StoreError};
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use webhooks::delivery::slots::Limits;
use webhooks::events::start::Start;
use webhooks::policy::{DeliveryPolicy, EventPolicy};

use super::dispatch::Measures;
use super::dispatch::{self, Dispatcher};
use super::evaluate::Evaluator;
use super::gate::Gate;
use super::keys::{KeyError, Keys};
use super::send::Sender;
use super::subscriptions::{self, Subscriptions};
use super::upkeep;
use crate::config::Config;

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

/// What the webhooks are made of.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    /// The settings.
    pub config: &'a Config,
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

/// Starts the webhooks on this runtime; none when they are switched off.
///
/// # Errors
/// [`StartError`].
pub async fn start(
    parts: Parts<'_>,
    stopped: &watch::Receiver<bool>,
) -> Result<Option<(Arc<Subscriptions>, Vec<JoinHandle<()>>)>, StartError> {
    let Parts { config, store, latest, status, metrics, measures } = parts;
    if !config.webhooks.enabled {
        return Ok(None);
    }
    let keys = Arc::new(Keys::start(&config.webhooks.key_source(&config.data_dir), store).await?);
    let guard = Guard::new(config.webhooks.callback, &config.webhooks.name_servers)?;
    let guard = guard.denying(config.webhooks.denied.clone());
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
        every: config.webhooks.evaluation,
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
    Ok(Some((Arc::new(Subscriptions::new(config, parts)), tasks)))
}

fn dispatcher(
    parts: &Parts<'_>,
    guard: &Guard,
    keys: &Arc<Keys>,
    outgoing: &Arc<Notify>,
) -> Result<Dispatcher, StartError> {
    let settings = &parts.config.webhooks;
    let policy = DeliveryPolicy { unanswered_ms: settings.unanswered_ms, ..DeliveryPolicy::CONTRACT };
    let roots = settings.roots.as_deref().map(roots).transpose()?.unwrap_or_default();
    let bell = Arc::clone(outgoing);
    let listener = match &parts.config.database_url {
        Some(url) => wake::listen(url, &Options::default(), move || bell.notify_one())?,
        None => None,
    };
    let limits = Limits {
        slots: settings.slots,
        per_host: settings.per_host,
        per_second: settings.requests_per_second_per_host,
    };
    let gate = Gate::new(limits);
    let sender = Sender::new(guard.clone(), &policy, &roots)?
        .keeping(settings.per_host)
        .of_synthetic(parts.config.synthetic)
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
        limits,
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
