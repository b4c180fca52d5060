//! Opening a store: a rejected database is reported in one line and left unchanged.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;

use storage::{Options, Store, StoreError, settings};

use crate::support::{Fresh, both, now, read, run, server, with_database};

/// Returns the error for `location`, checked for one line without a password.
fn refused(location: &str, options: &Options) -> StoreError {
    let error = match Store::open(location, options, now()) {
        Err(error) => error,
        Ok(store) => panic!("{} was opened", store.place()),
    };
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(!text.contains("s3cret") && !text.contains('\n'), "{text}");
    }
    error
}

fn refused_file(fresh: &Fresh) -> StoreError {
    let before = fs::read(&fresh.location).unwrap();
    let error = refused(&fresh.location, &Options::default());
    assert_eq!(fs::read(&fresh.location).unwrap(), before, "the file was changed");
    let beside: Vec<_> =
        fs::read_dir(fresh.folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(beside.len(), 1, "{beside:?}");
    error
}

#[test]
fn a_second_open_changes_nothing() {
    both(|fresh| {
        run(&fresh.open(), |conn| settings::set(conn, "a", "1"));
        let strict = Options { migrate: false, ..Options::default() };
        let store = Store::open(&fresh.location, &strict, now()).unwrap();
        assert_eq!(read(&store, |conn| settings::get(conn, "a")).as_deref(), Some("1"));
        assert_eq!(read(&fresh.open(), settings::list).len(), 1);
    });
}

#[test]
fn forbidden_migrations_are_an_error() {
    both(|fresh| {
        let strict = Options { migrate: false, ..Options::default() };
        let error = refused(&fresh.location, &strict);
        let all = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite")).unwrap().count();
        assert!(matches!(error, StoreError::Outdated { pending, .. } if pending == all), "{error}");
        fresh.open();
    });
}

#[test]
fn newer_database_is_untouched() {
    both(|fresh| {
        fresh.open().close();
        fresh.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')");
        fresh.execute("DELETE FROM __diesel_schema_migrations WHERE version = '0011'");
        let error = refused(&fresh.location, &Options::default());
        assert!(matches!(&error, StoreError::Newer { migration, .. } if migration == "9999"), "{error}");
        fresh.execute("DELETE FROM __diesel_schema_migrations WHERE version = '9999'");
        let strict = Options { migrate: false, ..Options::default() };
        let error = refused(&fresh.location, &strict);
        assert!(matches!(error, StoreError::Outdated { pending: 1, .. }), "{error}");
    });
}

#[test]
fn foreign_tables_are_untouched() {
    both(|fresh| {
        fresh.execute("CREATE TABLE settings (id TEXT)");
        let error = refused(&fresh.location, &Options::default());
        assert!(matches!(&error, StoreError::Foreign { table, .. } if table == "settings"), "{error}");
        fresh.execute("INSERT INTO settings (id) VALUES ('still here'); DROP TABLE settings");
        fresh.open();
    });
}

#[test]
fn interrupted_migrations_resume() {
    both(|fresh| {
        fresh.open().close();
        // As if the process had died between the last statement and its record (PostgreSQL), or before both.
        let drop = if server().is_some_and(|_| fresh.location.starts_with("postgres")) {
            "SELECT 1"
        } else {
            "DROP TABLE settings"
        };
        fresh.execute(&format!("{drop}; DELETE FROM __diesel_schema_migrations WHERE version = '0011'"));
        run(&fresh.open(), |conn| settings::set(conn, "a", "1"));
    });
}

#[test]
fn dead_migrators_lease_expires() {
    both(|fresh| {
        fresh.open().close();
        fresh.execute("DELETE FROM __diesel_schema_migrations WHERE version = '0011'; DROP TABLE settings");
        // Ends one second after `now`; the wait advances `now`.
        let until = now().millis() * 1_000 + 1_000_000;
        fresh.execute(&format!("INSERT INTO leases VALUES ('migrations', 'dead', {until})"));
        run(&fresh.open(), |conn| settings::set(conn, "a", "1"));
    });
}

#[test]
fn rejects_other_files() {
    let fresh = Fresh::sqlite();
    fs::write(&fresh.location, "# snow\n".repeat(500)).unwrap();
    let error = refused_file(&fresh);
    assert!(matches!(error, StoreError::NotADatabase { .. }), "{error}");
}

#[test]
fn damaged_file_is_reported() {
    let fresh = Fresh::sqlite();
    let store = fresh.open();
    run(&store, |conn| (0..200).try_for_each(|n| settings::set(conn, &format!("key-{n}"), &"x".repeat(200))));
    store.close();
    assert!(!fresh.folder().join("snow.db-wal").exists(), "a clean end leaves no log");
    let mut bytes = fs::read(&fresh.location).unwrap();
    let whole = bytes.clone();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xa5);
    fs::write(&fresh.location, &bytes).unwrap();
    let error = refused_file(&fresh);
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    fs::write(&fresh.location, &whole[..middle]).unwrap();
    let error = refused_file(&fresh);
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    fs::write(&fresh.location, &whole[..50]).unwrap();
    let error = refused_file(&fresh);
    assert!(matches!(error, StoreError::Corrupt { .. } | StoreError::NotADatabase { .. }), "{error}");
    fs::write(&fresh.location, &whole).unwrap();
    assert_eq!(read(&fresh.open(), settings::list).len(), 200);
}

