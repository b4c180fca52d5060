//! The rules are whole.
use super::{COMPATIBLE, operations, parse};

#[test]
fn rules_are_read_and_name_each_operation_once() {
    let rules = parse(super::TABLE).expect("the embedded rules");
    let mut names: Vec<&str> = operations().collect();
    assert_eq!(names.len(), rules.len());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), rules.len());
    for (one, other) in COMPATIBLE {
        assert!(names.contains(one) && names.contains(other), "{one} {other}");
    }
}

#[test]
fn faults_are_refused() {
    for fault in [
        "get_x",
        "get_x resort snow 1",
        "get_x castle: snow 1",
        "get_x resort: snow",
        "get_x resort: nothing 1",
    ] {
        assert!(parse(fault).is_err(), "{fault}");
    }
}
