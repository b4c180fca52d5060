use super::{MOST, check, figure, lines, with_commas};
use crate::workspace::File;

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

#[test]
fn counts_production_lines_of_server_only() {
    let sources = [
        file("crates/server/src/lib.rs", "//! A\nfn a() {}\n#[cfg(test)]\nmod tests {\n}\n"),
        file("crates/server/src/http/tests.rs", "#[test]\nfn a() {}\n"),
        file("crates/server/tests/it/main.rs", "fn a() {}\n"),
        file("crates/pages/src/lib.rs", "//! B\n"),
    ];
    assert_eq!(lines(&sources), 2);
}

#[test]
fn rejects_one_line_more_than_the_limit() {
    assert!(check(MOST).is_empty());
    assert_eq!(check(MOST + 1).len(), 1);
}

#[test]
fn figure_of_the_document_is_the_count() {
    let row = |limit: usize, count: &str| {
        let limit = with_commas(limit);
        file("a.md", &format!("# A\n| production lines of `server` | ≤ {limit} | {count} | `tidy` |\n"))
    };
    assert!(figure(&row(MOST, "5,200 (25,389 before)"), 5_101).is_empty());
    assert!(figure(&row(MOST, "5,200"), 5_200).is_empty());
    assert_eq!(figure(&row(MOST, "5,200"), 5_201).len(), 1);
    assert_eq!(figure(&row(MOST, "5,200"), 5_100).len(), 1);
    assert_eq!(figure(&row(MOST + 1, "5,200"), 5_200).len(), 1);
    assert_eq!(figure(&file("a.md", "# A\n"), 5_123).len(), 1);
}

#[test]
fn writes_thousands() {
    assert_eq!(
        ["0", "999", "1,000", "25,389"],
        [0, 999, 1_000, 25_389].map(with_commas).each_ref().map(|text| text.as_str())
    );
}
