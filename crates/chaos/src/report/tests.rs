use super::*;

fn figure(row: u8, measured: &str) -> Figure {
    Figure {
        row,
        what: "lost",
        anchor: "5",
        goal: "0",
        measured: measured.to_owned(),
        holds: measured == "0",
    }
}

#[test]
fn run_replaces_only_its_rows() {
    let first = table("", "kill9", "SQLite", "c1", &[figure(10, "7"), figure(2, "0")]);
    let second = table(&first, "kill9", "PostgreSQL", "c2", &[figure(1, "0")]);
    let third = table(&second, "kill9", "SQLite", "c3", &[figure(10, "0")]);
    let rows: Vec<&str> = third.lines().filter(|line| line.contains("kill9 |")).collect();
    assert_eq!(
        rows,
        [
            "| 1 | kill9 | PostgreSQL | lost | 5 | 0 | 0 | yes | `c2` |",
            "| 10 | kill9 | SQLite | lost | 5 | 0 | 0 | yes | `c3` |"
        ]
    );
    assert!(first.contains("**no**"));
}
