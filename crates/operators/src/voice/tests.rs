//! Tests of what the public sees of a resort's own words. Every report is synthetic.

use super::*;

fn at(hour: u32) -> Timestamp {
    Timestamp::parse(&format!("2026-01-10T{hour:02}:00:00Z")).unwrap()
}

fn logged(id: u32, hour: u32, body: &str) -> Logged {
    let report =
        crate::entry::json(body.as_bytes(), at(23)).unwrap_or_else(|problems| panic!("{problems:?}"));
    Logged { id: id.to_string(), observed_at: at(hour), published_at: at(hour), undone_at: None, report }
}

fn named(words: &Voice, list: Field) -> Option<String> {
    words.listed(list).map(|(list, _)| list.all()[0].name.clone())
}

#[test]
fn a_later_count_takes_a_lists_place_and_the_next_one_begins_from_it_all_the_same() {
    let words = Voice::default().with(logged(1, 5, r#"{"lifts":"Alpha: open","runs":"Ridge: closed"}"#));
    assert_eq!(named(&words, Field::Lifts).as_deref(), Some("Alpha"));
    let words = words.with(logged(2, 7, r#"{"liftsOpen":1}"#));
    assert_eq!(named(&words, Field::Lifts), None);
    assert_eq!(named(&words, Field::Runs).as_deref(), Some("Ridge"), "what is left out stands");
    assert_eq!(words.last_named(Field::Lifts).unwrap().1, at(5));
    let words = words.without("2", at(8));
    assert_eq!(named(&words, Field::Lifts).as_deref(), Some("Alpha"), "what stood before stands again");
}

#[test]
fn the_list_of_the_latest_instant_stands_whenever_it_was_sent() {
    let words = Voice::default().with(logged(1, 7, r#"{"lifts":"Alpha: open"}"#)).with(logged(
        2,
        5,
        r#"{"lifts":"Beta: open"}"#,
    ));
    assert_eq!(named(&words, Field::Lifts).as_deref(), Some("Alpha"));
    let words = words.with(logged(3, 7, r#"{"lifts":"Gamma: open"}"#));
    assert_eq!(named(&words, Field::Lifts).as_deref(), Some("Gamma"), "a correction of the same instant");
}

#[test]
fn the_log_keeps_the_names_of_two_lists_and_the_counts_of_all() {
    let body = r#"{"lifts":"Alpha: open|Beta: closed"}"#;
    let words = (1..=5).fold(Voice::default(), |words, id| words.with(logged(id, id, body)));
    let kept = words.log.iter().map(|logged| logged.report.lists.len()).collect::<Vec<_>>();
    assert_eq!(kept, [1, 1, 0, 0, 0]);
    for logged in &words.log {
        let counts = [Field::LiftsOpen, Field::LiftsTotal].map(|field| logged.report.counted(field));
        assert_eq!(counts, [Some(1), Some(2)], "{}", logged.id);
    }
}
