//! Tests that the schema rejects invalid envelopes: extra and missing members, wrong words, text for numbers,
//! disallowed nulls.

use conditions_core::evidence::{Claim, ForecastSnapshot, ModelDay, ModelRun, Profile};
use conditions_core::evidence::{Climate, Evidence, Observation, Origin, PerBand, StationReading};
use conditions_core::policy::Policy;
use conditions_core::record::{AbilityPct, Band, LongestRun, OpenTotal};
use conditions_core::resolve;
use conditions_core::time::{DAY_MS, HOUR_MS};
use serde_json::{Value, json};

use crate::support::{NOW, envelope, violations};

fn observations() -> Vec<Observation> {
    let then = Some(NOW.plus_millis(-HOUR_MS));
    let said = |claim| Observation::new(Origin::Operator, then, claim);
    let model = |band, cm| {
        let origin = Origin::Model { label: None, agreement: Some(1.0) };
        Observation::new(origin, then, Claim::Depth { band, cm })
    };
    let count = OpenTotal { open: Some(8), total: Some(10) };
    let ability = AbilityPct { beginner: 25.0, intermediate: 25.0, advanced: 25.0, expert: 25.0 };
    vec![
        model(Band::Base, 40.0),
        said(Claim::Depth { band: Band::Mid, cm: 140.0 }),
        said(Claim::Lifts(count)),
        said(Claim::Runs(count)),
        said(Claim::Surface("packed powder".to_owned())),
        said(Claim::Ability(ability)),
        said(Claim::LongestRun(LongestRun { name: Some("Long One".into()), km: Some(7.5) })),
    ]
}

fn station() -> StationReading {
    let mut reading = StationReading::blank("test-network", "T1", NOW.plus_millis(-HOUR_MS));
    reading.elevation_m = Some(1_900.0);
    reading.distance_km = 3.0;
    reading.temp_c = Some(-4.0);
    reading.wind_mps = Some(3.0);
    reading.snow_depth_cm = Some(120.0);
    reading.swe_mm = Some(300.0);
    reading.surface_temp_c = Some(-5.0);
    reading.thaw_freeze48h = Some(false);
    reading
}

fn forecast() -> ForecastSnapshot {
    let day = |ahead: i64| ModelDay {
        date: NOW.plus_millis(ahead * DAY_MS).utc().date_naive(),
        snow_cm: PerBand::all(Some(4.0)),
        rain_mm: PerBand::all(Some(0.0)),
        temp_min_c: PerBand::all(Some(-9.0)),
        temp_max_c: PerBand::all(Some(-2.0)),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        wind: None,
        cloud_pct: None,
        gap_filled: false,
    };
    let run = ModelRun {
        model: "gfs_seamless".to_owned(),
        available_at: None,
        days: (0..15).map(day).collect(),
        depth_cm: None,
        past24h_cm: None,
        past48h_cm: None,
    };
    ForecastSnapshot { captured_at: NOW.plus_millis(-HOUR_MS), models: vec![run], weather: None, hours: None }
}

/// Returns an envelope in which every nullable part has a value.
fn whole() -> Value {
    let mut profile = Profile::new("whole", chrono_tz::UTC);
    profile.elevation_m = PerBand { base: Some(1_200.0), mid: Some(1_800.0), summit: Some(2_400.0) };
    profile.lifts_total = Some(10);
    profile.runs_total = Some(10);
    let evidence = Evidence::default()
        .with_observations(observations())
        .with_stations([station()])
        .with_forecast(forecast())
        .with_climate(Climate { band: Band::Base, winters: 20, mean_depth_cm: 80.0 });
    envelope(&resolve(NOW, &Policy::contract(), &profile, &evidence), NOW)
}

fn valid(envelope: &Value) -> bool {
    violations(envelope).is_empty()
}

/// Collects pointers to every value inside.
fn pointers(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| pointers(member, format!("{pointer}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| pointers(item, format!("{pointer}/{at}"), found));
        }
        _ => {}
    }
    found.push(pointer);
}

fn every_pointer(envelope: &Value) -> Vec<String> {
    let mut found = Vec::new();
    pointers(envelope, String::new(), &mut found);
    found
}

