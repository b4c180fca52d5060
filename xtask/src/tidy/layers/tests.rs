//! The table catches what it is for.
use super::{Package, check};

fn package(name: &str, ours: &[&str], others: &[&str]) -> Package {
    let dependency = |name: &&str, path: &str| format!(r#"{{"name":"{name}","path":{path}}}"#);
    let list: Vec<String> = ours
        .iter()
        .map(|name| dependency(name, r#""/x""#))
        .chain(others.iter().map(|name| dependency(name, "null")))
        .collect();
    let text =
        format!(r#"{{"name":"{name}","manifest_path":"/x/Cargo.toml","dependencies":[{}]}}"#, list.join(","));
    serde_json::from_str(&text).expect("metadata")
}

#[test]
fn allowed_arrows_pass() {
    let packages = [
        package("storage", &["conditions-core"], &["diesel", "diesel-async", "diesel_migrations"]),
        package("server", &["storage", "upstream-sim"], &["actix-web", "reqwest"]),
        package("conformance", &["contract"], &["reqwest"]),
        package("conditions-core", &[], &["chrono"]),
        package("stdio-bridge", &["mcp-protocol"], &["reqwest"]),
    ];
    assert_eq!(check(&packages), []);
}

#[test]
fn each_kind_of_wrong_arrow_is_found() {
    for (package, what) in [
        (package("operations", &["storage"], &[]), "`operations` must not use `storage`"),
        (package("conditions-core", &["contract"], &[]), "`conditions-core` must not use `contract`"),
        (package("operations", &[], &["actix-web"]), "`actix-web` belongs to `server`"),
        (package("server", &[], &["diesel-async"]), "`diesel-async` belongs to `storage`"),
        (
            package("sources", &[], &["reqwest"]),
            "`reqwest` belongs to `server` and `stdio-bridge` and `conformance`",
        ),
        (package("stdio-bridge", &["server"], &[]), "`stdio-bridge` must not use `server`"),
        (package("newcomer", &[], &[]), "no line in ARROWS"),
    ] {
        let found = check(&[package]);
        assert!(found.len() == 1 && found[0].what.contains(what), "{what}: {found:?}");
    }
}
