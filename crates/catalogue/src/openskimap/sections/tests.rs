//! Tests the files of runs and lifts on synthetic features in the true format.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

/// Returns a run of the true format, one degree of latitude per `north` (111 km).
fn run(members: &str, geometry: &str) -> String {
    format!(
        r#"{{"type":"Feature","properties":{{"type":"run","uses":["downhill"],"id":"r1","name":null,"ref":null,
        "status":"operating","description":null,"difficulty":"easy","difficultyConvention":"europe","oneway":true,
        "lit":null,"gladed":null,"patrolled":null,"snowmaking":null,"snowfarming":null,"tunnel":null,"grooming":null,
        "skiAreas":[{{"type":"Feature","properties":{{"type":"skiArea","id":"a","name":"A","activities":["downhill"],"status":"operating"}},
        "geometry":{{"type":"MultiPolygon","coordinates":[[[[11.0,47.0],[11.1,47.0],[11.1,47.1],[11.0,47.0]]]]}}}}],
        "elevationProfile":{{"heights":[1900,1800],"resolution":25,"targetResolution":25}},"sources":[],"websites":[],
        "wikidataID":null,"places":[]{members}}},"geometry":{geometry}}}"#
    )
}

fn line(from: f64, to: f64) -> String {
    format!(r#"{{"type":"LineString","coordinates":[[11.0,{from},1900.5],[11.0,{to},1800]]}}"#)
}

fn collection(features: &[String]) -> String {
    format!("{{\"type\": \"FeatureCollection\", \"features\":[\n{}\n]}}\n", features.join("\n,\n"))
}

fn runs_of(features: &[String]) -> Details {
    let mut details = Details::default();
    details.read_runs(collection(features).as_bytes()).unwrap();
    details
}

#[test]
fn lengths_are_summed_by_difficulty() {
    let black = run(r#","difficulty":"advanced""#, &line(47.0, 47.01));
    let details = runs_of(&[run("", &line(47.0, 47.02)), black.replacen(r#""difficulty":"easy","#, "", 1)]);
    let sums = details.runs["a"].sums;
    let [beginner, intermediate, advanced, expert] = sums.tiers_km;
    assert!((beginner - 2.224).abs() < 0.01 && (advanced - 1.112).abs() < 0.01, "{sums:?}");
    assert_eq!((intermediate, expert, sums.unknown_km, sums.sections), (0.0, 0.0, 0.0, 2));
}

#[test]
fn null_difficulty_is_unknown() {
    let details =
        runs_of(&[run("", &line(47.0, 47.02)).replace(r#""difficulty":"easy""#, r#""difficulty":null"#)]);
    let sums = details.runs["a"].sums;
    assert!(sums.unknown_km > 2.0 && sums.graded_km() == 0.0, "{sums:?}");
}

#[test]
fn other_runs_do_not_count() {
    let polygon = r#"{"type":"Polygon","coordinates":[[[11.0,47.0],[11.1,47.0],[11.1,47.1],[11.0,47.0]]]}"#;
    let nordic = run("", &line(47.0, 47.1)).replace(r#"["downhill"]"#, r#"["nordic"]"#);
    let freeride = run("", &line(47.0, 47.1)).replace(r#""easy""#, r#""freeride""#);
    let unassigned = run("", &line(47.0, 47.1)).replace(r#""id":"a""#, r#""id":null"#);
    let broken = run("", r#"{"type":"LineString","coordinates":[[11.0,47.0],[11.0,null]]}"#);
    let closed = run("", &line(47.0, 47.1)).replacen("operating", "abandoned", 1);
    let others = [run("", polygon), nordic, freeride, unassigned, broken, closed, run("", "null")];
    assert!(runs_of(&others).runs.is_empty());
}

#[test]
fn lifts_count_by_type() {
    let lift = |members: &str| {
        format!(
            r#"{{"type":"Feature","properties":{{"type":"lift","id":"l","status":"operating","access":null,
            "skiAreas":[{{"type":"Feature","properties":{{"type":"skiArea","id":"a"}},"geometry":null}}],{members}}},
            "geometry":{{"type":"MultiLineString","coordinates":[[[11.0,47.0],[11.0,47.1]]]}}}}"#
        )
    };
    let features = [
        lift(r#""liftType":"chair_lift","name":"One""#),
        lift(r#""liftType":"t-bar","name":null"#),
        lift(r#""liftType":"magic_carpet","name":null"#),
        lift(r#""liftType":"railway","name":"Bahn""#),
        lift(r#""liftType":"railway","name":"Bahn""#),
        lift(r#""liftType":"gondola","name":"Two""#).replace(r#""access":null"#, r#""access":"private""#),
        lift(r#""liftType":"gondola","name":"Three""#).replace("operating", "disused"),
    ];
    let mut details = Details::default();
    details.read_lifts(collection(&features).as_bytes()).unwrap();
    let kinds = &details.lifts["a"].kinds;
    assert_eq!((kinds.total(), kinds.carpets_and_tows()), (4, 1), "{kinds:?}");
    assert_eq!(kinds.0.get(&LiftType::Railway), Some(&1), "the parts of a line are one railway");
}

#[test]
fn rejects_damaged_and_other_files() {
    let message = |bytes: &[u8]| Details::default().read_runs(bytes).unwrap_err().to_string();
    let whole = collection(&[run("", &line(47.0, 47.1))]);
    assert!(message(&whole.as_bytes()[..whole.len() - 20]).contains("cut short"));
    assert!(
        message(whole.replace(r#""type":"run""#, r#""type":"lift""#).as_bytes())
            .contains("`lift`, not a `run`")
    );
    assert!(message(b"").contains("empty"));
    assert!(message(b"{}").contains("of runs"));
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(whole.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let mut details = Details::default();
    details.read_runs(gzip.as_slice()).unwrap();
    assert_eq!(details.runs.len(), 1);
    let error = Details::default().read_runs(&gzip[..gzip.len() / 2]).unwrap_err().to_string();
    assert!(error.contains("cut short") || error.contains("cannot be read"), "{error}");
}

#[test]
fn unreadable_statistics_are_unknown() {
    let of = |text: &str| Statistics::from_json(&serde_json::from_str(text).unwrap());
    let runs = r#"{"runs":{"byActivity":{"downhill":{"byDifficulty":{"easy":{"count":2,"lengthInKm":3.5},
        "other":{"count":1,"lengthInKm":1},"freeride":{"count":4,"lengthInKm":9}}}}},"lifts":{"byType":{}}}"#;
    let sums = of(runs).runs.unwrap();
    assert_eq!((sums.sections, sums.km()), (3, 4.5));
    assert_eq!(of(runs).lifts, None, "no lift types are not zero lifts");
    assert_eq!(of(&runs.replace("3.5", "null")).runs, None);
    assert_eq!(of(r#"{"runs":{"byActivity":{}}}"#).runs, None);
    assert_eq!(of("null"), Statistics::default());
}
