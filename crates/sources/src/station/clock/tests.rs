use super::*;

fn shown(text: &str, offset_s: i32) -> Option<String> {
    parse_time(text, offset_s).map(|time| time.to_string())
}

#[test]
fn local_time_is_shifted() {
    assert_eq!(shown("2026-03-05 00:00", -8 * 3_600).as_deref(), Some("2026-03-05T08:00:00.000Z"));
    assert_eq!(shown("2026-03-05T00:00:00", 3_600).as_deref(), Some("2026-03-04T23:00:00.000Z"));
    assert_eq!(shown("2026-03-05T00:00:00Z", 3_600).as_deref(), Some("2026-03-05T00:00:00.000Z"));
    assert_eq!(shown("2026-03-05", -8 * 3_600).as_deref(), Some("2026-03-05T08:00:00.000Z"));
    assert_eq!(shown("05.03.2026", 0), None);
    assert_eq!(shown("", 0), None);
}

#[test]
fn rejects_impossible_offsets() {
    assert_eq!(offset(-8.0), Some(-28_800));
    assert_eq!(offset(5.75), Some(20_700));
    assert_eq!(offset(f64::NAN), None);
    assert_eq!(offset(-28_800.0), None);
    assert_eq!(unix(0.0), None);
    assert_eq!(unix(f64::INFINITY), None);
    assert_eq!(
        unix(1_784_598_840.0).map(|time| time.to_string()).as_deref(),
        Some("2026-07-21T01:54:00.000Z")
    );
}
