use chrono::NaiveDate;

use super::Sky;
use crate::record::DailyRow;
use crate::units::Tenths;

fn day(snow: f64, rain: f64, cloud: i32) -> DailyRow {
    let mut day = DailyRow::unknown(NaiveDate::from_ymd_opt(2026, 1, 10).unwrap());
    day.snowfall_cm = Tenths::new(snow);
    day.rain_mm = Tenths::new(rain);
    day.cloud_pct = Some(cloud);
    day
}

#[test]
fn day_follows_snow_rain_and_cloud() {
    let skies = [
        (day(12.0, 1.0, 90), Sky::Sleet),
        (day(12.0, 0.0, 90), Sky::HeavySnow),
        (day(5.0, 0.0, 90), Sky::Snow),
        (day(5.0, 0.0, 40), Sky::SnowShowers),
        (day(0.5, 0.0, 90), Sky::LightSnow),
        (day(0.0, 9.0, 90), Sky::HeavyRain),
        (day(0.0, 3.0, 90), Sky::Rain),
        (day(0.0, 0.6, 90), Sky::LightRain),
        (day(0.0, 0.0, 80), Sky::Overcast),
        (day(0.0, 0.0, 50), Sky::PartlyCloudy),
        (day(0.0, 0.0, 30), Sky::Fair),
        (day(0.0, 0.0, 10), Sky::Clear),
    ];
    for (day, sky) in skies {
        assert_eq!(Sky::of_day(&day), Some(sky), "{day:?}");
    }
    assert_eq!(Sky::of_day(&DailyRow::unknown(NaiveDate::MIN)), None, "unknown is not clear");
}

#[test]
fn hours_follow_their_temperature() {
    let sky = |mm, temp_c| Sky::of_three_hours(Some(mm), Some(temp_c), Some(100.0));
    assert_eq!(sky(3.0, 0.0), Some(Sky::HeavySnow));
    assert_eq!(sky(1.0, 2.0), Some(Sky::Sleet));
    assert_eq!(sky(1.0, 6.0), Some(Sky::Rain));
    assert_eq!(sky(0.1, 6.0), Some(Sky::Overcast));
    assert_eq!(
        Sky::of_three_hours(Some(3.0), None, None),
        None,
        "without a temperature the phase is not known"
    );
}
