use serde_json::{Map, Value, json};

use super::{Contents, Resource, ResourceAnnotations, Role};
use crate::info::{Hints, Icon};
use crate::revision::Revision;

fn meta() -> Map<String, Value> {
    Map::from_iter([("ui".to_owned(), json!({"prefersBorder": true}))])
}

#[test]
fn members_depend_on_revision() {
    let resource = Resource {
        uri: "ui://card".into(),
        name: "card".into(),
        title: Some("Card".into()),
        description: Some("A card.".into()),
        mime_type: Some("text/html".into()),
        size: Some(7),
        annotations: Some(ResourceAnnotations {
            audience: vec![Role::User, Role::Assistant],
            priority: Some(0.5),
            last_modified: Some("2026-01-01T00:00:00Z".into()),
        }),
        icons: vec![Icon { src: "data:,".into(), mime_type: None, sizes: vec![] }],
        meta: meta(),
    };
    for revision in Revision::ALL {
        let mut out = Vec::new();
        resource.write(revision.rules(), &mut out).unwrap();
        let value: Value = serde_json::from_slice(&out).unwrap();
        let has = |member: &str| value.get(member).is_some();
        assert!(["uri", "name", "description", "mimeType", "size"].iter().all(|member| has(member)));
        assert_eq!(value["annotations"]["audience"], json!(["user", "assistant"]));
        let rules = revision.rules();
        assert_eq!((has("title"), has("_meta")), (rules.titles, rules.titles), "{revision:?}");
        assert_eq!(value["annotations"].get("lastModified").is_some(), rules.titles, "{revision:?}");
        assert_eq!(has("icons"), rules.icons, "{revision:?}");
    }
}

#[test]
fn unknown_members_are_omitted() {
    let mut out = Vec::new();
    let resource = Resource::new("a:b", "b");
    resource.write(Revision::V2026_07_28.rules(), &mut out).unwrap();
    assert_eq!(out, br#"{"uri":"a:b","name":"b"}"#);
}

#[test]
fn contents_have_meta_by_revision() {
    let meta = meta();
    let contents =
        Contents { mime_type: "text/html", text: "<p>", meta: Some(&meta), hints: Hints::default() };
    for (revision, has) in [(Revision::V2025_03_26, false), (Revision::V2025_06_18, true)] {
        let value = serde_json::to_value(contents.wire(revision.rules(), "ui://card")).unwrap();
        assert_eq!(value.get("_meta").is_some(), has);
        assert_eq!((&value["uri"], &value["text"]), (&json!("ui://card"), &json!("<p>")));
    }
}
