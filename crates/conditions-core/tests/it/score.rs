//! Properties of the score for any resort.

use conditions_core::field::Field;
use conditions_core::policy::Policy;
use conditions_core::record::{OpenTotal, OperatingStatus, QualityLabel, Resolution, SnowQuality};
use conditions_core::resolve;
use conditions_core::score::{Part, Score, ScorePolicy, WithheldReason, score};
use conditions_core::source::Kind;
use conditions_core::units::{Confidence, Tenths};
use proptest::prelude::*;

use crate::arbitrary::{Arguments, arguments};
use crate::properties::shuffled;

const POLICY: ScorePolicy = ScorePolicy::CONTRACT;

fn run(Arguments { now, profile, evidence }: &Arguments) -> Resolution {
    resolve(*now, &Policy::contract(), profile, evidence)
}

fn maybe<T: std::fmt::Debug + Clone + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Field<T>> {
    let known = (value, 0_u8..=100).prop_map(|(value, trust)| {
        Field::known(value, Kind::Model, None, Confidence::from_hundredths(trust))
    });
    prop_oneof![1 => Just(Field::not_reported()), 3 => known].boxed()
}

fn cm(most: i32) -> impl Strategy<Value = Tenths> {
    (0..=most).prop_map(Tenths::from_units)
}

fn label() -> impl Strategy<Value = QualityLabel> {
    use QualityLabel::{Dense, Icy, Packed, Powder, Spring, Variable, Wet};
    prop::sample::select(vec![Powder, Packed, Dense, Icy, Wet, Spring, Variable])
}

fn status() -> impl Strategy<Value = OperatingStatus> {
    use OperatingStatus::{ClosedToday, OffSeason, Open, PreSeason, Unknown};
    prop::sample::select(vec![Open, Open, Open, ClosedToday, Unknown, PreSeason, OffSeason])
}

/// Generates resorts whose scores have every combination of components, at any confidence.
fn resort() -> impl Strategy<Value = Resolution> {
    let quality = label().prop_map(|label| {
        let json = serde_json::json!({ "densityRatio": null, "label": label, "description": "" });
        serde_json::from_value::<SnowQuality>(json).unwrap()
    });
    let lifts =
        (0_u32..50, 0_u32..50).prop_map(|(open, total)| OpenTotal { open: Some(open), total: Some(total) });
    let fields = (
        maybe(cm(900)),
        maybe(0_i32..400),
        maybe(cm(2000)),
        maybe(quality),
        maybe(lifts),
        maybe(status()),
        prop::option::of(cm(4000)),
    );
    (arguments(), fields).prop_map(|(arguments, (snow, percent, next, quality, lifts, status, average))| {
        let mut resolution = run(&arguments);
        resolution.snowfall24h_cm = snow;
        let record = &mut resolution.record;
        record.depth_vs_avg_pct = percent;
        record.forecast.next7d_cm = next;
        record.snow_quality = Some(quality);
        record.lifts = lifts;
        record.status = status;
        if let Some(basis) = &mut record.depth_vs_avg_basis {
            basis.average_cm = average;
        }
        resolution
    })
}

/// Recomputes the score from its published parts.
fn recomputed(score: &Score) -> Option<f64> {
    let (mut all, mut held, mut trusted, mut earned) = (0.0, 0.0, 0.0, 0.0);
    for component in &score.components {
        all += component.maximum.get();
        if let Some(found) = component.present {
            held += component.maximum.get();
            trusted += component.maximum.get() * found.confidence.get();
            earned += found.points.get() * found.confidence.get();
        }
    }
    let enough = trusted > 0.0 && (held / all * 100.0).round() / 100.0 >= POLICY.least_present;
    let confidence = (trusted / held * 100.0).round() / 100.0;
    enough.then(|| 100.0 * earned / trusted * (1.0 - POLICY.discount * (1.0 - confidence)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn score_is_in_range_or_null(arguments in arguments()) {
        let score = score(&POLICY, &run(&arguments));
        prop_assert!(score.value.is_none_or(|value| (0.0..=100.0).contains(&value.get())));
        prop_assert_eq!(score.value.is_none(), score.withheld.is_some());
    }

    #[test]
    fn evidence_order_never_matters((given, other) in shuffled()) {
        prop_assert_eq!(score(&POLICY, &run(&given)), score(&POLICY, &run(&other)));
    }

    #[test]
    fn score_is_reproducible(resolution in resort()) {
        let score = score(&POLICY, &resolution);
        for component in &score.components {
            let within = |points: Tenths| points >= Tenths::ZERO && points <= component.maximum;
            prop_assert!(component.present.is_none_or(|found| within(found.points)), "{:?}", component);
        }
        match (score.value, score.withheld) {
            (Some(value), None) => {
                let expected = recomputed(&score).unwrap();
                prop_assert!((0.0..=100.0).contains(&value.get()));
                prop_assert!((value.get() - expected).abs() <= 0.05 + 1.0e-9, "{} and {}", value.get(), expected);
            }
            (None, Some(WithheldReason::ThinEvidence)) => prop_assert_eq!(recomputed(&score), None),
            (None, Some(WithheldReason::OutOfSeason)) => {
                let status = resolution.record.status.value;
                prop_assert!(matches!(status, Some(OperatingStatus::OffSeason | OperatingStatus::PreSeason)));
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn new_snow_never_lowers_score(resolution in resort(), more in 0_i32..300) {
        let mut snowier = resolution.clone();
        snowier.snowfall24h_cm.value = resolution.snowfall24h_cm.value.map(|cm| Tenths::from_units(cm.units() + more));
        let (before, after) = (score(&POLICY, &resolution), score(&POLICY, &snowier));
        prop_assert!(after.value >= before.value, "{:?} and {:?}", before.value, after.value);
    }

    #[test]
    fn missing_never_counts_as_zero(resolution in resort(), trust in 1_u8..=100) {
        let mut dry = resolution.clone();
        dry.snowfall24h_cm = Field::known(Tenths::ZERO, Kind::Operator, None, Confidence::from_hundredths(trust));
        let mut silent = resolution.clone();
        silent.snowfall24h_cm = Field::not_reported();
        let (dry, silent) = (score(&POLICY, &dry), score(&POLICY, &silent));
        let missing = &silent.components[Part::RecentSnow as usize];
        prop_assert!(missing.present.is_none());
        if let (Some(dry), Some(silent)) = (dry.value, silent.value) {
            prop_assert!(silent >= dry, "{} without and {} with zero", silent.get(), dry.get());
        }
    }
}
