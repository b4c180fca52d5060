use super::*;

#[test]
fn median_skips_missing_values() {
    let of = |values: &[Option<i32>]| {
        let quantity = Quantity::from_values(values.iter().map(|units| units.map(Tenths::from_units)));
        (quantity.reporting, quantity.median.map(Tenths::get), quantity.highest.map(Tenths::get))
    };
    assert_eq!(of(&[]), (0, None, None));
    assert_eq!(of(&[None, None]), (0, None, None), "missing values are not zero");
    assert_eq!(of(&[None, Some(0)]), (1, Some(0.0), Some(0.0)));
    assert_eq!(of(&[Some(30), None, Some(10), Some(20)]), (3, Some(2.0), Some(3.0)));
    assert_eq!(of(&[Some(10), Some(21)]), (2, Some(1.6), Some(2.1)), "1.55 rounds away from zero");
}
