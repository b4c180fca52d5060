use super::*;
use crate::events::Audience;

#[test]
fn members_follow_specification_order() {
    let occurrence = Occurrence {
        event: EventName::parse("powder-alert").unwrap(),
        audience: Audience::ResortAndGlobal,
        resort_slug: "lech".into(),
        dedupe_key: "powder-alert:lech:2026-01-10".into(),
        data: serde_json::json!({ "name": "Zürs" }),
        created_at: Timestamp::parse("2026-01-10T12:00:00Z").unwrap(),
    };
    let frozen = FrozenBody::new(Uuid::from_u128(1), Uuid::from_u128(2), &occurrence).unwrap();
    let expected = "{\"id\":\"00000000-0000-0000-0000-000000000001\",\"event\":\"powder-alert\",\
        \"resortSlug\":\"lech\",\"data\":{\"name\":\"Zürs\"},\"createdAt\":\"2026-01-10T12:00:00.000Z\",\
        \"subscriptionId\":\"00000000-0000-0000-0000-000000000002\"}";
    assert_eq!(std::str::from_utf8(frozen.bytes()), Ok(expected));
    assert_eq!(frozen.delivery(), Uuid::from_u128(1));
}
