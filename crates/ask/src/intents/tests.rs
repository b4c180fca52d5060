use super::{COMPATIBLE, operations, parse};

#[test]
fn rules_name_each_operation_once() {
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

#[test]
fn fallen_snow_differs_from_depth() {
    use crate::reading::tests::reading;
    for (text, operation) in [
        ("anywhere in japan with 30 cm or more of new snow today?", "find_best_powder"),
        ("Resorts in Austria with at least 150 cm of snow", "find_resorts_by_criteria"),
        ("when's the next storm hitting Alta", "get_weather_forecast"),
        ("Is a storm coming to the Alps?", "get_storm_watch"),
    ] {
        assert_eq!(reading(text).operation, operation, "{text}");
    }
}

#[test]
fn insights_have_hemisphere_and_category() {
    use crate::reading::tests::reading;
    let arguments = reading("Any insights about dry spells in the northern hemisphere?").arguments;
    assert_eq!(arguments, [("hemisphere", "northern".to_owned()), ("category", "dry_spell".to_owned())]);
}
