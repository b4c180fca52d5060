use super::*;

#[test]
fn quantiles_interpolate() {
    let sorted = [1.0, 2.0, 3.0, 4.0, 5.0];
    assert_eq!(quantile(&sorted, 0.5), Some(3.0));
    assert_eq!(quantile(&sorted, 0.1), Some(1.4));
    assert_eq!(quantile(&sorted, 1.0), Some(5.0));
    assert_eq!(quantile(&[7.0], 0.3), Some(7.0));
    assert_eq!(quantile(&[], 0.3), None);
    assert_eq!(Spread::from_values(&mut [3.0, 1.0, 2.0]).unwrap().p50, 2.0);
    assert_eq!(Spread::from_values(&mut []), None);
}
