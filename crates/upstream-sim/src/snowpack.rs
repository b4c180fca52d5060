//! The snow on the ground: it falls, settles and melts, in steps of six hours from the start of the season.

use chrono::Datelike;
use conditions_core::time::{HOUR_MS, Timestamp};

use crate::weather::{Hour, LAPSE, Site, Weather, hour, snow_part};

/// Hours of a step.
pub(crate) const STEP_H: i64 = 6;

/// The snow on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pack {
    /// Water equivalent, millimetres.
    pub water_mm: f64,
    /// Depth, centimetres.
    pub depth_cm: f64,
}

/// Returns the snow depth at `count` hours from `start`, centimetres, at the elevation of the models' terrain.
#[must_use]
pub fn depths_cm(weather: &Weather, site: &Site, start: Timestamp, count: usize) -> Vec<f64> {
    packs(weather, site, start, count).into_iter().map(|pack| pack.depth_cm).collect()
}

/// Returns the pack at `count` hours from `start`, at the elevation of the models' terrain.
#[must_use]
pub fn packs(weather: &Weather, site: &Site, start: Timestamp, count: usize) -> Vec<Pack> {
    let first = start.millis().div_euclid(HOUR_MS);
    let last = first + i64::try_from(count).unwrap_or(0);
    let mut step = season_start(site, start).millis().div_euclid(HOUR_MS).div_euclid(STEP_H) * STEP_H;
    let mut pack = Pack::default();
    let mut before = Pack::default();
    let mut out = Vec::with_capacity(count);
    while step < last {
        before = pack;
        let _ = pack.advance(weather, site, step as f64, 1.0);
        for within in 0..STEP_H {
            if (first..last).contains(&(step + within)) {
                out.push(before.towards(pack, within as f64 / STEP_H as f64));
            }
        }
        step += STEP_H;
    }
    // Hours before the season's first step, which only an empty season has.
    out.resize(count, before);
    out
}

/// Returns 1 September in the north or 1 March in the south, at or before `at`.
pub(crate) fn season_start(site: &Site, at: Timestamp) -> Timestamp {
    let month = if site.lat < 0.0 { 3 } else { 9 };
    let today = at.utc().date_naive();
    let year = if today.month() >= month { today.year() } else { today.year() - 1 };
    let date = chrono::NaiveDate::from_ymd_opt(year, month, 1).and_then(|date| date.and_hms_opt(0, 0, 0));
    date.map_or(at, |time| Timestamp::from_millis(time.and_utc().timestamp_millis()))
}

impl Pack {
    /// Interpolates between two packs.
    pub(crate) fn towards(self, other: Self, part: f64) -> Self {
        Self {
            water_mm: self.water_mm + (other.water_mm - self.water_mm) * part,
            depth_cm: self.depth_cm + (other.depth_cm - self.depth_cm) * part,
        }
    }

    /// Advances the pack by six hours from `from`, hours since the epoch, with the weather of their middle; `factor` is
    /// the factor on the snowfall. Returns the fallen snow, millimetres of water, and its weather.
    pub(crate) fn advance(&mut self, weather: &Weather, site: &Site, from: f64, factor: f64) -> (f64, Hour) {
        let middle = from + STEP_H as f64 / 2.0;
        let now = hour(site, weather.drivers(site, middle), middle);
        let temp = now.daily_mean_c - LAPSE * site.cell_m;
        let snow = now.water_mm * STEP_H as f64 * snow_part(temp) * factor;
        self.water_mm += snow;
        // Fresh snow at ten to one; the pack settles towards 0.35 within days.
        self.depth_cm += snow;
        let settled = self.water_mm / 10.0 / 0.35;
        self.depth_cm -= (self.depth_cm - settled).max(0.0) * 0.03;
        let melt = (temp.max(0.0) * 1.1 + now.water_mm * 0.2 * temp.clamp(0.0, 1.0)).min(self.water_mm);
        if melt > 0.0 && self.water_mm > 0.0 {
            self.depth_cm *= 1.0 - melt / self.water_mm;
            self.water_mm -= melt;
        }
        (snow, now)
    }
}

#[cfg(test)]
mod tests;
