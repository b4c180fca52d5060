use std::fs;
use std::process::Command;

use super::{built, link_next_to};

/// Returns a replacement for cargo that reports the path of the program.
fn building(messages: &str) -> Command {
    let mut command = Command::new("printf");
    command.args(["%s\n", messages]);
    command
}

#[test]
fn the_program_is_where_cargo_put_it() {
    let folder = std::env::temp_dir().join(format!("chaos-program-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("snow-conditions");
    fs::write(&file, "program").expect("written");
    let messages = format!(
        "{{\"reason\":\"compiler-artifact\",\"executable\":null}}\n{{\"executable\":{:?}}}\n{{\"reason\":\"build-finished\"}}",
        file.display().to_string()
    );
    let program = link_next_to(&built(&mut building(&messages)).expect("built")).expect("kept");
    assert_eq!(program.path().parent(), Some(folder.as_path()));
    assert_eq!(fs::read_to_string(program.path()).ok().as_deref(), Some("program"));
    let path = program.path().to_owned();
    drop(program);
    assert!(!path.exists() && file.exists());
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn build_without_program_fails() {
    assert!(built(&mut building("{\"executable\":null}")).is_err());
    assert!(built(&mut Command::new("false")).expect_err("failed").starts_with("cargo build: "));
    assert!(link_next_to("/nowhere/snow-conditions".as_ref()).expect_err("none").starts_with("/nowhere/"));
}
