use super::check;
use crate::workspace::File;

fn found(files: &[(&str, &str)], accepted: &[&[&str]]) -> Vec<String> {
    let file =
        |(path, text): &(&str, &str)| File { path: format!("crates/a/src/{path}"), text: (*text).to_owned() };
    let files: Vec<File> = files.iter().map(file).collect();
    check(&files, accepted).into_iter().map(|violation| violation.what).collect()
}

#[test]
fn files_that_use_each_other_are_found() {
    let pair =
        [("lib.rs", "mod x;\nmod y;"), ("x.rs", "use crate::y::Y;"), ("y.rs", "fn f() { crate::x::g() }")];
    let circles = found(&pair, &[]);
    assert!(circles.len() == 1 && circles[0].contains("src/x.rs, crates/a/src/y.rs"), "{circles:?}");
    let three =
        [("x.rs", "use crate::{y, z as w};"), ("y.rs", "use super::z::{A, B};"), ("z.rs", "use super::x;")];
    assert_eq!(found(&three, &[]).len(), 1);
    assert!(found(&three, &[])[0].contains("z.rs"));
}

#[test]
fn tree_is_not_a_circle() {
    let tree =
        [("x.rs", "use crate::y::Y;"), ("y.rs", "// crate::x\nuse std::x;"), ("z.rs", "use crate::{x, y};")];
    assert_eq!(found(&tree, &[]), [] as [&str; 0]);
    let tests = [
        ("x.rs", "use crate::y::Y;"),
        ("y.rs", "#[cfg(test)]\nuse crate::x::X;"),
        ("y/tests.rs", "use crate::x;"),
    ];
    assert_eq!(found(&tests, &[]), [] as [&str; 0]);
}

#[test]
fn parent_and_child_may_use_each_other() {
    let below = [
        ("x.rs", "mod y;\nmod z;\nuse y::Y;\nfn f() { z::g() }"),
        ("x/y.rs", "use super::X;\nuse super::z::Z;"),
        ("x/z.rs", "use crate::x::X;"),
    ];
    assert_eq!(found(&below, &[]), [] as [&str; 0]);
    let beside =
        [("x.rs", "mod y;\nuse y::Y;"), ("x/y.rs", "use crate::w::W;"), ("w.rs", "use crate::x::X;")];
    assert_eq!(found(&beside, &[]).len(), 1, "down, away and back up");
    let above = [("x.rs", "use crate::w::W;"), ("x/y.rs", "use super::X;"), ("w.rs", "use crate::x::y::Y;")];
    assert_eq!(found(&above, &[]).len(), 1, "up, away and back down");
}

#[test]
fn follows_re_exports() {
    let again = [
        ("lib.rs", "pub use y::Y;\npub mod x;\npub mod y;"),
        ("x.rs", "use crate::Y;"),
        ("y.rs", "use crate::x::X;"),
    ];
    assert_eq!(found(&again, &[]).len(), 1);
    let root = [("lib.rs", "pub struct Y;"), ("x.rs", "use crate::Y;"), ("y.rs", "use crate::x::X;")];
    assert_eq!(found(&root, &[]), [] as [&str; 0]);
}

#[test]
fn accepted_circles_must_exist() {
    const LISTED: &[&[&str]] = &[&["crates/a/src/x.rs", "crates/a/src/y.rs"]];
    let pair = [("x.rs", "use crate::y::Y;"), ("y.rs", "use crate::x::X;")];
    assert_eq!(found(&pair, LISTED), [] as [&str; 0]);
    let grown = [("x.rs", "use crate::y::Y;"), ("y.rs", "use crate::z::Z;"), ("z.rs", "use crate::x::X;")];
    let strange = found(&grown, LISTED);
    assert!(strange.len() == 2 && strange[1].contains("no circle any more"), "{strange:?}");
}
