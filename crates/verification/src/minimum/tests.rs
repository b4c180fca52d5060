use super::*;

#[test]
fn finds_minima() {
    let bowl = minimum(|at| at.iter().map(|x| (x - 3.0) * (x - 3.0)).sum(), &[0.0; 4], 0.2);
    assert!(bowl.iter().all(|x| (x - 3.0).abs() < 0.01), "{bowl:?}");
    let valley = |at: &[f64]| (1.0 - at[0]).powi(2) + 100.0 * (at[1] - at[0] * at[0]).powi(2);
    let bottom = minimum(valley, &[-1.0, 1.0], 0.2);
    assert!((bottom[0] - 1.0).abs() < 0.05, "{bottom:?}");
    assert_eq!(minimum(|_| 0.0, &[], 0.1), Vec::<f64>::new());
}
