use serde_json::{Value, json};

use super::{Hints, Icon, Info, OfferedFeatures, Scope};
use crate::revision::Revision;

fn info() -> Info {
    let Value::Object(extensions) = json!({"io.modelcontextprotocol/ui": {}}) else { return Info::default() };
    Info {
        name: "snow".into(),
        version: "1.0".into(),
        title: Some("Snow".into()),
        description: Some("How deep it lies.".into()),
        website_url: Some("https://snow.example".into()),
        icons: vec![Icon { src: "https://snow.example/i.png".into(), mime_type: None, sizes: vec![] }],
        instructions: Some("Credit first.".into()),
        extensions,
        hints: Hints { ttl_ms: 5, scope: Scope::Public },
    }
}

const BOTH: OfferedFeatures = OfferedFeatures { tools: true, resources: true };

fn object(members: Vec<u8>) -> Value {
    let text = format!("{{{}}}", String::from_utf8(members).unwrap());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_server_grows_with_the_revisions() {
    let server = |revision: Revision| {
        let value = object(info().initialize(revision.rules(), BOTH).unwrap());
        let members: Vec<String> = value["serverInfo"].as_object().unwrap().keys().cloned().collect();
        members.len()
    };
    assert_eq!(server(Revision::V2025_03_26), 2);
    assert_eq!(server(Revision::V2025_06_18), 3);
    assert_eq!(server(Revision::V2025_11_25), 6);
}

#[test]
fn discovery_names_server_only_in_meta() {
    let value = object(info().discover(BOTH).unwrap());
    assert!(value.get("serverInfo").is_none());
    assert_eq!(value["_meta"]["io.modelcontextprotocol/serverInfo"]["websiteUrl"], "https://snow.example");
    assert_eq!((&value["ttlMs"], &value["cacheScope"]), (&json!(5), &json!("public")));
    assert_eq!(value["instructions"], "Credit first.");
    assert_eq!(value["resultType"], "complete");
}

#[test]
fn only_what_is_offered_is_declared() {
    let tools_only = OfferedFeatures { tools: true, resources: false };
    let value = object(info().initialize(Revision::V2025_11_25.rules(), tools_only).unwrap());
    assert_eq!(value["capabilities"], json!({"tools": {}, "extensions": {"io.modelcontextprotocol/ui": {}}}));
}

#[test]
fn the_stamp_is_short() {
    let value = object(info().stamp().unwrap());
    assert_eq!(
        value,
        json!({"io.modelcontextprotocol/serverInfo": {"name": "snow", "version": "1.0", "title": "Snow"}})
    );
}
