use super::*;

#[test]
fn quantiles_never_narrow_an_interval() {
    for (freedom, t) in
        [(1.0, 12.706), (4.9, 2.776), (30.0, 2.042), (39.9, 2.042), (40.0, 2.021), (1e9, 1.980)]
    {
        assert_eq!(t95(freedom), t, "{freedom}");
    }
    for odd in [0.0, -3.0, f64::NAN] {
        assert_eq!(t95(odd), 12.706, "{odd}");
    }
    assert!(T95.windows(2).all(|pair| pair[0] > pair[1]));
}

#[test]
fn welch_by_hand() {
    // Means 12 and 9, variances 4 and 1; 4/3 + 1/3 = 5/3; (25/9) / ((16/9)/2 + (1/9)/2) = 2.94, so two degrees.
    let found = difference(&[10.0, 12.0, 14.0], &[8.0, 9.0, 10.0]).unwrap();
    assert_eq!(found.mean, 3.0);
    let margin = 4.303 * (5.0_f64 / 3.0).sqrt();
    assert!((found.margin.unwrap() - margin).abs() < 1e-9, "{found:?}");
}

#[test]
fn one_value_has_no_interval() {
    assert_eq!(difference(&[3.0], &[1.0, 2.0]).unwrap().margin, None);
    assert_eq!(difference(&[], &[1.0]), None);
    assert_eq!(difference(&[2.0, 2.0], &[1.0, 1.0]).unwrap().margin, Some(0.0));
}

#[test]
fn p_matches_the_interval() {
    let found = difference(&[10.0, 12.0, 14.0], &[8.0, 9.0, 10.0]).unwrap();
    // t 2.32 at 2.94 degrees of freedom.
    assert!((found.p.unwrap() - 0.104).abs() < 0.002, "{found:?}");
    assert_eq!(difference(&[2.0, 2.0], &[1.0, 1.0]).unwrap().p, Some(0.0));
    assert_eq!(difference(&[1.0, 1.0], &[1.0, 1.0]).unwrap().p, Some(1.0));
    assert_eq!(difference(&[3.0], &[1.0, 2.0]).unwrap().p, None);
}
