//! Tests of `bootstrap`.

use super::*;

fn means(days: &[f64]) -> Option<(f64, f64)> {
    let grading = Grading::STANDARD;
    let drawn = Draws::new(&grading, days.len())
        .each(|drawn| Some(drawn.iter().map(|day| days[*day]).sum::<f64>() / days.len() as f64));
    interval(&grading, drawn.into_iter())
}

#[test]
fn the_interval_holds_the_mean_and_narrows_with_the_days() {
    let days = |count: usize| (0..count).map(|day| (day % 5) as f64).collect::<Vec<_>>();
    let (few, many) = (means(&days(20)).unwrap(), means(&days(500)).unwrap());
    assert!(few.0 < 2.0 && 2.0 < few.1 && many.0 < 2.0 && 2.0 < many.1, "{few:?} {many:?}");
    assert!(many.1 - many.0 < 0.5 * (few.1 - few.0), "{few:?} {many:?}");
    // The standard error of the mean of 500 such days is 0.063.
    assert!((0.2..0.3).contains(&(many.1 - many.0)), "{many:?}");
}

#[test]
fn the_same_days_give_the_same_interval() {
    let days = [1.0, 5.0, 2.0, 8.0, 3.0, 0.0];
    assert_eq!(means(&days), means(&days));
}

#[test]
fn few_days_and_rare_measures_have_none() {
    assert_eq!(means(&[1.0, 2.0, 3.0, 4.0]), None);
    let grading = Grading::STANDARD;
    let draws = |absent: usize| interval(&grading, (0..100).map(|draw| (draw >= absent).then_some(1.0)));
    assert_eq!((draws(5), draws(4)), (None, Some((1.0, 1.0))));
    assert_eq!(interval(&grading, std::iter::empty()), None);
}
