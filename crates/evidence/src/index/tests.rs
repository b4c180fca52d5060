//! Tests of stored indices.

use super::*;

#[test]
fn version_1_is_read() {
    let text = r#"{"first":23400,"anomalies":[-138,0,15]}"#;
    let series = ElNinoIndex::decode(text).unwrap();
    assert_eq!(series, Series { first: Season::around(1950, 0), anomalies: vec![-138, 0, 15] });
    assert_eq!(ElNinoIndex::encode(&series), text);
}

#[test]
fn rejects_invalid_indices() {
    for other in ["", "[]", "{\"first\":1}", "{\"first\":\"DJF 1950\",\"anomalies\":[]}"] {
        assert!(ElNinoIndex::decode(other).is_err(), "{other}");
    }
    let newer = ElNinoIndex::decode(r#"{"v":2,"first":1,"anomalies":[]}"#);
    assert_eq!(newer, Err(DecodeError::Newer { kind: "enso", version: 2, newest: 1 }));
}
