use super::Sky;
fn day(snow: f64, rain: f64, cloud: f64) -> Option<Sky> {
    Sky::of_day(Some(snow), Some(rain), Some(cloud))
}

#[test]
fn day_follows_snow_rain_and_cloud() {
    let skies = [
        (day(12.0, 1.0, 90.0), Sky::Sleet),
        (day(12.0, 0.0, 90.0), Sky::HeavySnow),
        (day(5.0, 0.0, 90.0), Sky::Snow),
        (day(5.0, 0.0, 40.0), Sky::SnowShowers),
        (day(0.5, 0.0, 90.0), Sky::LightSnow),
        (day(0.0, 9.0, 90.0), Sky::HeavyRain),
        (day(0.0, 3.0, 90.0), Sky::Rain),
        (day(0.0, 0.6, 90.0), Sky::LightRain),
        (day(0.0, 0.0, 80.0), Sky::Overcast),
        (day(0.0, 0.0, 50.0), Sky::PartlyCloudy),
        (day(0.0, 0.0, 30.0), Sky::Fair),
        (day(0.0, 0.0, 10.0), Sky::Clear),
    ];
    for (day, sky) in skies {
        assert_eq!(day, Some(sky));
    }
    assert_eq!(Sky::of_day(None, Some(0.0), None), None, "unknown is not clear");
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
