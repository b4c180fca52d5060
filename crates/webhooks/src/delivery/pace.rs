//! How often one host is asked: a token bucket per host that fills at the limit's rate and holds one second's worth.

use std::collections::HashMap;
use std::time::Duration;

/// Requests a second, per host.
#[derive(Debug)]
pub(super) struct Pace {
    /// 0 for no limit.
    per_second: u32,
    /// What each host has left; an absent host has all.
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

    /// A request goes to `host`.
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

    /// Hosts that have less than all left, and how many requests that is; those that have all again are forgotten.
    pub(super) fn short(&mut self, now: Duration) -> impl Iterator<Item = (&str, usize)> {
        let most = f64::from(self.per_second);
        self.left.retain(|_, left| left.by(now, most) < most);
        // Rounded down: a request that is not whole is not to be had.
        self.left.iter().map(move |(host, left)| (host.as_str(), left.by(now, most).max(0.0) as usize))
    }

    /// How long until `host` has a request left; none when it has one now.
    pub(super) fn wait(&self, host: &str, now: Duration) -> Option<Duration> {
        let most = f64::from(self.per_second);
        let missing = 1.0 - self.left.get(host)?.by(now, most);
        (missing > 0.0).then(|| Duration::from_secs_f64(missing / most))
    }

    /// How long until some host that has none left has one again.
    pub(super) fn next(&self, now: Duration) -> Option<Duration> {
        let most = f64::from(self.per_second);
        let missing =
            self.left.values().map(|left| 1.0 - left.by(now, most)).filter(|missing| *missing > 0.0);
        missing.min_by(f64::total_cmp).map(|missing| Duration::from_secs_f64(missing / most))
    }
}

impl HostAllowance {
    /// What it is at `now`, with what came since.
    fn by(&self, now: Duration, most: f64) -> f64 {
        (self.requests + now.saturating_sub(self.at).as_secs_f64() * most).min(most)
    }
}

#[cfg(test)]
mod tests;
