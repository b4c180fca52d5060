use serde_json::json;

use super::Lists;
use crate::info::Hints;
use crate::resource::Resource;
use crate::revision::Revision;
use crate::tool::{DescriptionError, Tool, ToolAnnotations};

fn tool(name: &str) -> Tool {
    let looks = ToolAnnotations { read_only: true, destructive: false, idempotent: true, open_world: false };
    Tool::new(name, "", looks, json!({"type": "object"}))
}

#[test]
fn lists_keep_order_and_hints() {
    let lists = Lists::new(&[tool("b"), tool("a")], &[], Hints::default()).unwrap();
    for revision in Revision::ALL {
        let tools = String::from_utf8(lists.at(revision).unwrap().tools.clone()).unwrap();
        assert!(tools.find("\"b\"").unwrap() < tools.find("\"a\"").unwrap());
        assert_eq!(tools.contains("ttlMs"), revision.rules().cache_hints);
    }
    assert!(lists.offered.tools && !lists.offered.resources);
}

#[test]
fn rejects_duplicate_names() {
    let twice = Lists::new(&[tool("a"), tool("a")], &[], Hints::default());
    assert!(matches!(twice, Err(DescriptionError::Twice(name)) if name == "a"));
    let resource = Resource::new("a:b", "");
    let twice = Lists::new(&[], &[resource.clone(), resource], Hints::default());
    assert!(matches!(twice, Err(DescriptionError::Twice(uri)) if uri == "a:b"));
    assert!(Lists::new(&[tool("a b")], &[], Hints::default()).is_err());
}
