//! Places that the forecast upstream has no data for, and how it refuses them: in the middle of an answer, or as a whole
//! without a word about which place it means.

use crate::noise::place_key;
use crate::query::{Location, Request};
use crate::{SimResponse, World};

/// A place without data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dataless {
    /// Degrees north, as it is asked for.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// How a call that asks for it ends.
    pub refusing: RefusalMode,
}

/// How a call that asks for a place without data ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalMode {
    /// A 200 that gives the places before it and breaks off there with the upstream's text.
    BreaksOff,
    /// A 400 for the whole call that says that there is no data, and not where.
    WholeCall,
    /// A 400 for the whole call with a reason that is not documented, and no place.
    Unexplained,
}

impl RefusalMode {
    const fn reason(self) -> Option<&'static str> {
        match self {
            Self::BreaksOff => None,
            Self::WholeCall => Some("No data is available for this location"),
            Self::Unexplained => Some("Could not process the request"),
        }
    }
}

fn at(world: &World, location: &Location) -> Option<RefusalMode> {
    let here = |place: &&Dataless| place_key(place.lat, place.lon) == place_key(location.lat, location.lon);
    world.dataless.iter().find(here).map(|place| place.refusing)
}

/// Whether the upstream breaks off its answer at this location.
pub(crate) fn breaks_off(world: &World, location: &Location) -> bool {
    at(world, location) == Some(RefusalMode::BreaksOff)
}

/// The refusal of a whole call, when one of its places brings it about.
pub(crate) fn refusal(world: &World, request: &Request) -> Option<SimResponse> {
    let reason = request.locations.iter().find_map(|location| at(world, location)?.reason())?;
    Some(SimResponse::refused(400, reason))
}
