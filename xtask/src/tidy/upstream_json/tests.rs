use super::check;
use crate::workspace::File;

fn lines(path: &str, text: &str) -> Vec<usize> {
    let file = File { path: path.to_owned(), text: text.to_owned() };
    check(&file).into_iter().map(|violation| violation.line).collect()
}

#[test]
fn finds_parsers_in_other_files() {
    for bad in ["serde_json::from_slice::<Value>(bytes)", "serde_json::from_str(text)?"] {
        let text = format!("//! A.\n\nlet a = {bad};\n");
        assert_eq!(lines("crates/sources/src/wsdot.rs", &text), [3], "{bad}");
        for path in [
            "crates/sources/src/json_cut.rs",
            "crates/sources/src/wsdot/tests.rs",
            "crates/evidence/src/a.rs",
        ] {
            assert!(lines(path, &text).is_empty(), "{path}");
        }
    }
    assert!(lines("crates/sources/src/wsdot.rs", "//! serde_json::from_str\nlet a = json!(1);\n").is_empty());
}
