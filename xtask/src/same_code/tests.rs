use super::code;

#[test]
fn comments_and_documentation_do_not_count() {
    let before = "//! Header.\n/// Adds.\nfn add(a: u8, /* b */ b: u8) -> u8 { a + b } // end\n";
    let after =
        "//! Other header.\n\nfn add(\n    a: u8,\n    // the second\n    b: u8,\n) -> u8 {\n    a + b\n}\n";
    assert_eq!(code(before), code(after));
}

#[test]
fn code_strings_and_other_attributes_count() {
    let text = "#[doc(hidden)]\nconst A: &str = \"// a\";\n";
    assert!(code(text).is_ok());
    for changed in [
        "const A: &str = \"// a\";\n",
        "#[doc(hidden)]\nconst A: &str = \"// b\";\n",
        "#[doc(hidden)]\nstatic A: &str = \"// a\";\n",
    ] {
        assert_ne!(code(text), code(changed), "{changed}");
    }
    assert!(code("fn {").is_err());
}
