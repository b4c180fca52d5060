//! A season: a pack carried through hours and days, with the sun of each day and a count of missing hours.

use chrono::NaiveDate;
use conditions_core::snow::{Fall, settled_cm};

use super::daily::Day;
use super::pack::Pack;
use super::physics::Physics;
use super::sun::Sun;
use super::weather::Weather;

/// A pack during a season at one place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Season {
    /// The snow on the ground.
    pub pack: Pack,
    /// Hours without a temperature or without precipitation since the ground was last bare: their precipitation is not
    /// in the pack. The caller decides how many are too many.
    pub missing_hours: f64,
    /// Water that fell, millimetres.
    pub fallen_mm: f64,
    /// Water that ran off, millimetres.
    pub gone_mm: f64,
    elevation_m: Option<f64>,
    is_southern: bool,
    physics: Physics,
    /// The sun of the newest date, shared by many hours.
    today: Option<(NaiveDate, Sun)>,
}

impl Season {
    /// Begins with a pack: [`Pack::default`] if the ground is known to be bare, [`Pack::measured`] in the middle of a
    /// season.
    #[must_use]
    pub const fn new(pack: Pack, elevation_m: Option<f64>, is_southern: bool) -> Self {
        Self {
            pack,
            missing_hours: 0.0,
            fallen_mm: 0.0,
            gone_mm: 0.0,
            elevation_m,
            is_southern,
            physics: Physics::STANDARD,
            today: None,
        }
    }

    /// Simulates some hours of a date.
    pub fn hours(&mut self, date: NaiveDate, weather: &Weather) {
        let sun = self.sun(date);
        self.under(sun, weather);
    }

    /// Simulates a whole day by its extremes. Returns its precipitation, with the snow settled as a day's new snow.
    pub fn day(&mut self, day: &Day) -> Fall {
        let sun = self.sun(day.date);
        let mut fell = Fall::default();
        for weather in day.hours() {
            let Fall { snow_cm, frozen_mm, rain_mm } = self.under(sun, &weather);
            fell.snow_cm += snow_cm;
            fell.frozen_mm += frozen_mm;
            fell.rain_mm += rain_mm;
        }
        Fall { snow_cm: settled_cm(fell.snow_cm, fell.frozen_mm), ..fell }
    }

    fn sun(&mut self, date: NaiveDate) -> Sun {
        match self.today {
            Some((today, sun)) if today == date => sun,
            Some(_) | None => {
                let sun = Sun::on(date, self.is_southern);
                self.today = Some((date, sun));
                sun
            }
        }
    }

    fn under(&mut self, sun: Sun, weather: &Weather) -> Fall {
        let is_known = weather.temp_c.is_some_and(f64::is_finite)
            && weather.water_mm.is_some_and(|mm| mm.is_finite() && mm >= 0.0);
        if !is_known {
            self.missing_hours += weather.hours;
        } else if let Some(mm) = weather.water_mm {
            self.fallen_mm += mm;
        }
        let after = self.pack.after(weather, sun, self.elevation_m, &self.physics);
        self.pack = after.pack;
        self.gone_mm += after.gone_mm;
        if is_known && self.pack == Pack::default() {
            self.missing_hours = 0.0;
        }
        after.fall
    }
}

#[cfg(test)]
mod tests;
