use super::{GENERATED, check, difference};

#[test]
fn committed_files_are_current() {
    assert_eq!(check(), Ok(()));
}

#[test]
fn the_first_differing_line_is_named() {
    assert_eq!(difference("f", Some("a\nb\n"), "a\nb\n"), None);
    assert_eq!(difference("f", None, "a"), Some("f: missing".to_owned()));
    let found = difference("f", Some("a\nb\nc\n"), "a\nx\nc\n").unwrap_or_default();
    assert!(found.contains("f:2: committed: b") && found.contains("f:2: made:      x"), "{found}");
    let found = difference("f", Some("a\n"), "a\nb\n").unwrap_or_default();
    assert!(found.contains("f:2: committed: (end of file)"), "{found}");
    assert!(difference("f", Some("a\r\n"), "a\n").unwrap_or_default().contains("line ends"));
}

#[test]
fn generated_paths_are_unique() {
    let mut paths: Vec<&str> = GENERATED.iter().map(|(path, _)| *path).collect();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths.len(), GENERATED.len());
    for (path, make) in GENERATED {
        assert!(make().ends_with('\n'), "{path} ends with a line end");
        assert_eq!(make(), make(), "{path} is the same each time");
    }
}
