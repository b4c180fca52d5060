//! Tests of `slr`.

use super::*;

#[test]
fn the_steep_table_meets_its_knots() {
    for (temp, ratio) in
        [(-40.0, 30.0), (-25.0, 30.0), (-13.5, 19.0), (0.0, 8.0), (1.0, 4.0), (2.0, 0.0), (9.0, 0.0)]
    {
        assert!((steep(temp) - ratio).abs() < 1e-9, "{temp}: {}", steep(temp));
    }
}

#[test]
fn every_rule_is_scored() {
    let day = |measured_cm: f64| Day {
        station: "alta",
        date: "1944-11-21".to_owned(),
        water_mm: 10.0,
        temp_c: -5.0,
        measured_cm,
        ours_cm: 12.0,
    };
    let days: Vec<Day> = (0..12).map(|nth| day(10.0 + f64::from(nth % 3))).collect();
    let text = rules("Alta", &days).text();
    assert!(text.contains("10:1") && text.contains("**ours**"), "{text}");
    assert!(by_temperature("Alta", &days).text().contains("12.00"));
}
