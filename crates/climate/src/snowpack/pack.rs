//! The snow on the ground, and the effect of an hour's weather on it.
//!
//! Water is conserved: precipitation is on the ground or has run off. Missing weather never stops the model: without a
//! temperature the pack only settles, and the caller counts the hours ([`super::Season`]).

use conditions_core::snow::{self, Fall};

use super::physics::Physics;
use super::sun::Sun;
use super::weather::Weather;

/// Ice below which the ground is bare, millimetres.
const BARE_MM: f64 = 0.01;
/// Maximum density of snow, kg/m³; denser is ice.
const DENSEST: f64 = 600.0;
/// Factor from kilograms per square metre and centimetre of depth to kilograms per cubic metre.
const PER_CM: f64 = 100.0;
/// Hours of a day.
const DAY_H: f64 = 24.0;

/// The snow on the ground. All zero is bare ground.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pack {
    /// Frozen water, millimetres.
    pub ice_mm: f64,
    /// Liquid water between the grains, millimetres.
    pub liquid_mm: f64,
    /// Depth, centimetres.
    pub depth_cm: f64,
    /// Cold content, as the millimetres of water that it can freeze before anything melts.
    pub cold_mm: f64,
}

/// A pack after some weather.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PackChange {
    /// The snow on the ground.
    pub pack: Pack,
    /// Runoff, rain on bare ground included, millimetres.
    pub gone_mm: f64,
    /// Precipitation; zero if it is unknown.
    pub fall: Fall,
}

impl Pack {
    /// Makes a pack from a measurement, as the start of a season that begins in the middle. Without a water equivalent
    /// it has a typical midwinter density; invalid values give bare ground.
    #[must_use]
    pub fn measured(depth_cm: f64, swe_mm: Option<f64>) -> Self {
        if !(depth_cm.is_finite() && depth_cm > 0.0) {
            return Self::default();
        }
        let usual = depth_cm * Physics::STANDARD.unknown_density / PER_CM;
        let fits = |mm: &f64| mm.is_finite() && *mm > 0.0 && mm / depth_cm * PER_CM <= DENSEST;
        Self { ice_mm: swe_mm.filter(fits).unwrap_or(usual), depth_cm, ..Self::default() }
    }

    /// Returns the snow water equivalent, millimetres.
    #[must_use]
    pub fn swe_mm(&self) -> f64 {
        self.ice_mm + self.liquid_mm
    }

    /// Returns the density, kg/m³, or `None` on bare ground.
    #[must_use]
    pub fn density(&self) -> Option<f64> {
        (self.depth_cm > 0.0).then(|| self.swe_mm() / self.depth_cm * PER_CM)
    }

    /// Returns the pack after some weather at `elevation_m` metres.
    ///
    /// Without a temperature, precipitation and melt are unknown and left out: the balance lacks them. Negative water,
    /// NaN and infinities count as missing.
    #[must_use]
    pub fn after(
        &self,
        weather: &Weather,
        sun: Sun,
        elevation_m: Option<f64>,
        physics: &Physics,
    ) -> PackChange {
        let mut pack = *self;
        let Some(temp_c) = weather.temp_c.filter(|temp| temp.is_finite()) else {
            pack.settle(weather.hours, physics);
            return PackChange { pack, gone_mm: 0.0, fall: Fall::default() };
        };
        let fall = weather.water_mm.and_then(|mm| snow::fall(mm, temp_c, weather.humidity_pct, elevation_m));
        let fall = fall.unwrap_or_default();
        let Fall { snow_cm, frozen_mm, rain_mm } = fall;
        pack.ice_mm += frozen_mm;
        pack.depth_cm += snow_cm;
        if pack.ice_mm <= 0.0 {
            return PackChange { pack: Self::default(), gone_mm: rain_mm, fall };
        }
        let gone_mm = pack.thaw_and_freeze(temp_c, rain_mm, weather.hours, sun, physics);
        if pack.ice_mm <= BARE_MM {
            return PackChange { pack: Self::default(), gone_mm: gone_mm + pack.swe_mm(), fall };
        }
        pack.settle(weather.hours, physics);
        PackChange { pack, gone_mm, fall }
    }

    /// Melts the ice that the warmth can after using up the cold content, freezes the water that the cold can, and
    /// returns the water that the grains do not hold, in millimetres.
    fn thaw_and_freeze(&mut self, temp_c: f64, rain_mm: f64, hours: f64, sun: Sun, physics: &Physics) -> f64 {
        let days = hours / DAY_H;
        let warmth = temp_c.max(0.0);
        let mut melt = sun.melt_mm(physics) * days * warmth + physics.rain_melt * rain_mm * warmth;
        let frost = (-temp_c).max(0.0);
        let most = physics.most_cold * frost * self.ice_mm;
        if self.cold_mm < most {
            self.cold_mm = (self.cold_mm + physics.cold_mm * days * frost).min(most);
        }
        let made_up = self.cold_mm.min(melt);
        self.cold_mm -= made_up;
        melt = (melt - made_up + physics.ground_melt_mm * days).min(self.ice_mm);
        self.depth_cm *= 1.0 - melt / self.ice_mm;
        self.ice_mm -= melt;
        self.liquid_mm += melt + rain_mm;
        let frozen = self.cold_mm.min(self.liquid_mm);
        self.cold_mm -= frozen;
        self.liquid_mm -= frozen;
        self.ice_mm += frozen;
        let gone = (self.liquid_mm - physics.held * self.ice_mm).max(0.0);
        self.liquid_mm -= gone;
        gone
    }

    /// Settles towards the density of dry or of wet snow.
    fn settle(&mut self, hours: f64, physics: &Physics) {
        let Some(density) = self.density() else { return };
        let is_wet = self.liquid_mm > physics.wet * physics.held * self.ice_mm;
        let towards = if is_wet { physics.wet_density } else { physics.dry_density };
        let share = 1.0 - libm::exp(-hours / physics.settling_hours);
        let density = (density + (towards - density).max(0.0) * share).min(DENSEST);
        self.depth_cm = self.swe_mm() / density * PER_CM;
    }
}

#[cfg(test)]
mod tests;
