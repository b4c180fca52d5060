use super::{ARROWS, Package, TEST_ARROWS, check, entry, rows, unused};

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
fn each_wrong_arrow_is_found() {
    for (package, what) in [
        (package("operations", &["storage"], &[]), "`operations` must not use `storage`"),
        (package("conditions-core", &["contract"], &[]), "`conditions-core` must not use `contract`"),
        (
            package("operations", &[], &["actix-web"]),
            "`actix-web` belongs to `edge` and `http-api` and `server`",
        ),
        (package("server", &[], &["diesel-async"]), "`diesel-async` belongs to `storage`"),
        (package("sources", &[], &["reqwest"]), "`reqwest` belongs to `checkup` and "),
        (package("stdio-bridge", &["server"], &[]), "`stdio-bridge` must not use `server`"),
        (package("newcomer", &[], &[]), "no line in ARROWS"),
    ] {
        let found = check(&[package]);
        assert!(found.len() == 1 && found[0].what.contains(what), "{what}: {found:?}");
    }
}

#[test]
fn unused_arrow_is_found() {
    assert_eq!(unused(&packages(|_, ours| ours)), []);
    let found = unused(&packages(|name, ours| if name == "conformance" { &["contract"] } else { ours }));
    let missing = "`conformance` does not use `conditions-core`";
    assert!(found.len() == 1 && found[0].what.contains(missing), "{found:?}");
}

#[test]
fn test_arrows_are_separate() {
    let for_tests = |name, to| check(&[package_with(name, &[(to, "\"dev\"")])]);
    assert_eq!(for_tests("charts", "catalogue").len(), 1, "not in the table of tests");
    assert_eq!(for_tests("server", "conformance"), []);
    let of_the_crate = package_with("server", &[("conformance", "null")]);
    assert_eq!(check(&[of_the_crate]).len(), 1, "in the table of tests alone");
    let none = unused(&[]).len();
    assert_eq!(unused(&[package_with("conformance", &[("contract", "\"dev\"")])]).len(), none);
    assert_eq!(unused(&[package_with("conformance", &[("contract", "null")])]).len(), none - 1);
}

/// Returns a crate for every line of the table, with the arrows that `kept` keeps; arrows of tests are as in the table.
fn packages(kept: impl Fn(&str, &'static [&'static str]) -> &'static [&'static str]) -> Vec<Package> {
    let package = |(name, ours): &(&str, &'static [&'static str])| {
        let own = kept(name, ours).iter().map(|to| (*to, "null"));
        let for_tests = entry(TEST_ARROWS, name).iter().map(|to| (*to, "\"dev\""));
        package_with(name, &own.chain(for_tests).collect::<Vec<_>>())
    };
    ARROWS.iter().map(package).collect()
}

/// Returns a crate that uses others of ours, each with the kind from `cargo metadata`.
fn package_with(name: &str, ours: &[(&str, &str)]) -> Package {
    let arrow = |(to, kind): &(&str, &str)| format!(r#"{{"name":"{to}","path":"/x","kind":{kind}}}"#);
    let arrows: Vec<String> = ours.iter().map(arrow).collect();
    let text = format!(r#"{{"name":"{name}","manifest_path":"/x","dependencies":[{}]}}"#, arrows.join(","));
    serde_json::from_str(&text).expect("metadata")
}

#[test]
fn rows_follow_the_arrows() {
    assert_eq!(rows(), []);
}
