use serde_json::{Map, Value, json};

use super::{Json, RawJson, TypedValue, members, string};

#[test]
fn strings_are_escaped() {
    let text = "\"\\\n\u{1}\u{2028}é❄";
    let mut out = Vec::new();
    string(&mut out, text);
    assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
}

#[test]
fn members_get_their_commas() {
    let Value::Object(map) = json!({"a": 1, "b": {}}) else { return };
    let mut out = b"{".to_vec();
    members(&mut out, &map).unwrap();
    out.push(b'}');
    assert_eq!(out, br#"{"a":1,"b":{}}"#);
    let mut out = b"{\"z\":0".to_vec();
    members(&mut out, &map).unwrap();
    members(&mut out, &Map::new()).unwrap();
    assert_eq!(out, br#"{"z":0,"a":1,"b":{}"#);
}

#[test]
fn raw_and_typed_values_agree() {
    let (mut ready, mut typed) = (Vec::new(), Vec::new());
    RawJson(b" {\"a\":[1]}\n").write(&mut ready).unwrap();
    TypedValue(&json!({"a": [1]})).write(&mut typed).unwrap();
    assert_eq!(ready, typed);
}
