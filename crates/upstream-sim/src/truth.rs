//! What truly happened in the synthetic world: what forecasts and instruments are compared with in tests.
//!
//! Nothing of this is served: a forecast is graded by what stations measured, here as elsewhere.

use conditions_core::time::Timestamp;

use crate::World;
use crate::storm::fall;
use crate::weather::{Site, Weather};

/// Centimetres of fresh snow for a millimetre of its water: as the synthetic snow falls, and as its depth rises.
const FRESH_CM_PER_MM: f64 = 1.0;

/// Fresh snow that truly falls on a place in the `hours` from `start`, centimetres, before any of it settles.
#[must_use]
pub fn new_snow_cm(
    world: &World,
    (lat, lon): (f64, f64),
    elevation_m: f64,
    start: Timestamp,
    hours: u32,
) -> f64 {
    let site = Site::new(world.seed, lat, lon, Some(elevation_m));
    fall(&Weather::of(world), &site, elevation_m, start, hours).snow_water_mm * FRESH_CM_PER_MM
}
