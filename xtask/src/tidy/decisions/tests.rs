use super::check;
use crate::workspace::File;

const GOOD: &str = "# Area\n\n### One\n\n- **Decision:** Do it.\n- **Reason:** It is\n  good.\n- **Rejected:** not recorded.\n- **Date:** 2026-11-28\n";

fn found(area: &str, index: &str) -> Vec<String> {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let files = [
        file("docs/decisions/README.md", index),
        file("docs/decisions/area.md", area),
        file("docs/guide.md", "### Free\n"),
    ];
    check(&files).into_iter().map(|violation| violation.to_string()).collect()
}

#[test]
fn complete_decisions_pass() {
    assert_eq!(found(GOOD, "[area](area.md)"), [] as [&str; 0]);
    let extended = GOOD.replace("2026-11-28", "2026-11-28, extended 2026-12-05");
    assert_eq!(found(&extended, "[area](area.md)"), [] as [&str; 0]);
    let with_list = format!("{GOOD}\n- A measurement.\n");
    assert_eq!(found(&with_list, "[area](area.md)"), [] as [&str; 0]);
}

#[test]
fn incomplete_decisions_are_reported() {
    let second = GOOD.replace("# Area\n\n", "");
    for (area, what) in [
        (GOOD.replace("- **Reason:** It is\n  good.\n", ""), "area.md:3: `One` needs one each"),
        (GOOD.replace("Rejected", "Refused"), "`One` needs one each"),
        (GOOD.replace("- **Date", "- **Reason:** Twice.\n- **Date"), "`One` needs one each"),
        (GOOD.replace("2026-11-28", "today"), "write the date"),
        (GOOD.replace("2026-11-28", "2026-11-28, extended 2026-11-27"), "write the date"),
        (format!("{GOOD}\n{second}"), "two decisions are titled `One`"),
    ] {
        let found = found(&area, "[area](area.md)");
        assert!(found.len() == 1 && found[0].contains(what), "{what}: {found:?}");
    }
}

#[test]
fn index_lists_every_area() {
    let missing = found(GOOD, "area");
    assert!(missing.len() == 1 && missing[0].contains("does not list `area.md`"), "{missing:?}");
    let without_index = check(&[File { path: "docs/decisions/area.md".to_owned(), text: GOOD.to_owned() }]);
    assert!(without_index.len() == 1 && without_index[0].what.starts_with("missing"), "{without_index:?}");
}
