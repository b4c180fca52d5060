use super::*;
use crate::enso::effect::{Group, effect};
use crate::enso::phase::Phase;
use crate::enso::winter_phase::WinterPhase;

const POLICY: EnsoPolicy = EnsoPolicy::DEFAULT;

#[test]
fn cut_matches_published_example() {
    // Benjamini & Hochberg 1995, section 4.1: fifteen p, four discoveries at 5 %.
    let ps = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
        0.6528, 0.7590, 1.0,
    ];
    assert_eq!(cut(ps, 0.05), Some(0.0095));
    assert_eq!(cut([0.2, 0.9], 0.05), None);
    assert_eq!(cut([], 0.05), None);
}

/// Returns a resort with thirty winters that alternate between warm, cold and neutral, with pseudo-random variation.
fn resort(seed: u32, warm: f64) -> Signal {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let mut luck = || {
        let mut sum = 0.0;
        for _ in 0..12 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            sum += f64::from(state >> 8) / f64::from(1_u32 << 24);
        }
        sum - 6.0
    };
    let winters: Vec<(WinterPhase, f64)> = (0..30)
        .map(|at| {
            let phase = [Phase::ElNino, Phase::LaNina, Phase::Neutral][at % 3];
            let more = if phase == Phase::ElNino { warm } else { 1.0 };
            (WinterPhase { phase, strong: false, anomaly: 0 }, 400.0 * more + 80.0 * luck())
        })
        .collect();
    let effects = Group::ALL.map(|group| effect(group, &winters, 400.0, &POLICY));
    let late = effect(Group::ElNino, &winters, 400.0, &POLICY);
    Signal { winters: 30, normal_cm: 400.0, effects, late, tier: None }
}

#[test]
fn unlinked_resorts_are_rarely_clear() {
    let mut signals: Vec<Signal> = (0..600).map(|seed| resort(seed, 1.0)).collect();
    let clear = |signals: &[Signal]| signals.iter().filter(|signal| !signal.el_nino().low_evidence).count();
    let alone = clear(&signals);
    assert!((15..=45).contains(&alone), "{alone} of 600 by single intervals");
    hold_to_rate(&mut signals, &POLICY);
    assert!(clear(&signals) <= 2, "{} of 600", clear(&signals));
}

#[test]
fn true_link_is_clear() {
    let mut signals: Vec<Signal> =
        (0..600).map(|seed| resort(seed, if seed < 100 { 1.5 } else { 1.0 })).collect();
    hold_to_rate(&mut signals, &POLICY);
    let clear = |range: std::ops::Range<usize>| {
        signals[range].iter().filter(|signal| !signal.el_nino().low_evidence).count()
    };
    let (true_ones, false_ones) = (clear(0..100), clear(100..600));
    assert!(true_ones >= 90, "{true_ones} of 100 found");
    assert!(false_ones * 5 <= true_ones, "{false_ones} false and {true_ones} true");
    assert!(signals[..100].iter().filter(|signal| signal.tier.is_some()).count() >= 90);
}

#[test]
fn single_resort_uses_its_interval() {
    let mut one = [resort(7, 1.6)];
    let before = one[0].el_nino().low_evidence;
    hold_to_rate(&mut one, &POLICY);
    assert_eq!((before, one[0].el_nino().low_evidence), (false, false));
    hold_to_rate([], &POLICY);
}
