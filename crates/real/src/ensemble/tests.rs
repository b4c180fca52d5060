//! Tests of `ensemble`. The numbers are made up.

use super::*;

fn cases(last: f64) -> Vec<Case> {
    let case = |day: u32| {
        let raw = f64::from(day % 5) * 2.0;
        let measured = if day >= 97 { last } else { raw / 2.0 };
        Case { at: String::new(), day: f64::from(day), measured, raw: [raw; RAW], members: None }
    };
    (0..100).map(case).collect()
}

#[test]
fn the_days_before_a_prediction_are_not_known_to_it() {
    for fill in [|cases: &mut [Case]| amounts(cases, 0.9), levels] {
        let last = |measured: f64| {
            let mut cases = cases(measured);
            fill(&mut cases);
            assert!(cases[..LEAST_CASES].iter().all(|case| case.members.is_none()));
            cases.pop().and_then(|case| case.members).unwrap()
        };
        assert_eq!(last(0.0), last(40.0));
    }
}
