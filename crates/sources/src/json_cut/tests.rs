use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn numbers(text: &str) -> (Vec<Number>, Option<Kind>) {
    let parts = Raw::document("test", text.as_bytes()).unwrap().elements().unwrap();
    (parts.items.into_iter().map(Raw::number).collect(), parts.fault)
}

#[test]
fn broken_value_affects_no_others() {
    let (items, fault) = numbers(r#" [1, null, NaN, 1e999, "3", -0.5 ,{"a":[1,2]}, ] "#);
    assert_eq!(fault, None);
    assert_eq!(
        items,
        [
            Number::Is(1.0),
            Number::Null,
            Number::Null,
            Number::Unreadable,
            Number::Unreadable,
            Number::Is(-0.5),
            Number::Unreadable,
            Number::Unreadable
        ]
    );
}

#[test]
fn truncated_text_keeps_complete_parts() {
    let whole = r#"[{"a":1},{"a":"x]\"}"},{"a":3}]"#;
    let ends = [8, 22, whole.len() - 1];
    for cut in 1..whole.len() {
        let parts = records("test", &whole.as_bytes()[..cut], MOST);
        let complete = ends.iter().filter(|end| **end <= cut).count();
        match parts {
            Ok(parts) => {
                assert_eq!(parts.items.len(), complete, "{}", &whole[..cut]);
                assert_eq!(parts.fault, Some(Kind::Truncated));
            }
            Err(error) => assert_eq!((error.kind, complete), (Kind::Truncated, 0), "{}", &whole[..cut]),
        }
    }
    assert_eq!(records("test", whole.as_bytes(), MOST).unwrap().fault, None);
}

#[test]
fn members_are_found_by_name() {
    let raw =
        Raw::document("test", br#"{"a" : 1 , "b\u0063":{"d":"  x "}, "a":2,"e":"", "f":null}"#).unwrap();
    let object = raw.object().unwrap();
    assert_eq!(object.number("a"), Number::Is(2.0));
    assert_eq!(object.get("bc").unwrap().object().unwrap().text("d").as_deref(), Some("x"));
    assert_eq!(object.text("e"), None);
    assert_eq!(object.number("f"), Number::Null);
    assert_eq!(object.number("missing"), Number::Null);
}

#[test]
fn rejects_responses_without_data() {
    let kind = |body: &[u8]| records("test", body, MOST).unwrap_err().kind;
    assert_eq!(kind(b""), Kind::Empty);
    assert_eq!(kind(b"\xef\xbb\xbf \n"), Kind::Empty);
    assert_eq!(kind(b"\n<!DOCTYPE html>"), Kind::Html);
    assert!(matches!(kind(b"Service Unavailable"), Kind::Malformed(_)));
    assert_eq!(
        kind(br#"{"code":"STATION_NOT_FOUND","status":400}"#),
        Kind::Refused { refusal: Refusal::NoData, reason: "STATION_NOT_FOUND".to_owned() }
    );
    assert_eq!(
        kind(br#"{"title":"Unexpected Problem","status":500}"#),
        Kind::Refused { refusal: Refusal::Overloaded, reason: "Unexpected Problem".to_owned() }
    );
    assert!(matches!(kind(br#"{"stations":[]}"#), Kind::Malformed(text) if text.contains("stations")));
    assert_eq!(kind(br#"[{"a":1"#), Kind::Truncated);
}

#[test]
fn deep_nesting_needs_no_recursion() {
    let deep = "[".repeat(200_000);
    assert_eq!(records("test", deep.as_bytes(), MOST).unwrap_err().kind, Kind::Truncated);
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-1e6f64..1e6).prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(".{0,4}", inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Returns the value as this reader sees it.
fn seen(raw: Raw<'_>) -> Value {
    if let Some(parts) = raw.elements() {
        assert_eq!(parts.fault, None);
        return parts.items.into_iter().map(seen).collect();
    }
    if let Ok(object) = raw.object() {
        return Value::Object(
            object.members().iter().map(|(name, value)| (name.clone(), seen(*value))).collect(),
        );
    }
    match (raw.number(), raw.text()) {
        (Number::Null, _) => Value::Null,
        (Number::Is(value), _) => Value::from(value),
        (Number::Unreadable, Some(text)) => Value::from(text),
        (Number::Unreadable, None) => serde_json::from_slice::<bool>(raw.0).unwrap().into(),
    }
}

fn floats(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64().unwrap()),
        Value::Array(items) => items.iter().map(floats).collect(),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(key, value)| (key.clone(), floats(value))).collect())
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_serde_json(value in json(), pretty in any::<bool>()) {
        let list = Value::from(vec![value]);
        let text = if pretty { serde_json::to_string_pretty(&list) } else { serde_json::to_string(&list) }.unwrap();
        prop_assert_eq!(seen(Raw::document("test", text.as_bytes()).unwrap()), floats(&list));
    }
}
