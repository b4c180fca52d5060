use super::*;

const POLICY: EnsoPolicy = EnsoPolicy::DEFAULT;

fn winters(of: &[(Phase, bool, f64)]) -> Vec<(WinterPhase, f64)> {
    of.iter()
        .map(|(phase, strong, cm)| (WinterPhase { phase: *phase, anomaly: 0, strong: *strong }, *cm))
        .collect()
}

fn many(phase: Phase, mean: f64, n: usize) -> Vec<(Phase, bool, f64)> {
    (0..n).map(|nth| (phase, false, mean + if nth % 2 == 0 { 10.0 } else { -10.0 })).collect()
}

#[test]
fn clear_difference_has_its_sign() {
    let mut all = many(Phase::ElNino, 500.0, 8);
    all.extend(many(Phase::Neutral, 400.0, 10));
    all.extend(many(Phase::LaNina, 320.0, 8));
    let all = winters(&all);
    let warm = effect(Group::ElNino, &all, 400.0, &POLICY);
    assert_eq!((warm.winters, warm.neutral_winters, warm.low_evidence), (8, 10, false));
    assert_eq!(warm.pct, Some(25.0));
    let (low, high) = warm.interval_pct.unwrap();
    assert!(low > 20.0 && high < 30.0, "{low} {high}");
    let cold = effect(Group::LaNina, &all, 400.0, &POLICY);
    assert_eq!((cold.pct, cold.low_evidence), (Some(-20.0), false));
}

#[test]
fn zero_in_interval_is_low_evidence() {
    let mut same = many(Phase::ElNino, 401.0, 8);
    same.extend(many(Phase::Neutral, 400.0, 10));
    assert!(effect(Group::ElNino, &winters(&same), 400.0, &POLICY).low_evidence);
    let mut few = many(Phase::ElNino, 800.0, 4);
    few.extend(many(Phase::Neutral, 400.0, 10));
    let few = effect(Group::ElNino, &winters(&few), 400.0, &POLICY);
    assert!(few.low_evidence && few.interval_pct.unwrap().0 > 0.0);
}

#[test]
fn missing_groups_are_null() {
    let none = effect(Group::ElNino, &winters(&many(Phase::Neutral, 400.0, 9)), 400.0, &POLICY);
    assert_eq!((none.mean_cm, none.pct, none.interval_pct, none.low_evidence), (None, None, None, true));
    let mut one = many(Phase::ElNino, 500.0, 1);
    one.extend(many(Phase::Neutral, 400.0, 9));
    let one = effect(Group::ElNino, &winters(&one), 400.0, &POLICY);
    assert!(one.pct.is_some() && one.interval_pct.is_none() && one.low_evidence);
    let mut bare = many(Phase::ElNino, 10.0, 8);
    bare.extend(many(Phase::Neutral, 10.0, 8));
    assert_eq!(effect(Group::ElNino, &winters(&bare), 10.0, &POLICY).pct, None);
}

#[test]
fn strong_winters_form_a_group() {
    let mut all = many(Phase::Neutral, 400.0, 9);
    all.extend([(Phase::ElNino, true, 500.0), (Phase::ElNino, false, 450.0), (Phase::LaNina, true, 300.0)]);
    let all = winters(&all);
    let counts = Group::ALL.map(|group| effect(group, &all, 400.0, &POLICY).winters);
    assert_eq!(counts, [2, 1, 1, 1]);
}
