//! Places for which the forecast upstream has no data, and how it rejects them: in the middle of a response, or as a
//! whole without naming the place.

use crate::noise::place_key;
use crate::query::{Location, Request};
use crate::{SimResponse, World};

/// A place without data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dataless {
    /// Degrees north, as requested.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// How a call with this place ends.
    pub refusing: RefusalMode,
}

/// How a call with a place without data ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalMode {
    /// A 200 with the places before it that breaks off there with the upstream's text.
    BreaksOff,
    /// A 400 for the whole call that reports missing data, but not the place.
    WholeCall,
    /// A 400 for the whole call with an undocumented reason, without the place.
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

/// Returns whether the upstream breaks off its response at this location.
pub(crate) fn breaks_off(world: &World, location: &Location) -> bool {
    at(world, location) == Some(RefusalMode::BreaksOff)
}

/// Returns the rejection of a whole call, if one of its places causes it.
pub(crate) fn refusal(world: &World, request: &Request) -> Option<SimResponse> {
    let reason = request.locations.iter().find_map(|location| at(world, location)?.reason())?;
    Some(SimResponse::rejection(400, reason))
}
