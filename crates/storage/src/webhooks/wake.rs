//! Wakes the dispatchers of other replicas: a notification after the commit of a transaction that created deliveries,
//! and one connection that listens. It only saves a wait: a dispatcher without notifications polls every second.

use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use tokio_postgres::error::SqlState;

use crate::conn::{Conn, Driver};
use crate::error::one_line;
use crate::postgres::{Connector, Session};

pub(super) const CHANNEL: &str = "snow_webhooks";
const NOTIFY: &str = "NOTIFY snow_webhooks";
/// Time between two notifications of one process: commits in between share one.
const APART: Duration = Duration::from_millis(50);
/// Error codes of servers without notifications.
const UNKNOWN: [SqlState; 5] = [
    SqlState::UNDEFINED_FUNCTION,
    SqlState::UNDEFINED_OBJECT,
    SqlState::FEATURE_NOT_SUPPORTED,
    SqlState::SYNTAX_ERROR,
    SqlState::INSUFFICIENT_PRIVILEGE,
];

/// Marks the transaction as one that created deliveries: the dispatchers of other replicas are notified after its
/// commit.
pub(super) const fn notify(conn: &mut Conn) {
    if matches!(conn.0, Driver::Postgres(_)) {
        conn.1 = true;
    }
}

/// Notifies the listeners of every replica after each commit signalled by `rings`, at most once in [`APART`], until the
/// store is closed or the server turns out not to support notifications.
///
/// A notification is a separate transaction, because PostgreSQL serialises commits that contain one, and a statement
/// that creates deliveries must not fail on a server without notifications.
pub(crate) fn announce(connector: &Connector, rings: &Receiver<()>) {
    let mut session: Option<Session> = None;
    while rings.recv().is_ok() {
        let open = match session.take().filter(|session| !session.has_ended()) {
            Some(open) => Ok(open),
            None => connector.session(),
        };
        let told = open.and_then(|open| Ok((open.execute(NOTIFY)?, open)));
        match told {
            Ok((Ok(()), open)) => session = Some(open),
            Ok((Err(error), _)) if error.code().is_some_and(|code| UNKNOWN.contains(code)) => {
                tracing::info!(
                    error = one_line(&error),
                    "the server does not support notifications; other replicas poll"
                );
                return;
            }
            Ok((Err(error), _)) => {
                tracing::warn!(error = one_line(&error), "cannot notify other replicas of deliveries")
            }
            Err(error) => tracing::warn!(%error, "cannot notify other replicas of deliveries"),
        }
        thread::sleep(APART);
    }
}
