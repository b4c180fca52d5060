//! Puts the webhooks together: keys, guard and desk, and the tasks behind them.

use std::sync::Arc;

use storage::Store;
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::desk::{Desk, Office};
use super::evaluate::Evaluator;
use super::guard::{Guard, ResolverError};
use super::keys::{KeyError, Keys};
use super::upkeep;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::published::Board;

/// Why the webhooks cannot start. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The keys.
    #[error(transparent)]
    Keys(#[from] KeyError),
    /// The name servers.
    #[error(transparent)]
    Resolver(#[from] ResolverError),
}

/// What the webhooks are made of.
#[derive(Debug)]
pub struct Parts<'a> {
    /// The settings.
    pub config: &'a Config,
    /// Where everything is kept.
    pub store: &'a Store,
    /// What is published.
    pub board: &'a Arc<Board>,
    /// Counters.
    pub metrics: &'a Arc<Metrics>,
}

/// Starts the webhooks on this runtime; none when they are switched off.
///
/// # Errors
/// [`StartError`].
pub async fn start(
    parts: Parts<'_>,
    stopped: &watch::Receiver<bool>,
) -> Result<Option<(Arc<Desk>, Vec<JoinHandle<()>>)>, StartError> {
    let Parts { config, store, board, metrics } = parts;
    if !config.webhooks.enabled {
        return Ok(None);
    }
    let keys = Arc::new(Keys::start(&config.webhooks.key_source(&config.data_dir), store).await?);
    let guard = Guard::new(config.webhooks.callback, &config.webhooks.name_servers)?;
    let outgoing = Arc::new(Notify::new());
    let evaluator = Evaluator {
        store: store.clone(),
        board: Arc::clone(board),
        metrics: Arc::clone(metrics),
        outgoing: Arc::clone(&outgoing),
        owner: uuid::Uuid::new_v4().to_string(),
    };
    let runtime = Handle::current();
    let tasks = vec![
        runtime.spawn(evaluator.run(stopped.clone())),
        runtime.spawn(upkeep::run(store.clone(), stopped.clone())),
    ];
    let desk = Desk::new(config, Office { store: store.clone(), keys, guard, outgoing });
    Ok(Some((Arc::new(desk), tasks)))
}
