//! Hashing of passwords: a few at a time, because each takes 19 MiB and a core, and off the threads that answer requests. What waits
//! is shared fairly: a network, the /56 and the /48 around it hold a few places each, so no one of them fills the queue.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use accounts::quota;
use tokio::sync::Semaphore;

use super::AccountError;

/// Passwords that are hashed at once.
const AT_ONCE: usize = 2;
/// Passwords that are hashed or wait at most: some three seconds of work. A place costs next to nothing.
const PLACES: usize = 256;
/// Places that one network holds at most; the /56 and the /48 around it hold twice and four times as many.
const PLACES_PER_NETWORK: usize = 4;

/// The places, by network.
#[derive(Debug, Default)]
struct HashingLoad {
    all: usize,
    /// By network and the multiple of its share, which tells a /64 from the /48 of the same address.
    by_network: HashMap<(IpAddr, u32), usize>,
}

/// Hashes passwords.
#[derive(Debug)]
pub(super) struct Hashing {
    running: Arc<Semaphore>,
    taken: Arc<Mutex<HashingLoad>>,
}

/// A place, until it is dropped.
#[derive(Debug)]
struct Place {
    network: IpAddr,
    taken: Arc<Mutex<HashingLoad>>,
}

fn lock(taken: &Mutex<HashingLoad>) -> MutexGuard<'_, HashingLoad> {
    // A panic while holding the lock leaves counts that are at worst one off.
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.all = taken.all.saturating_sub(1);
        for key in quota::around(self.network) {
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
        if taken.all >= PLACES || quota::around(network).any(|key| is_full(&key)) {
            return Err(AccountError::Busy);
        }
        taken.all += 1;
        for key in quota::around(network) {
            *taken.by_network.entry(key).or_default() += 1;
        }
        Ok(Place { network, taken: Arc::clone(&self.taken) })
    }

    /// Does the work for a client of a network when it is its turn.
    ///
    /// # Errors
    /// [`AccountError::Busy`] when the network holds its places already, or all are taken.
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
