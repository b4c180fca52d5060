//! Waits for the database while the known world continues to age: no beat is skipped, however long a response takes.

use std::pin::Pin;

use super::beat::Beat;

/// Returns the result of `look`; `None` if a beat comes first, in which case `look` continues.
pub(super) async fn before<F: Future>(beat: &mut Beat, look: Pin<&mut F>) -> Option<F::Output> {
    tokio::select! {
        seen = look => Some(seen),
        () = beat.next() => None,
    }
}

#[cfg(test)]
mod tests;
