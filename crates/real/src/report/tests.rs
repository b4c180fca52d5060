use super::*;

#[test]
fn a_task_replaces_its_own_part() {
    let table = |title: &str| Table::new(title.to_owned(), &["rule"]);
    let first = replace_part("", "newsnow", &[table("one")]);
    assert!(first.contains("\n## newsnow\n\n**one**\n"), "{first}");
    let second = replace_part(&first, "newsnow", &[table("two")]);
    assert!(!second.contains("**one**") && second.contains("**two**"), "{second}");
    assert_eq!(replace_part(&second, "newsnow", &[table("two")]), second);
}
