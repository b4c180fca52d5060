//! Property tests: the envelope is valid for any evidence, also after values are withheld from a caller.

use conditions_core::field::Field;
use conditions_core::policy::Policy;
use conditions_core::record::Resolution;
use conditions_core::resolve;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use proptest::prelude::*;
use serde_json::Value;

use crate::arbitrary::{Arguments, arguments};
use crate::support::{NOW, envelope, unknown, violations};

fn run(Arguments { now, profile, evidence }: &Arguments) -> Resolution {
    resolve(*now, &Policy::contract(), profile, evidence)
}

const END_OF_DATES: i64 = 253_402_300_800_000;

/// The label forms of the specification, with the number taken out.
const LABELS: [&str; 7] = [
    "live",
    "as of <n>h ago",
    "stale (<n>d ago)",
    "modelled <n>h ago",
    "stale (modelled <n>h ago)",
    "estimated",
    "not reported",
];

/// Replaces the number in a label: `as of 5h ago` becomes `as of <n>h ago`.
fn form(label: &str) -> String {
    let digits: String = label.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() { label.to_owned() } else { label.replacen(&digits, "<n>", 1) }
}

/// Collects every field envelope in `data`.
fn fields<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    if value.get("source").is_some() && value.get("observedAt").is_some() && value.get("confidence").is_some()
    {
        found.push(value);
    }
    match value {
        Value::Object(members) => members.values().for_each(|member| fields(member, found)),
        Value::Array(items) => items.iter().for_each(|item| fields(item, found)),
        _ => {}
    }
}

#[test]
fn empty_evidence_gives_nulls() {
    let envelope = envelope(&unknown(), NOW);
    assert_eq!(violations(&envelope), Vec::<String>::new());
    let mut found = Vec::new();
    fields(&envelope["data"], &mut found);
    for field in found.into_iter().filter(|field| *field != &envelope["data"]["status"]) {
        assert_eq!(field["value"], Value::Null);
        assert_eq!(
            (&field["source"], &field["observedAt"], &field["confidence"]),
            (&"none".into(), &Value::Null, &0.into())
        );
    }
    assert_eq!(envelope["data"]["status"]["value"], "UNKNOWN");
    assert_eq!(envelope["measuredNow"], Value::Null);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_envelope_is_valid(given in arguments(), later in 0..30 * 24 * HOUR_MS) {
        // A forecast at the end of the year 9999 has dates that no date format can write.
        prop_assume!(given.now.millis() < END_OF_DATES - 30 * DAY_MS);
        let mut resolution = run(&given);
        let generated_at = given.now.plus_millis(later);
        prop_assert_eq!(violations(&envelope(&resolution, generated_at)), Vec::<String>::new());
        resolution.record.forecast.next14d_cm = Field::not_reported();
        prop_assert_eq!(violations(&envelope(&resolution, generated_at)), Vec::<String>::new());
    }

    #[test]
    fn meta_and_data_are_consistent(given in arguments(), later in 0..30 * 24 * HOUR_MS) {
        let generated_at = given.now.plus_millis(later);
        let envelope = envelope(&run(&given), generated_at);
        let (meta, data) = (&envelope["meta"], &envelope["data"]);
        prop_assert_eq!(&meta["slug"], &data["slug"]);
        prop_assert_eq!(&meta["resolvedAt"], &data["resolvedAt"]);
        prop_assert_eq!(&meta["generatedAt"], &Value::from(generated_at.to_string()));
        for (name, shown) in meta["freshness"].as_object().unwrap() {
            let (tier, label) = (shown["tier"].as_str().unwrap(), shown["label"].as_str().unwrap());
            prop_assert!(LABELS.contains(&form(label).as_str()), "{}: {}", name, label);
            let field = match name.as_str() {
                "depthBase" => &data["depth"]["base"],
                "depthMid" => &data["depth"]["mid"],
                "depthSummit" => &data["depth"]["summit"],
                "forecast" => &data["forecast"]["next7dCm"],
                other => &data[other],
            };
            prop_assert_eq!(tier == "unknown", field.get("value").is_none_or(Value::is_null), "{}", name);
            let age = shown["ageHours"].as_f64();
            prop_assert!(age.is_none_or(|hours| hours >= 0.0), "{}: {:?}", name, age);
            // One decimal: ten times the hours is a whole number.
            prop_assert!(age.is_none_or(|hours| ((hours * 10.0).round() - hours * 10.0).abs() < 1e-6));
            prop_assert!(tier == "unknown" || age.is_some() || tier == "estimated", "{}: {}", name, tier);
        }
    }

    #[test]
    fn every_field_is_whole(given in arguments()) {
        let envelope = envelope(&run(&given), given.now);
        let mut found = Vec::new();
        fields(&envelope["data"], &mut found);
        prop_assert!(found.len() >= 9);
        for field in found {
            prop_assert_eq!(field["value"].is_null(), field["source"] == "none", "{}", field);
            let confidence = field["confidence"].as_f64().unwrap();
            prop_assert!((0.0..=1.0).contains(&confidence), "{}", field);
            let observed = field["observedAt"].as_str().and_then(Timestamp::parse);
            prop_assert!(observed.is_none_or(|at| at <= given.now), "{}", field);
        }
    }
}
