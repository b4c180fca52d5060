//! Names, lists and the refusal to overwrite.
use std::fs;

use super::{Kind, LANES, OPERATIONS, SOURCES, add, check_name, with_lane, with_module, with_operation};

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

const OPS: &str =
    "//! List.\n\noperations! {\n    get_conditions,\n    get_resort,\n}\n\n#[cfg(test)]\nmod tests;\n";

#[test]
fn an_operation_goes_to_the_end_of_the_list() {
    let list = with_operation(OPS, "get_thing").expect("a list");
    assert_eq!(list, OPS.replace("get_resort,\n", "get_resort,\n    get_thing,\n"));
    assert!(with_operation(OPS, "get_resort").is_err());
    assert!(with_operation("//! None.\n", "get_thing").expect_err("no list").contains("operations! {"));
}

const LANE_LIST: &str = "x\nstatic OTHERS: [&dyn Lane; 1] = [&crate::open_meteo::OpenMeteo];\ny\n";

#[test]
fn a_lane_goes_to_the_end_of_the_list_and_is_counted() {
    let list = with_lane(LANE_LIST, "awdb").expect("a list");
    assert!(
        list.contains("OTHERS: [&dyn Lane; 2] = [&crate::open_meteo::OpenMeteo, &crate::awdb::Awdb];"),
        "{list}"
    );
    assert!(with_lane(&list, "awdb").is_err());
    assert!(with_lane(LANE_LIST, "open_meteo").is_err());
    assert!(with_lane("", "awdb").is_err());
    assert_eq!(
        with_module("pub mod a;\npub mod c;\n\npub use x;\n", "b").as_deref(),
        Ok("pub mod a;\npub mod b;\npub mod c;\n\npub use x;\n")
    );
    assert_eq!(with_module("pub mod a;\nx\n", "b").as_deref(), Ok("pub mod a;\npub mod b;\nx\n"));
}

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
    assert!(add(&root, Kind::Event, "storm").expect_err("no room").contains("not built yet"));
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
fn skeletons_keep_the_rules_of_the_house() {
    for text in [super::operation("get_thing"), super::lane("awdb")] {
        assert!(text.starts_with("//!") && !text.contains("{name}") && !text.contains("{type}"), "{text}");
    }
    assert!(super::operation("get_snow_report").contains("path: \"/snow-report\""));
    assert!(super::lane("met_norway").contains("pub struct MetNorway;"));
}
