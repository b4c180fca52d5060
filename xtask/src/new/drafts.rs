//! `drafts`: checks that the drafts of `new` compile without a warning. They are written into a copy of the workspace
//! below the build folder, with compiled dependencies.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::{Kind, add, format};
use crate::workspace::{cargo, paths, root, target};

/// Kinds and names of the checked drafts.
const DRAFTS: [(Kind, &str); 6] = [
    (Kind::Op, "get_first_draft"),
    (Kind::Network, "first_network"),
    (Kind::Lane, "first_draft"),
    (Kind::Document, "first_draft"),
    (Kind::Page, "first_draft"),
    (Kind::Event, "first_draft"),
];

/// Drafts one file of every kind and compiles them with their tests.
pub(crate) fn check() -> Result<(), String> {
    let target = target()?;
    let copy = target.join("drafts");
    copied(&copy)?;
    for (kind, name) in DRAFTS {
        let written = add(&copy, kind, name)?;
        format(&copy, &written)?;
        written.iter().for_each(|path| println!("{path}"));
    }
    let mut check = cargo();
    check.args(["check", "--workspace", "--lib", "--profile", "test", "--offline"]);
    check.arg("--message-format=json-render-diagnostics").current_dir(&copy).env("CARGO_TARGET_DIR", target);
    without_a_warning(&mut check)
}

/// Makes a fresh copy of the workspace. Files keep their times, so that only changed ones are compiled again.
fn copied(copy: &Path) -> Result<(), String> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("{path}: {error}")
    };
    if copy.exists() {
        fs::remove_dir_all(copy).map_err(failed(copy))?;
    }
    let hidden = [".cargo/config.toml".to_owned()];
    for path in paths()?.iter().chain(&hidden) {
        let (from, to) = (root().join(path), copy.join(path));
        let folder = to.parent().unwrap_or(copy);
        fs::create_dir_all(folder).map_err(failed(folder))?;
        fs::copy(&from, &to).map_err(failed(&from))?;
        let modified = fs::metadata(&from).and_then(|known| known.modified()).map_err(failed(&from))?;
        let file = fs::File::options().write(true).open(&to).map_err(failed(&to))?;
        file.set_modified(modified).map_err(failed(&to))?;
    }
    Ok(())
}

/// Runs a check with JSON messages; a warning in one of our crates fails it.
fn without_a_warning(check: &mut Command) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Line {
        message: Option<Message>,
    }
    #[derive(Deserialize)]
    struct Message {
        rendered: Option<String>,
    }
    let output = check.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cargo check: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let said = messages.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()?.message?.rendered);
    let said: String = said.collect();
    if output.status.success() && said.is_empty() {
        return Ok(());
    }
    Err(format!("{said}what `cargo xtask new` writes does not compile without a warning: {}", output.status))
}
