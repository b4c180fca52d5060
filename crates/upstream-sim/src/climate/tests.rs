//! Tests of the planted signal.

use super::*;

#[test]
fn index_varies_realistically() {
    let winters: Vec<f64> = (1950..2026).map(|year| nino_of_winter(3, year, false)).collect();
    let mean = winters.iter().sum::<f64>() / winters.len() as f64;
    let deviation =
        libm::sqrt(winters.iter().map(|k| (k - mean) * (k - mean)).sum::<f64>() / winters.len() as f64);
    assert!(mean.abs() < 0.3, "{mean}");
    assert!((0.6..1.3).contains(&deviation), "{deviation}");
    // Both signs reach the strength of an event often enough.
    assert!(winters.iter().filter(|k| **k >= 0.5).count() > 10);
    assert!(winters.iter().filter(|k| **k <= -0.5).count() > 10);
    assert_ne!(nino(3, 2000, 1).to_bits(), nino(4, 2000, 1).to_bits());
}

#[test]
fn only_regions_respond() {
    let year = (1990..2020)
        .max_by(|a, b| nino_of_winter(3, *a, false).total_cmp(&nino_of_winter(3, *b, false)))
        .unwrap();
    assert!(winter_factor(3, year, 37.6, -119.0) > 1.1, "Sierra Nevada");
    assert!(winter_factor(3, year, 50.1, -122.9) < 0.9, "Coast Mountains");
    assert!((winter_factor(3, year, 46.0, 7.7) - 1.0).abs() < 1e-12, "Alps");
}
