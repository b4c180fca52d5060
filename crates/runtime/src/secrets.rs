//! The one way in which a secret is admitted: sessions, tokens, tokens and codes of OAuth clients, keys of operators and secrets of
//! webhooks. The secret is looked up first, and only wrong ones count against the limit of their network. So a secret that is valid
//! is never rejected because a stranger at the same address presents wrong ones.
//!
//! What limits the work that wrong secrets make is a queue, not a rejection: lookups for networks past their limit are done one
//! after the other, so a flood occupies one connection of the database, and a valid secret among them waits for its turn. The queue
//! is bounded by the connections that one client may have open.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::clock;
use crate::throttle::Networks;

/// Why a secret is not admitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretRejection<E> {
    /// It is not valid.
    Wrong,
    /// It is not valid, and its network has presented so many of these lately that it is to wait.
    TooMany(Duration),
    /// It could not be looked up.
    Failed(E),
}

/// The limit of wrong secrets of one kind. [`Secrets::admit`] is the only way to use it, so nothing can be rejected before it is
/// looked up.
#[derive(Debug)]
pub struct Secrets {
    wrong: Option<Networks>,
    /// Held by lookups for networks past their limit.
    strained: Semaphore,
    opened: Instant,
}

impl Secrets {
    /// A limit of this many wrong secrets a minute and network; 0 for no limit.
    #[must_use]
    pub fn wrong_per_minute(most: u32) -> Self {
        Self { wrong: Networks::per_minute(most), strained: Semaphore::new(1), opened: clock::monotonic() }
    }

    /// Admits what was presented from a client's network: looks up its digest, and counts it when nothing is found. `None` is a text
    /// that cannot be such a secret; it counts as wrong without a lookup.
    ///
    /// # Errors
    /// [`SecretRejection`]; [`SecretRejection::TooMany`] for a wrong secret only.
    pub async fn admit<D, T, E>(
        &self,
        client: IpAddr,
        digest: Option<D>,
        look_up: impl AsyncFnOnce(D) -> Result<Option<T>, E>,
    ) -> Result<T, SecretRejection<E>> {
        if let Some(digest) = digest {
            let _turn = if self.is_strained(client) { self.strained.acquire().await.ok() } else { None };
            if let Some(found) = look_up(digest).await.map_err(SecretRejection::Failed)? {
                return Ok(found);
            }
        }
        let counted = self.wrong.as_ref().map_or(Ok(()), |wrong| wrong.admit(client, self.opened.elapsed()));
        Err(counted.err().map_or(SecretRejection::Wrong, SecretRejection::TooMany))
    }

    fn is_strained(&self, client: IpAddr) -> bool {
        self.wrong.as_ref().is_some_and(|wrong| wrong.would_admit(client, self.opened.elapsed()).is_err())
    }
}

#[cfg(test)]
mod tests;
