use super::*;

fn fixed(value: f64, decimals: u32) -> String {
    let mut out = String::new();
    push_fixed(&mut out, value, decimals);
    out
}

#[test]
fn numbers_are_written_as_upstream() {
    for (value, decimals, text) in [
        (0.0, 1, "0.0"),
        (-0.04, 1, "-0.0"),
        (-12.34, 1, "-12.3"),
        (0.7, 2, "0.70"),
        (0.05, 2, "0.05"),
        (99.6, 0, "100"),
        (2_150.0, 2, "2150.00"),
        (1.005, 3, "1.005"),
    ] {
        assert_eq!(fixed(value, decimals), text);
    }
}

#[test]
fn text_is_escaped() {
    let mut out = String::new();
    push_text(&mut out, "a\"b\\c\nd°");
    assert_eq!(out, "\"a\\\"b\\\\c\\u000ad°\"");
}

#[test]
fn interpolation_stays_inside() {
    let truth = [Drivers::default(), Drivers { storm: 1.0, air: 10.0, planned_mm: 0.0 }];
    assert!((interpolate(&truth, 0.25).air - 2.5).abs() < 1e-12);
    assert!((interpolate(&truth, -9.0).storm).abs() < 1e-12);
    assert!((interpolate(&truth, 9.0).storm - 1.0).abs() < 1e-12);
    assert_eq!(interpolate(&[], 1.0), Drivers::default());
}
