use conditions_core::evidence::Claim;
use conditions_core::record::Band;

use super::*;
use crate::{entry, statement};

#[test]
fn report_makes_the_record_live() {
    let now = Timestamp::parse("2026-01-10T06:00:00Z").unwrap();
    let policy = Policy::contract();
    let profile = Profile::new("testberg", conditions_core::chrono_tz::Europe::Vienna);
    let model = Observation::new(
        Origin::Model { label: None, agreement: None },
        Some(now),
        Claim::Depth { band: Band::Base, cm: 40.0 },
    );
    let evidence = Evidence::default().with_observations([model]);
    let report =
        entry::json(br#"{"depthBase":95,"newSnow24h":null,"status":"OPEN","surface":"powder"}"#, now)
            .unwrap();
    let claims = statement::after(&[], &report, now);
    let newer = with_claims(&evidence, &claims);
    let (before, _) = resolved(now, &policy, &profile, &evidence);
    let (after, rules) = resolved(now, &policy, &profile, &newer);
    let changes = changes(now, &policy, &before, &after, &rules);
    let of = |field| changes.iter().find(|change| change.field == field).unwrap();
    assert_eq!(of("depth.base").before.source, Kind::Model);
    assert_eq!(
        (of("depth.base").after.source, of("depth.base").after.tier),
        (Kind::Operator, FreshnessTier::Live)
    );
    assert_eq!(of("depth.base").after.value, serde_json::json!(95));
    assert_eq!(of("surface").after.value, serde_json::json!("Powder"));
    assert_eq!(of("status").rule, Some("operator_status"));
    assert_eq!(of("snowfall24hCm").after.value, Value::Null, "not measured is not 0");
    let held: Vec<(Field, i64)> = expiries(&policy, &report, now)
        .iter()
        .map(|expiry| (expiry.field, expiry.expires_at.since(now) / 3_600_000))
        .collect();
    assert_eq!(held, [(Field::Status, 18), (Field::DepthBase, 48), (Field::Surface, 24)]);
}
