//! The last question before an attempt connects: whether the networks that its name leads to have room, whoever's name it is.
//! What is decided is in `webhooks::delivery::networks`; here it is shared between the dispatcher and its attempts.

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
    /// What times are counted from.
    opened: Instant,
}

/// An attempt that was let in; its networks have its room again when it is dropped.
#[derive(Debug)]
#[must_use]
pub struct Pass {
    gate: Arc<Gate>,
    receiver: Receiver,
}

impl Gate {
    /// A gate with these limits for each network.
    #[must_use]
    pub fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { networks: Mutex::new(Networks::new(limits)), opened: clock::monotonic() })
    }

    /// Lets an attempt in.
    ///
    /// # Errors
    /// How long it waits.
    pub fn enter(self: &Arc<Self>, receiver: Receiver) -> Result<Pass, Duration> {
        self.networks().enter(&receiver, self.opened.elapsed())?;
        Ok(Pass { gate: Arc::clone(self), receiver })
    }

    /// Narrows the room to what the networks have left.
    pub fn narrow(&self, room: &mut Capacity) {
        self.networks().narrow(room, self.opened.elapsed());
    }

    /// How long until a network that has nothing left may be asked again.
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
