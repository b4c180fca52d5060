use super::check;
use crate::workspace::File;

fn found(table: &str) -> Vec<String> {
    let text = format!("# Map\n\n## Crates\n\n{table}\n## Next\n\n| `other` | free |\n");
    let map = File { path: "ARCHITECTURE.md".to_owned(), text };
    let rows: [(&str, &[&str]); 2] = [("Low", &["a", "b"]), ("High", &["c"])];
    check(&map, &rows).into_iter().map(|violation| violation.to_string()).collect()
}

#[test]
fn complete_tables_pass() {
    let longest = "word ".repeat(25);
    assert_eq!(found(&format!("| `a` | {longest} |\n| `b` | x | y |\n| `c` | x |\n")), [] as [&str; 0]);
}

#[test]
fn faults_are_reported() {
    let long = "word ".repeat(26);
    for (table, what) in [
        (format!("| `a` | {long} |\n| `b` | x |\n| `c` | x |\n"), "ARCHITECTURE.md:5: `a` has 26 words"),
        ("| `a` | x |\n| `c` | x |\n".to_owned(), "`b` has no line"),
        ("| `a` | x |\n| `b` | x |\n| `c` | x |\n| `d` | x |\n".to_owned(), "`d` is not a crate"),
        ("| `b` | x |\n| `a` | x |\n| `c` | x |\n".to_owned(), "not in the order"),
        ("| `a` | x |\n| `b` | x |\n| `c` | x |\n| `c` | x |\n".to_owned(), "there twice"),
    ] {
        let found = found(&table);
        assert!(found.len() == 1 && found[0].contains(what), "{what}: {found:?}");
    }
}
