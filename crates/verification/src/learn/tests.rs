//! Tests of `learn`.

use super::*;

fn date(day: i64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + TimeDelta::days(day)
}

/// Five members at lead 1 whose errors swing with periods of their own, by `size` in cm.
fn cases(days: i64, sizes: [f32; 5]) -> Cases {
    let case = |place: usize, day: i64| {
        let measured = (day % 7) as f32;
        let mut members = [None; MEMBERS];
        for (member, (slot, size)) in members.iter_mut().zip(sizes).enumerate() {
            let swing = ((day * 13 + place as i64 * 5) % (member as i64 * 2 + 3)) as f32
                / (member as f32 + 1.0)
                - 1.0;
            *slot = Some((measured + size * swing).max(0.0));
        }
        Case {
            place,
            day: date(day),
            lead: 1,
            measured,
            blend: None,
            members,
            climatology: None,
            persistence: None,
        }
    };
    let list = (0..days).flat_map(|day| (0..3).map(move |place| case(place, day))).collect();
    Cases { models: ["a", "b", "c", "d", "e"].map(str::to_owned).into(), list }
}

fn early(cases: &Cases) -> BandWeights {
    learn(&Grading::STANDARD, &Policy::CONTRACT, cases).remove(0)
}

#[test]
fn twenty_nine_days_keep_the_defaults_and_thirty_are_learnt_from() {
    let sizes = [0.2, 1.0, 1.0, 6.0, 0.5];
    let few = early(&cases(29, sizes));
    assert!(!few.learnt && few.scored_days == 29 && few.reason.contains("29 scored days"), "{few:?}");
    assert_eq!(few.weights["a"], 1.0);
    let enough = early(&cases(30, sizes));
    assert!(enough.learnt && enough.training_days == 19, "{enough:?}");
}

#[test]
fn learning_and_trying_never_share_a_day() {
    let learnt = early(&cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]));
    // Days 0–38 are learnt from; 39 and 40 lie between.
    assert_eq!((learnt.training_days, learnt.trained_until), (39, Some(date(38))));
    assert_eq!(learnt.held_out_days, 60 - 41);
    // What happens on the days held out changes nothing of the weights that are tried there.
    let mut other = cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]);
    for case in &mut other.list {
        if case.day > date(40) {
            case.members[1] = Some(case.measured + 0.5);
        }
    }
    let other = early(&other);
    assert_eq!((&other.weights, other.learnt), (&learnt.weights, true));
    assert!((other.compared[0].mae_cm - learnt.compared[0].mae_cm).abs() > 1e-6);
}

#[test]
fn a_bad_member_weighs_least_and_weights_that_do_no_good_are_not_taken() {
    let learnt = early(&cases(60, [0.2, 1.0, 1.0, 9.0, 0.5]));
    let least = learnt.weights.iter().min_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    assert!(least.0 == "d" && *least.1 < 0.3, "{learnt:?}");
    let mean = learnt.weights.values().sum::<f64>() / 5.0;
    assert!((mean - 1.0).abs() < 0.02, "{learnt:?}");
    // Whoever was good is bad afterwards.
    let mut turned = cases(60, [0.1, 4.0, 4.0, 4.0, 4.0]);
    for case in &mut turned.list {
        if case.day > date(38) {
            for (member, off) in case.members.iter_mut().zip([4.0, 0.0, 0.0, 8.0, 0.0]) {
                *member = Some(case.measured + off);
            }
        }
    }
    let turned = early(&turned);
    assert!(!turned.learnt && turned.reason.starts_with("worse"), "{turned:?}");
    assert_eq!(turned.weights["a"], 1.0, "the defaults stay");
}

#[test]
fn no_pairs_and_perfect_members_are_no_fault() {
    let nothing = early(&Cases::default());
    assert!(!nothing.learnt && nothing.scored_days == 0 && nothing.weights.is_empty());
    let perfect = early(&cases(40, [0.0; 5]));
    assert!(perfect.weights.values().all(|weight| weight.is_finite() && *weight > 0.0), "{perfect:?}");
    assert_eq!(model_weights(&[nothing]), None);
}

#[test]
fn bands_that_were_not_learnt_keep_their_defaults_beside_learnt_ones() {
    let mut cases = cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]);
    cases.models = ["a", "b", "c", "d", "icon_seamless"].map(str::to_owned).into();
    let bands = learn(&Grading::STANDARD, &Policy::CONTRACT, &cases);
    assert_eq!(bands.iter().map(|band| band.learnt).collect::<Vec<_>>(), [true, false, false]);
    let weights = model_weights(&bands).unwrap();
    let icon = weights.iter().find(|weight| weight.model == "icon_seamless").unwrap();
    assert_eq!((icon.early, icon.late, icon.far), (bands[0].weights["icon_seamless"], 1.0, 1.0));
}
