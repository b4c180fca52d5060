use super::*;

#[test]
fn half_is_left_after_a_half_life_and_nothing_counts_more_than_once() {
    assert_eq!((left(0.0, 60.0), left(60.0, 60.0), left(180.0, 60.0)), (1.0, 0.5, 0.125));
    assert_eq!(left(-5.0, 60.0), 1.0);
}
