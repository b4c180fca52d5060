use std::fs;

use super::{DATASETS, EVENTS, EVIDENCE, Kind, LANES, OPERATIONS, SOURCES, WORLD, add, check_name, filled};

#[test]
fn names_are_checked() {
    for good in ["get_thing", "x", "awdb2", "get_2_things"] {
        assert_eq!(check_name(good), Ok(()), "{good}");
    }
    let long = "a".repeat(41);
    for bad in ["", "Get", "get-thing", "_x", "x_", "a__b", "2x", "../x", "a/b", "é", "match", "tests", &long]
    {
        assert!(check_name(bad).is_err(), "{bad}");
    }
}

const OPS: &str = "//! List.\n\noperations! {\n    get_conditions,\n}\n";
const LANE_LIST: &str = "pub static NETWORKS: [&dyn StationNetwork; 2] = [\n    &crate::slf::Slf,\n    &crate::tawes::Tawes,\n];\n\n\
    static OTHERS: [&dyn Lane; 1] = [&crate::open_meteo::OpenMeteo];\n";

#[test]
fn files_are_written_once() {
    let root = std::env::temp_dir().join(format!("xtask-new-{}", std::process::id()));
    for folder in ["crates/operations/src/ops", "crates/sources/src"] {
        fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    fs::write(root.join(OPERATIONS), OPS).expect("written");
    fs::write(root.join(LANES), LANE_LIST).expect("written");
    fs::write(root.join(SOURCES), "pub mod lane;\n").expect("written");
    assert_eq!(add(&root, Kind::Op, "get_thing").map(|paths| paths.len()), Ok(2));
    assert_eq!(add(&root, Kind::Lane, "awdb").map(|paths| paths.len()), Ok(3));
    assert_eq!(add(&root, Kind::Network, "met_norway").map(|paths| paths.len()), Ok(3));
    let list = fs::read_to_string(root.join(LANES)).expect("a list");
    assert!(
        list.contains("StationNetwork; 3] = [") && list.contains("&crate::met_norway::MetNorway"),
        "{list}"
    );
    assert!(list.contains("Lane; 2] = ["), "{list}");
    fs::create_dir_all(root.join("crates/webhooks/src")).expect("a folder");
    fs::write(root.join(EVENTS), "//! List.\n\nevents! {\n    snow_report,\n}\n").expect("written");
    assert_eq!(add(&root, Kind::Event, "storm").map(|paths| paths.len()), Ok(2));
    let list = fs::read_to_string(root.join(EVENTS)).expect("a list");
    assert!(list.contains("    snow_report,\n    storm,\n}"), "{list}");
    for folder in ["crates/evidence/src", "crates/world/src"] {
        fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    fs::write(
        root.join(EVIDENCE),
        "mod index;\n\npub use index::ElNinoIndex;\n\npub static DOCUMENTS: [&dyn AnyForm; 1] = [&ElNinoIndex];\n",
    )
    .expect("written");
    fs::write(root.join(DATASETS), "//! List.\n\ndatasets! {\n    enso: crate::enso::EnsoData,\n}\n")
        .expect("written");
    fs::write(root.join(WORLD), "pub mod enso;\n").expect("written");
    assert_eq!(add(&root, Kind::Document, "road").map(|paths| paths.len()), Ok(6));
    let list = fs::read_to_string(root.join(EVIDENCE)).expect("a list");
    assert!(
        list.contains("AnyForm; 2] = [") && list.contains("&Road") && list.contains("pub use road::Road;"),
        "{list}"
    );
    let list = fs::read_to_string(root.join(DATASETS)).expect("a list");
    assert!(list.contains("EnsoData,\n    road: crate::road::RoadData,\n}"), "{list}");
    let draft = fs::read_to_string(root.join("crates/operations/src/ops/get_thing.rs")).expect("a draft");
    assert!(draft.contains("path: \"/thing\""), "{draft}");
    fs::write(root.join(OPERATIONS), OPS).expect("written");
    assert!(add(&root, Kind::Op, "get_thing").expect_err("refused").contains("exists already"));
    assert_eq!(
        fs::read_to_string(root.join(OPERATIONS)).ok().as_deref(),
        Some(OPS),
        "nothing else was touched"
    );
    fs::remove_dir_all(&root).expect("removed");
}

#[test]
fn drafts_have_the_name_in_its_places() {
    let drafts = [
        include_str!("operation.txt"),
        include_str!("lane.txt"),
        include_str!("network.txt"),
        include_str!("kind.txt"),
        include_str!("kind_tests.txt"),
        include_str!("dataset.txt"),
        include_str!("page.txt"),
    ];
    for text in drafts.map(|draft| filled(draft, "met_norway")) {
        let is_left = ["{name}", "{id}", "{type}", "{title}"].iter().any(|place| text.contains(place));
        assert!(text.starts_with("//!") && !is_left, "{text}");
    }
    assert!(filled(drafts[1], "met_norway").contains("pub struct MetNorway;"));
    assert!(filled(drafts[1], "met_norway").contains("\"met-norway\""));
}
