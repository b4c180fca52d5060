//! Builds the networks of stations from the configuration, with the resorts that they are matched with.

use std::sync::Arc;

use ::ingest::Pauses;
use ::ingest::stations::measured::Zones;
use ::ingest::stations::{Network, ResortSites};
use sources::lanes::find_network;
use sources::matching::Place;
use world::World;

use crate::options::LaneUpstream;

/// Returns the resorts of a world, for every network.
#[must_use]
pub fn ground(world: &World) -> ResortSites {
    ResortSites { policy: Arc::clone(&world.policy), places: places(world), zones: zones(world) }
}

/// Creates the network of an upstream; `None` if there is no network with this name.
#[must_use]
pub fn network(upstream: &LaneUpstream, ground: &Arc<ResortSites>, pauses: Pauses) -> Option<Network> {
    let network = find_network(upstream.lane)?;
    Some(Network::new(network, upstream.base_url.clone(), Arc::clone(ground), pauses))
}

/// Returns the resorts of a world in the form that matching needs.
#[must_use]
pub fn places(world: &World) -> Vec<Place> {
    world.resorts().map(|held| place(&held.resort)).collect()
}

/// Returns the time zones of a world's resorts.
#[must_use]
pub fn zones(world: &World) -> Zones {
    world.resorts().map(|held| (held.resort.slug.clone(), held.profile.zone)).collect()
}

/// Returns one resort in the form that matching needs.
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
