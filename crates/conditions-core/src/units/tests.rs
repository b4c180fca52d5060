use proptest::prelude::*;

use super::*;

#[test]
fn rounds_half_away_from_zero() {
    for (value, rounded) in [
        (0.5, Some(1)),
        (-0.5, Some(-1)),
        (0.499_999_999_999_999_94, Some(0)),
        (2.5, Some(3)),
        (-2.5, Some(-3)),
        (-0.0, Some(0)),
        (2_147_483_647.4, Some(i32::MAX)),
        (2_147_483_647.5, None),
        (-2_147_483_648.4, Some(i32::MIN)),
        (-2_147_483_648.5, None),
        (f64::NAN, None),
        (f64::INFINITY, None),
        (f64::NEG_INFINITY, None),
    ] {
        assert_eq!(round_to_i32(value), rounded, "{value}");
    }
}

#[test]
fn median_of_odd_and_even_counts() {
    assert_eq!(median(&mut []), None);
    assert_eq!(median(&mut [3.0]), Some(3.0));
    assert_eq!(median(&mut [4.0, 1.0]), Some(2.5));
    assert_eq!(median(&mut [9.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&mut [9.0, 1.0, 2.0, 3.0]), Some(2.5));
}

proptest! {
    #[test]
    fn rounding_matches_libm(value in prop_oneof![proptest::num::f64::ANY, -3e9..3e9_f64, -9.0..9.0_f64]) {
        let expected = libm::round(value);
        let fits = expected >= f64::from(i32::MIN) && expected <= f64::from(i32::MAX);
        prop_assert_eq!(round_to_i32(value), fits.then_some(expected as i32));
    }
}

#[test]
fn equal_values_share_a_rank() {
    let of = |values: &[i32]| ranks(values.iter().copied()).collect::<alloc::vec::Vec<_>>();
    assert_eq!(of(&[30, 20, 20, 20, 10]), [1, 2, 2, 2, 5]);
    assert_eq!(of(&[5, 5]), [1, 1]);
    assert_eq!(of(&[]), [0; 0]);
}
