//! Mutation tests: every mutant of a valid envelope is found by the intended rule, and valid envelopes raise no alarm.

use std::collections::BTreeSet;
use std::path::Path;

use conformance::rules::{Answer, Check, Definitions, Problem, Subject, Viewer, check, rules};
use serde_json::{Value, json};

/// Returns the root of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(path: &str) -> Value {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Sets or removes values at JSON pointers.
pub(crate) fn edited(mut envelope: Value, edits: &Value) -> Value {
    for (pointer, value) in edits["set"].as_object().into_iter().flatten() {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let parent = envelope.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer} leads nowhere"));
        match parent {
            Value::Array(items) => items[name.parse::<usize>().unwrap()] = value.clone(),
            Value::Object(members) => drop(members.insert(name.to_owned(), value.clone())),
            other => panic!("{pointer}: {other}"),
        }
    }
    for pointer in edits["remove"].as_array().into_iter().flatten() {
        let (parent, name) = pointer.as_str().unwrap().rsplit_once('/').unwrap();
        envelope.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name).unwrap();
    }
    envelope
}

/// Returns the identifiers of the rules that an envelope breaks.
pub(crate) fn broken(envelope: &Value, viewer: Viewer) -> BTreeSet<&'static str> {
    let definitions = Definitions::default();
    let answer = Answer { json: envelope, viewer, definitions: &definitions };
    check(&Subject::Envelope(answer)).into_iter().map(|finding| finding.rule).collect()
}

fn base(fixture: &Value, name: &str) -> Value {
    let base = &fixture["bases"][name];
    edited(read(base["file"].as_str().unwrap_or_else(|| panic!("no base `{name}`"))), base)
}

/// A mutant: the change, the envelope, its caller, and the rule that must find it.
struct Mutant {
    what: String,
    envelope: Value,
    viewer: Viewer,
    rule: String,
}

/// Returns the labelled set, which other implementations use too.
fn labelled(fixture: &Value) -> Vec<Mutant> {
    let all = fixture["broken"].as_array().unwrap().iter();
    all.map(|mutant| {
        let [rule, name, of] = ["rule", "name", "of"].map(|member| mutant[member].as_str().unwrap());
        Mutant {
            what: format!("{of}: {name}"),
            envelope: edited(base(fixture, of), mutant),
            viewer: if mutant["viewer"] == "anonymous" { Viewer::Anonymous } else { Viewer::Unknown },
            rule: rule.to_owned(),
        }
    })
    .collect()
}

/// Collects pointers to every value inside.
fn pointers(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| pointers(member, &format!("{pointer}/{name}"), found));
        }
        Value::Array(items) => {
            (0..)
                .zip(items)
                .for_each(|(at, item): (usize, _)| pointers(item, &format!("{pointer}/{at}"), found));
        }
        _ => {}
    }
    found.push(pointer.to_owned());
}

/// Members that may be absent.
const OPTIONAL: [&str; 8] = [
    "measuredNow",
    "displayDepthDetail",
    "depthVsAvgBasis",
    "depthDisagreement",
    "snowQuality",
    "snowSurfaceTemp",
    "refreezeRisk",
    "basis",
];

