use std::time::Duration;

use conditions_core::time::Timestamp;

use super::*;
use crate::{Options, Store, settings};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("snow-backup-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn opened(path: &Path) -> Store {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    Store::open(path.to_str().unwrap(), &Options::default(), now).unwrap()
}

fn value(store: &Store, key: &'static str) -> Option<String> {
    store.read_blocking(move |conn| settings::get(conn, key)).unwrap()
}

#[test]
fn backup_of_a_database_in_use_is_one_whole_file() {
    let folder = folder("use");
    let (own, copy) = (folder.join("own.sqlite"), folder.join("copy.sqlite"));
    let store = opened(&own).within(Duration::from_secs(20));
    // Still in the write-ahead log: a copy of the file alone would lack it.
    store.run_blocking(|conn| settings::set(conn, "before", "1")).unwrap();
    database(own.to_str().unwrap(), &copy).unwrap();
    store.run_blocking(|conn| settings::set(conn, "after", "1")).unwrap();
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert!(names().iter().all(|name| !name.to_string_lossy().contains("partial")
        && !name.to_string_lossy().contains("copy.sqlite-")));
    let restored = opened(&copy);
    assert_eq!((value(&restored, "before").as_deref(), value(&restored, "after")), (Some("1"), None));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    drop((store, restored));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn existing_files_stay_unchanged() {
    let folder = folder("existing");
    let (own, there) = (folder.join("own.sqlite"), folder.join("there"));
    drop(opened(&own));
    fs::write(&there, "precious").unwrap();
    for error in
        [database(own.to_str().unwrap(), &there).unwrap_err(), write_new(&there, b"keys").unwrap_err()]
    {
        assert!(matches!(&error, BackupError::Exists(file) if *file == there), "{error}");
        assert_eq!(
            error.to_string(),
            format!("{} exists and is unchanged; choose a new file", there.display())
        );
    }
    assert_eq!(fs::read_to_string(&there).unwrap(), "precious");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn failed_backup_leaves_no_file() {
    let folder = folder("failed");
    let file = folder.join("copy.sqlite");
    let error = database(folder.join("nowhere.sqlite").to_str().unwrap(), &file).unwrap_err();
    assert!(matches!(error, BackupError::Database(_)), "{error}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    let nowhere = folder.join("none").join("copy");
    assert!(matches!(write_new(&nowhere, b"x").unwrap_err(), BackupError::Unwritable { .. }));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn password_does_not_become_an_argument() {
    for (url, shown) in [
        (
            "postgres://snow:hunter2@a:1,b:2/snow?sslmode=require",
            "postgres://snow@a:1,b:2/snow?sslmode=require",
        ),
        ("postgres://snow@a/snow", "postgres://snow@a/snow"),
        ("postgres://a/snow", "postgres://a/snow"),
    ] {
        assert_eq!(without_password(url), shown);
    }
}
