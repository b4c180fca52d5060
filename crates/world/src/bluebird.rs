//! What a bluebird day is: clear, calm and dry, the day after a powder day. One rule for days to come and for days that were.

use conditions_core::record::DailyRow;
use conditions_core::units::Tenths;

use crate::held::CLIMATE;

/// At most this much cloud is clear, percent.
pub const CLEAR_PCT: i32 = 25;
/// Gusts below this are calm, metres per second: 40 km/h.
pub const CALM_MPS: f64 = 40.0 / 3.6;
/// Less rain is dry, millimetres.
pub const DRY_MM: f64 = 1.0;

/// Whether a day is one after so much new snow; `None` where something is not known that decides.
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
