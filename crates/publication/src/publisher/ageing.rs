//! Waits for the database while the known world continues to age: no tick is skipped, however long a response takes.

use std::pin::Pin;

use tokio::time::Interval;

/// Returns the result of `look`; `None` if a tick comes first, in which case `look` continues.
pub(super) async fn before<F: Future>(tick: &mut Interval, look: Pin<&mut F>) -> Option<F::Output> {
    tokio::select! {
        seen = look => Some(seen),
        _ = tick.tick() => None,
    }
}

#[cfg(test)]
mod tests;
