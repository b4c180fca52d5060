use super::super::scan::blanked;
use super::paths;

fn named(source: &str) -> Vec<String> {
    let written = |name: &Option<String>| name.as_ref().map_or(String::new(), |name| format!(" as {name}"));
    paths(&blanked(source)).iter().map(|one| one.path.join("::") + &written(&one.name)).collect()
}

#[test]
fn a_tree_is_spelt_out() {
    assert_eq!(
        named("pub(crate) use crate::{a, b::{self, C as D, e::*}, f::G};\nuse super::h;"),
        [
            "crate::a as a",
            "crate::b as b",
            "crate::b::C as D",
            "crate::b::e",
            "crate::f::G as G",
            "super::h as h"
        ]
    );
}

#[test]
fn paths_in_place_are_found() {
    assert_eq!(
        named("fn f() -> a::B<c::D> { crate::e::f(self.g::<H>()); x.y }"),
        ["a::B", "c::D", "crate::e::f", "g"]
    );
    assert_eq!(named("// crate::a\nlet b = \"crate::c\";"), [] as [&str; 0]);
}

#[test]
fn test_code_is_omitted() {
    let source = "#[cfg(test)]\nuse a::B;\n#[cfg(test)]\n#[expect(x)]\nmod t { fn f() { c::d() } }\ne::f();\n#[cfg(test)]\nmod tests;\n";
    assert_eq!(named(source), ["e::f"]);
}
