use super::check;
use crate::workspace::File;

fn lines(path: &str, text: &str) -> Vec<usize> {
    let file = File { path: path.to_owned(), text: text.to_owned() };
    check(&file).into_iter().map(|violation| violation.line).collect()
}

#[test]
fn one_word_is_not_enough() {
    assert_eq!(lines("a.rs", "//! A.\nstruct A {\n    /// Name.\n    name: u8,\n}\n"), [3]);
    assert_eq!(lines("a.rs", "/// Why.\nreason: u8,\n/// Which.\nkind: u8,\n"), [1, 3]);
}

#[test]
fn units_sentences_and_examples_are() {
    for good in [
        "/// Metres.\nsummit: f64,\n",
        "/// Name of the resort in its own language.\nname: u8,\n",
        "/// Name.\n///\n/// In the language of its country.\nname: u8,\n",
        "// Name.\n",
        "/// GeoJSON.\nform: u8,\n",
        "let a = \"\n/// `Name`.\n\";",
    ] {
        assert_eq!(lines("a.rs", good), [] as [usize; 0], "{good}");
    }
    assert_eq!(lines("a/tests.rs", "/// Name.\nname: u8,\n"), [] as [usize; 0]);
}
