use serde_json::Value;

use super::{charts, operations, tools};
use crate::write::AnyWrite;
use crate::writes::WRITES;
use crate::{AnyOperation, CHARTS};

#[test]
fn pages_list_every_operation() {
    let endpoints: Vec<&dyn AnyOperation> = crate::endpoints().collect();
    let tools_alone: Vec<&dyn AnyOperation> = crate::tools().collect();
    let none: &[&dyn AnyWrite] = &[];
    for (page, listed, writes) in [(operations(), endpoints, WRITES), (tools(), tools_alone, none)] {
        assert_eq!(page.matches("\n## `").count(), listed.len() + writes.len());
        for write in writes {
            let meta = write.meta();
            assert!(page.contains(&format!("## `{}`: {}\n", meta.name, meta.title)), "{}", meta.name);
            assert!(page.contains(meta.description), "{}", meta.name);
        }
        for operation in listed {
            let meta = operation.meta();
            let heading = format!("## `{}`: {}\n", meta.name, meta.title);
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
fn tools_list_types_choices_and_hints() {
    let page = tools();
    assert!(
        page.contains(
            "| `band` | string |  | Elevation band, default mid. One of: `base`, `mid`, `summit`. |"
        )
    );
    assert!(page.contains("| `limit` | integer |  | Rows, default 10. At most 50. |"));
    assert!(operations().contains("| `limit` | integer |  | Rows, default 10. From 1 to 50. |"));
    let reading = crate::tools().filter(|one| one.meta().method == crate::Method::Get).count();
    assert_eq!(page.matches("\nHints: `readOnlyHint` true").count(), reading);
    assert_eq!(
        page.matches("\nHints: `readOnlyHint` false").count(),
        4,
        "two resorts and two alerts are changed"
    );
}

#[test]
fn page_lists_every_chart() {
    let page = charts();
    for chart in CHARTS {
        let meta = chart.meta();
        let (_, rest) = page.split_once(&format!("## `{}`: {}\n", meta.name, meta.title)).expect("a heading");
        let section = rest.split("\n## ").next().unwrap_or_default();
        assert!(section.contains(&format!("`GET /api/v1{}`", meta.path)), "{}", meta.name);
        for (name, _) in chart.arguments().get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            assert!(section.contains(&format!("| `{name}` |")), "{}: {name}", meta.name);
        }
    }
    assert!(
        page.contains(
            "| `measure` | string |  | Quantity to draw. Default depth. One of: `depth`, `snowfall`, `depth_base`, `depth_mid`, `depth_summit`. |"
        )
    );
}
