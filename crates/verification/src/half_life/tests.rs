use super::*;

#[test]
fn weight_halves_per_half_life() {
    assert_eq!((remaining(0.0, 60.0), remaining(60.0, 60.0), remaining(180.0, 60.0)), (1.0, 0.5, 0.125));
    assert_eq!(remaining(-5.0, 60.0), 1.0);
}
