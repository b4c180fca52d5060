//! Checks that a stored form has a version, and a test that reads literal bytes of every version ever written: for a
//! file `<kind>.rs` of `evidence` with `const VERSION: u32 = N;`, `<kind>/tests.rs` contains `fn version_1_is_read()`
//! and so on up to N.

use super::Violation;
use super::scan::blanked;
use super::size::is_test;
use crate::workspace::File;

const ROOM: &str = "crates/evidence/src/";
const VERSION: &str = "const VERSION: u32 = ";

pub(super) fn check(files: &[File]) -> Vec<Violation> {
    let forms = files.iter().filter(|file| file.path.starts_with(ROOM) && !is_test(&file.path));
    forms.flat_map(|form| of_form(form, files)).collect()
}

fn of_form(form: &File, files: &[File]) -> Vec<Violation> {
    let code = blanked(&form.text);
    let declared =
        code.lines().enumerate().find_map(|(at, line)| Some((at + 1, line.split_once(VERSION)?.1)));
    let Some((line, version)) = declared else { return Vec::new() };
    let Some(newest) = version.trim().strip_suffix(';').and_then(|number| number.parse::<u32>().ok()) else {
        return vec![Violation::new(
            &form.path,
            line,
            "write the version as a number, so that its tests are known",
        )];
    };
    let path = form.path.replace(".rs", "/tests.rs");
    let tests =
        files.iter().find(|file| file.path == path).map(|file| blanked(&file.text)).unwrap_or_default();
    let is_read = |version: &u32| tests.contains(&format!("fn version_{version}_is_read()"));
    let missing = (1..=newest).filter(|version| !is_read(version));
    missing
        .map(|version| {
            let what = format!(
                "{path} has no `fn version_{version}_is_read()` that reads literal bytes of that version"
            );
            Violation::new(&form.path, line, what)
        })
        .collect()
}

#[cfg(test)]
mod tests;
