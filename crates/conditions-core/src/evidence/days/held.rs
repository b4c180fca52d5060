//! The form in which a day of a model is held in memory.

use chrono::NaiveDate;

use crate::evidence::{MeanWind, ModelDay, PerBand};
use crate::units::round_to_i32;

macro_rules! held {
    ($(#[$doc:meta])* $name:ident, $units:ty, $scale:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) struct $name($units);

        impl $name {
            pub(super) const NULL: Self = Self(<$units>::MIN);

            pub(super) fn new(value: Option<f64>) -> Self {
                let Some(value) = value else { return Self::NULL };
                // A number that does not fit is the bound and stays implausible: null would mean that the model did not
                // report.
                let bound = if value < 0.0 { -<$units>::MAX } else { <$units>::MAX };
                let units = round_to_i32(value * $scale).and_then(|units| <$units>::try_from(units).ok());
                Self(units.filter(|units| *units != <$units>::MIN).unwrap_or(bound))
            }

            pub(crate) fn get(self) -> Option<f64> {
                (self != Self::NULL).then(|| f64::from(self.0) / $scale)
            }
        }
    };
}

held! {
    /// A number or null in four bytes: ten-thousandths up to ±214,748.
    Held, i32, 10_000.0
}

held! {
    /// A number or null in two bytes: hundredths up to ±327, for what is never greater on earth.
    HeldSmall, i16, 100.0
}

impl Held {
    const PER_TENTH: i32 = 1_000;

    /// Returns the number in tenths, rounded half away from zero; null is 0.
    pub(super) const fn tenths(self) -> i32 {
        if self.0 == Self::NULL.0 {
            return 0;
        }
        let (whole, rest) = (self.0 / Self::PER_TENTH, self.0 % Self::PER_TENTH);
        whole + rest / (Self::PER_TENTH / 2)
    }
}

/// The numbers of a [`ModelDay`], in a fifth of its size.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeldDay {
    pub(crate) date: NaiveDate,
    pub(crate) snow_cm: PerBand<Held>,
    pub(crate) rain_mm: PerBand<Held>,
    pub(crate) freezing_level_m: Held,
    pub(crate) temp_min_c: PerBand<HeldSmall>,
    pub(crate) temp_max_c: PerBand<HeldSmall>,
    pub(crate) wind_max_mps: HeldSmall,
    pub(crate) gust_max_mps: HeldSmall,
    /// Components from east and north, and the speed; null together.
    wind: [HeldSmall; 3],
    pub(crate) cloud_pct: HeldSmall,
}

impl HeldDay {
    pub(crate) fn wind(&self) -> Option<MeanWind> {
        let [from_east_mps, from_north_mps, speed_mps] = self.wind.map(HeldSmall::get);
        Some(MeanWind {
            from_east_mps: from_east_mps?,
            from_north_mps: from_north_mps?,
            speed_mps: speed_mps?,
        })
    }

    /// Returns the day in its plain form.
    pub(super) fn plain(&self, gap_filled: bool) -> ModelDay {
        ModelDay {
            date: self.date,
            snow_cm: self.snow_cm.map(Held::get),
            rain_mm: self.rain_mm.map(Held::get),
            temp_min_c: self.temp_min_c.map(HeldSmall::get),
            temp_max_c: self.temp_max_c.map(HeldSmall::get),
            freezing_level_m: self.freezing_level_m.get(),
            wind_max_mps: self.wind_max_mps.get(),
            gust_max_mps: self.gust_max_mps.get(),
            wind: self.wind(),
            cloud_pct: self.cloud_pct.get(),
            gap_filled,
        }
    }
}

impl From<&ModelDay> for HeldDay {
    fn from(day: &ModelDay) -> Self {
        let parts = |wind: MeanWind| [wind.from_east_mps, wind.from_north_mps, wind.speed_mps].map(Some);
        Self {
            date: day.date,
            snow_cm: day.snow_cm.map(Held::new),
            rain_mm: day.rain_mm.map(Held::new),
            freezing_level_m: Held::new(day.freezing_level_m),
            temp_min_c: day.temp_min_c.map(HeldSmall::new),
            temp_max_c: day.temp_max_c.map(HeldSmall::new),
            wind_max_mps: HeldSmall::new(day.wind_max_mps),
            gust_max_mps: HeldSmall::new(day.gust_max_mps),
            wind: day.wind.map_or([None; 3], parts).map(HeldSmall::new),
            cloud_pct: HeldSmall::new(day.cloud_pct),
        }
    }
}