#[test]
fn complete_envelope_is_valid() {
    let whole = whole();
    assert_eq!(violations(&whole), Vec::<String>::new());
    for part in [
        "/data/displayDepthCm",
        "/data/displayDepthDetail",
        "/data/depthVsAvgBasis",
        "/data/depthDisagreement",
        "/data/snowQuality/value",
        "/data/snowSurfaceTemp/value",
        "/data/abilityPct/value",
        "/data/longestRun/value",
        "/data/forecast/next7dCm/value",
        "/data/forecast/next14dCm/value",
        "/data/forecast/peak",
        "/measuredNow/stations/0",
    ] {
        assert!(whole.pointer(part).is_some_and(|value| !value.is_null()), "{part} is not there");
    }
}

#[test]
fn rejects_extra_members() {
    let whole = whole();
    for pointer in every_pointer(&whole) {
        let mut broken = whole.clone();
        let Some(object) = broken.pointer_mut(&pointer).and_then(Value::as_object_mut) else { continue };
        object.insert("extra".to_owned(), json!(null));
        assert!(!valid(&broken), "an extra member in `{pointer}` passes");
    }
}

/// Members that the specification does not require.
const OPTIONAL: [&str; 8] = [
    "/measuredNow",
    "/data/displayDepthDetail",
    "/data/depthVsAvgBasis",
    "/data/depthDisagreement",
    "/data/snowQuality",
    "/data/snowSurfaceTemp",
    "/data/snowQuality/value/refreezeRisk",
    "/data/snowQuality/value/basis",
];

#[test]
fn rejects_missing_members() {
    let whole = whole();
    for pointer in every_pointer(&whole) {
        let mut broken = whole.clone();
        let Some((parent, name)) = pointer.rsplit_once('/') else { continue };
        let Some(object) = broken.pointer_mut(parent).and_then(Value::as_object_mut) else { continue };
        object.remove(name);
        assert_eq!(valid(&broken), OPTIONAL.contains(&pointer.as_str()), "without `{pointer}`");
    }
}

#[test]
fn rejects_numbers_as_text() {
    let whole = whole();
    for pointer in every_pointer(&whole) {
        let mut broken = whole.clone();
        let value = broken.pointer_mut(&pointer).unwrap();
        *value = match value {
            Value::Number(number) => json!(number.to_string()),
            Value::String(_) => json!(12),
            _ => continue,
        };
        assert!(!valid(&broken), "another type at `{pointer}` passes");
    }
}

#[test]
fn rejects_unknown_words() {
    let whole = whole();
    let free = ["slug", "note", "description", "name", "stationId", "sourceLabel", "stationName"];
    for pointer in every_pointer(&whole) {
        let mut broken = whole.clone();
        let value = broken.pointer_mut(&pointer).unwrap();
        if !value.is_string() {
            continue;
        }
        *value = json!("Another word");
        let name = pointer.rsplit('/').next().unwrap();
        let text = free.contains(&name)
            || ["/meta/source", "/data/surface/value"].contains(&pointer.as_str())
            || pointer == "/measuredNow/stations/0/source"
            || pointer.starts_with("/measuredNow/sources/");
        assert_eq!(valid(&broken), text, "another word at `{pointer}`");
    }
}

#[test]
fn rejects_disallowed_nulls() {
    let whole = whole();
    for pointer in [
        "",
        "/schemaVersion",
        "/schema",
        "/meta",
        "/data",
        "/meta/source",
        "/meta/generatedAt",
        "/meta/freshness",
        "/meta/freshness/lifts",
        "/meta/freshness/lifts/tier",
        "/meta/freshness/lifts/label",
        "/data/slug",
        "/data/resolvedAt",
        "/data/status",
        "/data/status/source",
        "/data/status/confidence",
        "/data/depth",
        "/data/baseDepthCm",
        "/data/depthVsAvgPct",
        "/data/depthVsAvgBasis",
        "/data/depthVsAvgBasis/averageBand",
        "/data/depthDisagreement/ratio",
        "/data/lifts",
        "/data/forecast",
        "/data/forecast/next7dCm",
        "/data/forecast/next14dCm",
        "/data/forecast/peak/date",
        "/data/forecast/peak/windowDays",
        "/data/snowQuality/value/label",
        "/data/flags",
        "/measuredNow/stations",
        "/measuredNow/stations/0/observedAt",
        "/measuredNow/stations/0/ageMinutes",
        "/measuredNow/stationCount",
    ] {
        let mut broken = whole.clone();
        *broken.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = json!(null);
        assert!(!valid(&broken), "null at `{pointer}` passes");
    }
}