#[test]
fn reports_folder_and_mode_errors() {
    let fresh = Fresh::sqlite();
    let missing = fresh.folder().join("missing/snow.db");
    let error = refused(missing.to_str().unwrap(), &Options::default());
    assert!(error.to_string().ends_with("its folder does not exist"), "{error}");
    assert!(!fresh.folder().join("missing").exists());

    let error = refused(fresh.folder().to_str().unwrap(), &Options::default());
    assert!(error.to_string().ends_with("it is not a file"), "{error}");

    let closed = fresh.folder().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    let error = refused(closed.join("snow.db").to_str().unwrap(), &Options::default());
    assert!(error.to_string().ends_with("its folder is not writable"), "{error}");

    let error = refused("/proc/snow.db", &Options::default());
    assert!(matches!(error, StoreError::Unopenable { .. }), "{error}");

    fresh.open().close();
    fs::set_permissions(&fresh.location, fs::Permissions::from_mode(0o444)).unwrap();
    let error = refused(&fresh.location, &Options::default());
    assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
    fs::set_permissions(&fresh.location, fs::Permissions::from_mode(0o644)).unwrap();
    fresh.open();
}

#[test]
fn rejects_invalid_addresses() {
    for location in ["", "mysql://u:s3cret@h/db", "postgres://u:s3cret@h/db?sslmode=x"] {
        let error = refused(location, &Options::default());
        assert!(matches!(error, StoreError::Address(_)), "{error}");
    }
}

#[test]
fn closed_port_is_unreachable() {
    // Bound and released: the port is free.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = refused(&format!("postgres://u:s3cret@127.0.0.1:{port}/snow"), &Options::default());
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains(&format!("postgres://u@127.0.0.1:{port}/snow")), "{error}");
    let error = refused("postgres://u:s3cret@no-such-host.invalid/snow", &Options::default());
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
}

#[test]
fn silent_server_is_unreachable() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let location = format!("postgres://u:s3cret@{}/snow", silent.local_addr().unwrap());
    let options = Options { connect_timeout: std::time::Duration::from_millis(50), ..Options::default() };
    let error = refused(&location, &options);
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
}

#[test]
fn rejected_credentials_are_denied() {
    let Some(fresh) = Fresh::postgres() else { return };
    let role = format!("r_{}", uuid::Uuid::new_v4().simple());
    // The test server trusts every client, so a role that may not log in replaces a wrong password.
    fresh.execute(&format!("CREATE ROLE {role} NOLOGIN PASSWORD 's3cret'"));
    let (_, host) = fresh.location.split_once('@').unwrap();
    let error = refused(&format!("postgres://{role}:s3cret@{host}"), &Options::default());
    assert!(matches!(error, StoreError::Denied { .. }), "{error}");
    fresh.execute(&format!("DROP ROLE {role}"));
    let error = refused(&with_database(&fresh.location, "no_such_database"), &Options::default());
    assert!(matches!(error, StoreError::Denied { .. }), "{error}");
}

