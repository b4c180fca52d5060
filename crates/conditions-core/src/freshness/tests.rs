use super::*;
use crate::units::Confidence;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn aged(kind: Kind, age_ms: i64) -> Field<u8> {
    Field::known(1, kind, Some(NOW.plus_millis(-age_ms)), Confidence::NONE)
}

fn tier(class: FieldClass, kind: Kind, age_ms: i64) -> FreshnessTier {
    of_field(NOW, &Policy::contract(), class, &aged(kind, age_ms)).tier
}

#[test]
fn boundaries_are_fresher_tier() {
    use FieldClass::{Depth, Status, Surface, Terrain};
    use FreshnessTier::{Estimated, Live, Recent, Stale};
    let edges = [
        (Depth, Kind::Operator, 6, Live, Recent),
        (Depth, Kind::Operator, 48, Recent, Stale),
        (Terrain, Kind::Operator, 3, Live, Recent),
        (Terrain, Kind::Operator, 18, Recent, Stale),
        (Surface, Kind::Operator, 6, Live, Recent),
        (Surface, Kind::Operator, 24, Recent, Stale),
        (Status, Kind::Operator, 3, Live, Recent),
        (Status, Kind::Operator, 18, Recent, Stale),
        (Depth, Kind::Station, 48, Recent, Stale),
        (Surface, Kind::Station, 6, Recent, Stale),
        (Terrain, Kind::Scraped, 24, Recent, Stale),
        (Depth, Kind::Model, 6, Estimated, Stale),
    ];
    for (class, kind, hours, at, past) in edges {
        assert_eq!(tier(class, kind, hours * HOUR_MS), at, "{class:?} {kind:?} at {hours} h");
        assert_eq!(tier(class, kind, hours * HOUR_MS + 1), past, "{class:?} {kind:?} past {hours} h");
    }
    assert_eq!(tier(Depth, Kind::Station, 0), Recent, "a station is never live");
    assert_eq!(tier(Depth, Kind::Scraped, 0), Recent, "a scraped value is never live");
}

#[test]
fn the_forecast_has_its_own_ladder() {
    let policy = Policy::contract();
    let tier = |age_ms| of_forecast(NOW, &policy, &aged(Kind::Model, age_ms)).tier;
    assert_eq!(tier(6 * HOUR_MS), FreshnessTier::Live);
    assert_eq!(tier(6 * HOUR_MS + 1), FreshnessTier::Recent);
    assert_eq!(tier(12 * HOUR_MS), FreshnessTier::Recent);
    assert_eq!(tier(12 * HOUR_MS + 1), FreshnessTier::Stale);
}

#[test]
fn undated_is_estimated() {
    let policy = Policy::contract();
    let undated = Field::known(1, Kind::Operator, None, Confidence::NONE);
    let ahead = aged(Kind::Operator, -(policy.future_tolerance_ms + 1));
    for field in [undated, ahead] {
        let freshness = of_field(NOW, &policy, FieldClass::Depth, &field);
        assert_eq!((freshness.tier, freshness.age_ms), (FreshnessTier::Estimated, None));
    }
    let slightly =
        of_field(NOW, &policy, FieldClass::Depth, &aged(Kind::Operator, -policy.future_tolerance_ms));
    assert_eq!((slightly.tier, slightly.age_ms), (FreshnessTier::Live, Some(0)));
    for kind in [Kind::Profile, Kind::Derived] {
        assert_eq!(tier(FieldClass::Terrain, kind, 90 * DAY_MS), FreshnessTier::Estimated);
    }
    let null = Field::<u8>::not_reported();
    assert_eq!(of_field(NOW, &policy, FieldClass::Depth, &null), Freshness::NOT_REPORTED);
    assert_eq!(of_forecast(NOW, &policy, &null), Freshness::NOT_REPORTED);
    assert_eq!(of_optional(NOW, &policy, FieldClass::Depth, None::<&Field<u8>>), Freshness::NOT_REPORTED);
}

#[test]
fn ages_are_rounded() {
    let of = |age_ms| Freshness { tier: FreshnessTier::Stale, age_ms: Some(age_ms), kind: Kind::Operator };
    assert_eq!(of(0).whole_hours(), Some(1));
    assert_eq!(of(2 * HOUR_MS - 1).whole_hours(), Some(1));
    assert_eq!(of(2 * HOUR_MS).whole_hours(), Some(2));
    assert_eq!(of(DAY_MS / 2).whole_days(), Some(1));
    assert_eq!(of(3 * DAY_MS - 1).whole_days(), Some(2));
    assert_eq!(of(90 * 60_000).age_hours(), Tenths::new(1.5));
    let oldest = Timestamp::from_millis(i64::MAX).since(Timestamp::from_millis(i64::MIN));
    assert!(of(oldest).age_hours().is_some());
}
