//! The commands `migrate` and `move`, and the setting `--no-migrate`.

use std::path::Path;

use crate::commands::{database_in, program, refuses};
use crate::harness::Database;

fn folder(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder.to_str().unwrap().to_owned()
}

/// Runs a command that must succeed, and returns its output.
fn output(arguments: &[&str]) -> String {
    let ran = program(arguments);
    assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
    ran.out
}

#[test]
fn no_migrate_rejects_older_tables_until_migrate_ran() {
    let folder = folder("no-migrate");
    let serve = ["--data-dir", &folder, "--no-migrate", "--no-ingest", "--bind", "127.0.0.1:0", "serve"];
    refuses(&serve, &["migrations are missing", "`snow-conditions migrate`"]);
    let migrate = ["--data-dir", &folder, "--no-migrate", "migrate"];
    for expected in [" migrations\n", "up to date\n"] {
        let out = output(&migrate);
        assert!(out.ends_with(expected), "{out}");
    }
    output(&["--data-dir", &folder, "--no-migrate", "account", "list"]);
}

#[test]
fn move_reports_unusable_sides() {
    let folder = folder("move-unusable");
    refuses(&["--data-dir", &folder, "move"], &["SNOW_DATABASE_URL", "--to"]);
    let to = "postgres://u:s3cret@127.0.0.1:1/snow?sslmode=disable";
    let moves = ["--data-dir", &folder, "move", "--to", to];
    refuses(&moves, &["No such file", "--data-dir or --from"]);
    assert!(!Path::new(&folder).exists(), "nothing is created");
    database_in(&folder);
    let lock = runtime::data_folder::hold(Path::new(&folder)).unwrap();
    refuses(&moves, &["another process serves from the data folder"]);
    drop(lock);
    refuses(&moves, &["postgres://u@127.0.0.1:1/snow", "cannot reach"]);
    refuses(&["--data-dir", &folder, "move", "--to", "else.sqlite"], &["postgres:// URL"]);
}

#[test]
fn moved_accounts_and_commands_are_the_same() {
    let Some(to) = Database::postgres() else { return };
    let folder = folder("move-accounts");
    database_in(&folder);
    let here = ["--data-dir", &folder];
    for name in ["anna", "ben"] {
        output(&[&here[..], &["account", "create", &format!("{name}@example.org")]].concat());
    }
    output(&[&here[..], &["account", "tier", "ben@example.org", "pro"]].concat());
    let moves = [&here[..], &["move", "--to", &to.url]].concat();
    let said = output(&moves);
    assert!(said.contains("rows of ") && said.contains("all 0 webhook secrets"), "{said}");

    let there = ["--data-dir", &folder, "--database-url", &to.url];
    for command in [["account", "list"], ["account", "audit"]] {
        let old = output(&[&here[..], &command].concat());
        assert!(old.lines().count() >= 2, "{old}");
        assert_eq!(old, output(&[&there[..], &command].concat()));
    }
    refuses(&moves, &["already contains rows", "empty database"]);
}
