use super::check;
use crate::workspace::File;

fn found(form: &str, tests: Option<&str>) -> Vec<String> {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let tests = tests.map(|text| file("crates/evidence/src/lifts/tests.rs", text));
    let files: Vec<File> = std::iter::once(file("crates/evidence/src/lifts.rs", form)).chain(tests).collect();
    check(&files).into_iter().map(|violation| violation.to_string()).collect()
}

#[test]
fn every_version_has_its_test() {
    let form = "//! A.\nimpl Form for Lifts {\n    const VERSION: u32 = 2;\n}\n";
    let both = "#[test]\nfn version_1_is_read() {}\n#[test]\nfn version_2_is_read() {}\n";
    assert_eq!(found(form, Some(both)), [] as [&str; 0]);
    let one = found(form, Some("fn version_2_is_read() {}\n// fn version_1_is_read()\n"));
    assert!(
        one.len() == 1
            && one[0].starts_with("crates/evidence/src/lifts.rs:3: ")
            && one[0].contains("version_1")
    );
    assert_eq!(found(form, None).len(), 2, "no tests at all");
}

#[test]
fn a_version_is_a_number() {
    assert!(found("const VERSION: u32 = NEWEST;\n", None)[0].contains("as a number"));
    assert_eq!(
        found("//! `const VERSION: u32 = 3;`\n/// The version.\nfn version() {}\n", None),
        [] as [&str; 0]
    );
}
