use super::{blanked, functions};

#[test]
fn blanks_comments_and_literals() {
    for (source, expected) in [
        ("a // b {\nc", "a       \nc"),
        ("a /* b /* { */ c */ d", "a                   d"),
        (r#"x("{\"}") y"#, "x(      ) y"),
        ("r\"{\" r#\"\"{\"# br\"}\" z", "             b     z"),
        ("'{' '\\'' '\\u{7b}' &'a str", "                  &'a str"),
        ("r#type for", "r#type for"),
        ("\"a\nb\" c", "  \n   c"),
        ("\"never ends {", "             "),
        ("'", "'"),
    ] {
        assert_eq!(blanked(source), expected, "{source:?}");
        assert_eq!(blanked(source).lines().count(), source.lines().count());
    }
}

#[test]
fn functions_have_a_place_and_a_length() {
    let source = "impl A {\n    fn one(&self) -> [u8; 3] {\n        if x {\n        }\n    }\n}\ntrait B {\n    fn none(&self);\n}\nconst fn two() {}\n";
    let found: Vec<_> = functions(&blanked(source)).into_iter().map(|f| (f.name, f.line, f.lines)).collect();
    assert_eq!(found, [("one".to_owned(), 2, 2), ("two".to_owned(), 10, 0)]);
}

#[test]
fn function_types_are_not_functions() {
    assert_eq!(functions("const A: &[(u8, fn() -> u8)] = &[];\nlet x = |f: fn (u8)| {};"), []);
}
