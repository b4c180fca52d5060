use super::{difference, is_derived};

#[test]
fn equal_lists_do_not_differ() {
    assert_eq!(difference("pub fn a\n", "pub fn a\n"), None);
}

#[test]
fn changed_items_have_signs() {
    let shown = difference("pub fn a()\npub fn b()\n", "pub fn a()\npub fn b(u8)\npub fn c()\n");
    assert_eq!(shown.as_deref(), Some("- pub fn b()\n+ pub fn b(u8)\n+ pub fn c()\n"));
}

#[test]
fn long_differences_are_counted() {
    let made: String = (0..50).map(|nth| format!("pub fn f{nth}()\n")).collect();
    let shown = difference("", &made).unwrap();
    assert!(shown.ends_with("and 10 more lines\n") && shown.lines().count() == 41, "{shown}");
}

#[test]
fn reordered_lists_differ() {
    assert_eq!(difference("a\nb\n", "b\na\n").as_deref(), Some(""));
}

#[test]
fn derived_traits_have_no_markers() {
    assert!(is_derived("impl core::clone::Clone for contract::Meta"));
    assert!(!is_derived("impl core::marker::StructuralPartialEq for contract::Meta"));
    assert!(!is_derived("pub fn contract::Meta::clone(&self) -> contract::Meta"));
}
