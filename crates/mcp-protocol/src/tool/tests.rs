use serde_json::{Map, Value, json};

use super::{Tool, ToolAnnotations};
use crate::info::Icon;
use crate::revision::Revision;

fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn tool() -> Tool {
    Tool {
        name: "get_depth".into(),
        title: "Depth".into(),
        description: "How deep.".into(),
        input_schema: json!({"type": "object", "properties": {}}),
        output_schema: Some(json!({"type": "object"})),
        annotations: ToolAnnotations {
            read_only: true,
            destructive: false,
            idempotent: true,
            open_world: true,
        },
        icons: vec![Icon {
            src: "https://x.example/i.png".into(),
            mime_type: None,
            sizes: vec!["any".into()],
        }],
        meta: map(json!({"ui": {"resourceUri": "ui://depth"}})),
        extra: map(json!({"securitySchemes": [{"type": "noauth"}]})),
    }
}

fn written(revision: Revision) -> Value {
    let mut out = Vec::new();
    tool().write(revision.rules(), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn members_depend_on_revision() {
    let always = ["name", "description", "inputSchema", "annotations", "securitySchemes"];
    for revision in Revision::ALL {
        let value = written(revision);
        let has = |member: &str| value.get(member).is_some();
        assert!(always.iter().all(|member| has(member)), "{revision:?}");
        let rules = revision.rules();
        assert_eq!(has("title"), rules.titles, "{revision:?}");
        assert_eq!(has("_meta"), rules.titles, "{revision:?}");
        assert_eq!(has("outputSchema"), revision != Revision::V2025_03_26, "{revision:?}");
        assert_eq!(has("icons"), rules.icons, "{revision:?}");
        assert_eq!(value["annotations"].get("title").is_some(), !rules.titles, "{revision:?}");
    }
}

#[test]
fn no_hint_is_left_to_a_default() {
    assert_eq!(
        written(Revision::V2025_11_25)["annotations"],
        json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true})
    );
}

#[test]
fn rejects_unusable_descriptions() {
    for name in ["", "get depth", "tiefe_ü", "a/b", &"x".repeat(129)] {
        assert!(Tool { name: name.to_owned(), ..tool() }.check().is_err(), "{name}");
    }
    assert!(Tool { name: "x".repeat(128), ..tool() }.check().is_ok());
    for schema in
        [json!({}), json!(true), json!({"type": ["object"]}), json!({"type": "object", "anyOf": []})]
    {
        assert!(Tool { input_schema: schema.clone(), ..tool() }.check().is_err(), "{schema}");
        assert!(Tool { output_schema: Some(schema), ..tool() }.check().is_err());
    }
    let error = Tool { extra: map(json!({"icons": []})), ..tool() }.check().unwrap_err();
    assert!(error.to_string().contains("`icons`"), "{error}");
}

#[test]
fn extra_members_must_not_collide() {
    let value = written(Revision::V2026_07_28);
    for member in value.as_object().unwrap().keys().filter(|member| *member != "securitySchemes") {
        assert!(super::MEMBERS.contains(&member.as_str()), "{member}");
    }
}
