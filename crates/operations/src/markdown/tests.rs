//! The pages name everything.

use serde_json::Value;

use super::{operations, tools};
use crate::OPERATIONS;

#[test]
fn every_operation_and_argument_has_its_line_on_both_pages() {
    for (page, prefix) in [(operations(), "## `"), (tools(), "## `")] {
        for operation in OPERATIONS {
            let meta = operation.meta();
            let heading = format!("{prefix}{}`: {}\n", meta.name, meta.title);
            let (_, rest) = page.split_once(&heading).expect("a heading");
            let section = rest.split("\n## ").next().unwrap_or_default();
            assert!(section.contains(meta.description), "{}", meta.name);
            let schema = operation.arguments();
            let names = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
            for (name, _) in names {
                assert!(section.contains(&format!("| `{name}` |")), "{}: {name}", meta.name);
            }
        }
    }
}

#[test]
fn tools_say_their_types_their_choices_and_their_hints() {
    let page = tools();
    assert!(page.contains("| `band` | string |  | Elevation band. Default mid, the band of the totals. One of: `base`, `mid`, `summit`. |"));
    assert!(page.contains("| `limit` | integer |"));
    assert_eq!(page.matches("\nHints: `readOnlyHint` true").count(), OPERATIONS.len());
}
