use super::*;

#[test]
fn a_folder_is_served_by_one_and_what_a_dead_process_left_is_no_lock() {
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
