//! Log lines of slow requests: the route, the time that the request waited, and the time that it worked. They contain
//! nothing of the client.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use runtime::clock;
use runtime::metrics::requests::{Interface, SLOW};

/// Runs a request and returns the time that it waited for a database, a network or a body. A request that never waits
/// costs no look at the clock.
pub(super) async fn with_wait<T>(request: impl Future<Output = T>) -> (T, Duration) {
    let (mut request, mut waited, mut since) = (pin!(request), Duration::ZERO, None);
    let answer = poll_fn(|context| {
        if let Some(since) = since.take() {
            waited += clock::monotonic().saturating_duration_since(since);
        }
        let polled = request.as_mut().poll(context);
        if polled.is_pending() {
            since = Some(clock::monotonic());
        }
        polled
    });
    let answer = answer.await;
    (answer, waited)
}

/// Logs a request if it was slow.
pub(super) fn log(
    id: &str,
    interface: Interface,
    route: &str,
    status: u16,
    elapsed: Duration,
    waited: Duration,
) {
    if elapsed <= SLOW {
        return;
    }
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    tracing::warn!(
        target: "slow",
        id,
        interface = interface.name(),
        route,
        status,
        waited_ms = millis(waited),
        worked_ms = millis(elapsed.saturating_sub(waited)),
        "slow request"
    );
}

#[cfg(test)]
mod tests;
