use super::{with_entry, with_item, with_lines, with_name};

const OPS: &str =
    "//! List.\n\noperations! {\n    get_conditions,\n    get_resort,\n}\n\n#[cfg(test)]\nmod tests;\n";

#[test]
fn a_name_goes_to_the_end_of_its_block() {
    let with = |text, name| with_name(text, "ops.rs", "operations! {", name);
    let list = with(OPS, "get_thing").expect("a list");
    assert_eq!(list, OPS.replace("get_resort,\n", "get_resort,\n    get_thing,\n"));
    assert!(with(OPS, "get_resort").is_err());
    assert!(with("//! None.\n", "get_thing").expect_err("no list").contains("operations! {"));
}

#[test]
fn entry_extends_array_and_length() {
    let with = |text: &str, entry| with_entry(text, "lanes.rs", "static OTHERS: [&dyn Lane; ", entry);
    for text in [
        "x\nstatic OTHERS: [&dyn Lane; 1] = [&crate::a::A];\ny\n",
        "x\nstatic OTHERS: [&dyn Lane; 1] =\n    [&crate::a::A];\ny\n",
        "x\nstatic OTHERS: [&dyn Lane; 1] = [\n    &crate::a::A,\n];\ny\n",
    ] {
        let list = with(text, "&crate::b::B").expect("a list");
        assert_eq!(list, "x\nstatic OTHERS: [&dyn Lane; 2] = [&crate::a::A, &crate::b::B];\ny\n");
        assert!(with(&list, "&crate::b::B").is_err() && with(text, "&crate::a::A").is_err());
    }
    assert!(with("", "b").is_err() && with("static OTHERS: [&dyn Lane; N] = [];", "b").is_err());
}

#[test]
fn an_item_goes_to_the_end_of_its_list() {
    let with = |text: &str, entry| with_item(text, "table.rs", "static PAGES: &[&dyn Page] = &[", entry);
    let text = "x\npub static PAGES: &[&dyn Page] = &[&crate::a::A];\ny\n";
    let list = with(text, "&crate::b::B").expect("a list");
    assert_eq!(list, "x\npub static PAGES: &[&dyn Page] = &[&crate::a::A, &crate::b::B];\ny\n");
    assert!(with(text, "&crate::a::A").is_err() && with("", "b").expect_err("no list").contains("PAGES"));
}

#[test]
fn lines_go_among_their_like() {
    let with = |text: &str, lines: &[&str]| {
        with_lines(text, "lib.rs", &lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(
        with("pub mod a;\npub mod c;\n\nx\n", &["pub mod b;"]).as_deref(),
        Ok("pub mod a;\npub mod b;\npub mod c;\n\nx\n")
    );
    assert_eq!(with("pub mod a;\nx\n", &["pub mod b;"]).as_deref(), Ok("pub mod a;\npub mod b;\nx\n"));
    assert_eq!(
        with("mod a;\nmod c;\n\npub use c::{C, D};\n", &["mod b;", "pub use b::B;"]).as_deref(),
        Ok("mod a;\nmod b;\nmod c;\n\npub use b::B;\npub use c::{C, D};\n")
    );
    assert_eq!(
        with("mod a;\n\nx\n\n#[cfg(test)]\nmod tests;\n", &["mod z;"]).as_deref(),
        Ok("mod a;\nmod z;\n\nx\n\n#[cfg(test)]\nmod tests;\n")
    );
    assert!(with("pub mod a;\n", &["pub mod a;"]).is_err() && with("x\n", &["pub mod a;"]).is_err());
}
