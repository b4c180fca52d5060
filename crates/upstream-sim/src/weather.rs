//! The weather of the synthetic world: one truth, a deterministic function of seed, place and hour.
//!
//! Seasons and days depend on latitude, hemisphere, elevation and continent; storms and air masses are travelling
//! waves, so that neighbours share them; water, cloud, humidity, wind and the 0 °C level all follow from the same two
//! drivers.

use conditions_core::time::{HOUR_MS, Timestamp};
use libm::{cos, exp, fabs, pow, sin};

use crate::World;
use crate::noise::{Waves, hash, place_key, smooth, unit};
use crate::storm::Storm;

/// Lapse rate, kelvin per metre; the upstream corrects by the same one.
pub const LAPSE: f64 = 0.0065;
/// Most water that falls in an hour, mm, except in a planned storm.
const MOST_MM: f64 = 2.6;
/// Swing of a clear day about its mean, kelvin.
const SWING_C: f64 = 3.5;
/// Planned water of an hour, mm, that makes the sky as stormy as a storm of the waves.
const STORMY_MM: f64 = 1.0;

/// The waves of one world.
#[derive(Debug, Clone, PartialEq)]
pub struct Weather {
    seed: u64,
    storms: Waves,
    air: Waves,
    planned: Vec<Storm>,
}

/// The drivers of the weather at one place and hour.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Drivers {
    /// Storminess: above 0.35 it rains or snows; standard deviation about 0.55.
    pub storm: f64,
    /// Air mass, kelvin from the climate.
    pub air: f64,
    /// Water of planned storms, mm in the hour.
    pub planned_mm: f64,
}

/// A place with the facts that do not change with the hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Site {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Elevation of the models' smooth terrain, metres.
    pub cell_m: f64,
    vector: [f64; 3],
    key: u64,
    /// Wetness of the place, around 1.
    wet: f64,
}

/// The weather of one hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hour {
    /// Air temperature reduced to sea level, °C.
    pub sea_level_c: f64,
    /// Air temperature reduced to sea level without the course of the day, °C.
    pub daily_mean_c: f64,
    /// Relative humidity, percent.
    pub humidity_pct: f64,
    /// Water of the preceding hour, mm.
    pub water_mm: f64,
    /// Wind at 10 m, m/s.
    pub wind_mps: f64,
    /// Direction that the wind blows from, degrees clockwise from north.
    pub wind_from_deg: f64,
    /// Gust, m/s.
    pub gust_mps: f64,
    /// Cloud cover, percent.
    pub cloud_pct: f64,
}

impl Hour {
    /// Returns the air temperature at an elevation, °C.
    #[must_use]
    pub fn temp_c(&self, elevation_m: f64) -> f64 {
        self.sea_level_c - LAPSE * elevation_m
    }

    /// Returns the swing of the day about its mean under this sky, kelvin.
    #[must_use]
    pub fn swing_c(&self) -> f64 {
        SWING_C * (1.0 - 0.7 * self.cloud_pct / 100.0)
    }

    /// Returns the 0 °C level, metres above sea level.
    #[must_use]
    pub fn freezing_level_m(&self) -> f64 {
        (self.daily_mean_c / LAPSE).max(0.0)
    }
}

impl Site {
    /// Makes a place. `elevation_m` is the requested elevation: the models' terrain is somewhat lower than a mountain.
    /// Without it, the terrain is invented.
    #[must_use]
    pub fn new(seed: u64, lat: f64, lon: f64, elevation_m: Option<f64>) -> Self {
        let key = hash(seed, place_key(lat, lon));
        let cell_m = elevation_m.map_or_else(|| 150.0 + 1_400.0 * unit(hash(key, 1)), |asked| asked * 0.9);
        let lift = 0.6 + (cell_m / 2_500.0).clamp(0.0, 1.2);
        Self {
            lat,
            lon,
            cell_m,
            vector: Self::direction(lat, lon),
            key,
            wet: (0.5 + 0.8 * unit(hash(key, 2))) * lift,
        }
    }

    /// Returns a place as a unit vector from the earth's centre.
    pub(crate) fn direction(lat: f64, lon: f64) -> [f64; 3] {
        let (north, east) = (lat.to_radians(), lon.to_radians());
        [cos(north) * cos(east), cos(north) * sin(east), sin(north)]
    }

    pub(crate) const fn vector(&self) -> [f64; 3] {
        self.vector
    }
}

impl Weather {
    /// Returns the weather of a world, its planned storms included.
    #[must_use]
    pub fn from_world(world: &World) -> Self {
        Self { planned: world.storms.clone(), ..Self::new(world.seed) }
    }

