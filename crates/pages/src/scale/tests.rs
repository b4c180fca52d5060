use conditions_core::units::Tenths;

use super::Scale;

#[test]
fn amounts_fall_into_seven_steps() {
    let steps = |scale: Scale, amounts: &[f64]| -> Vec<usize> {
        amounts.iter().map(|cm| scale.step(Tenths::new(*cm).unwrap())).collect()
    };
    assert_eq!(steps(Scale::Day, &[0.0, 0.4, 0.5, 4.9, 5.0, 30.0, 300.0]), [0, 0, 1, 2, 3, 6, 6]);
    assert_eq!(steps(Scale::Week, &[0.0, 4.9, 35.0, 49.9, 50.0]), [0, 1, 5, 5, 6]);
    assert_eq!(steps(Scale::Depth, &[9.9, 10.0, 150.0]), [1, 2, 6]);
}
