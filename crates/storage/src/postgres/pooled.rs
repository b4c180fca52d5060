//! Whether a connection pool in transaction mode is between this program and PostgreSQL. Such a pool gives every transaction
//! another server session, so session settings, prepared statements and `LISTEN` are lost one statement at a time. That is
//! reported once, at the start, instead.

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, SimpleQueryMessage};

use super::{Connector, Session};
use crate::error::StoreError;
use crate::thread;

impl Connector {
    /// Rejects a pool in transaction or statement mode. Two sessions are open at once: if the second one, inside of a
    /// transaction, has the first one's server process, or if the first one's process changes meanwhile, they share.
    ///
    /// # Errors
    /// [`StoreError::Pooled`], and the reason why no connection could be opened. A server that cannot be questioned is
    /// not rejected.
    pub(crate) fn check_sessions(&self) -> Result<(), StoreError> {
        let one = self.session()?;
        let Ok(other) = self.session() else { return Ok(()) };
        let shared = thread::here(self.in_time(async { Ok(are_shared(&one, &other).await) }))?;
        match shared {
            Ok(Ok(true)) => Err(StoreError::Pooled { place: self.address.place.clone() }),
            Ok(Ok(false) | Err(_)) | Err(_) => Ok(()),
        }
    }
}

async fn are_shared(one: &Session, other: &Session) -> Result<bool, Error> {
    let before = process(&one.client).await?;
    if let Err(error) = other.client.batch_execute("BEGIN").await {
        // Statement pooling knows no transactions; every server does.
        return if error.code() == Some(&SqlState::PROTOCOL_VIOLATION) { Ok(true) } else { Err(error) };
    }
    let of_other = process(&other.client).await?;
    if before.is_some() && before == of_other {
        return Ok(true);
    }
    let after = process(&one.client).await?;
    other.client.batch_execute("ROLLBACK").await?;
    Ok(before.is_some() && before != after)
}

/// The number of the server process; none on engines without one.
async fn process(client: &Client) -> Result<Option<u32>, Error> {
    let rows = client.simple_query("SELECT pg_backend_pid()").await?;
    let number = rows.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    });
    Ok(number.filter(|number| *number > 0))
}
