use super::*;

fn day(low: Option<f64>, high: Option<f64>) -> Day {
    let date = NaiveDate::from_ymd_opt(2015, 2, 1).unwrap();
    Day { date, temp_min_c: low, temp_max_c: high, humidity_pct: None, water_mm: Some(8.0) }
}

#[test]
fn day_conserves_water() {
    let stretches: Vec<Weather> = day(Some(-8.0), Some(4.0)).hours().collect();
    let temps: Vec<f64> = stretches.iter().filter_map(|weather| weather.temp_c).collect();
    assert!(temps.iter().all(|temp| (-8.0..=4.0).contains(temp)), "{temps:?}");
    assert!((temps.iter().sum::<f64>() / 8.0 + 2.0).abs() < 1e-9);
    assert!(temps.iter().any(|temp| *temp > 3.0), "a mean of -2 °C melts in the afternoon");
    assert_eq!(stretches.iter().filter_map(|weather| weather.water_mm).sum::<f64>(), 8.0);
    assert_eq!(stretches.iter().map(|weather| weather.hours).sum::<f64>(), 24.0);
}

#[test]
fn dry_days_are_warm_for_fewer_hours() {
    let mean = |water_mm: Option<f64>| {
        let day = Day { water_mm, ..day(Some(-8.0), Some(4.0)) };
        day.hours().filter_map(|weather| weather.temp_c).sum::<f64>() / 8.0
    };
    assert!((mean(Some(1.0)) + 2.0).abs() < 1e-9);
    assert!((-2.7..-2.5).contains(&mean(Some(0.9))) && mean(None) == mean(Some(0.0)), "{}", mean(Some(0.9)));
}

#[test]
fn one_extreme_is_used_for_both() {
    assert!(day(None, Some(-3.0)).hours().all(|weather| weather.temp_c == Some(-3.0)));
    assert!(day(None, None).hours().all(|weather| weather.temp_c.is_none()));
    let (swapped, right) = (day(Some(4.0), Some(-8.0)), day(Some(-8.0), Some(4.0)));
    assert!(swapped.hours().eq(right.hours()));
}
