//! Tests of the stored form of a resort's own statements.

use operators::list::LiftStatus;
use operators::report::Field;

use super::*;

/// Synthetic.
const VERSION_1: &str = r#"{"v":1,"revision":2,"editedAt":"2026-01-09T05:00:00.000Z","content":{"summary":"Quiet."},"log":[{"id":"a","observedAt":"2026-01-10T05:00:00.000Z","publishedAt":"2026-01-10T05:01:00.000Z","undoneAt":"2026-01-10T05:02:00.000Z","report":{"status":"CLOSED_TODAY","cm":{"newSnow24h":12.0,"newSnow48h":null},"counts":{"liftsOpen":3},"surface":"icy","note":"Wind."}}]}"#;

/// Synthetic.
const VERSION_2: &str = r#"{"v":2,"revision":0,"content":{},"log":[{"id":"a","observedAt":"2026-01-10T05:00:00.000Z","publishedAt":"2026-01-10T05:01:00.000Z","report":{"counts":{"liftsTotal":3},"lists":{"lifts":[{"name":"Alpha","status":"OPEN"},{"name":"Beta","status":"ON_HOLD"}],"runs":[{"name":"Ridge","status":"UNKNOWN"}]}}}]}"#;

#[test]
fn version_1_is_read() {
    let words = ResortStatementsForm::decode(VERSION_1).unwrap();
    assert_eq!((words.revision, words.log.len(), words.last()), (2, 1, None));
    assert_eq!(ResortStatementsForm::encode(&words), VERSION_1.replace(r#""v":1"#, r#""v":2"#));
}

#[test]
fn version_2_is_read() {
    let words = ResortStatementsForm::decode(VERSION_2).unwrap();
    let (lifts, _) = words.current_list(Field::Lifts).unwrap();
    assert_eq!((lifts.len(), lifts.count(LiftStatus::Open)), (2, 1));
    assert_eq!(ResortStatementsForm::encode(&words), VERSION_2);
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in
        ["", "[]", "{}", r#"{"v":0}"#, r#"{"v":1,"content":{"score":"9"}}"#, r#"{"v":2,"log":[{"lifts":3}]}"#]
    {
        assert!(ResortStatementsForm::decode(other).is_err(), "{other}");
    }
    let newer = ResortStatementsForm::decode(r#"{"v":3}"#);
    assert_eq!(newer, Err(DecodeError::Newer { kind: "voice", version: 3, newest: 2 }));
}
