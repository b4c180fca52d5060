use super::*;
use crate::error::Refusal;

fn parts(body: &str) -> (Vec<String>, Option<Kind>) {
    match split(body.as_bytes(), 9) {
        Ok(split) => (
            split.elements.iter().map(|element| element.source()).collect(),
            split.fault.map(|fault| fault.kind),
        ),
        Err(fault) => (Vec::new(), Some(fault.kind)),
    }
}

#[test]
fn splits_objects_and_arrays() {
    assert_eq!(parts(r#" {"a":[1,{"b":"}]"}]} "#), (vec![r#"{"a":[1,{"b":"}]"}]}"#.to_owned()], None));
    assert_eq!(parts("[{},\n {\"a\":1}]\n"), (vec!["{}".to_owned(), "{\"a\":1}".to_owned()], None));
    assert_eq!(parts("\u{feff}{}"), (vec!["{}".to_owned()], None));
    assert_eq!(parts(r#"{"a":"\"{"}"#).0.len(), 1);
    assert_eq!(parts("[{},null,{}]").0, ["{}", "null", "{}"]);
}

#[test]
fn rejects_invalid_responses() {
    for (body, kind) in [
        ("", Kind::Empty),
        (" \n", Kind::Empty),
        ("<!DOCTYPE html>", Kind::Html),
        ("[]", Kind::Malformed("an empty list".to_owned())),
        ("nan", Kind::Malformed("nan".to_owned())),
        ("upstream connect error", Kind::Malformed("upstream connect error".to_owned())),
        (
            "Unexpected error while streaming data: timeoutReached",
            Kind::BrokeOff("timeoutReached".to_owned()),
        ),
        ("{\"a\":1", Kind::Truncated),
        ("[", Kind::Truncated),
        ("[{\"a\":[1,2", Kind::Truncated),
    ] {
        assert_eq!(parts(body), (Vec::new(), Some(kind)), "{body:?}");
    }
}

#[test]
fn truncated_text_keeps_locations() {
    let (elements, fault) =
        parts(r#"[{"a":1},{"b":[1,2,Unexpected error while streaming data: timeoutReached"#);
    assert_eq!(elements, [r#"{"a":1}"#]);
    assert_eq!(fault, Some(Kind::BrokeOff("timeoutReached".to_owned())));
    let (elements, fault) =
        parts(r#"[{"a":1},Unexpected error while streaming data: noDataAvilableForThisLocation"#);
    assert_eq!(elements.len(), 1);
    assert!(matches!(fault, Some(Kind::Refused { refusal: Refusal::NoData, .. })));
    let (elements, fault) = parts(r#"{"a":1}Unexpected error while streaming data: x"#);
    assert_eq!((elements.len(), fault), (1, Some(Kind::BrokeOff("x".to_owned()))));
    assert_eq!(parts(r#"[{"a":1},"#).1, Some(Kind::Truncated));
    assert!(matches!(parts("{} {}").1, Some(Kind::Malformed(_))));
}

#[test]
fn locations_are_bounded() {
    let split = split(b"[{},{},{}]", 2).unwrap();
    assert_eq!(split.elements.len(), 2);
    assert_eq!(split.fault.map(|fault| fault.kind), Some(Kind::Malformed("more than 2 parts".to_owned())));
    assert_eq!(super::split(b"[{},{}]", 2).unwrap().fault, None);
}
