use conditions_core::source::Kind;
use conditions_core::trace::{ConsideredEvidence, Trace as _};

use super::*;

fn seen(source: Kind, label: &'static str, millis: Option<i64>) -> ConsideredEvidence<'static> {
    ConsideredEvidence {
        source,
        label: Some(label),
        station: None,
        observed_at: millis.map(Timestamp::from_millis),
        number: Some(61.25),
    }
}

fn field(fields: &[FieldExplanation], name: &str) -> FieldExplanation {
    fields.iter().find(|field| field.field == name).unwrap().clone()
}

#[test]
fn evidence_order_does_not_matter() {
    let evidence = [
        (seen(Kind::Station, "b", Some(2)), Usability::Fresh),
        (seen(Kind::Station, "a", Some(2)), Usability::Fresh),
        (seen(Kind::Station, "a", Some(9)), Usability::Implausible),
        (seen(Kind::Operator, "x", None), Usability::Undated),
        (seen(Kind::Operator, "x", Some(1)), Usability::Fresh),
    ];
    let mut heard = [Explanation::default(), Explanation::default()];
    for (one, other) in evidence.iter().zip(evidence.iter().rev()) {
        heard[0].considered("depth.base", one.0, one.1);
        heard[1].considered("depth.base", other.0, other.1);
    }
    let [one, other] = heard.map(|heard| by_field(heard, true));
    assert_eq!(one, other);
    let times: Vec<_> = field(&one, "depth.base").considered.iter().map(|seen| seen.observed_at).collect();
    assert_eq!(times, [Some(1), None, Some(9), Some(2), Some(2)].map(|ms| ms.map(Timestamp::from_millis)));
}

#[test]
fn lists_every_field_then_unknown_ones() {
    let mut heard = Explanation::default();
    heard.chose("zebra", "b", Kind::Derived);
    heard.chose("aardvark", "a", Kind::Derived);
    heard.chose("status", "undated", Kind::Operator);
    heard.chose("status", "operator_status", Kind::Operator);
    let fields = by_field(heard, true);
    let names: Vec<&str> = fields.iter().map(|field| field.field).collect();
    assert_eq!(names[..FIELDS.len()], FIELDS);
    assert_eq!(names[FIELDS.len()..], ["aardvark", "zebra"]);
    let rules: Vec<&str> = field(&fields, "status").decisions.iter().map(|by| by.rule).collect();
    assert_eq!(rules, ["undated", "operator_status"]);
}

#[test]
fn withheld_total_is_not_explained() {
    let heard = || {
        let mut heard = Explanation::default();
        heard.chose("forecast", GUARDED, Kind::Model);
        heard
    };
    assert_eq!(field(&by_field(heard(), true), "forecast").decisions[0].rule, GUARDED);
    assert_eq!(field(&by_field(heard(), false), "forecast").decisions[0].rule, SUMMED);
}

/// Only depths and new snow are centimetres; a density is a number, too.
#[test]
fn values_are_centimetres_of_snow() {
    let mut heard = Explanation::default();
    for name in ["depth.base", "snowfall24hCm", "newSnowDensity"] {
        heard.considered(name, seen(Kind::Station, "a", None), Usability::Fresh);
    }
    let fields = by_field(heard, true);
    let value = |name| field(&fields, name).considered.first().unwrap().value_cm;
    assert_eq!(value("depth.base"), Tenths::new(61.25));
    assert_eq!(value("snowfall24hCm"), Tenths::new(61.25));
    assert_eq!(value("newSnowDensity"), None);
}
