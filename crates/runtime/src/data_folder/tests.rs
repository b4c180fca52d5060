use super::*;

#[test]
fn lock_is_exclusive_and_survives_stale_files() {
    let folder = std::env::temp_dir().join(format!("snow-lock-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let first = hold(&folder).unwrap();
    let refused = hold(&folder).unwrap_err().to_string();
    assert!(refused.contains("stop it first") && refused.contains("(process "), "{refused}");
    assert_eq!(refused.lines().count(), 1);
    drop(first);
    assert!(folder.join(FILE).exists());
    drop(hold(&folder).unwrap());
    std::fs::write(folder.join(FILE), "what is this").unwrap();
    let _held = hold(&folder).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
}
