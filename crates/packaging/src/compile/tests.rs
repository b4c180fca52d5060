use std::fs;
use std::path::Path;

use super::run;
use crate::failure::write;
use crate::release::Release;

/// A program whose messages contain the path of its source.
const MAIN: &str =
    "fn main() {\n    let path = file!();\n    assert!(std::env::args().count() < 9, \"{path}\");\n}\n";
const MANIFEST: &str = r#"[package]
name = "server"
version = "0.0.0"
edition = "2024"

[[bin]]
name = "snow-conditions"
path = "src/main.rs"

[workspace]
"#;
const LOCK: &str = "version = 4\n\n[[package]]\nname = \"server\"\nversion = \"0.0.0\"\n";

fn built(root: &Path) -> Vec<u8> {
    for (name, text) in [("src/main.rs", MAIN), ("Cargo.toml", MANIFEST), ("Cargo.lock", LOCK)] {
        write(&root.join(name), text.as_bytes()).unwrap();
    }
    let here = Release::read(Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()).unwrap();
    let program = run(&Release { root: root.to_owned(), ..here }, "", "dev").unwrap();
    fs::read(program).unwrap()
}

#[test]
fn program_does_not_depend_on_its_folder() {
    let folder = std::env::temp_dir().join(format!("snow-compile-{}", std::process::id()));
    let (one, other) = (built(&folder.join("a")), built(&folder.join("a longer name")));
    let path = folder.to_string_lossy();
    let contains_path = |bytes: &[u8]| bytes.windows(path.len()).any(|part| part == path.as_bytes());
    fs::remove_dir_all(&folder).unwrap();
    assert!(!contains_path(&one) && !contains_path(&other), "the program contains its folder");
    assert!(one == other, "the programs of two folders differ");
}
