use super::*;

#[test]
fn days_are_kept_by_their_date() {
    let mut book = DayLogData::default();
    let at = Timestamp::from_millis(0);
    let of = |score: i32| {
        let logged = DayLogEntry {
            score: Some(conditions_core::units::Tenths::from_units(score)),
            ..DayLogEntry::default()
        };
        BTreeMap::from([("alta".to_owned(), logged)])
    };
    book.insert("2026-01-10", at, of(700));
    book.insert("2026-01-09", at, of(600));
    book.insert("no day", at, of(500));
    let days: Vec<String> = book.days().map(|day| day.to_string()).collect();
    assert_eq!(days, ["2026-01-09", "2026-01-10"]);
    let day = book.days().next_back().unwrap();
    assert_eq!(book.get("alta", day).and_then(|logged| logged.score).map(|score| score.units()), Some(700));
    assert_eq!(book.get("vail", day), None);
    book.remove("2026-01-10");
    book.remove("no day");
    assert_eq!(book.days().len(), 1);
}
