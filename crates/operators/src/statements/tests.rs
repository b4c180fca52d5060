//! Tests of a resort's public data. Every report is synthetic.

use super::*;

fn at(hour: u32) -> Timestamp {
    Timestamp::parse(&format!("2026-01-10T{hour:02}:00:00Z")).unwrap()
}

fn logged(id: u32, hour: u32, body: &str) -> LoggedReport {
    let report =
        crate::entry::json(body.as_bytes(), at(23)).unwrap_or_else(|problems| panic!("{problems:?}"));
    LoggedReport {
        id: id.to_string(),
        observed_at: at(hour),
        published_at: at(hour),
        undone_at: None,
        report,
    }
}

fn named(words: &ResortStatements, list: Field) -> Option<String> {
    words.current_list(list).map(|(list, _)| list.all()[0].name.clone())
}

#[test]
fn later_count_replaces_a_list() {
    let words =
        ResortStatements::default().with(logged(1, 5, r#"{"lifts":"Alpha: open","runs":"Ridge: closed"}"#));
    assert_eq!(named(&words, Field::Lifts).as_deref(), Some("Alpha"));
    let words = words.with(logged(2, 7, r#"{"liftsOpen":1}"#));
    assert_eq!(named(&words, Field::Lifts), None);
    assert_eq!(named(&words, Field::Runs).as_deref(), Some("Ridge"), "omitted fields stay in force");
    assert_eq!(words.last_named(Field::Lifts).unwrap().1, at(5));
    let words = words.without("2", at(8));
    assert_eq!(named(&words, Field::Lifts).as_deref(), Some("Alpha"), "the previous list is in force again");
}

#[test]
fn list_with_the_latest_time_is_in_force() {
    let words = ResortStatements::default().with(logged(1, 7, r#"{"lifts":"Alpha: open"}"#)).with(logged(
        2,
        5,
        r#"{"lifts":"Beta: open"}"#,
    ));
    assert_eq!(named(&words, Field::Lifts).as_deref(), Some("Alpha"));
    let words = words.with(logged(3, 7, r#"{"lifts":"Gamma: open"}"#));
    assert_eq!(named(&words, Field::Lifts).as_deref(), Some("Gamma"), "a correction at the same time");
}

#[test]
fn log_keeps_names_of_two_lists() {
    let body = r#"{"lifts":"Alpha: open|Beta: closed"}"#;
    let words = (1..=5).fold(ResortStatements::default(), |words, id| words.with(logged(id, id, body)));
    let kept = words.log.iter().map(|logged| logged.report.lists.len()).collect::<Vec<_>>();
    assert_eq!(kept, [1, 1, 0, 0, 0]);
    for logged in &words.log {
        let counts = [Field::LiftsOpen, Field::LiftsTotal].map(|field| logged.report.count(field));
        assert_eq!(counts, [Some(1), Some(2)], "{}", logged.id);
    }
}

fn unsettled(id: u32, minute: i64, before: &str, doubtful: &[Field]) -> RevocableReport {
    let published_at = at(6).plus_millis(minute * 60_000);
    let until = published_at.plus_millis(15 * 60_000);
    RevocableReport {
        id: id.to_string(),
        published_at,
        until,
        before: Some(before.to_owned()),
        doubtful: doubtful.to_vec(),
    }
}

#[test]
fn reports_are_unsettled_until_undo_ends() {
    let minute = |minute: i64| at(6).plus_millis(minute * 60_000);
    let words = ResortStatements::default().unsettled_by(unsettled(1, 0, "none", &[]), minute(0));
    let words = words.unsettled_by(unsettled(2, 10, "first", &[Field::DepthBase]), minute(10));
    let before = |at: i64| words.unsettled_at(minute(at)).and_then(|known| known.before.as_deref());
    assert_eq!(
        [before(14), before(15), before(24), before(25)],
        [Some("none"), Some("first"), Some("first"), None]
    );
    let doubtful =
        |words: &ResortStatements| words.doubtful_at(minute(20)).and_then(|known| known.before.clone());
    assert_eq!(doubtful(&words).as_deref(), Some("first"));
    let mut corrected = words.clone().with(logged(3, 6, r#"{"depthBase":84}"#));
    corrected.log[0].published_at = minute(12);
    assert_eq!(doubtful(&corrected), None, "a later report has replaced the doubtful value");
    assert_eq!(doubtful(&corrected.without("3", minute(13))).as_deref(), Some("first"));
    assert_eq!(doubtful(&words.without("2", minute(13))), None, "it was taken back");
}

#[test]
fn rows_of_a_file_are_one_report() {
    let words = ResortStatements::default().unsettled_by(unsettled(1, 0, "none", &[]), at(6));
    let words = words.unsettled_by(unsettled(2, 0, "row 1", &[Field::DepthMid]), at(6));
    assert_eq!(words.unsettled.len(), 1);
    assert_eq!(words.doubtful_at(at(6)).and_then(|known| known.before.as_deref()), Some("none"));
}
