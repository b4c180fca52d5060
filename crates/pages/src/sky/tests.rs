use chrono::NaiveDate;
use conditions_core::record::DailyRow;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;

use super::{Sky, is_night};

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
        (day(0.0, 0.0, 50), Sky::Partly),
        (day(0.0, 0.0, 30), Sky::Fair),
        (day(0.0, 0.0, 10), Sky::Clear),
    ];
    for (day, sky) in skies {
        assert_eq!(Sky::of_day(&day), sky, "{day:?}");
    }
    assert_eq!(Sky::of_day(&DailyRow::unknown(NaiveDate::MIN)), Sky::Unknown, "unknown is not clear");
}

#[test]
fn night_follows_the_coordinates() {
    let at = |text: &str| {
        Timestamp::from_millis(text.parse::<chrono::DateTime<chrono::Utc>>().unwrap().timestamp_millis())
    };
    // Zermatt, 28 November 2026: sunrise 6:48 and sunset 15:46 UTC, by the NOAA tables within a few minutes.
    for (time, night) in
        [("06:35", true), ("07:00", false), ("15:35", false), ("16:00", true), ("23:00", true)]
    {
        let at = at(&format!("2026-11-28T{time}:00Z"));
        assert_eq!(is_night(at, 46.02, 7.75), night, "{time}");
    }
    assert!(!is_night(at("2026-06-21T00:00:00Z"), 68.4, 18.1), "midnight sun at Riksgränsen");
    assert!(!is_night(at("2026-01-10T03:00:00Z"), 42.8, 140.7), "noon at Niseko");
}
