use super::*;

fn cases(last: f64) -> Vec<Case> {
    let case = |day: u32| {
        let raw = f64::from(day % 5) * 2.0;
        let measured = if day >= 97 { last } else { raw / 2.0 };
        Case {
            at: String::new(),
            day: f64::from(day),
            measured: Some(measured),
            raw: vec![raw; 11],
            members: None,
        }
    };
    (0..100).map(case).collect()
}

#[test]
fn unmeasured_days_are_not_learnt() {
    for fill in [|cases: &mut [Case]| amounts(cases, 0.9, 4.0), |cases: &mut [Case]| levels(cases, 4.0)] {
        let last = |measured: f64| {
            let mut cases = cases(measured);
            fill(&mut cases);
            assert!(cases[..LEAST_CASES].iter().all(|case| case.members.is_none()));
            cases.pop().and_then(|case| case.members).unwrap()
        };
        assert_eq!(last(0.0), last(40.0));
    }
}

#[test]
fn incomplete_cases_are_predicted() {
    for fill in [|cases: &mut [Case]| amounts(cases, 0.9, 4.0), |cases: &mut [Case]| levels(cases, 4.0)] {
        let mut cases = cases(1.0);
        for case in cases.iter_mut().step_by(3) {
            case.measured = None;
            case.raw.truncate(4);
        }
        fill(&mut cases);
        assert!(cases[LEAST_CASES..].iter().all(|case| {
            case.members.as_ref().is_some_and(|members| members.iter().all(|member| member.is_finite()))
        }));
        assert_eq!(scores(&cases)[0], "46");
    }
}
