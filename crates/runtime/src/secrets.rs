//! The only way to admit a secret: sessions, tokens, tokens and codes of OAuth clients, operator keys and webhook
//! secrets. The secret is looked up first, and only wrong ones count against the limit of their network. So a valid
//! secret is never rejected because a stranger at the same address presents wrong ones.
//!
//! The work that wrong secrets cause is limited by a queue, not by rejection: lookups for networks past their limit run
//! one after the other, so a flood occupies one connection of the database, and a valid secret among them waits for its
//! turn. The queue is bounded by the number of connections that one client may have open.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::clock;
use crate::throttle::Networks;

/// The reason why a secret is not admitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretRejection<E> {
    /// The secret is not valid.
    Wrong,
    /// The secret is not valid, and its network has presented too many of these lately; it must wait for this time.
    TooMany(Duration),
    /// The lookup failed.
    Failed(E),
}

/// The limit of wrong secrets of one kind. [`Secrets::admit`] is the only way to use it, so nothing can be rejected
/// before it is looked up.
#[derive(Debug)]
pub struct Secrets {
    wrong: Option<Networks>,
    /// Held by lookups for networks past their limit.
    strained: Semaphore,
    opened: Instant,
}

impl Secrets {
    /// Creates a limit of `most` wrong secrets per minute and network; 0 for no limit.
    #[must_use]
    pub fn wrong_per_minute(most: u32) -> Self {
        Self { wrong: Networks::per_minute(most), strained: Semaphore::new(1), opened: clock::monotonic() }
    }

    /// Admits a secret presented from a client's network: looks up its digest, and counts it if nothing is found.
    /// Pass `None` for a text that cannot be such a secret; it counts as wrong without a lookup.
    ///
    /// # Errors
    /// Returns a [`SecretRejection`]; [`SecretRejection::TooMany`] only for a wrong secret.
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
