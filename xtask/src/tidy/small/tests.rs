use super::*;

fn files(files: &[(&str, &str)]) -> Vec<File> {
    let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), text: (*text).to_owned() };
    files.iter().map(file).collect()
}

fn found(files: &[File], accepted: &[&str]) -> Vec<String> {
    check(files, accepted).iter().map(ToString::to_string).collect()
}

const SMALL: &str = "crates/a/src/small.rs";

#[test]
fn small_file_is_reported() {
    let files = files(&[
        ("crates/a/src/lib.rs", "mod small;\nmod user;\n"),
        ("crates/a/src/user.rs", "use crate::small::Thing;\nfn f() {}\n"),
        (SMALL, "//! Small.\npub struct Thing;\n"),
        ("crates/a/src/small/tests.rs", "use super::*;\n"),
    ]);
    let reported = found(&files, &["crates/a/src/user.rs"]);
    let expected =
        format!("{SMALL}:1: fewer than 40 lines and one importer: merge it into crates/a/src/user.rs");
    assert_eq!(reported, [expected]);
    assert!(found(&files, &["crates/a/src/user.rs", SMALL]).is_empty());
}

#[test]
fn other_files_are_not_reported() {
    let large = "fn f() {}\n".repeat(40);
    for (root, small, more) in [
        ("mod small;\nmod user;\n", large.as_str(), ("crates/a/src/other.rs", "")),
        ("pub mod small;\nmod user;\n", "", ("crates/a/src/other.rs", "")),
        ("mod small;\nmod user;\nmod other;\n", "", ("crates/a/src/other.rs", "use crate::small::Thing;\n")),
        ("mod small;\nmod user;\n", "pub(crate) mod part;\n", ("crates/a/src/small/part.rs", &large)),
    ] {
        let user = format!("use crate::small::Thing;\n{large}");
        let files =
            files(&[("crates/a/src/lib.rs", root), ("crates/a/src/user.rs", &user), (SMALL, small), more]);
        let reported = found(&files, &[]);
        assert!(!reported.iter().any(|line| line.starts_with(SMALL)), "{root}{small}: {reported:?}");
    }
}

#[test]
fn methods_belong_to_declaring_file() {
    let large = "fn f() {}\n".repeat(40);
    let root = format!("mod small;\n{large}");
    let files = files(&[("crates/a/src/lib.rs", &root), (SMALL, "use super::Thing;\nimpl Thing {}\n")]);
    let [line] = &found(&files, &[])[..] else { panic!("one file is small") };
    assert!(line.ends_with("merge it into crates/a/src/lib.rs"), "{line}");
}

#[test]
fn stale_acceptances_are_reported() {
    let [line] = &found(&[], &[SMALL])[..] else { panic!("one entry is stale") };
    assert!(line.contains("remove it from the list"), "{line}");
}
