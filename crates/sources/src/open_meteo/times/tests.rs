use super::*;

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

#[test]
fn parses_every_time_format() {
    let expected = Timestamp::parse("2025-01-09T14:30:00Z");
    assert!(expected.is_some());
    for (cell, offset) in [
        (text("2025-01-10T00:00"), 34_200),
        (text("2025-01-10T00:00:00"), 34_200),
        (text(" 2025-01-10 00:00 "), 34_200),
        (text("2025-01-10T00:00:00+09:30"), 0),
        (text("2025-01-09T14:30:00Z"), 34_200),
        (Cell::Number(1_736_433_000.0), 34_200),
    ] {
        assert_eq!(parse_time(&cell, offset), expected, "{cell:?}");
    }
    for cell in
        [text("yesterday"), text(""), text("2025-13-01T00:00"), Cell::Null, Cell::Other, Cell::Number(1e300)]
    {
        assert_eq!(parse_time(&cell, 0), None, "{cell:?}");
    }
}

#[test]
fn dates_are_local() {
    let expected = NaiveDate::from_ymd_opt(2025, 1, 10);
    assert_eq!(date(&text("2025-01-10"), 34_200), expected);
    // Local midnight in Adelaide is 14:30 UTC of the day before.
    assert_eq!(date(&Cell::Number(1_736_433_000.0), 34_200), expected);
    assert_eq!(date(&text("x"), 0), None);
}
