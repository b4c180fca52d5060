use super::check;
use crate::workspace::File;

fn found(path: &str, text: String) -> Vec<(usize, String)> {
    check(&File { path: path.to_owned(), text }).into_iter().map(|v| (v.line, v.what)).collect()
}

fn function(lines: usize) -> String {
    format!("//! Header.\n\nfn long() {{\n{}}}\n", "    work();\n".repeat(lines))
}

#[test]
fn a_header_is_demanded() {
    assert_eq!(found("a.rs", "//! Header.\n".to_owned()), []);
    assert!(found("a.rs", "use std;\n//! Late.\n".to_owned())[0].1.contains("`//!`"));
    assert_eq!(found("a/tests.rs", "use super::*;\n".to_owned()), [], "test files need none");
    assert_eq!(found("a.rs", String::new()).len(), 1);
}

#[test]
fn tests_do_not_count_as_lines() {
    let lines = |n: usize| format!("//! Header.\n{}", "const A: u8 = 1;\n".repeat(n - 1));
    assert_eq!(found("a.rs", lines(400)), []);
    assert_eq!(found("a.rs", lines(401))[0].0, 401);
    assert_eq!(found("a/tests.rs", lines(900)), []);
    assert_eq!(found("tests/it/main.rs", lines(900)).len(), 1, "a folder named tests below a crate is meant");
    assert_eq!(found("crates/a/tests/it/main.rs", lines(900)), []);
    assert_eq!(found("a.rs", format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", lines(399), lines(300))), []);
}

#[test]
fn long_functions_are_found() {
    assert_eq!(found("a.rs", function(60)), []);
    let long = found("a.rs", function(61));
    assert!(long[0].0 == 3 && long[0].1.contains("`long` has 61 lines"), "{long:?}");
    let comments = function(60).replacen("work();\n", "work();\n    // why\n\n", 30);
    assert_eq!(found("a.rs", comments), [], "comments and blank lines are free");
}
