//! Detects a connection pool in transaction mode between this program and PostgreSQL. Such a pool gives every
//! transaction another server session, so session settings, prepared statements and `LISTEN` would be lost one
//! statement at a time. It is reported once, at the start.

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, SimpleQueryMessage};

use super::{Connector, Session};
use crate::error::StoreError;
use crate::thread;

impl Connector {
    /// Rejects a pool in transaction or statement mode. Two sessions are open at once: if the second one, inside of a
    /// transaction, has the server process of the first one, or if the first one's process changes, they share.
    ///
    /// # Errors
    /// Returns [`StoreError::Pooled`], or the reason why no connection could be opened. A server that cannot answer the
    /// query is not rejected.
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
        // Statement pooling rejects transactions; every server supports them.
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

/// Returns the number of the server process; `None` on engines without one.
async fn process(client: &Client) -> Result<Option<u32>, Error> {
    let rows = client.simple_query("SELECT pg_backend_pid()").await?;
    let number = rows.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    });
    Ok(number.filter(|number| *number > 0))
}
