use super::*;

fn date(day: i64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + TimeDelta::days(day)
}

/// Returns five members at lead 1 whose errors oscillate with separate periods, by `size` in cm.
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
            standing: [1.0; MEMBERS],
            climatology: None,
            persistence: None,
        }
    };
    let list = (0..days).flat_map(|day| (0..3).map(move |place| case(place, day))).collect();
    Cases { models: ["a", "b", "c", "d", "e"].map(str::to_owned).into(), list, amounts: Vec::new() }
}

fn early(cases: &Cases) -> BandWeights {
    learn(&Grading::STANDARD, &Policy::CONTRACT, cases).remove(0)
}

#[test]
fn learning_needs_thirty_days() {
    let sizes = [0.2, 1.0, 1.0, 6.0, 0.5];
    let few = early(&cases(29, sizes));
    assert!(!few.learnt && few.scored_days == 29 && few.reason.contains("29 scored days"), "{few:?}");
    assert_eq!(few.weights["a"], 1.0);
    let enough = early(&cases(30, sizes));
    assert!(enough.learnt && enough.training_days == 19, "{enough:?}");
}

#[test]
fn trial_and_training_are_disjoint() {
    let learnt = early(&cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]));
    // Days 0–38 are training days; 39 and 40 are the gap.
    assert_eq!((learnt.training_days, learnt.trained_until), (39, Some(date(38))));
    assert_eq!(learnt.held_out_days, 60 - 41);
    // Events on the held-out days do not change the weights that are tested there.
    let mut other = cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]);
    for case in &mut other.list {
        if case.day > date(40) {
            case.members[1] = Some(case.measured + 0.5);
        }
    }
    let other = early(&other);
    assert_eq!((&other.tried, other.learnt), (&learnt.tried, true));
    // The weights in force include these days.
    assert!(other.weights != learnt.weights && learnt.refitted_until == Some(date(59)));
    assert!((other.compared[0].mae_cm - learnt.compared[0].mae_cm).abs() > 1e-6);
}

#[test]
fn useless_weights_are_rejected() {
    let learnt = early(&cases(60, [0.2, 1.0, 1.0, 9.0, 0.5]));
    let least = learnt.weights.iter().min_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    assert!(least.0 == "d" && *least.1 < 0.3, "{learnt:?}");
    let mean = learnt.weights.values().sum::<f64>() / 5.0;
    assert!((mean - 1.0).abs() < 0.02, "{learnt:?}");
    // The good members are bad afterwards.
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
fn weights_follow_a_power_of_error() {
    let sizes = [0.2, 1.0, 1.0, 6.0, 0.5];
    let grading = Grading { powers: [2.0; 3], ..Grading::STANDARD };
    let ratio = |days| {
        let weights = learn(&grading, &Policy::CONTRACT, &cases(days, sizes)).remove(0).weights;
        weights["a"] / weights["b"]
    };
    // 20, 65 and 260 training days: more days move the weights further from the defaults, which are all equal here.
    assert!(1.0 < ratio(31) && ratio(31) < ratio(100) && ratio(100) < ratio(400), "{}", ratio(400));
}

#[test]
fn single_model_is_not_weighted() {
    let mut alone = cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]);
    for case in &mut alone.list {
        case.members[1..].fill(None);
    }
    let band = early(&alone);
    assert!(!band.learnt && band.reason.contains("for weights to matter"), "{band:?}");
    // Pairs in which weights do not matter are not training data.
    let mut mixed = cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]);
    let all = early(&mixed);
    mixed.list.extend(alone.list.iter().map(|case| Case { lead: 2, ..case.clone() }));
    assert_eq!(early(&mixed).weights, all.weights);
}

#[test]
fn one_power_holds_for_all_bands() {
    let sizes = [0.2, 1.0, 1.0, 6.0, 0.5];
    let mut both = cases(120, sizes);
    let late = both.list.iter().map(|case| Case { lead: 5, ..case.clone() }).collect::<Vec<_>>();
    both.list.extend(late);
    let bands = learn(&Grading::STANDARD, &Policy::CONTRACT, &both);
    assert!(bands[0].learnt && bands[0].weights == bands[1].weights, "{bands:?}");
    // On the training days the errors of the later leads cancel, and do so less the more weight the best member has.
    for case in both.list.iter_mut().filter(|case| case.lead == 5 && case.day <= date(77)) {
        case.measured = 20.0;
        for (member, off) in case.members.iter_mut().zip([0.5, -1.2, 1.0, 9.0, -9.0]) {
            *member = Some(case.measured + off);
        }
    }
    let gentler = learn(&Grading::STANDARD, &Policy::CONTRACT, &both);
    assert!(gentler[0].learnt && gentler[0].weights["a"] < bands[0].weights["a"], "{gentler:?}");
}

