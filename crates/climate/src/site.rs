//! The elevations of a winter's weather and of its modelled snow.

use conditions_core::evidence::{PerBand, Profile};
use conditions_core::hourly::request_elevation;

/// The elevations of a resort, metres above sea level.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Site {
    /// Elevation to which the archive's temperatures apply; without it there is no modelled snow.
    pub asked_m: Option<f64>,
    /// Elevations of the bands; a band without one has no modelled snow.
    pub bands: PerBand<Option<f64>>,
}

impl Site {
    /// Returns the site of a resort. As everywhere, mid mountain is the elevation of the forecasts.
    #[must_use]
    pub fn from_profile(profile: &Profile) -> Self {
        let bands = PerBand { mid: request_elevation(profile), ..profile.elevation_m };
        Self { asked_m: asked_m(&profile.elevation_m), bands }
    }
}

/// Returns the elevation for which the archive is queried: the base, where averages apply; otherwise any known
/// elevation.
#[must_use]
pub fn asked_m(elevation_m: &PerBand<Option<f64>>) -> Option<f64> {
    elevation_m.base.or(elevation_m.mid).or(elevation_m.summit)
}