    /// Returns the weather of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            storms: Waves::new(hash(seed, 11), 6, 60.0, 240.0, 0.55),
            air: Waves::new(hash(seed, 12), 4, 90.0, 420.0, 3.0),
            planned: Vec::new(),
        }
    }

    /// Returns the drivers at a place, `hour` in hours since the Unix epoch.
    #[must_use]
    pub fn drivers(&self, site: &Site, hour: f64) -> Drivers {
        let planned_mm = self.planned.iter().map(|storm| storm.rate(site, hour)).sum();
        Drivers { storm: self.storms.at(site.vector, hour), air: self.air.at(site.vector, hour), planned_mm }
    }

    /// Returns the error waves of a model: its deviation from the truth.
    #[must_use]
    pub fn error_waves(&self, model: u64) -> (Waves, Waves) {
        let seed = hash(self.seed, 1_000 + model);
        (Waves::new(seed, 2, 50.0, 200.0, 0.6), Waves::new(hash(seed, 1), 2, 60.0, 300.0, 3.0))
    }

    /// Returns the error waves' value at a place.
    #[must_use]
    pub fn error_at(waves: &(Waves, Waves), site: &Site, hour: f64) -> Drivers {
        let (storm, air) = (waves.0.at(site.vector, hour), waves.1.at(site.vector, hour));
        Drivers { storm, air, planned_mm: 0.0 }
    }
}

/// Returns the hour that follows from drivers.
#[must_use]
pub fn hour(site: &Site, drivers: Drivers, hour: f64) -> Hour {
    let Drivers { storm: by_waves, air, planned_mm } = drivers;
    // A planned storm looks and blows like one, but brings exactly the ordered water.
    let storm = by_waves.max((planned_mm / STORMY_MM).min(1.0));
    let gusty = smooth(site.key, hour / 3.0);
    let cloud = (0.45 + 0.75 * storm + 0.15 * gusty).clamp(0.0, 1.0);
    let daily_mean_c = climate_c(site, hour) + air - 1.5 * storm;
    // Warmest at 14 h local solar time.
    let day = cos((hour + site.lon / 15.0 - 14.0) / 24.0 * core::f64::consts::TAU);
    let water_mm = water_mm(site, by_waves, gusty, daily_mean_c - LAPSE * site.cell_m) + planned_mm;
    let humid = 60.0 + 28.0 * storm + 5.0 * gusty - 7.0 * day * (1.0 - cloud);
    let wind = 2.0 + site.cell_m.max(0.0) / 1_500.0 + 4.5 * (storm + 0.4).max(0.0) + 1.2 * gusty;
    let wind_mps = wind.max(0.2);
    // Westerly; warm air comes from the side of the equator, cold air from that of the pole.
    let poleward = if site.lat < 0.0 { -1.0 } else { 1.0 };
    let from = 270.0 + poleward * (10.0 - 15.0 * air) + 20.0 * gusty;
    Hour {
        sea_level_c: daily_mean_c + SWING_C * day * (1.0 - 0.7 * cloud),
        daily_mean_c,
        humidity_pct: humid.clamp(if water_mm > 0.0 { 85.0 } else { 12.0 }, 100.0),
        water_mm,
        wind_mps,
        wind_from_deg: from.rem_euclid(360.0),
        gust_mps: wind_mps * (1.5 + 0.25 * fabs(gusty)) + 0.8,
        cloud_pct: cloud * 100.0,
    }
}

/// Returns the water of an hour, mm. Cold air carries less of it.
fn water_mm(site: &Site, storm: f64, gusty: f64, temp_c: f64) -> f64 {
    let beyond = (storm - 0.35).max(0.0);
    let carried = exp(0.05 * temp_c).clamp(0.3, 1.1);
    (site.wet * carried * 3.2 * pow(beyond, 1.5) * (1.0 + 0.5 * gusty)).min(MOST_MM * carried)
}

/// Returns the mean temperature of the place at this time of the year, reduced to sea level, °C.
fn climate_c(site: &Site, hour: f64) -> f64 {
    let south = sin(site.lat.to_radians());
    let tilt = south * south;
    let swing = (3.0 + 8.0 * tilt) * if site.lat < 0.0 { 0.7 } else { 1.0 };
    // Coldest around 20 January in the north, 20 July in the south; the days since 1 January 1970 are exact enough for
    // a year.
    let year = (hour / 24.0 - 19.0) / 365.2425 * core::f64::consts::TAU;
    let winter = cos(year) * if site.lat < 0.0 { -1.0 } else { 1.0 };
    let bump = |centre: f64, width: f64| exp(-pow((site.lon - centre) / width, 2.0));
    // The eastern sides of the continents have cold winters.
    let continent = if site.lat > 25.0 { 8.0 * bump(132.0, 30.0) + 4.0 * bump(-95.0, 30.0) } else { 0.0 };
    31.0 - 34.0 * tilt - swing * winter - continent * winter.max(0.0)
}

/// Returns the part of the water that falls as snow at this temperature, 0–1.
#[must_use]
pub fn snow_part(temp_c: f64) -> f64 {
    ((1.5 - temp_c) / 2.0).clamp(0.0, 1.0)
}

/// Returns the hours since the Unix epoch.
#[must_use]
pub fn hours(time: Timestamp) -> f64 {
    time.millis() as f64 / HOUR_MS as f64
}

#[cfg(test)]
mod tests;
