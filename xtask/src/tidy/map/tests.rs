use super::{SourceTree, check};
use crate::workspace::File;

fn found(text: &str) -> Vec<String> {
    let files = ["crates/runtime/src/clock.rs".to_owned(), "docs/guide.md".to_owned()];
    let known = SourceTree {
        exists: &|path| ["crates/server", "docs", "docs/guide.md"].contains(&path),
        mentioned: &|word| ["server", "conditions-core", "resolve", "powder-alert"].contains(&word),
        files: &files,
    };
    let map = File { path: "ARCHITECTURE.md".to_owned(), text: text.to_owned() };
    check(&map, &known).into_iter().map(|violation| violation.to_string()).collect()
}

#[test]
fn names_that_exist_pass() {
    for name in [
        "crates/server",
        "docs/",
        "runtime/src/clock.rs",
        "clock.rs",
        "docs/*.md",
        "conditions-core",
        "conditions_core::resolve",
        "powder-alert",
        "/mcp",
        "https://a.example/b-c",
        "Record",
        "--check",
        "a <- b",
    ] {
        assert_eq!(found(&format!("See `{name}`.")), [] as [&str; 0], "{name}");
    }
    assert_eq!(found("```\ncrates/gone `x-y`\n```"), [] as [&str; 0], "drawings are free");
}

#[test]
fn names_that_are_gone_are_found() {
    for name in [
        "crates/flycheck",
        "server/src/gone.rs",
        "gone.rs",
        "rustc-dependencies",
        "conditions_core::gone",
        "gone::resolve",
    ] {
        let found = found(&format!("First.\nSee `server` and `{name}`."));
        assert!(found.len() == 1 && found[0].starts_with("ARCHITECTURE.md:2: "), "{name}: {found:?}");
    }
}

#[test]
fn long_maps_are_found() {
    assert_eq!(found(&"line\n".repeat(150)), [] as [&str; 0]);
    assert_eq!(found(&"line\n".repeat(151)).len(), 1);
}
