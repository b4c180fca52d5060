//! Resorts' own lift feeds at work: each for itself, never oftener than its interval, and only where `robots.txt` lets it.
//!
//! A failed feed waits for its next turn like any other: no feed is asked twice in a row, and what was asked is noted
//! before the call goes out, so that neither a restart nor another replica asks earlier. What a feed says becomes one row
//! of evidence, written when it changed; when it fails, what it said before stands and ages.

mod robots;
mod work;

pub use work::LEASE;

use std::sync::Arc;

use conditions_core::evidence::{Observation, Origin};
use conditions_core::time::Timestamp;
use sources::lifts::{LiftFeed, Report, find};
use world::World;

use super::common::Common;
use crate::config::LiftUpstream;

use robots::Robots;

/// Every feed that is asked.
pub struct Feeds {
    common: Arc<Common>,
    feeds: Vec<Feed>,
    robots: Robots,
}

/// One resort's feed.
struct Feed {
    upstream: LiftUpstream,
    family: &'static dyn LiftFeed,
    /// Under which its calls are noted and its health is shown.
    name: String,
    zone: chrono_tz::Tz,
    period_ms: i64,
}

impl Feeds {
    /// The feeds of the resorts that are served.
    #[must_use]
    pub fn new(common: Arc<Common>, upstreams: &[LiftUpstream], world: &World) -> Self {
        let feed = |upstream: &LiftUpstream| {
            let family = find(upstream.family)?;
            let held = world.held().find(|held| held.resort.slug == upstream.slug)?;
            Some(Feed {
                name: format!("lifts/{}", upstream.slug),
                zone: held.profile.zone,
                period_ms: i64::try_from(upstream.every.as_millis()).unwrap_or(i64::MAX),
                upstream: upstream.clone(),
                family,
            })
        };
        Self { common, feeds: upstreams.iter().filter_map(feed).collect(), robots: Robots::default() }
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.feeds.is_empty()
    }
}

/// What a report says of its resort, as evidence: read off its feed, at the time that the feed states.
fn observations(
    family: &dyn LiftFeed,
    report: &Report,
    zone: chrono_tz::Tz,
    at: Timestamp,
) -> Vec<Observation> {
    let meta = family.meta();
    let claims = report.claims().into_iter();
    claims
        .map(|(claim, stated)| {
            Observation::new(
                Origin::Scraped { tier: meta.tier, label: Some(meta.id.to_owned()) },
                stated.observed_at(&zone, at),
                claim,
            )
        })
        .collect()
}

#[cfg(test)]
mod tests;
