use super::*;

#[track_caller]
fn near(found: f64, known: f64, within: f64) {
    assert!((found - known).abs() < within, "{found}, known {known}");
}

#[test]
fn distribution_matches_tables() {
    near(beta_cdf(0.5, 0.5, 0.5), 0.5, 1e-10);
    near(beta_cdf(0.25, 0.5, 0.5), 1.0 / 3.0, 1e-10);
    near(beta_cdf(0.3, 1.0, 1.0), 0.3, 1e-10);
    near(beta_cdf(0.4, 2.0, 3.0), 0.5248, 1e-10);
    assert_eq!((beta_cdf(0.0, 2.0, 3.0), beta_cdf(1.0, 2.0, 3.0)), (0.0, 1.0));
    near(beta_quantile(0.5248, 2.0, 3.0), 0.4, 1e-9);
    // Many winters, few hits.
    near(beta_cdf(beta_quantile(0.025, 3.5, 997.5), 3.5, 997.5), 0.025, 1e-9);
}

#[test]
fn students_t_matches_tables() {
    for (t, freedom) in [(12.706, 1.0), (2.776, 4.0), (2.228, 10.0), (2.042, 30.0), (1.980, 120.0)] {
        near(two_sided_p(t, freedom), 0.05, 1e-4);
        near(two_sided_p(-t, freedom), 0.05, 1e-4);
    }
    near(two_sided_p(0.0, 7.0), 1.0, 1e-12);
    assert_eq!(two_sided_p(f64::INFINITY, 7.0), 0.0);
}
