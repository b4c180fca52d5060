//! Names publications and rounds their times, so that replicas with the same data publish the same bytes.

use std::time::Duration;

use conditions_core::time::Timestamp;
use http::HeaderValue;

use crate::versions::Versions;

/// The data that a publication covers. Replicas of one version and one configuration that publish the same coverage at
/// the same time publish the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// PostgreSQL's timeline from which everything was read: after a failover, equal counters may count other rows.
    pub timeline: Option<u32>,
    /// Counter of imported resorts, which are only read at the start.
    pub resorts: i64,
    /// Change counters.
    pub versions: Versions,
}

impl Coverage {
    /// Returns the name of the answers that are made at `at` from the publication of `published_at`, sent as
    /// `X-Publication`. The times differ after a bulletin began or ended, until the next publication.
    #[must_use]
    pub fn etag(&self, published_at: Timestamp, at: Timestamp) -> HeaderValue {
        let Self { timeline, resorts, versions } = self;
        let Versions { evidence, winters, documents, grades } = versions;
        let timeline = timeline.unwrap_or(0);
        let since = if at == published_at { String::new() } else { format!("-{at}") };
        let name =
            format!("{timeline}.{resorts}.{evidence}.{winters}.{documents}.{grades}-{published_at}{since}");
        // Digits and punctuation are visible ASCII.
        HeaderValue::from_str(&name).unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}

/// Returns the start of the interval that contains `now`, the time of publications made in it. Intervals are counted
/// from the Unix epoch, so replicas agree on them.
#[must_use]
pub fn time_of(now: Timestamp, tick: Duration) -> Timestamp {
    let tick = i64::try_from(tick.as_millis()).unwrap_or(i64::MAX).max(1);
    Timestamp::from_millis(now.millis().div_euclid(tick).saturating_mul(tick))
}

#[cfg(test)]
mod tests;
