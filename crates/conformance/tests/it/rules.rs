//! Properties of the list of rules: rules are total, and neither they nor the schema raise a false alarm on this
//! project's own records for any evidence, on pairs of them, or on rows.
//!
//! `CONFORMANCE_RECORDS` sets the number of generated records for the last property; the default is 200.

use std::collections::BTreeSet;

use conditions_core::field::Field;
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::time::{DAY_MS, HOUR_MS};
use conditions_core::{forecast, resolve};
use conformance::rules::{
    Answer, Definitions, Finding, Severity, Subject, ToolResult, Viewer, check, rule, rules,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::arbitrary::arguments;
use crate::support::{NOW, envelope, unknown, violations};

#[test]
fn every_rule_is_documented() {
    let mut seen = BTreeSet::new();
    for rule in rules() {
        let (area, name) = rule.id.split_once('/').unwrap();
        assert!([area, name].iter().all(|part| !part.is_empty()), "{}", rule.id);
        assert!(
            rule.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"/-".contains(&b)),
            "{}",
            rule.id
        );
        assert!(seen.insert(rule.id), "{} twice", rule.id);
        for text in [rule.clause, rule.checks, rule.fix] {
            assert!(text.len() > 8 && !text.contains('\n'), "{}: {text}", rule.id);
        }
        assert!(!rule.checks.contains('|') && !rule.fix.contains('|'), "{}", rule.id);
    }
    assert!(seen.len() >= 90, "{} rules", seen.len());
    assert_eq!(rule("depth/headline-rule").map(|rule| rule.severity), Some(Severity::Error));
    assert!(rule("depth/nothing").is_none());
}

fn records() -> u32 {
    std::env::var("CONFORMANCE_RECORDS").ok().and_then(|text| text.parse().ok()).unwrap_or(200)
}

fn judged(json: &Value, viewer: Viewer) -> Vec<Finding> {
    check(&Subject::Envelope(Answer { json, viewer, definitions: &Definitions::default() }))
}

/// From the year 1 to the end of the year 9999: outside, the calendar has no days left for a forecast.
const DATES: std::ops::Range<i64> = -62_135_596_800_000 + 60 * DAY_MS..253_402_300_800_000 - 60 * DAY_MS;

proptest! {
    #![proptest_config(ProptestConfig { cases: records(), max_global_rejects: 1_000 + records(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rules_raise_no_false_alarm(given in arguments(), later in 0..20 * 24 * HOUR_MS, again in 0..3 * HOUR_MS) {
        prop_assume!(DATES.contains(&given.now.millis()));
        let policy = Policy::contract();
        let definitions = Definitions::default();
        let resolution = resolve(given.now, &policy, &given.profile, &given.evidence);
        let first = envelope(&resolution, given.now.plus_millis(later));
        prop_assert_eq!(judged(&first, Viewer::Pro), Vec::new(), "{}", first);
        prop_assert_eq!(violations(&first), Vec::<String>::new(), "{}", first);
        let mut open = resolution.clone();
        open.record.forecast.next14d_cm = Field::not_reported();
        let anonymous = envelope(&open, given.now.plus_millis(later));
        prop_assert_eq!(judged(&anonymous, Viewer::Anonymous), Vec::new(), "{}", anonymous);

        let view = |json, viewer| Answer { json, viewer, definitions: &definitions };
        let second = envelope(&resolution, given.now.plus_millis(later + again));
        let samples = Subject::Samples(view(&first, Viewer::Pro), view(&second, Viewer::Pro));
        prop_assert_eq!(check(&samples), Vec::new(), "{}\n{}", first, second);
        let tiers = Subject::Tiers(view(&anonymous, Viewer::Anonymous), view(&first, Viewer::Pro));
        prop_assert_eq!(check(&tiers), Vec::new());

        let rows = forecast::daily(given.now, &policy, &given.profile, given.evidence.forecast.as_ref(), Band::Mid);
        let rows = json!({ "data": { "days": rows } });
        prop_assert_eq!(check(&Subject::Rows(view(&first, Viewer::Pro), &rows)), Vec::new(), "{}\n{}", first, rows);
    }

    #[test]
    fn rules_accept_any_json(given in arguments(), at in any::<prop::sample::Index>(), odd in odd_value()) {
        let resolution = resolve(given.now, &Policy::contract(), &given.profile, &given.evidence);
        let whole = envelope(&resolution, given.now);
        let mut pointers = Vec::new();
        gather(&whole, String::new(), &mut pointers);
        let mut broken = whole.clone();
        if let Some(place) = broken.pointer_mut(at.get::<String>(&pointers)) {
            *place = odd.clone();
        }
        let definitions = Definitions::read(&odd);
        let view = |json| Answer { json, viewer: Viewer::Anonymous, definitions: &definitions };
        for (one, other) in [(&broken, &whole), (&whole, &broken), (&odd, &odd), (&broken, &odd)] {
            let _ = check(&Subject::Envelope(view(one)));
            let _ = check(&Subject::Samples(view(one), view(other)));
            let _ = check(&Subject::Tiers(view(one), view(other)));
            let _ = check(&Subject::Detail(view(one), &json!({ "data": { "conditions": other["data"], "forecast": odd } })));
            let _ = check(&Subject::Rows(view(one), other));
            let _ = check(&Subject::Schema(other, None));
            let _ = check(&Subject::List(other));
            let _ = check(&Subject::Road(other));
            let _ = check(&Subject::Tool(ToolResult { result: other, service: "", rest: Some(one) }));
        }
    }
}

