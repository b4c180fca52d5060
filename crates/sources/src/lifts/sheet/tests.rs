use super::*;

fn sheet(words: &[&str]) -> Sheet {
    let rows = words
        .iter()
        .enumerate()
        .map(|(nth, word)| Row::new(&format!("Lift {nth}"), Some(StateTerm::new(word)), true));
    Sheet { rows: rows.collect(), ..Sheet::default() }
}

fn count(open: impl Into<Option<u32>>, total: impl Into<Option<u32>>) -> OpenTotal {
    OpenTotal { open: open.into(), total: total.into() }
}

fn own(open: u32, total: u32) -> OwnCount {
    OwnCount { open: Some(open), total: Some(total) }
}

#[test]
fn hold_and_scheduled_are_not_open() {
    assert_eq!(sheet(&["open", "hold", "scheduled", "closed"]).count(), count(1, 4));
    assert_eq!(sheet(&["closed", "closed"]).count(), count(0, 2));
}

#[test]
fn unknown_term_leaves_open_unknown() {
    let sheet = sheet(&["open", "frobnicated", "closed"]);
    assert_eq!(sheet.count(), count(None, 3));
    assert_eq!(sheet.doubts(), ["Lift 1: unknown term `frobnicated`"]);
}

#[test]
fn uncounted_rows_are_ignored() {
    let mut sheet = sheet(&["open", "closed"]);
    sheet.rows.push(Row::new("Tubing", Some(StateTerm::new("frobnicated")), false));
    sheet.rows.push(Row::new("Summer coaster", Some(StateTerm::new("open")), false));
    assert_eq!(sheet.count(), count(1, 2));
}

#[test]
fn empty_list_has_no_count() {
    assert_eq!(Sheet::default().count(), count(None, None));
    let stated = Sheet { stated: own(0, 0), ..Sheet::default() };
    assert_eq!(stated.count(), count(None, None));
    assert_eq!(stated.doubts(), ["a total of 0 is not a count"]);
}

#[test]
fn truncated_list_has_no_count() {
    let mut broken = sheet(&["open", "open"]);
    broken.fault("t", 2, Kind::Truncated);
    assert_eq!(broken.count(), count(None, None));
    broken.stated = own(3, 5);
    assert_eq!(broken.count(), count(None, 5));
}

#[test]
fn contradicting_count_is_unknown() {
    let stated = |open| Sheet { stated: own(open, 2), ..sheet(&["open", "closed"]) };
    assert_eq!(stated(1).count(), count(1, 2));
    assert_eq!(stated(2).count(), count(None, 2));
    assert_eq!(stated(2).doubts(), ["1 rows are open, but the feed counts 2"]);
}

#[test]
fn a_run_under_two_lifts_is_one_run() {
    let row = |word: &str| Row::new("Ridge", Some(StateTerm::new(word)), true);
    let mut same = Sheet { rows: vec![row("open"), row("Open")], ..Sheet::default() };
    same.merge_names();
    assert_eq!(same.count(), count(1, 1));
    let mut torn = Sheet { rows: vec![row("open"), row("closed")], ..Sheet::default() };
    torn.merge_names();
    assert_eq!(torn.count(), count(None, 1));
}
