use super::check;
use crate::workspace::File;

fn found(manifests: &[&str]) -> Vec<String> {
    let root = "[workspace]\nmembers = []\n[workspace.dependencies]\nserde = \"1\"\n";
    let files: Vec<File> = std::iter::once(&root)
        .chain(manifests)
        .map(|text| File { path: "Cargo.toml".to_owned(), text: (*text).to_owned() })
        .collect();
    check(&files).expect("readable").into_iter().map(|violation| violation.to_string()).collect()
}

const LINTS: &str = "[package]\nname = \"a\"\n[lints]\nworkspace = true\n";

#[test]
fn shared_versions_are_in_workspace() {
    assert_eq!(
        found(&[&format!("{LINTS}[dependencies]\nserde.workspace = true\nonly-here = \"1\"\n")]),
        [] as [&str; 0]
    );
    let own = found(&[&format!("{LINTS}[dependencies]\nserde = \"1\"\n")]);
    assert!(own.len() == 1 && own[0].starts_with("Cargo.toml:6: `serde` is shared"), "{own:?}");
    for section in ["dev-dependencies", "build-dependencies", "target.'cfg(unix)'.dependencies"] {
        let own = found(&[&format!("{LINTS}[{section}]\nserde = {{ version = \"1\" }}\n")]);
        assert_eq!(own.len(), 1, "{section}");
    }
    let both = format!("{LINTS}[dependencies]\nlibc = \"1\"\n");
    assert_eq!(found(&[&both, &both]).len(), 2, "two crates share it now");
    let itself = format!("{LINTS}[dev-dependencies]\na = {{ path = \".\" }}\n");
    let user = "[package]\nname = \"b\"\n[lints]\nworkspace = true\n[dependencies]\na.workspace = true\n";
    assert_eq!(found(&[&itself, user]), [] as [&str; 0], "a crate may name itself");
}

#[test]
fn lints_are_taken_from_the_workspace() {
    assert_eq!(found(&["[package]\nname = \"a\"\n"]).len(), 1);
    assert_eq!(found(&["[package]\nname = \"a\"\n[lints.rust]\nunsafe_code = \"allow\"\n"]).len(), 1);
}

#[test]
fn separate_workspace_is_exempt() {
    let apart = "[package]\nname = \"a\"\n[dependencies]\nserde = \"1\"\n";
    assert_eq!(found(&[apart]).len(), 2);
    assert_eq!(found(&[&format!("[workspace]\n{apart}")]), [] as [&str; 0]);
}

#[test]
fn an_unreadable_manifest_is_an_error() {
    assert!(check(&[File { path: "a".to_owned(), text: "[".to_owned() }]).is_err());
}
