use super::*;
use crate::enso::effect::Group;

/// Returns an effect of eight winters against nine with an interval of ±9 %.
fn found(pct: f64, low_evidence: bool) -> Effect {
    Effect {
        group: Group::ElNino,
        winters: 8,
        neutral_winters: 9,
        mean_cm: None,
        neutral_mean_cm: None,
        pct: Some(pct),
        interval_pct: Some((pct - 9.0, pct + 9.0)),
        p: None,
        low_evidence,
    }
}

fn letter(season: f64, late: f64) -> char {
    let (season, late) = (found(season, false), found(late, false));
    tier(&season, &late, &EnsoPolicy::DEFAULT).unwrap().letter()
}

#[test]
fn limits_belong_to_the_better_tier() {
    let letters: String = [15.0, 14.9, 5.0, 4.9, 0.0, -4.9, -5.0, -40.0]
        .into_iter()
        .map(|season| letter(season, 0.0))
        .collect();
    assert_eq!(letters, "ABBCCCEE");
}

#[test]
fn late_surge_makes_a_late_bloomer() {
    assert_eq!(
        [(0.0, 15.0), (0.0, 14.9), (-10.0, 5.0), (-10.0, 4.9), (20.0, 90.0)].map(|(s, l)| letter(s, l)),
        ['D', 'C', 'D', 'E', 'A']
    );
}

#[test]
fn weak_evidence_gives_no_tier() {
    let policy = EnsoPolicy::DEFAULT;
    let tier = |season: Effect, late: Effect| tier(&season, &late, &policy);
    assert_eq!(tier(found(0.0, true), found(20.0, false)), Some(Tier::LateBloomer));
    assert_eq!(tier(found(20.0, true), found(0.0, false)), None, "seven winters against three are not prime");
    assert_eq!(tier(found(-20.0, true), found(0.0, true)), None);
    assert_eq!(tier(found(0.0, true), found(20.0, true)), None);
    // The absence of a link is shown by an interval that excludes one, not by an estimate near zero.
    assert_eq!(tier(found(0.0, true), found(0.0, true)), Some(Tier::EnsoProof));
    let wide = Effect { interval_pct: Some((-25.0, 25.0)), ..found(0.0, true) };
    assert_eq!(tier(wide, found(0.0, true)), None);
    let few = Effect { winters: 4, ..found(0.0, true) };
    assert_eq!(tier(few, found(0.0, true)), None);
    let unknown = Effect { pct: None, ..found(0.0, true) };
    assert_eq!(tier(unknown, found(20.0, false)), None);
}

#[test]
fn parses_letters_and_labels() {
    for (text, tier) in [
        ("A", Tier::Prime),
        ("b", Tier::Favored),
        ("ENSO-proof", Tier::EnsoProof),
        ("enso_proof", Tier::EnsoProof),
        ("Late Bloomer", Tier::LateBloomer),
        ("timing play", Tier::TimingPlay),
    ] {
        assert_eq!(Tier::parse(text), Some(tier), "{text}");
    }
    for wrong in ["", "F", "AA", "best", "1"] {
        assert_eq!(Tier::parse(wrong), None, "{wrong}");
    }
}
