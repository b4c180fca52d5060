use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::*;
use crate::config::Settings;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn data_folder_is_made_private() {
    let folder = std::env::temp_dir().join(format!("snow-private-{}", std::process::id())).join("data");
    let settings = || Settings { data_dir: Some(folder.clone()), ..Settings::default() };
    let config = settings().config().unwrap();
    drop(open(&config).unwrap());
    let file = folder.join(FILE);
    assert_eq!([mode(&folder), mode(&file)], [0o700, 0o600]);
    let wal = folder.join(format!("{FILE}-wal"));
    assert!(!wal.exists() || mode(&wal) == 0o600);

    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o664)).unwrap();
    drop(open(&config).unwrap());
    assert_eq!([mode(&folder), mode(&file)], [0o750, 0o660]);
    fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}

#[test]
fn commands_do_not_create_a_database() {
    let folder = std::env::temp_dir().join(format!("snow-absent-{}", std::process::id()));
    let config = Settings { data_dir: Some(folder.clone()), ..Settings::default() }.config().unwrap();
    let refused = existing(&config).unwrap_err();
    assert!(matches!(refused, OpenError::Storage(StoreError::Absent { .. })), "{refused}");
    assert!(!folder.exists(), "nothing was made");
    // An empty file, such as one that a container mounts, is not a database either.
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(FILE), "").unwrap();
    let refused = existing(&config).unwrap_err();
    assert!(matches!(refused, OpenError::Storage(StoreError::Absent { .. })), "{refused}");
    drop(open(&config).unwrap());
    drop(existing(&config).unwrap());
    fs::remove_dir_all(&folder).unwrap();
}
