//! Limits the request rate per host: one token bucket per host, which fills at the limit's rate and contains at most
//! one second's worth.

use std::collections::HashMap;
use std::time::Duration;

/// The request rate per host.
#[derive(Debug)]
pub(super) struct Pace {
    /// Requests per second; 0 disables the limit.
    per_second: u32,
    /// Tokens left per host; an absent host has a full bucket.
    left: HashMap<String, HostAllowance>,
}

#[derive(Debug, Clone, Copy)]
struct HostAllowance {
    requests: f64,
    at: Duration,
}

impl Pace {
    pub(super) fn new(per_second: u32) -> Self {
        Self { per_second, left: HashMap::new() }
    }

    /// Takes a token for a request to `host`.
    pub(super) fn spend(&mut self, host: &str, now: Duration) {
        if self.per_second == 0 {
            return;
        }
        let most = f64::from(self.per_second);
        let full = HostAllowance { requests: most, at: now };
        let left = self.left.entry(host.to_owned()).or_insert(full);
        left.requests = left.by(now, most) - 1.0;
        left.at = now;
    }

    /// Returns the hosts with a bucket that is not full, and how many requests each has left. Hosts with a full bucket
    /// are forgotten.
    pub(super) fn short(&mut self, now: Duration) -> impl Iterator<Item = (&str, usize)> {
        let most = f64::from(self.per_second);
        self.left.retain(|_, left| left.by(now, most) < most);
        // Rounded down: a fraction of a token does not allow a request.
        self.left.iter().map(move |(host, left)| (host.as_str(), left.by(now, most).max(0.0) as usize))
    }

    /// Returns how long until `host` has a token; `None` if it has one now.
    pub(super) fn wait(&self, host: &str, now: Duration) -> Option<Duration> {
        let most = f64::from(self.per_second);
        let missing = 1.0 - self.left.get(host)?.by(now, most);
        (missing > 0.0).then(|| Duration::from_secs_f64(missing / most))
    }

    /// Returns how long until the first exhausted host has a token again.
    pub(super) fn next(&self, now: Duration) -> Option<Duration> {
        let most = f64::from(self.per_second);
        let missing =
            self.left.values().map(|left| 1.0 - left.by(now, most)).filter(|missing| *missing > 0.0);
        missing.min_by(f64::total_cmp).map(|missing| Duration::from_secs_f64(missing / most))
    }
}

impl HostAllowance {
    /// Returns the tokens at `now`, with those added since the last request.
    fn by(&self, now: Duration, most: f64) -> f64 {
        (self.requests + now.saturating_sub(self.at).as_secs_f64() * most).min(most)
    }
}

#[cfg(test)]
mod tests;
