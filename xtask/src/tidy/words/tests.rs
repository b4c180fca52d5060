use super::{MARKS, check};
use crate::workspace::File;

fn found(text: &str) -> Vec<(usize, String)> {
    let file = File { path: "a.rs".to_owned(), text: text.to_owned() };
    check(&file).into_iter().map(|violation| (violation.line, violation.what)).collect()
}

#[test]
fn each_word_is_found_with_its_line() {
    for mark in MARKS {
        let found = found(&format!("//! A.\n// {mark}: later\n"));
        assert!(found.len() == 1 && found[0].0 == 2, "{mark}: {found:?}");
    }
    for code in
        ["#[ignore]", "#[ignore = \"slow\"]", "#[should_panic(expected = \"x\")]", "todo!()", "x(dbg!(1))"]
    {
        assert_eq!(found(&format!("\n\n{code}\n")).len(), 1, "{code}");
    }
}

#[test]
fn talk_about_them_is_allowed() {
    assert_eq!(found("// no `#[ignore]` and no dbg! here\nlet a = \"todo!\";\nmy_dbg!(1);\n"), []);
    assert_eq!(found(&format!("let {}S = 1; // {}X\n", MARKS[0], MARKS[2])), []);
}
