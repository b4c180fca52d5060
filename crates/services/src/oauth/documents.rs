//! Client metadata documents: fetched from the address that is the client's id, and cached for an hour.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use accounts::oauth::Client;
use accounts::oauth::client::{self, MOST_BYTES};
use outbound::fetch::Fetcher;
use runtime::clock;

use super::ClientError;

/// Lifetime of a cached document: its publisher may withdraw a redirect.
const HOLDS: Duration = Duration::from_secs(3_600);
/// Timeout for a document.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum number of cached documents.
const MOST: usize = 1_000;

/// Cached documents of clients.
#[derive(Debug)]
pub struct Documents {
    fetcher: Fetcher,
    kept: Mutex<HashMap<String, (Client, Duration)>>,
    opened: Instant,
}

impl Documents {
    /// Creates the cache of a fetcher.
    #[must_use]
    pub fn new(fetcher: Fetcher) -> Self {
        Self { fetcher, kept: Mutex::default(), opened: clock::monotonic() }
    }

    fn lock_cache(&self) -> MutexGuard<'_, HashMap<String, (Client, Duration)>> {
        // A panic while the lock is held leaves a cache with missing entries at worst.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the client whose document is served under this id.
    ///
    /// # Errors
    /// Returns [`ClientError`] if the document cannot be fetched or is invalid.
    pub(super) async fn client(&self, id: &str) -> Result<Client, ClientError> {
        let address = client::document_address(id)?;
        let now = self.opened.elapsed();
        let known = self.lock_cache().get(id).cloned();
        if let Some((client, since)) = known
            && now.saturating_sub(since) < HOLDS
        {
            return Ok(client);
        }
        let body = self.fetcher.get(address.as_str(), MOST_BYTES).await?;
        let client = client::of_document(id, &body)?;
        let mut kept = self.lock_cache();
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(id.to_owned(), (client.clone(), now));
        Ok(client)
    }
}
