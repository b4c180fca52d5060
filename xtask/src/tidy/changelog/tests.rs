use super::check;
use crate::workspace::File;

fn found(text: &str) -> Vec<String> {
    let file = File { path: "CHANGELOG.md".to_owned(), text: text.to_owned() };
    check(&file, "1.10.0").into_iter().map(|violation| violation.to_string()).collect()
}

#[test]
fn a_good_changelog_passes() {
    assert_eq!(
        found(
            "# Changes\n\n## Unreleased\n\n## 1.10.0 (2026-11-20)\n\n## [1.9.0] - 2026-10-01\n\n## v0.12.3\n"
        ),
        [] as [&str; 0]
    );
}

#[test]
fn each_fault_is_found() {
    for (text, what) in [
        ("# Changes\n", "CHANGELOG.md:1: no `## 1.10.0` heading"),
        ("## 1.9.0\n", "CHANGELOG.md:1: the top version is 1.9.0"),
        ("## 1.11.0\n## 1.10.0\n", "CHANGELOG.md:1: the top version is 1.11.0"),
        ("## 1.10.0\n## 1.2.0\n## 1.9.0\n", "CHANGELOG.md:3: 1.9.0 is below 1.2.0"),
        ("## 1.10.0\n\n## 1.10.0\n", "CHANGELOG.md:3: 1.10.0 is below 1.10.0"),
    ] {
        let found = found(text);
        assert!(found.len() == 1 && found[0].starts_with(what), "{text:?}: {found:?}");
    }
}
