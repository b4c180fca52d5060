//! Vectors are read back as they were written, and a wrong answer is found.
use serde_json::{Value, json};

use super::{AREAS, differences, file, of, resolved};

#[test]
fn every_vector_gives_what_it_expects_after_a_trip_through_text() {
    let mut count = 0;
    for (area, _) in AREAS {
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
fn every_file_of_scenarios_is_an_area() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../conditions-core/test_data/resolve");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<String> =
        files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    files.sort();
    assert_eq!(files, AREAS.map(|(area, _)| area));
}

#[test]
fn a_wrong_answer_is_found_and_placed() {
    let vector = of("headline").unwrap().remove(0);
    let mut wrong = vector["expected"].clone();
    wrong["data"]["baseDepthCm"]["value"] = json!(0);
    wrong["data"]["flags"] = json!(["odd"]);
    let paths: Vec<String> =
        differences(&wrong, &vector["expected"]).into_iter().map(|(path, ..)| path).collect();
    assert_eq!(paths, ["/data/baseDepthCm/value", "/data/flags"]);
    assert_eq!(resolved(&json!({ "now": "soon" })), Err("now: not an instant".to_owned()));
    assert!(of("nothing").is_err());
}
