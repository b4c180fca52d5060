//! Tests of numbers outside the scale.

use super::*;

#[test]
fn rejects_numbers_outside_the_scale() {
    for number in [-1, 0, 6, i64::MIN, i64::MAX] {
        assert_eq!(Level::new(number), None, "{number}");
    }
}

#[test]
fn levels_count_from_one_to_five() {
    for number in 1..=5 {
        let level = Level::new(number).unwrap();
        assert_eq!(i64::from(level.number()), number);
    }
}