#[test]
fn similar_members_keep_defaults() {
    let mut alike = cases(90, [1.0; 5]);
    alike.models = ["a", "b", "c", "d", "ecmwf_ifs025"].map(str::to_owned).into();
    for case in &mut alike.list {
        let first = case.members[0];
        case.members[..5].fill(first);
    }
    let weights = early(&alike).weights;
    // Ninety days, compared with the forty at which the twofold default weight counts for half.
    let left = weights["ecmwf_ifs025"] / weights["a"];
    assert!((left - 2.0_f64.powf(40.0 / 130.0)).abs() < 0.03, "{weights:?}");
}

#[test]
fn weights_have_a_floor() {
    let mut cases = cases(400, [0.2, 1.0, 1.0, 9.0, 0.5]);
    cases.models.push("f".to_owned());
    let weights = early(&cases).weights;
    assert_eq!(weights["d"], 0.05, "{weights:?}");
    assert!(weights["c"].min(weights["b"]) <= weights["f"] && weights["f"] < weights["e"], "{weights:?}");
}

#[test]
fn long_horizons_are_not_penalised() {
    // Errors at lead 2 are ten times those at lead 1. "e" forecasts the one, "f" the other, equally well.
    let mut both = cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]);
    both.models.push("f".to_owned());
    for case in &mut both.list {
        case.measured += 100.0;
        case.members[..5].iter_mut().flatten().for_each(|said| *said += 100.0);
    }
    let mut far = both.list.clone();
    for case in &mut far {
        case.lead = 2;
        case.members[..5]
            .iter_mut()
            .flatten()
            .for_each(|said| *said = case.measured + 10.0 * (*said - case.measured));
        case.members.swap(4, 5);
    }
    both.list.extend(far);
    let weights = early(&both).weights;
    assert!((weights["e"] - weights["f"]).abs() < 0.02 && weights["e"] > 1.2 * weights["b"], "{weights:?}");
}

#[test]
fn undecided_band_is_accepted() {
    let sizes = [0.2, 1.0, 1.0, 6.0, 0.5];
    // After the training days, "a" has this error at the later leads.
    let with_late = |off: f32| {
        let mut both = cases(60, sizes);
        let late = both.list.iter().map(|case| Case { lead: 5, ..case.clone() }).collect::<Vec<_>>();
        both.list.extend(late);
        for case in both.list.iter_mut().filter(|case| case.lead == 5 && case.day > date(38)) {
            case.members[0] = Some(case.measured + off);
        }
        both
    };
    let learnt = |cases: &Cases| learn(&Grading::STANDARD, &Policy::CONTRACT, cases);
    let over_default = |band: &BandWeights| band.gains.iter().find(|gain| gain.over == "default").unwrap().cm;
    let [doubtful, worse] = [0.9, 1.4].map(|off| learnt(&with_late(off)));
    assert!(over_default(&doubtful[1]) < 0.0 && doubtful[0].learnt && doubtful[1].learnt, "{doubtful:?}");
    assert!(worse[0].learnt && !worse[1].learnt && worse[1].reason.contains("at these leads"), "{worse:?}");
    // A single member cannot be compared.
    let mut alone = with_late(0.9);
    alone.list.retain(|case| case.lead == 5);
    let alone = learnt(&alone);
    assert!(!alone[1].learnt && alone[1].reason.contains("all leads together"), "{alone:?}");
}

#[test]
fn accepts_empty_and_perfect_input() {
    let nothing = early(&Cases::default());
    assert!(!nothing.learnt && nothing.scored_days == 0 && nothing.weights.is_empty());
    let perfect = early(&cases(40, [0.0; 5]));
    assert!(perfect.weights.values().all(|weight| weight.is_finite() && *weight > 0.0), "{perfect:?}");
    assert_eq!(model_weights(&[nothing]), None);
}

#[test]
fn unlearnt_bands_keep_defaults() {
    let mut cases = cases(60, [0.2, 1.0, 1.0, 6.0, 0.5]);
    cases.models = ["a", "b", "c", "d", "icon_seamless"].map(str::to_owned).into();
    let bands = learn(&Grading::STANDARD, &Policy::CONTRACT, &cases);
    assert_eq!(bands.iter().map(|band| band.learnt).collect::<Vec<_>>(), [true, false, false]);
    let weights = model_weights(&bands).unwrap();
    let icon = weights.iter().find(|weight| weight.model == "icon_seamless").unwrap();
    assert_eq!((icon.early, icon.late, icon.far), (bands[0].weights["icon_seamless"], 1.0, 1.0));
}
