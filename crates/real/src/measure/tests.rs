use super::*;

#[test]
fn errors_are_what_they_say() {
    let pairs = [(1.0, 2.0), (3.0, 2.0), (8.0, 5.0)];
    assert_eq!((mae(&pairs), bias(&pairs)), (5.0 / 3.0, 1.0));
    assert!((correlation(&pairs) - 0.960_769).abs() < 1e-6);
    assert!(correlation(&[(1.0, 2.0), (1.0, 3.0)]).is_nan());
    assert!(mae(&[]).is_nan());
}

#[test]
fn a_median_needs_a_value() {
    assert_eq!(median([]), None);
    assert_eq!(median([3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median([4.0, 1.0, 2.0, 3.0]), Some(2.5));
}
