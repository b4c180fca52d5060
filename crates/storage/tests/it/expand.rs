//! Expand, then contract: the previous release runs on the tables of this one, so a migration only adds.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Migrations up to this one were written before the rule.
const BEFORE_THE_RULE: &str = "0102";

/// Migrations that remove what the previous release no longer uses. Add one here in the release after the one that
/// stopped using it.
const CONTRACTIONS: [&str; 0] = [];

/// Returns what a statement does that the previous release may not survive. `new` are the tables of later migrations
/// than [`BEFORE_THE_RULE`], which gets the statement's own.
fn violation(statement: &str, new: &mut BTreeSet<String>) -> Option<String> {
    let code: Vec<&str> = statement.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    let spaced = code.join(" ").replace('(', " ( ").replace(')', " ) ").replace(',', " , ").replace('"', "");
    let upper = spaced.to_uppercase();
    let words: Vec<&str> = upper.split_whitespace().collect();
    let text = words.join(" ");
    let after = |mark: &str| text.split_once(mark).and_then(|(_, rest)| rest.split(' ').next());
    if words.is_empty() {
        return None;
    }
    let forbidden = ["DROP", "RENAME", "TRUNCATE", "DELETE", "UPDATE", "TRIGGER"];
    if let Some(verb) = words.iter().find(|word| forbidden.contains(word)) {
        return Some(format!("{verb} takes away what the previous release uses"));
    }
    if text.starts_with("CREATE TABLE IF NOT EXISTS ") {
        new.extend(after("CREATE TABLE IF NOT EXISTS ").map(str::to_owned));
        return None;
    }
    if text.starts_with("CREATE INDEX IF NOT EXISTS ") {
        return None;
    }
    if text.starts_with("CREATE UNIQUE INDEX IF NOT EXISTS ") {
        let is_new = after(" ON ").is_some_and(|table| new.contains(table));
        return (!is_new).then(|| "a unique index rejects rows that the previous release writes".to_owned());
    }
    if text.starts_with("ALTER TABLE ") {
        let adds = text.contains(" ADD COLUMN ") && !text.contains(" ALTER COLUMN ");
        if !adds {
            return Some("ALTER TABLE may only ADD COLUMN".to_owned());
        }
        let is_free = !text.contains("NOT NULL") || text.contains(" DEFAULT ");
        let is_free = is_free && !text.contains(" UNIQUE") && !text.contains(" CHECK ");
        return (!is_free).then(|| "the previous release does not fill the new column".to_owned());
    }
    if text.starts_with("INSERT INTO ") && text.contains("ON CONFLICT DO NOTHING") {
        return None;
    }
    Some(format!("{} is not in the list of statements that only add", words[0]))
}

fn violations(tree: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(tree);
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    let mut new = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in found {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let number = name.split('_').next().unwrap();
        if number <= BEFORE_THE_RULE || CONTRACTIONS.contains(&number) {
            continue;
        }
        let sql = fs::read_to_string(path.join("up.sql")).unwrap();
        for statement in sql.split(";\n") {
            wrong.extend(violation(statement, &mut new).map(|what| format!("{tree}/{name}: {what}")));
        }
    }
    wrong
}

#[test]
fn migrations_only_expand() {
    for tree in ["sqlite", "postgres"] {
        assert_eq!(violations(tree), Vec::<String>::new(), "see `Add a migration` in CONTRIBUTING.md");
    }
}

#[test]
fn contracting_statements_are_found() {
    let mut new = BTreeSet::new();
    for statement in [
        "DROP TABLE settings",
        "-- A column.\nALTER TABLE settings DROP COLUMN value",
        "ALTER TABLE settings RENAME COLUMN value TO text",
        "ALTER TABLE settings RENAME TO options",
        "ALTER TABLE settings ALTER COLUMN value SET NOT NULL",
        "ALTER TABLE settings ADD COLUMN note TEXT NOT NULL",
        "ALTER TABLE settings ADD COLUMN note TEXT UNIQUE",
        "create unique index if not exists by_value on settings(value)",
        "drop index if exists settings_by_value",
        "UPDATE settings SET value = ''",
        "DELETE FROM settings",
        "CREATE TRIGGER settings_no_change BEFORE UPDATE ON settings",
        "VACUUM",
    ] {
        assert!(violation(statement, &mut new).is_some(), "{statement}");
    }
    for statement in [
        "-- A table; what was dropped from others stays there.\nCREATE TABLE IF NOT EXISTS notes (\n    key TEXT NOT NULL\n)",
        "CREATE UNIQUE INDEX IF NOT EXISTS notes_by_key ON notes (key)",
        "CREATE INDEX IF NOT EXISTS by_value ON settings (value)",
        "ALTER TABLE settings ADD COLUMN IF NOT EXISTS note TEXT",
        "ALTER TABLE settings ADD COLUMN note TEXT NOT NULL DEFAULT ''",
        "INSERT INTO notes (key) SELECT key FROM settings WHERE true ON CONFLICT DO NOTHING",
        "\n",
    ] {
        assert_eq!(violation(statement, &mut new), None, "{statement}");
    }
}
