//! Where on the mountain a winter's weather holds, and where its snow is asked for.

use conditions_core::evidence::{PerBand, Profile};
use conditions_core::hourly::request_elevation;

/// The elevations of a resort, metres above sea level.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Site {
    /// What the archive's temperatures hold for; without it there is no modelled snow.
    pub asked_m: Option<f64>,
    /// Of the bands; a band without one has no modelled snow.
    pub bands: PerBand<Option<f64>>,
}

impl Site {
    /// The site of a resort. Mid mountain is where the forecasts are asked for, as everywhere.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let bands = PerBand { mid: request_elevation(profile), ..profile.elevation_m };
        Self { asked_m: asked_m(&profile.elevation_m), bands }
    }
}

/// The elevation that the archive is asked for: the base, which averages are compared at; without one whatever there is.
#[must_use]
pub fn asked_m(elevation_m: &PerBand<Option<f64>>) -> Option<f64> {
    elevation_m.base.or(elevation_m.mid).or(elevation_m.summit)
}
