use super::check;

#[test]
fn rows_have_every_crate_once_and_arrows_point_down() {
    let arrows: [(&str, &[&str]); 3] = [("a", &[]), ("b", &["a", "c"]), ("c", &["a"])];
    for (rows, what) in [
        ([("Low", &["a", "b"][..]), ("High", &["c"][..])], "`b` uses `c` of a higher row"),
        ([("Low", &["a"]), ("High", &["c"])], "`b` must be in exactly one row"),
        ([("Low", &["a", "c"]), ("High", &["b", "c"])], "`c` must be in exactly one row"),
        ([("Low", &["a", "c", "d"]), ("High", &["b"])], "`d` of ROWS is not a crate"),
        ([("Low", &["a", "b", "c"]), ("High", &[])], "row `High` of ROWS is empty"),
    ] {
        let found = check(&rows, &arrows);
        assert!(found.iter().any(|violation| violation.what.contains(what)), "{what}: {found:?}");
    }
    assert_eq!(check(&[("Low", &["a", "c"]), ("High", &["b"])], &arrows), []);
    assert_eq!(check(&[("Low", &["a"]), ("High", &["b", "c"])], &arrows), [], "in one row");
}
