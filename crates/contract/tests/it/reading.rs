//! Round trips: written answers are read completely, and reading a newer minor version loses nothing.

use conditions_core::freshness::FreshnessTier;
use conditions_core::policy::Policy;
use conditions_core::record::{Flag, OperatingStatus};
use conditions_core::resolve;
use conditions_core::source::Kind;
use contract::{Addition, Answer, ReadError, read};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::arbitrary::arguments;
use crate::support::envelope;

fn root() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../..")
}

fn json_of(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(format!("{}/{path}", root())).unwrap()).unwrap()
}

fn read_value(json: &Value) -> Result<Answer, ReadError> {
    read(&serde_json::to_vec(json).unwrap())
}

/// Reads an envelope of this version and writes it again.
fn is_read_whole(given: &Value) {
    let answer = read_value(given).unwrap();
    assert_eq!(answer.additions, Vec::new());
    assert_eq!(&serde_json::to_value(&answer.envelope).unwrap(), given);
}

#[test]
fn every_example_is_read_whole() {
    for name in ["full", "model-only", "nothing-known"] {
        let given = json_of(&format!("docs/examples/{name}.json"));
        let answer = read_value(&given).unwrap();
        assert_eq!(answer.additions, Vec::new(), "{name}");
        let again = read_value(&answer.to_json().unwrap()).unwrap();
        assert_eq!(again, answer, "{name}");
    }
}

#[test]
fn vectors_round_trip() {
    let mut records = 0;
    let around = json_of("docs/examples/nothing-known.json");
    for entry in std::fs::read_dir(format!("{}/fixtures/vectors", root())).unwrap() {
        let path = entry.unwrap().path();
        let vectors: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for vector in vectors["vectors"].as_array().into_iter().flatten() {
            let mut given = around.clone();
            given["data"] = vector["expected"]["data"].clone();
            given["meta"]["freshness"] = vector["expected"]["freshness"].clone();
            given["measuredNow"] = vector["expected"]["measuredNow"].clone();
            is_read_whole(&given);
            records += 1;
        }
    }
    assert!(records > 100, "{records}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_record_is_read_whole(given in arguments()) {
        let resolution = resolve(given.now, &Policy::contract(), &given.profile, &given.evidence);
        let written = serde_json::to_vec(&envelope(&resolution, given.now)).unwrap();
        is_read_whole(&serde_json::from_slice(&written).unwrap());
    }
}

/// Returns the example as version 1.11.0 might publish it: with more members, words and a flag.
fn newer() -> Value {
    let mut json = json_of("docs/examples/full.json");
    json["schemaVersion"] = json!("1.11.0");
    json["data"]["snowmaking"] = json!({ "value": 12, "source": "operator" });
    json["data"]["depth"]["glacier"] = json!(null);
    json["data"]["lifts"]["value"]["on/hold"] = json!(3);
    json["data"]["surface"]["source"] = json!("satellite");
    json["data"]["status"]["value"] = json!("WIND_HOLD");
    json["data"]["displayDepthDetail"]["rule"] = json!("newest_first");
    json["meta"]["freshness"]["lifts"]["tier"] = json!("instant");
    json["measuredNow"]["stations"][0]["role"] = json!("ridge");
    json["data"]["flags"] = json!(["avalanche_closed", "lifts_total_mismatch", "wind_hold"]);
    json
}

#[test]
fn newer_minor_version_is_kept() {
    let given = newer();
    let answer = read_value(&given).unwrap();
    let record = &answer.envelope.data;
    assert_eq!(answer.envelope.schema_version, "1.11.0");
    assert_eq!(record.surface.source, Kind::Other);
    assert!(record.surface.value.is_some(), "the value stays where its source is not known");
    assert_eq!(record.status.value, Some(OperatingStatus::Unknown));
    assert_eq!(answer.envelope.meta.freshness.lifts.tier, FreshnessTier::Other);
    assert_eq!(
        record.flags,
        [Flag::Other("avalanche_closed".into()), Flag::LiftsTotalMismatch, Flag::Other("wind_hold".into())]
    );
    let added: Vec<&str> = answer.additions.iter().map(|Addition { pointer, .. }| pointer.as_str()).collect();
    for pointer in [
        "/data/snowmaking",
        "/data/lifts/value/on~1hold",
        "/data/surface/source",
        "/data/status/value",
        "/data/displayDepthDetail/rule",
        "/meta/freshness/lifts/tier",
        "/measuredNow/stations/0/role",
    ] {
        assert!(added.contains(&pointer), "{pointer} is not among {added:?}");
    }
    let mut expected = given;
    // A null member carries no information and is dropped.
    expected["data"]["depth"].as_object_mut().unwrap().remove("glacier");
    assert_eq!(added.len(), 7);
    let written = answer.to_json().unwrap();
    assert_eq!(written["data"]["surface"], expected["data"]["surface"]);
    assert_eq!(read_value(&written).unwrap(), answer);
}

#[test]
fn other_timestamp_formats_are_equal() {
    let mut given = json_of("docs/examples/full.json");
    given["meta"]["generatedAt"] = json!("2026-01-10T19:00:00+01:00");
    let answer = read_value(&given).unwrap();
    assert_eq!(answer.additions, Vec::new());
    assert_eq!(answer.envelope.meta.generated_at.to_string(), "2026-01-10T18:00:00.000Z");
}

#[test]
fn rejects_invalid_answers() {
    let whole = json_of("docs/examples/full.json");
    let edited = |edit: fn(&mut Value)| {
        let mut json = whole.clone();
        edit(&mut json);
        read_value(&json).unwrap_err().to_string()
    };
    assert!(read(b"{").unwrap_err().to_string().starts_with("not JSON: "));
    for (edit, line) in [
        (
            (|json| json["schemaVersion"] = json!("2.0.0")) as fn(&mut Value),
            "schemaVersion is \"2.0.0\"; this reader knows versions 1.x",
        ),
        (|json| *json = json!([]), "schemaVersion is null; this reader knows versions 1.x"),
        (
            |json| drop(json["data"].as_object_mut().unwrap().remove("lifts")),
            "not an envelope of the contract: missing field `lifts`",
        ),
        (
            |json| json["data"]["lifts"]["confidence"] = json!(1.5),
            "not an envelope of the contract: confidence must be between 0 and 1",
        ),
    ] {
        assert_eq!(edited(edit), line);
    }
}
