//! One connection that listens for the notifications of other replicas.

use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

use super::wake::CHANNEL;
use crate::error::{StoreError, one_line};
use crate::store::Store;
use crate::thread::here;

/// The first wait before a lost connection is opened again, doubled each time up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Listens until it is dropped.
#[derive(Debug)]
pub struct Listener {
    _stop: oneshot::Sender<()>,
}

/// Waits; returns false if `stop` came first.
fn waited(time: Duration, stop: &mut oneshot::Receiver<()>) -> bool {
    here(async { tokio::time::timeout(time, stop).await.is_err() }).unwrap_or(false)
}

/// Calls `wake` whenever a replica created deliveries, and once after every lost connection. Returns `None` on SQLite,
/// which has no other replicas.
///
/// # Errors
/// Returns [`StoreError::Stopped`] if the thread cannot be started. A server that does not answer is retried and logged.
pub fn listen(store: &Store, wake: impl Fn() + Send + 'static) -> Result<Option<Listener>, StoreError> {
    let Some(connector) = store.connector() else { return Ok(None) };
    let (stop, mut stopped) = oneshot::channel();
    thread::Builder::new()
        .name("database-wake".to_owned())
        .spawn(move || {
            let mut wait = FIRST_WAIT;
            loop {
                match connector.listen(CHANNEL, &wake, &mut stopped) {
                    Ok(false) => return,
                    Ok(true) => wait = FIRST_WAIT,
                    Err(error) => tracing::warn!(%error, "cannot listen for notifications of other replicas"),
                }
                if !waited(wait, &mut stopped) {
                    return;
                }
                wait = wait.saturating_mul(2).min(LONGEST_WAIT);
            }
        })
        .map_err(|error| StoreError::Stopped(one_line(&error)))?;
    Ok(Some(Listener { _stop: stop }))
}
