//! The height of the sun by date, which determines the melt of a mild day.

use chrono::{Datelike, NaiveDate};

use super::physics::Physics;

/// Day of the year of the northern winter solstice.
const SOLSTICE: f64 = 355.0;
/// Days of a year.
const YEAR: f64 = 365.25;

/// The height of the sun, from 0 at the winter solstice to 1 at the summer solstice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sun(pub(crate) f64);

impl Sun {
    /// Computes the height for a date, north or south of the equator.
    #[must_use]
    pub fn on(date: NaiveDate, is_southern: bool) -> Self {
        let turned = if is_southern { YEAR / 2.0 } else { 0.0 };
        let since = f64::from(date.ordinal()) - SOLSTICE + turned;
        Self(0.5 - 0.5 * libm::cos(core::f64::consts::TAU * since / YEAR))
    }

    /// Returns the melt per day and degree above freezing, millimetres.
    #[must_use]
    pub fn melt_mm(self, physics: &Physics) -> f64 {
        physics.melt_midwinter_mm + (physics.melt_midsummer_mm - physics.melt_midwinter_mm) * self.0
    }
}
