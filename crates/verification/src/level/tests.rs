use super::*;

#[test]
fn learns_offset_and_season() {
    let at = |day: f64, offset: f64| {
        let forecast = (day * 0.7).sin() * 8.0;
        MeasuredForecast { forecast, value: forecast + offset + 3.0 * (day / YEAR * TAU).sin(), day }
    };
    let season: Vec<MeasuredForecast> = (0..800).map(|day| at(f64::from(day), 9.0)).collect();
    let found = level(400.0, &season, 2.0, 800.0).unwrap();
    let expected = 2.0 + 9.0 + 3.0 * (800.0 / YEAR * TAU).sin();
    assert!((found.middle - expected).abs() < 0.3 && found.spread < 0.5, "{found:?} {expected}");
    assert!(found.quantile(0.1) < found.middle && found.middle < found.quantile(0.9));
    let changed: Vec<MeasuredForecast> =
        (0..800).map(|day| at(f64::from(day), if day < 500 { 9.0 } else { 2.0 })).collect();
    let later = level(60.0, &changed, 2.0, 800.0).unwrap();
    assert!((later.middle - expected + 7.0).abs() < 1.0, "{later:?}");
    let nothing = level(60.0, &[], 5.0, 0.0).unwrap();
    assert_eq!((nothing.middle, nothing.spread), (5.0, KNOWN_SPREAD));
}
