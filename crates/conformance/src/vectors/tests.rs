use serde_json::{Value, json};

use super::{AREAS, POLICIES, area, areas, differences, file, policies, resolved};

#[test]
fn vectors_match_after_serialisation() {
    let mut count = 0;
    for area in areas() {
        let read: Value = serde_json::from_str(&file(area)).unwrap();
        for vector in read["vectors"].as_array().unwrap() {
            let found = resolved(vector).unwrap_or_else(|why| panic!("{}: {why}", vector["name"]));
            assert_eq!(differences(&found, &vector["expected"]), Vec::new(), "{}", vector["name"]);
            count += 1;
        }
    }
    let scenarios: usize = AREAS.iter().map(|(_, text)| text.split("---\n").count()).sum();
    assert!(count > 150 && count + 12 >= scenarios, "{count} vectors of {scenarios} scenarios");
}

#[test]
fn every_scenario_file_is_an_area() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../conditions-core/test_data/resolve");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<String> =
        files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    files.sort();
    assert_eq!(files, AREAS.map(|(area, _)| area));
}

#[test]
fn wrong_answers_are_located() {
    let vector = area("headline").unwrap().remove(0);
    let mut wrong = vector["expected"].clone();
    wrong["data"]["baseDepthCm"]["value"] = json!(0);
    wrong["data"]["flags"] = json!(["odd"]);
    let paths: Vec<String> =
        differences(&wrong, &vector["expected"]).into_iter().map(|(path, ..)| path).collect();
    assert_eq!(paths, ["/data/baseDepthCm/value", "/data/flags"]);
    assert_eq!(resolved(&json!({ "now": "soon" })), Err("now: not an instant".to_owned()));
    assert!(area("nothing").is_err());
}

#[test]
fn thresholds_change_the_answer() {
    let vectors = area(POLICIES).unwrap();
    assert_eq!(vectors.len(), policies::CASES.len());
    let decided_by_it = |vector: &Value| {
        let mut plain = vector.clone();
        plain["policy"] = json!("contract");
        !differences(&resolved(&plain).unwrap(), &vector["expected"]).is_empty()
    };
    let idle: Vec<Value> = vectors.into_iter().filter(|vector| !decided_by_it(vector)).collect();
    assert!(idle.is_empty(), "{:?}", idle.iter().map(|one| &one["policy"]).collect::<Vec<_>>());
}

/// The names and units of thresholds are those that a server publishes.
#[test]
fn thresholds_match_definitions() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/operations/get_definitions.json");
    let published: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut known = 0;
    for one in published["examples"][0]["answer"]["data"].as_array().unwrap() {
        let id = one["id"].as_str().unwrap();
        let with = |value: f64| policies::read(&json!({ id: value }));
        let value = one["value"].as_f64().unwrap();
        let Ok(same) = with(value) else { continue };
        assert_eq!(same, conditions_core::policy::Policy::contract(), "{id} is not {value} in the contract");
        assert_ne!(with(value + 1.0).unwrap(), same, "{id}");
        known += 1;
    }
    assert!(known >= 30, "{known}");
    for (id, _, _) in policies::CASES {
        let published = published["examples"][0]["answer"]["data"].as_array().unwrap();
        assert!(published.iter().any(|one| one["id"] == id), "{id} is not published");
    }
}

#[test]
fn rejects_invalid_policies() {
    for policy in [json!("mine"), json!([]), json!({ "divergence.min": "20" }), json!({ "made.up": 1 })] {
        assert!(policies::read(&policy).is_err(), "{policy}");
    }
    for (id, value) in [("season.pre", 1.5), ("average.minWinters", -1.0), ("average.minWinters", 1e9)] {
        assert!(policies::read(&json!({ id: value })).is_err(), "{id} {value}");
    }
}
