//! The networks of stations as the configuration has them, and the resorts that they are matched with.

use std::sync::Arc;

use ::ingest::Pauses;
use ::ingest::stations::measured::Zones;
use ::ingest::stations::{Network, ResortSites};
use sources::lanes::find_network;
use sources::matching::Place;
use world::World;

use crate::options::LaneUpstream;

/// The resorts of a world, for every network.
#[must_use]
pub fn ground(world: &World) -> ResortSites {
    ResortSites { policy: Arc::clone(&world.policy), places: places(world), zones: zones(world) }
}

/// The network of an upstream; `None` when there is none of that name.
#[must_use]
pub fn network(upstream: &LaneUpstream, ground: &Arc<ResortSites>, pauses: Pauses) -> Option<Network> {
    let network = find_network(upstream.lane)?;
    Some(Network::new(network, upstream.base_url.clone(), Arc::clone(ground), pauses))
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
