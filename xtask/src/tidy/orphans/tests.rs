use super::check;
use crate::workspace::File;

fn orphans(files: &[(&str, &str)]) -> Vec<String> {
    let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), text: (*text).to_owned() };
    let files: Vec<File> = files.iter().map(file).collect();
    check(&files).into_iter().map(|violation| violation.path).collect()
}

#[test]
fn undeclared_file_is_found() {
    let files = [
        ("crates/a/src/lib.rs", "pub mod rule;\n// mod comment;\n"),
        ("crates/a/src/rule.rs", "mod part;\n#[cfg(test)]\nmod tests;\nfn lost() {}\n"),
        ("crates/a/src/rule/part.rs", ""),
        ("crates/a/src/rule/tests.rs", ""),
        ("crates/a/src/rule/lost.rs", ""),
        ("crates/a/src/comment.rs", ""),
        ("crates/a/src/rules.rs", ""),
    ];
    let lost = ["crates/a/src/rule/lost.rs", "crates/a/src/comment.rs", "crates/a/src/rules.rs"];
    assert_eq!(orphans(&files), lost);
}

#[test]
fn a_list_of_a_macro_names_its_files() {
    let list = "macro_rules! rules { ($($name:ident,)*) => { $(mod $name;)* } }\nrules! {\n    depth,\n}\n";
    let files = [
        ("crates/a/src/lib.rs", "mod rules;"),
        ("crates/a/src/rules.rs", list),
        ("crates/a/src/rules/depth.rs", ""),
        ("crates/a/src/rules/lifts.rs", ""),
    ];
    assert_eq!(orphans(&files), ["crates/a/src/rules/lifts.rs"]);
}

#[test]
fn roots_and_programs_are_ignored() {
    let files = [
        ("crates/a/build.rs", ""),
        ("crates/a/src/main.rs", "mod cli;"),
        ("crates/a/src/cli.rs", ""),
        ("crates/a/src/bin/tool.rs", ""),
        ("crates/a/benches/support/world.rs", ""),
        ("crates/a/tests/it/main.rs", "mod one;"),
        ("crates/a/tests/it/one.rs", "mod below;"),
        ("crates/a/tests/it/one/below/mod.rs", ""),
        ("crates/a/tests/it/two.rs", ""),
    ];
    assert_eq!(orphans(&files), ["crates/a/tests/it/two.rs"]);
}