#[test]
fn rejects_out_of_bounds_numbers() {
    let whole = whole();
    for (pointer, wrong) in [
        ("/schemaVersion", json!("1.9.0")),
        ("/data/status/confidence", json!(1.01)),
        ("/data/status/confidence", json!(-0.01)),
        ("/data/forecast/peak/windowDays", json!(14)),
        ("/data/forecast/peak/date", json!("10 January")),
        ("/data/lifts/value/open", json!(2.5)),
        ("/data/lifts/value/open", json!(-1)),
        ("/data/resolvedAt", json!("2026-01-10 12:00")),
        ("/data/flags", json!(["Not Snake"])),
        ("/measuredNow/stationCount", json!(-1)),
        ("/schema", json!("not a uri")),
    ] {
        let mut broken = whole.clone();
        *broken.pointer_mut(pointer).unwrap() = wrong.clone();
        assert!(!valid(&broken), "{wrong} at `{pointer}` passes");
    }
}

#[test]
fn rejects_malformed_labels() {
    let whole = whole();
    let labelled = |label: &str| {
        let mut envelope = whole.clone();
        envelope["meta"]["freshness"]["lifts"]["label"] = json!(label);
        valid(&envelope)
    };
    for label in [
        "live",
        "as of 1h ago",
        "as of 10h ago",
        "stale (14d ago)",
        "modelled 6h ago",
        "stale (modelled 48h ago)",
        "estimated",
        "not reported",
    ] {
        assert!(labelled(label), "`{label}` does not pass");
    }
    for label in [
        "yesterday",
        "",
        "Live",
        "live ",
        "alive",
        "as of 0h ago",
        "as of 01h ago",
        "as of -1h ago",
        "as of 1.5h ago",
        "as of 3d ago",
        "stale (3h ago)",
        "stale 3d ago",
        "stale (0d ago)",
        "modelled 3d ago",
        "not reported\nlive",
    ] {
        assert!(!labelled(label), "`{label}` passes");
    }
}

#[test]
fn rejects_impossible_quantities() {
    let whole = whole();
    for (pointer, wrong) in [
        ("/meta/freshness/lifts/ageHours", json!(-1)),
        ("/data/depth/base/value", json!(-0.1)),
        ("/data/depth/mid/value", json!(-1)),
        ("/data/displayDepthCm/value", json!(-1)),
        ("/data/baseDepthCm/value", json!(-1)),
        ("/data/depthVsAvgPct/value", json!(-1)),
        ("/data/depthVsAvgBasis/averageCm", json!(-1)),
        ("/data/depthDisagreement/measured/cm", json!(-1)),
        ("/data/depthDisagreement/model/cm", json!(-1)),
        ("/data/depthDisagreement/ratio", json!(-0.5)),
        ("/data/abilityPct/value/beginner", json!(-1)),
        ("/data/abilityPct/value/expert", json!(101)),
        ("/data/longestRun/value/km", json!(-7.5)),
        ("/data/snowQuality/value/densityRatio", json!(-0.1)),
        ("/data/snowQuality/value/densityRatio", json!(1.1)),
        ("/data/snowSurfaceTemp/value/tempC", json!(0.1)),
        ("/data/forecast/next7dCm/value", json!(-1)),
        ("/data/forecast/next14dCm/value", json!(-0.1)),
        ("/data/forecast/peak/snowfallCm", json!(0)),
        ("/measuredNow/stations/0/windMps", json!(-1)),
        ("/measuredNow/stations/0/snowDepthCm", json!(-1)),
        ("/data/flags", json!(["lifts_total_mismatch", "lifts_total_mismatch"])),
        ("/measuredNow/sources", json!(["a-network", "a-network"])),
    ] {
        let mut broken = whole.clone();
        *broken.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = wrong.clone();
        assert!(!valid(&broken), "{wrong} at `{pointer}` passes");
    }
}

#[test]
fn rejects_unmodelled_forecasts() {
    let whole = whole();
    for total in ["next7dCm", "next14dCm"] {
        for (source, passes) in [
            ("model", true),
            ("none", true),
            ("operator", false),
            ("scraped", false),
            ("profile", false),
            ("derived", false),
        ] {
            let mut envelope = whole.clone();
            envelope["data"]["forecast"][total]["source"] = json!(source);
            assert_eq!(valid(&envelope), passes, "{total} from {source}");
        }
    }
}
