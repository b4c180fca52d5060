//! Tests of `forecast`. The numbers are made up.

use super::*;

fn flat(value: f64) -> Members {
    [value; MEMBERS]
}

#[test]
fn parted_days_mix_to_the_days_of_the_station_again() {
    let days = BTreeMap::from([(0, flat(4.0)), (1, flat(6.0)), (2, flat(5.0))]);
    for late in [1.0 / 3.0, -0.125] {
        let parted = parted(&days, late);
        let issue = Issue {
            at: String::new(),
            days: core::array::from_fn(|lead| parted.get(&lead).map(|members| members[0])),
        };
        for (lead, mm) in issue.of_station(late).into_iter().enumerate().take(3) {
            assert!((mm.unwrap() - days[&lead][0]).abs() < 1e-9, "{late} {lead}: {mm:?}");
        }
    }
    // Nothing below nothing: the rest is left with the day that has it.
    let storm = parted(&BTreeMap::from([(0, flat(0.0)), (1, flat(9.0))]), 1.0 / 3.0);
    assert!(storm[&0][0] == 0.0 && (storm[&1][0] - 9.0).abs() < 1e-9, "{storm:?}");
}

#[test]
fn nothing_is_learnt_from_days_that_are_not_over() {
    let pair = Pair { place: "p".to_owned(), station: "s".to_owned(), is_water: true, late: 0.0 };
    let case = |issued: i64, measured: f64| Case {
        issued,
        lead: 0,
        signs: Signs { forecast: 0.0, spell: 0.0, usual: 0.0 },
        raw: 0.0,
        members: None,
        measured: Some(measured),
    };
    let last = |late: f64| {
        let cases = (0..60).map(|issued| case(issued, if issued >= 58 { late } else { 0.0 }));
        let mut places = [Place { pair: &pair, cases: cases.collect() }];
        predict(&mut places);
        places[0].cases.last().and_then(|case| case.members).unwrap()
    };
    assert_eq!(last(0.0), last(50.0));
}