#[test]
fn closed_connection_is_reopened() {
    let Some(fresh) = Fresh::postgres() else { return };
    let options = Options { connections: 2, ..Options::default() };
    let store = Store::open(&fresh.location, &options, now()).unwrap();
    for round in 0..3 {
        run(&store, move |conn| settings::set(conn, "round", &round.to_string()));
        fresh.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
    }
    assert_eq!(read(&store, |conn| settings::get(conn, "round")).as_deref(), Some("2"));
}

#[test]
fn migration_trees_match() {
    let tree = |name: &str| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(name);
        let mut found: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let sql = fs::read_to_string(entry.path().join("up.sql")).unwrap();
                let sql = sql.replace("BIGINT", "INTEGER").replace(") STRICT;", ");");
                // SQLite does not support this clause, and runs each migration in a transaction.
                let sql = sql.replace("ADD COLUMN IF NOT EXISTS", "ADD COLUMN");
                (entry.file_name(), sql)
            })
            .collect();
        found.sort();
        found
    };
    let (sqlite, postgres) = (tree("sqlite"), tree("postgres"));
    assert!(sqlite.iter().map(|(name, _)| name).eq(postgres.iter().map(|(name, _)| name)));
    // Triggers are written in each database's own dialect.
    let in_own_words = |sql: &str| sql.contains("CREATE TRIGGER");
    let shared = |tree: &[(std::ffi::OsString, String)]| -> Vec<_> {
        tree.iter().filter(|(_, sql)| !in_own_words(sql)).cloned().collect()
    };
    assert_eq!(shared(&sqlite), shared(&postgres));
    // Each statement may run again: a process may die between the last one and its record.
    for (name, sql) in shared(&sqlite) {
        for statement in sql.split_inclusive(";\n") {
            assert!(
                ["IF NOT EXISTS", "ON CONFLICT DO NOTHING", "ADD COLUMN"]
                    .iter()
                    .any(|repeatable| statement.contains(repeatable)),
                "{name:?}: {statement}"
            );
        }
    }
}

#[test]
fn missing_schema_rights_name_the_grant() {
    let Some(fresh) = Fresh::postgres() else { return };
    let role = format!("r_{}", uuid::Uuid::new_v4().simple());
    fresh.execute(&format!(
        "CREATE ROLE {role} LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC; GRANT USAGE ON SCHEMA public TO {role}"
    ));
    let (_, rest) = fresh.location.split_once('@').unwrap();
    let location = format!("postgres://{role}:s3cret@{rest}");
    let error = refused(&location, &Options::default());
    assert!(matches!(error, StoreError::NoSchema { .. }) && !error.is_transient(), "{error}");
    let grant = format!("GRANT USAGE, CREATE ON SCHEMA public TO \"{role}\"");
    assert!(error.to_string().contains(&grant), "{error}");
    fresh.execute(&grant);
    run(&Store::open(&location, &Options::default(), now()).unwrap(), |conn| settings::set(conn, "a", "1"));
    fresh.execute(&format!(
        "REASSIGN OWNED BY {role} TO CURRENT_USER; DROP OWNED BY {role}; DROP ROLE {role}"
    ));
}

#[test]
fn create_option_is_respected() {
    both(|fresh| {
        let strict = Options { create: false, ..Options::default() };
        let error = refused(&fresh.location, &strict);
        assert!(matches!(error, StoreError::Absent { .. }), "{error}");
        assert!(fresh.is_postgres() || !std::path::Path::new(&fresh.location).exists());
        fresh.open().close();
        Store::open(&fresh.location, &strict, now()).unwrap();
    });
}
