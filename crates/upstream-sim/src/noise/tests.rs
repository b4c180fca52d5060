use super::*;

#[test]
fn smooth_noise_is_bounded() {
    let mut last = smooth(1, -50.0);
    for step in 1..10_000 {
        let value = smooth(1, -50.0 + f64::from(step) / 100.0);
        assert!((-1.0..=1.0).contains(&value));
        assert!((value - last).abs() < 0.05);
        last = value;
    }
}

#[test]
fn waves_have_requested_deviation() {
    let waves = Waves::new(7, 6, 40.0, 200.0, 0.5);
    let values: Vec<f64> = (0..20_000).map(|hour| waves.at([1.0, 0.0, 0.0], f64::from(hour))).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
    assert!((variance.sqrt() - 0.5).abs() < 0.06, "{}", variance.sqrt());
    assert_ne!(waves, Waves::new(8, 6, 40.0, 200.0, 0.5));
}
