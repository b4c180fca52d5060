use super::candidate::CandidateOrigin;
use super::*;
use crate::source::AcquisitionTier;
use crate::time::HOUR_MS;
use crate::time::Timestamp;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn at(hours: i64) -> Option<Timestamp> {
    Some(NOW.plus_millis(-hours * HOUR_MS))
}

fn candidate(kind: Kind, value: f64, observed_at: Option<Timestamp>) -> Candidate<'static, f64> {
    Candidate::new(CandidateOrigin::Profile, value, kind, observed_at)
}

fn choose(candidates: &[Candidate<'static, f64>]) -> (Option<(f64, Rank, f64)>, FlagSet) {
    let policy = Policy::contract();
    let question = Question {
        present: &Present::new(NOW),
        policy: &policy,
        class: FieldClass::Depth,
        name: "depth",
        check: |policy, cm| (!policy.plausible_depth_cm.contains(*cm)).then_some(Flag::ImplausibleDepth),
    };
    let mut flags = FlagSet::default();
    let forward = best(&question, candidates.iter().copied(), &mut flags, &mut ());
    let backward = best(&question, candidates.iter().rev().copied(), &mut flags, &mut ());
    let read = |chosen: Option<Selection<'_, f64>>| {
        chosen.map(|chosen| (chosen.candidate.value, chosen.step, chosen.confidence.get()))
    };
    let forward = read(forward);
    assert_eq!(forward, read(backward), "the order of the input matters");
    (forward, flags)
}

#[test]
fn ranks_are_tried_in_order() {
    let mut all = [
        candidate(Kind::Operator, 1.0, at(48)),
        candidate(Kind::Station, 2.0, at(6)),
        candidate(Kind::Scraped, 3.0, at(24)),
        candidate(Kind::Model, 4.0, at(6)),
        candidate(Kind::Operator, 5.0, at(14 * 24)),
        candidate(Kind::Scraped, 6.0, at(25)),
        candidate(Kind::Model, 7.0, at(48)),
        candidate(Kind::Operator, 8.0, None),
        candidate(Kind::Model, 9.0, None),
    ]
    .to_vec();
    let expected = [
        Rank::Fresh,
        Rank::Fresh,
        Rank::Fresh,
        Rank::FreshModel,
        Rank::Expired,
        Rank::Expired,
        Rank::ExpiredModel,
        Rank::Undated,
        Rank::Undated,
    ];
    for step in expected {
        let (chosen, _) = choose(&all);
        let first = all.remove(0);
        assert_eq!(chosen.map(|c| (c.0, c.1)), Some((first.value, step)));
    }
    assert_eq!(choose(&all).0, None);
}

#[test]
fn expires_after_last_usable_instant() {
    let over = |hours: i64| at(hours).map(|t| t.plus_millis(-1));
    assert_eq!(choose(&[candidate(Kind::Operator, 1.0, over(14 * 24))]).0, None);
    assert_eq!(choose(&[candidate(Kind::Model, 1.0, over(48))]).0, None);
    let operator = choose(&[candidate(Kind::Operator, 1.0, over(48)), candidate(Kind::Model, 2.0, at(1))]).0;
    assert_eq!(operator.map(|c| c.1), Some(Rank::FreshModel));
}

#[test]
fn newest_wins_at_equal_trust() {
    let tiered = |value, tier| {
        let mut own = candidate(Kind::Scraped, value, at(2));
        own.tier = Some(tier);
        own
    };
    let newer = candidate(Kind::Scraped, 9.0, at(1));
    let feed = tiered(8.0, AcquisitionTier::StructuredFeed);
    let vision = tiered(7.0, AcquisitionTier::Vision);
    assert_eq!(choose(&[feed, newer, vision]).0.map(|c| c.0), Some(9.0));
    assert_eq!(choose(&[vision, feed]).0.map(|c| c.0), Some(8.0));
    assert_eq!(choose(&[vision, tiered(6.5, AcquisitionTier::Vision)]).0.map(|c| c.0), Some(6.5));
}

