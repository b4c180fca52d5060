use conditions_core::time::Timestamp;

use super::is_night;

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
