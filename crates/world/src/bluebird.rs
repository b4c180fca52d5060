//! Bluebird days: clear, calm and dry, the day after a powder day. The same rule applies to future and past days.

use conditions_core::record::DailyRow;
use conditions_core::units::Tenths;

use crate::resort_evidence::CLIMATE;

/// Maximum cloud cover of a clear day, in percent.
pub const CLEAR_PCT: i32 = 25;
/// Upper limit of gusts on a calm day, in metres per second: 40 km/h.
pub const CALM_MPS: f64 = 40.0 / 3.6;
/// Upper limit of rain on a dry day, in millimetres.
pub const DRY_MM: f64 = 1.0;

/// Returns whether a day is a bluebird day after this much new snow; `None` if a deciding value is unknown.
#[must_use]
pub fn is_bluebird(before_cm: Option<Tenths>, day: &DailyRow) -> Option<bool> {
    let holds = [
        before_cm.map(|cm| cm.get() >= CLIMATE.powder_day_cm),
        day.snowfall_cm.map(|cm| cm.get() < CLIMATE.snow_day_cm),
        day.rain_mm.map(|mm| mm.get() < DRY_MM),
        day.cloud_pct.map(|pct| pct <= CLEAR_PCT),
        day.gust_max_mps.map(|gust| gust.get() < CALM_MPS),
    ];
    if holds.contains(&Some(false)) { Some(false) } else { holds.iter().all(Option::is_some).then_some(true) }
}
