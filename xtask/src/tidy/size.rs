//! Limits the size of files and functions: a header that says what the file decides, at most 400 lines of production
//! code, functions of at most 60.

use super::Violation;
use super::scan::{blanked, functions};
use crate::workspace::File;

/// Maximum number of lines before the tests.
const LONGEST_FILE: usize = 400;

/// Maximum number of lines with code between the braces.
const LONGEST_FUNCTION: usize = 60;

pub(super) fn check(file: &File) -> Vec<Violation> {
    if is_test(&file.path) {
        return Vec::new();
    }
    let mut found = Vec::new();
    if !file.text.starts_with("//!") {
        found.push(Violation::new(
            &file.path,
            1,
            "the first line must be `//!` and say what the file decides",
        ));
    }
    let production = production(&file.text);
    let lines = production.lines().count();
    if lines > LONGEST_FILE {
        let what =
            format!("{lines} lines of production code, {LONGEST_FILE} may be: split by what is decided");
        found.push(Violation::new(&file.path, LONGEST_FILE + 1, what));
    }
    for function in functions(&blanked(production)) {
        if function.lines > LONGEST_FUNCTION {
            let what = format!(
                "`{}` has {} lines of code, {LONGEST_FUNCTION} may be: give its parts names",
                function.name, function.lines
            );
            found.push(Violation::new(&file.path, function.line, what));
        }
    }
    found
}

/// Returns whether a file contains only tests.
pub(super) fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

/// Returns the text before an inline test module.
pub(super) fn production(text: &str) -> &str {
    let tests = text.find("#[cfg(test)]\nmod tests {");
    tests.and_then(|at| text.get(..at)).unwrap_or(text)
}

#[cfg(test)]
mod tests;