fn odd_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(vec![
            "",
            "é",
            "2026-01-10T12:00:00Z",
            "as of 99999999999999999999h ago",
            "OPEN",
            "base"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let names = prop::sample::select(vec![
            "value",
            "source",
            "data",
            "days",
            "date",
            "$ref",
            "properties",
            "meta",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((names, inner), 0..4).prop_map(|members| members
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect()),
        ]
    })
}

fn gather(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| gather(member, format!("{pointer}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| gather(item, format!("{pointer}/{at}"), found));
        }
        _ => {}
    }
    found.push(pointer);
}

#[test]
fn finding_has_path_and_value() {
    let mut json = envelope(&unknown(), NOW);
    json["data"]["baseDepthCm"]["value"] = json!(0);
    let findings = judged(&json, Viewer::Unknown);
    let found = findings.iter().find(|finding| finding.rule == "field/none-has-no-value").unwrap();
    assert_eq!((found.path.as_str(), found.found.as_str()), ("/data/baseDepthCm/value", "0"));
    assert_eq!(found.severity, Severity::Error);
}

#[test]
fn stated_thresholds_apply() {
    let stated = json!({ "data": [{ "id": "confidence.operatorLive", "value": 1.0 }] });
    let mut json = envelope(&unknown(), NOW);
    json["data"]["surface"] =
        json!({ "value": "ice", "source": "operator", "observedAt": NOW.to_string(), "confidence": 1 });
    let severity = |definitions: &Definitions| {
        let findings =
            check(&Subject::Envelope(Answer { json: &json, viewer: Viewer::Unknown, definitions }));
        findings
            .iter()
            .find(|finding| finding.rule == "field/confidence-of-source")
            .map(|finding| finding.severity)
    };
    assert_eq!(severity(&Definitions::default()), Some(Severity::Warning), "a default is only a warning");
    assert_eq!(severity(&Definitions::read(&stated)), None);
    let stricter = json!({ "data": [{ "id": "confidence.operatorLive", "value": 0.95 }] });
    assert_eq!(severity(&Definitions::read(&stricter)), Some(Severity::Error));
}

#[test]
fn far_ability_split_is_always_an_error() {
    let severity = |expert: f64, definitions: &Definitions| {
        let mut json = envelope(&unknown(), NOW);
        json["data"]["abilityPct"] = json!({
            "value": { "beginner": 20, "intermediate": 30, "advanced": 20, "expert": expert },
            "source": "operator", "observedAt": NOW.to_string(), "confidence": 0.9,
        });
        let answer = Answer { json: &json, viewer: Viewer::Unknown, definitions };
        let findings = check(&Subject::Envelope(answer));
        let about: Vec<_> =
            findings.iter().filter(|found| found.rule.starts_with("terrain/ability")).collect();
        assert!(about.len() <= 1, "one fault, one finding: {about:?}");
        about.first().map(|found| found.severity)
    };
    let (unstated, generous) = (
        Definitions::default(),
        Definitions::read(&json!({ "data": [{ "id": "ability.tolerance", "value": 40 }] })),
    );
    for definitions in [&unstated, &generous] {
        assert_eq!(severity(0.0, definitions), Some(Severity::Error), "70");
        assert_eq!(severity(19.9, definitions), Some(Severity::Error), "89.9");
        assert_eq!(severity(40.1, definitions), Some(Severity::Error), "110.1");
        assert_eq!(severity(30.0, definitions), None, "100");
    }
    for expert in [20.0, 27.9, 32.1, 40.0] {
        assert_eq!(severity(expert, &unstated), Some(Severity::Warning), "{expert}");
        assert_eq!(severity(expert, &generous), None, "{expert}");
    }
}

#[test]
fn tools_match_rest_per_resolution() {
    let detail = |resolved: &str, status: &str| json!({ "data": { "slug": "a", "conditions": { "resolvedAt": resolved, "status": status } } });
    let disagreements = |tool: Value, rest: &Value| {
        let result = json!({ "structuredContent": tool });
        let subject = Subject::Tool(ToolResult { result: &result, service: "S", rest: Some(rest) });
        check(&subject).iter().filter(|finding| finding.rule == "connector/agrees-with-rest").count()
    };
    let rest = detail("2027-01-13T12:00:00Z", "OPEN");
    assert_eq!(disagreements(detail("2027-01-13T12:00:00Z", "OPEN"), &rest), 0);
    assert_eq!(disagreements(detail("2027-01-13T12:00:00Z", "CLOSED"), &rest), 1);
    assert_eq!(disagreements(detail("2027-01-13T12:00:01Z", "CLOSED"), &rest), 0, "a later publication");
}
