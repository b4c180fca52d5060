//! Limits of connections: as set, else by the number of workers, and never above the system's limit of open files.

use std::fs;
use std::thread::available_parallelism;

use edge::limiter::ConnectionLimits;

use super::{ConfigError, wrong};

const PER_WORKER: usize = 2_048;
const PER_CLIENT: usize = 128;
/// Files reserved for everything else: databases, upstreams, deliveries.
const OTHER_FILES: usize = 256;
/// Minimum number of connections; with fewer the service is unusable.
const LEAST: usize = 64;

/// Returns the connection limits of a deployment.
///
/// # Errors
/// Returns an error if a limit is zero.
pub(super) fn limits(
    total: Option<usize>,
    per_client: Option<usize>,
    workers: Option<usize>,
) -> Result<ConnectionLimits, ConfigError> {
    let workers = workers.unwrap_or_else(|| available_parallelism().map_or(1, Into::into));
    let wanted = total.unwrap_or_else(|| workers.saturating_mul(PER_WORKER));
    if wanted == 0 {
        return Err(wrong("max-connections", "must be at least 1"));
    }
    let per_client = per_client.unwrap_or(PER_CLIENT);
    if per_client == 0 {
        return Err(wrong("max-connections-per-client", "must be at least 1"));
    }
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let total = wanted.min(places(&limits));
    Ok(ConnectionLimits { total, per_client })
}

/// Returns the number of connections that Linux's limits of this process allow; unlimited if they cannot be read.
fn places(limits: &str) -> usize {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    soft.map_or(usize::MAX, |files| files.saturating_sub(OTHER_FILES).max(LEAST))
}

#[cfg(test)]
mod tests;