/// Breaks every value of an envelope in every way that its shape forbids.
fn mechanical(envelope: &Value, of: &str) -> Vec<Mutant> {
    let mut all = Vec::new();
    pointers(envelope, "", &mut all);
    let mut mutants = Vec::new();
    let mut add = |what: String, envelope: Value, rule: &str| {
        mutants.push(Mutant {
            what: format!("{of}: {what}"),
            envelope,
            viewer: Viewer::Unknown,
            rule: rule.to_owned(),
        });
    };
    for pointer in &all {
        let with = |value: Value| {
            let mut copy = envelope.clone();
            *copy.pointer_mut(pointer).unwrap() = value;
            copy
        };
        let value = envelope.pointer(pointer).unwrap();
        if let Some(object) = value.as_object() {
            let mut more = object.clone();
            more.insert("extra".to_owned(), json!(1));
            add(format!("another member in {pointer}"), with(more.into()), "shape/closed");
            add(format!("a list for {pointer}"), with(json!([])), "shape/type");
        }
        if let Some((parent, name)) =
            pointer.rsplit_once('/').filter(|(_, name)| name.parse::<usize>().is_err())
        {
            if !OPTIONAL.contains(&name) {
                let mut copy = envelope.clone();
                copy.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name);
                add(format!("without {pointer}"), copy, "shape/required");
            }
            if name == "confidence" {
                add(format!("{pointer} above 1"), with(json!(1.01)), "shape/range");
                add(format!("{pointer} below 0"), with(json!(-0.01)), "shape/range");
            }
            if matches!(name, "generatedAt" | "resolvedAt" | "observedAt" | "date") && value.is_string() {
                add(format!("{pointer} in words"), with(json!("yesterday")), "shape/date-time");
            }
            let fixed = matches!(
                name,
                "tier" | "rule" | "elevationBand" | "band" | "kind" | "role" | "state" | "basis"
            );
            let source =
                name == "source" && !pointer.starts_with("/measuredNow") && pointer != "/meta/source";
            if value.is_string() && (fixed || source) {
                add(format!("an unknown word at {pointer}"), with(json!("something")), "shape/word");
            }
        }
        match value {
            Value::Number(number) => {
                add(format!("a text for {pointer}"), with(json!(number.to_string())), "shape/type");
            }
            Value::String(_) => add(format!("a number for {pointer}"), with(json!(12)), "shape/type"),
            Value::Array(_) => add(format!("null for {pointer}"), with(Value::Null), "shape/type"),
            Value::Null | Value::Bool(_) | Value::Object(_) => {}
        }
    }
    mutants
}

#[test]
fn unmutated_envelopes_conform() {
    let fixture = read("fixtures/vectors/broken.json");
    for name in fixture["bases"].as_object().unwrap().keys() {
        assert_eq!(broken(&base(&fixture, name), Viewer::Unknown), BTreeSet::new(), "{name}");
    }
}

#[test]
fn mutants_break_the_intended_rule() {
    let fixture = read("fixtures/vectors/broken.json");
    let mut mutants = labelled(&fixture);
    let by_hand = mutants.len();
    for name in ["full", "led"] {
        mutants.extend(mechanical(&base(&fixture, name), name));
    }
    let mut escaped = Vec::new();
    let mut distinct = BTreeSet::new();
    for Mutant { what, envelope, viewer, rule } in &mutants {
        distinct.insert(format!("{viewer:?} {envelope}"));
        let caught = broken(envelope, *viewer);
        if !caught.contains(rule.as_str()) {
            escaped.push(format!("{what}: not by {rule}, but by {caught:?}"));
        }
    }
    assert!(escaped.is_empty(), "{} of {} escaped\n{}", escaped.len(), mutants.len(), escaped.join("\n"));
    assert!(distinct.len() >= 800 && by_hand >= 180, "{} distinct, {by_hand} by hand", distinct.len());
}

#[test]
fn every_envelope_rule_has_a_mutant() {
    let fixture = read("fixtures/vectors/broken.json");
    let mut caught: BTreeSet<String> = labelled(&fixture).into_iter().map(|mutant| mutant.rule).collect();
    caught.extend(
        ["shape/closed", "shape/type", "shape/required", "shape/range", "shape/date-time"].map(str::to_owned),
    );
    let missing: Vec<&str> = rules()
        .filter(|rule| matches!(rule.check, Check::Envelope(_) | Check::Shape(_)))
        .map(|rule| rule.id)
        .filter(|id| !caught.contains(*id))
        .collect();
    assert!(missing.is_empty(), "no mutant for {missing:?}");
    let unknown: Vec<&String> = caught.iter().filter(|id| conformance::rules::rule(id).is_none()).collect();
    assert!(unknown.is_empty(), "no such rule: {unknown:?}");
}

#[test]
fn shape_matches_schema() {
    let fixture = read("fixtures/vectors/broken.json");
    for mutant in mechanical(&base(&fixture, "full"), "full") {
        assert!(
            !crate::support::violations(&mutant.envelope).is_empty(),
            "the schema lets pass {}",
            mutant.what
        );
    }
    assert!(rules().any(|rule| matches!(rule.check, Check::Shape(Problem::Missing))));
}
