//! One day of the forecast, as endpoints list it: in addition to the record, in the same form.

use chrono::NaiveDate;

use crate::sky::Sky;
use crate::units::{Confidence, Tenths};

wire! {
    /// One day of the forecast.
    #[non_exhaustive]
    pub struct DailyRow {
        /// Local date of the resort.
        pub date: NaiveDate,
        /// New snow, centimetres, blended; null when no model reports the whole day.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Amount>"))]
        pub snowfall_cm: Option<Tenths>,
        /// Rain, millimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Amount>"))]
        pub rain_mm: Option<Tenths>,
        /// Lowest air temperature, degrees Celsius.
        pub temp_min_c: Option<Tenths>,
        /// Highest air temperature, degrees Celsius.
        pub temp_max_c: Option<Tenths>,
        /// Mean elevation of the 0 °C level, metres above sea level.
        pub freezing_level_m: Option<i32>,
        /// Highest mean wind at 10 m, metres per second.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Amount>"))]
        pub wind_max_mps: Option<Tenths>,
        /// Highest gust at 10 m, metres per second.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Amount>"))]
        pub gust_max_mps: Option<Tenths>,
        /// Direction that the wind blows from, degrees clockwise from north, 0 to 359: the mean over hours and models,
        /// weighted by speed; null when calm, when it turns or when the models disagree.
        #[cfg_attr(feature = "schemars", schemars(range(max = 359)))]
        pub wind_from_deg: Option<u16>,
        /// Mean cloud cover, percent.
        pub cloud_pct: Option<i32>,
        /// Sky of the day, for a weather symbol; null when neither precipitation nor cloud is known.
        pub sky: Option<Sky>,
        /// Number of models that report the whole day's snow.
        pub models_reporting: u8,
        /// Lowest and highest snowfall among the reporting models, centimetres; null below two models.
        pub spread_cm: Option<Spread>,
        /// Trust in the day's snowfall, 0 to 1.
        pub confidence: Confidence,
        /// True when the quantities are withheld from this caller and the Pro tier would show them.
        pub pro_required: bool,
    }

    /// Lowest and highest among the reporting models.
    #[derive(Copy, Eq)]
    #[non_exhaustive]
    pub struct Spread {
        /// Lowest snowfall, centimetres.
        pub low: Tenths,
        /// Highest snowfall, centimetres.
        pub high: Tenths,
    }
}

impl DailyRow {
    /// Makes a day without any known quantity.
    #[must_use]
    pub const fn unknown(date: NaiveDate) -> Self {
        Self {
            date,
            snowfall_cm: None,
            rain_mm: None,
            temp_min_c: None,
            temp_max_c: None,
            freezing_level_m: None,
            wind_max_mps: None,
            gust_max_mps: None,
            wind_from_deg: None,
            cloud_pct: None,
            sky: None,
            models_reporting: 0,
            spread_cm: None,
            confidence: Confidence::NONE,
            pro_required: false,
        }
    }
}
