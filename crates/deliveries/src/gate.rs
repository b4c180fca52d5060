//! The last check before an attempt connects: whether the networks that its name resolves to have capacity, whatever
//! the name. `webhooks::delivery::networks` decides; this module shares the state between the dispatcher and its
//! attempts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use runtime::clock;
use webhooks::callback::Receiver;
use webhooks::delivery::networks::Networks;
use webhooks::delivery::slots::{Capacity, Limits};

/// The gate of one dispatcher.
#[derive(Debug)]
pub struct Gate {
    networks: Mutex<Networks>,
    /// Start of its clock.
    opened: Instant,
}

/// An admitted attempt; dropping it returns the capacity to its networks.
#[derive(Debug)]
#[must_use]
pub struct Pass {
    gate: Arc<Gate>,
    receiver: Receiver,
}

impl Gate {
    /// Creates a gate with these limits for each network.
    #[must_use]
    pub fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { networks: Mutex::new(Networks::new(limits)), opened: clock::monotonic() })
    }

    /// Admits an attempt.
    ///
    /// # Errors
    /// Returns the time to wait.
    pub fn enter(self: &Arc<Self>, receiver: Receiver) -> Result<Pass, Duration> {
        self.networks().enter(&receiver, self.opened.elapsed())?;
        Ok(Pass { gate: Arc::clone(self), receiver })
    }

    /// Reduces `room` to the remaining capacity of the networks.
    pub fn narrow(&self, room: &mut Capacity) {
        self.networks().narrow(room, self.opened.elapsed());
    }

    /// Returns the time until an exhausted network may be called again.
    #[must_use]
    pub fn next(&self) -> Option<Duration> {
        self.networks().next(self.opened.elapsed())
    }

    fn networks(&self) -> MutexGuard<'_, Networks> {
        // A panic while holding the lock leaves a count that is at worst one off.
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.gate.networks().leave(&self.receiver);
    }
}
