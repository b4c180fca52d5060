//! Hashing of passwords, a few at a time, because each takes 19 MiB and a core, and on separate threads. The queue is
//! shared fairly: a network, its /56 and its /48 have limited numbers of places, so none of them can fill the queue.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use accounts::quota;
use tokio::sync::Semaphore;

use super::AccountError;

/// Number of concurrent hashes.
const AT_ONCE: usize = 2;
/// Maximum number of running and waiting hashes: about three seconds of work. A place costs next to nothing.
const PLACES: usize = 256;
/// Maximum number of places for one network; its /56 and /48 may have two and four times this number.
const PLACES_PER_NETWORK: usize = 4;

/// Occupied places, by network.
#[derive(Debug, Default)]
struct HashingLoad {
    all: usize,
    /// Keyed by network and the multiple of its share, which distinguishes a /64 from the /48 of the same address.
    by_network: HashMap<(IpAddr, u32), usize>,
}

/// Hashes passwords in turn.
#[derive(Debug)]
pub(super) struct Hashing {
    running: Arc<Semaphore>,
    taken: Arc<Mutex<HashingLoad>>,
}

/// A place in the queue, freed on drop.
#[derive(Debug)]
struct Place {
    network: IpAddr,
    taken: Arc<Mutex<HashingLoad>>,
}

fn lock(taken: &Mutex<HashingLoad>) -> MutexGuard<'_, HashingLoad> {
    // A panic while the lock is held leaves counts that are off by one at worst.
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.all = taken.all.saturating_sub(1);
        for key in quota::enclosing_networks(self.network) {
            if let Some(count) = taken.by_network.get_mut(&key) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    taken.by_network.remove(&key);
                }
            }
        }
    }
}

impl Hashing {
    pub(super) fn new() -> Self {
        Self { running: Arc::new(Semaphore::new(AT_ONCE)), taken: Arc::default() }
    }

    fn place(&self, network: IpAddr) -> Result<Place, AccountError> {
        let mut taken = lock(&self.taken);
        let is_full = |key: &(IpAddr, u32)| {
            let most = PLACES_PER_NETWORK.saturating_mul(usize::try_from(key.1).unwrap_or(1));
            taken.by_network.get(key).is_some_and(|count| *count >= most)
        };
        if taken.all >= PLACES || quota::enclosing_networks(network).any(|key| is_full(&key)) {
            return Err(AccountError::Busy);
        }
        taken.all += 1;
        for key in quota::enclosing_networks(network) {
            *taken.by_network.entry(key).or_default() += 1;
        }
        Ok(Place { network, taken: Arc::clone(&self.taken) })
    }

    /// Runs the work for a client of a network when its turn comes.
    ///
    /// # Errors
    /// Returns [`AccountError::Busy`] if the network has used its places, or if all are taken.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        network: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let place = self.place(network)?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| AccountError::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((running, place));
            done
        });
        done.await.map_err(|error| AccountError::Broken(error.to_string()))
    }
}

#[cfg(test)]
mod tests;
