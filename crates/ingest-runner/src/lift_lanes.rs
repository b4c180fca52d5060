//! Builds the lift feeds from the configuration.

use ::ingest::lifts::{Feed, Place};
use sources::lifts::find;
use world::World;

use crate::options::LiftUpstream;

/// Returns the feeds of the resorts that are served.
#[must_use]
pub fn feeds(upstreams: &[LiftUpstream], world: &World) -> Vec<Feed> {
    let feed = |upstream: &LiftUpstream| {
        let family = find(upstream.family)?;
        let held = world.resorts().find(|held| held.resort.slug == upstream.slug)?;
        Some(Feed::new(Place {
            slug: upstream.slug.clone(),
            url: upstream.url.to_string(),
            family,
            zone: held.profile.zone,
            period_ms: i64::try_from(upstream.every.as_millis()).unwrap_or(i64::MAX),
        }))
    };
    upstreams.iter().filter_map(feed).collect()
}
