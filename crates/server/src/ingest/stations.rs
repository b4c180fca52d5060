//! The station networks at work: each for itself, on its own period, in bulk, and never in another's way.
//!
//! A network's list of stations is fetched daily and kept across restarts; stations are matched with resorts by the
//! policy; what they say becomes one row of evidence per resort and network, written only when it changed. One replica
//! at a time asks a network: the holder of the lease of its name.

pub mod directory;
pub mod history;
pub mod known;
pub mod matched;
pub mod measured;
pub mod readings;
pub mod rebuilt;
mod work;

use std::sync::Arc;

use conditions_core::policy::Policy;
use sources::StationNetwork;
use sources::lanes::find_network;
use sources::matching::Place;
use world::World;

use self::measured::Zones;
use super::common::Common;
use crate::config::StationUpstream;

/// The resorts that stations are matched with.
#[derive(Debug)]
pub struct Ground {
    /// How near a station must be.
    pub policy: Arc<Policy>,
    /// The resorts.
    pub places: Vec<Place>,
    /// Their time zones.
    pub zones: Zones,
}

impl Ground {
    /// Of a world.
    #[must_use]
    pub fn new(world: &World) -> Self {
        Self { policy: Arc::clone(&world.policy), places: places(world), zones: zones(world) }
    }
}

/// One network at work.
pub struct Network {
    common: Arc<Common>,
    ground: Arc<Ground>,
    network: &'static dyn StationNetwork,
    base_url: String,
    lane: &'static str,
    period_ms: i64,
}

impl Network {
    /// The network of an upstream; `None` when there is none of that name.
    #[must_use]
    pub fn new(common: Arc<Common>, ground: Arc<Ground>, upstream: &StationUpstream) -> Option<Self> {
        let network = find_network(upstream.lane)?;
        let meta = network.meta();
        let base_url = upstream.base_url.clone();
        let period_ms = meta.rhythm.period_ms;
        Some(Self { common, ground, network, base_url, lane: meta.id, period_ms })
    }

    /// The lane that it asks.
    #[must_use]
    pub const fn lane(&self) -> &'static str {
        self.lane
    }
}

/// The resorts of a world, as matching sees them.
#[must_use]
pub fn places(world: &World) -> Vec<Place> {
    world.held().map(|held| place(&held.resort)).collect()
}

/// The time zones of a world's resorts.
#[must_use]
pub fn zones(world: &World) -> Zones {
    world.held().map(|held| (held.resort.slug.clone(), held.profile.zone)).collect()
}

/// One resort, as matching sees it.
#[must_use]
pub fn place(resort: &catalogue::Resort) -> Place {
    Place {
        slug: resort.slug.clone(),
        lat: resort.lat,
        lon: resort.lon,
        base_m: resort.base_m.map(f64::from),
        summit_m: resort.summit_m.map(f64::from),
    }
}
