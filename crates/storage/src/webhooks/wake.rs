//! Waking the dispatchers of other replicas: a notification inside the transaction that makes a delivery, and one
//! connection that listens. It saves a wait and nothing else: whoever is not woken looks by itself every second.

use std::thread;
use std::time::Duration;

use diesel::RunQueryDsl;
use diesel::sql_types::Text;
use tokio::sync::oneshot;

use crate::address::{self, Address};
use crate::conn::{Conn, Driver};
use crate::error::{StoreError, one_line};
use crate::postgres::Connector;
use crate::statement::prepared;
use crate::store::Options;
use crate::thread::here;

/// The channel's name.
pub(super) const CHANNEL: &str = "snow_webhooks";
/// The first wait before a lost connection is opened again, doubled each time up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Listens for as long as it is kept.
#[derive(Debug)]
pub struct Listener {
    _stop: oneshot::Sender<()>,
}

/// Waits; false when `stop` came first.
fn waited(time: Duration, stop: &mut oneshot::Receiver<()>) -> bool {
    here(async { tokio::time::timeout(time, stop).await.is_err() }).unwrap_or(false)
}

/// Tells the listeners of every replica at the commit.
pub(super) fn notify(conn: &mut Conn) -> Result<(), StoreError> {
    if let Driver::Postgres(c) = &mut conn.0 {
        prepared("SELECT pg_notify($1, '')").bind::<Text, _>(CHANNEL).execute(c)?;
    }
    Ok(())
}

/// Calls `wake` whenever some replica made deliveries, and once after every time that the connection was lost. On
/// SQLite there are no other replicas: none.
///
/// # Errors
/// [`StoreError::Address`] and [`StoreError::Stopped`]. A server that does not answer is tried again and logged.
pub fn listen(
    location: &str,
    options: &Options,
    wake: impl Fn() + Send + 'static,
) -> Result<Option<Listener>, StoreError> {
    let Address::Postgres(address) = address::parse(location)? else { return Ok(None) };
    let connector = Connector::new(*address, options)?;
    let (stop, mut stopped) = oneshot::channel();
    thread::Builder::new()
        .name("database-wake".to_owned())
        .spawn(move || {
            let mut wait = FIRST_WAIT;
            loop {
                match connector.listen(CHANNEL, &wake, &mut stopped) {
                    Ok(false) => return,
                    Ok(true) => wait = FIRST_WAIT,
                    Err(error) => tracing::warn!(%error, "cannot listen for deliveries of other replicas"),
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
