//! Tests of `docs/examples`: envelopes that the program prints from the evidence in the same folder. `UPDATE_EXPECT=1`
//! rewrites them.

use std::path::PathBuf;

use serde_json::Value;

use crate::commands::{Ran, program};

/// File, resort, now, further flags.
const EXAMPLES: [(&str, &str, &str, &[&str]); 3] = [
    ("full", "alta", "2026-01-10T18:00:00Z", &["--pro"]),
    ("model-only", "zermatt", "2026-01-10T12:00:00Z", &[]),
    ("nothing-known", "oukaimeden", "2026-01-10T12:00:00Z", &[]),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples")
}

fn make((name, resort, now, flags): (&str, &str, &str, &[&str])) -> String {
    let evidence = format!("evidence={}", folder().join(format!("{name}.evidence.json")).display());
    let mut arguments = vec![
        "--service-name",
        "Example (synthetic data)",
        "--base-url",
        "https://snow.example.org",
        "resolve",
        "--resort",
        resort,
        "--now",
        now,
    ];
    arguments.extend_from_slice(flags);
    arguments.push(&evidence);
    let Ran { code, out, err, .. } = program(&arguments);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{name}");
    out
}

#[test]
fn match_the_program() {
    for example in EXAMPLES {
        let made = make(example);
        let file = folder().join(format!("{}.json", example.0));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&file, &made).unwrap();
        }
        let committed = std::fs::read_to_string(&file).unwrap();
        for (at, (committed, made)) in committed.lines().zip(made.lines()).enumerate() {
            assert_eq!(committed, made, "{}, line {}; UPDATE_EXPECT=1 rewrites it", example.0, at + 1);
        }
        assert!(committed == made, "{}; UPDATE_EXPECT=1 rewrites it", example.0);
    }
}

#[test]
fn are_valid_and_as_documented() {
    let schema: Value = serde_json::from_str(&contract::schema::served("https://snow.example.org")).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let envelopes = EXAMPLES.map(|example| serde_json::from_str::<Value>(&make(example)).unwrap());
    for (envelope, example) in envelopes.iter().zip(EXAMPLES) {
        let wrong: Vec<String> = validator.iter_errors(envelope).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", example.0);
        assert!(envelope["meta"]["source"].as_str().unwrap().contains("synthetic"));
    }
    let [full, model_only, nothing] = &envelopes;
    for member in
        ["displayDepthCm", "displayDepthDetail", "snowQuality", "snowSurfaceTemp", "depthVsAvgBasis"]
    {
        assert!(!full["data"][member].is_null(), "{member}");
    }
    for member in ["status", "seasonOpening", "lifts", "runs", "surface", "abilityPct", "longestRun"] {
        assert!(!full["data"][member]["value"].is_null(), "{member}");
    }
    assert!(full["data"]["forecast"]["next14dCm"]["value"].is_number());
    assert_eq!(full["measuredNow"]["stationCount"], 2);
    assert_eq!(model_only["data"]["displayDepthCm"]["source"], "model");
    assert_eq!(model_only["meta"]["freshness"]["baseDepthCm"]["tier"], "stale");
    assert_eq!(model_only["data"]["forecast"]["next14dCm"]["source"], "none");
    assert!(nothing["data"]["displayDepthCm"].is_null() && nothing["measuredNow"].is_null());
    for (name, field) in nothing["data"].as_object().unwrap() {
        let known = matches!(name.as_str(), "status" | "slug" | "resolvedAt");
        assert!(known || field.get("value").is_none_or(Value::is_null), "{name}: {field}");
    }
    assert_eq!(nothing["data"]["status"]["value"], "UNKNOWN");
}
