use super::*;

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

#[test]
fn counts_are_kept_per_crate_and_kind() {
    let sources =
        [file("crates/a/src/lib.rs", "// What waits is tried.\nconst A: &str = \"what is not known\";\n")];
    let documents =
        [file("README.md", "What this is.\n"), file("docs/generated/a.md", "What is generated.\n")];
    let counts = count(&sources, &documents);
    let key = |part: &str, kind| (part.to_owned(), RULES[0].name, kind);
    let expected = [key("a", Kind::Comment), key("a", Kind::Text), key("root", Kind::Markdown)];
    assert_eq!(counts.matches, expected.map(|key| (key, 1)).into());
    assert_eq!((counts.comments, counts.verb_first), (1, 0));
}

#[test]
fn missed_goals_are_reported() {
    let long = "#[test]\nfn a_name_that_is_much_longer_than_names_of_tests_may_be() {}\n";
    let mut counts = count(&[file("crates/a/src/lib.rs", &format!("// What waits is tried.\n{long}"))], &[]);
    let found: Vec<String> = goals(&mut counts).into_iter().map(|violation| violation.what).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    let good = "/// Returns nothing.\n#[test]\nfn short_name() {}\n";
    assert_eq!(goals(&mut count(&[file("crates/a/src/lib.rs", good)], &[])), []);
}