#[test]
fn near_future_counts_as_now() {
    let policy = Policy::contract();
    let ahead = |ms| Some(NOW.plus_millis(policy.future_tolerance_ms + ms));
    let (chosen, flags) = choose(&[candidate(Kind::Operator, 1.0, ahead(0))]);
    assert_eq!((chosen, flags), (Some((1.0, Rank::Fresh, 0.95)), FlagSet::default()));
    let (chosen, flags) = choose(&[candidate(Kind::Operator, 1.0, ahead(1))]);
    assert_eq!(chosen, Some((1.0, Rank::Undated, 0.3)));
    assert!(flags.has(&Flag::FutureTimestamp));
}

#[test]
fn implausible_values_are_flagged() {
    for value in [f64::NAN, f64::INFINITY, -0.1, 1500.1] {
        let (chosen, flags) = choose(&[candidate(Kind::Operator, value, at(1))]);
        assert_eq!(chosen, None);
        assert!(flags.has(&Flag::ImplausibleDepth));
    }
    assert_eq!(choose(&[candidate(Kind::Operator, 1500.0, at(1))]).0.map(|c| c.0), Some(1500.0));
}

#[test]
fn confidence_falls_to_a_third() {
    let confidence = |kind, hours| choose(&[candidate(kind, 1.0, at(hours))]).0.map(|c| c.2);
    assert_eq!(confidence(Kind::Operator, 6), Some(0.95));
    assert_eq!(confidence(Kind::Operator, 7), Some(0.90));
    assert_eq!(confidence(Kind::Operator, 48), Some(0.90));
    assert_eq!(confidence(Kind::Operator, 48 + 144), Some(0.60), "half way: two thirds");
    assert_eq!(confidence(Kind::Operator, 14 * 24), Some(0.30));
    assert_eq!(confidence(Kind::Station, 6), Some(0.90));
    assert_eq!(confidence(Kind::Scraped, 1), Some(0.45), "acquisition unknown");
    assert_eq!(confidence(Kind::Model, 6), Some(0.40));
    assert_eq!(confidence(Kind::Model, 27), Some(0.27));
    assert_eq!(confidence(Kind::Model, 48), Some(0.13));
}

#[test]
fn no_tie_promises_an_open_resort() {
    use OperatingStatus::{ClosedToday, OffSeason, Open, PreSeason, Unknown};
    for other in [ClosedToday, PreSeason, OffSeason, Unknown] {
        assert_eq!(other.stable_cmp(&Open), Ordering::Less);
    }
    let known = OpenTotal { open: Some(3), total: None };
    let unknown = OpenTotal { open: None, total: Some(3) };
    assert_eq!(known.stable_cmp(&unknown), Ordering::Less);
}

#[test]
fn reference_data_comes_last() {
    let policy = Policy::contract();
    let ask = |class, kinds: &[Kind]| {
        let question = Question {
            present: &Present::new(NOW),
            policy: &policy,
            class,
            name: "field",
            check: |_, _| None,
        };
        let all = kinds.iter().map(|kind| candidate(*kind, 1.0, None));
        best(&question, all, &mut FlagSet::default(), &mut ()).map(|c| (c.candidate.kind, c.step))
    };
    let undated = Some((Kind::Scraped, Rank::Undated));
    assert_eq!(ask(FieldClass::Standing, &[Kind::Profile, Kind::Scraped]), undated);
    let reference = Some((Kind::Profile, Rank::Reference));
    assert_eq!(ask(FieldClass::Standing, &[Kind::Profile]), reference);
    assert_eq!(ask(FieldClass::Terrain, &[Kind::Profile, Kind::Model, Kind::Station]), reference);
    for class in [FieldClass::Depth, FieldClass::Surface, FieldClass::Snowfall, FieldClass::Status] {
        assert_eq!(ask(class, &[Kind::Profile, Kind::Derived, Kind::None]), None);
    }
    assert_eq!(ask(FieldClass::Status, &[Kind::Scraped]), None, "only the resort states its status");
}
