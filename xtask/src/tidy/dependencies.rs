//! What `conditions-core` may be made of when none of its features is on. The workspace build hides a leak, since
//! features of one crate are shared by all.

use super::Violation;
use crate::workspace;

const ALLOWED: &[&str] = &["chrono", "chrono-tz", "libm"];

const MANIFEST: &str = "crates/conditions-core/Cargo.toml";

/// Names of the direct dependencies of the core alone.
pub(super) fn of_core() -> Result<Vec<String>, String> {
    let output = workspace::cargo()
        .args(["tree", "--offline", "-p", "conditions-core", "--no-default-features", "-e", "normal,build"])
        .args(["--depth", "1", "--prefix", "none", "--format", "{lib}"])
        .output()
        .map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let names = String::from_utf8_lossy(&output.stdout);
    Ok(names
        .lines()
        .skip(1)
        .map(|name| name.trim().replace('_', "-"))
        .filter(|name| !name.is_empty())
        .collect())
}

pub(super) fn check(names: &[String]) -> Vec<Violation> {
    let strange = names.iter().filter(|name| !ALLOWED.contains(&name.as_str()));
    strange
        .map(|name| {
            let what = format!(
                "the core needs `{name}` without any feature; only {} may be: make it optional",
                ALLOWED.join(", ")
            );
            Violation::new(MANIFEST, 0, what)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn a_new_dependency_of_the_core_is_found() {
        assert_eq!(check(&["chrono".to_owned(), "chrono-tz".to_owned(), "libm".to_owned()]), []);
        let found = check(&["libm".to_owned(), "serde".to_owned()]);
        assert!(found.len() == 1 && found[0].what.contains("`serde`"), "{found:?}");
    }
}
