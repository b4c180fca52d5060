//! Waiting for the database while what is known goes on ageing: however long an answer takes, no tick is left out.

use std::pin::Pin;

use tokio::time::Interval;

/// What `look` comes to; `None` where a tick comes first, and the look goes on.
pub(super) async fn before<F: Future>(tick: &mut Interval, look: Pin<&mut F>) -> Option<F::Output> {
    tokio::select! {
        seen = look => Some(seen),
        _ = tick.tick() => None,
    }
}

#[cfg(test)]
mod tests;
