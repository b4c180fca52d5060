//! Tests of spans, aspects, and consecutive editions.

use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn edition(spans: &[(&str, &str)]) -> Bulletins {
    let regions = vec![Region { id: "XX-1".to_owned(), name: None }];
    let bulletin = |(from, to): &(&str, &str)| Bulletin {
        valid: Span::new(at(from), at(to)),
        regions: regions.clone(),
        ..Bulletin::default()
    };
    Bulletins { bulletins: spans.iter().map(bulletin).collect(), ..Bulletins::default() }
}

const MONDAY: (&str, &str) = ("2026-01-04T16:00:00Z", "2026-01-05T16:00:00Z");
const TUESDAY: (&str, &str) = ("2026-01-05T16:00:00Z", "2026-01-06T16:00:00Z");

#[test]
fn rejects_impossible_spans() {
    let (from, to) = (at(MONDAY.0), at(MONDAY.1));
    let span = Span::new(from, to).unwrap();
    assert!(span.contains(from) && !span.contains(to));
    assert_eq!(Span::new(to, from), None);
    assert_eq!(Span::new(from, from), None);
    assert_eq!(Span::new(from, at("2027-01-05T16:00:00Z")), None, "a wrong year");
}

#[test]
fn only_eight_aspects_exist() {
    let aspects = Aspects::from_names(["NW", "n", "E", "n/a", "up"]);
    assert_eq!(aspects.names().collect::<Vec<_>>(), ["N", "E", "NW"]);
    assert!(Aspects::from_names([]).is_empty());
}

#[test]
fn rejects_older_editions() {
    assert!(edition(&[MONDAY]).goes_back(&edition(&[TUESDAY])).is_some());
    assert_eq!(edition(&[TUESDAY]).goes_back(&edition(&[MONDAY])), None);
    assert_eq!(edition(&[TUESDAY]).goes_back(&edition(&[TUESDAY])), None, "an update of the same span");
    assert_eq!(edition(&[]).goes_back(&edition(&[TUESDAY])), None, "the end of the season");
    let wrong = edition(&[("2036-01-05T16:00:00Z", "2036-01-06T16:00:00Z")]);
    assert_eq!(edition(&[TUESDAY]).goes_back(&wrong), None);
}

#[test]
fn early_end_affects_one_region() {
    let of = |id: &str, (from, to): (&str, &str)| Bulletin {
        valid: Span::new(at(from), at(to)),
        regions: vec![Region { id: id.to_owned(), name: None }],
        ..Bulletin::default()
    };
    let document = |bulletins| Bulletins { bulletins, ..Bulletins::default() };
    let known = document(vec![of("A", MONDAY), of("B", MONDAY), of("C", TUESDAY)]);
    let newer = document(vec![of("A", TUESDAY), of("B", TUESDAY), of("C", MONDAY)]);
    assert_eq!(newer.goes_back(&known), None);
    assert!(known.goes_back(&newer).is_some());
}

#[test]
fn previous_edition_stays_until_valid() {
    let sunday = edition(&[("2026-01-03T16:00:00Z", "2026-01-04T16:00:00Z")]);
    let monday = edition(&[MONDAY]).after(&sunday);
    assert_eq!(monday.bulletins.len(), 2);
    let tuesday = edition(&[TUESDAY]).after(&monday);
    let begins: Vec<_> = tuesday.bulletins.iter().map(|bulletin| bulletin.valid.unwrap().from).collect();
    assert_eq!(begins, [at(TUESDAY.0), at(MONDAY.0)], "they do not pile up");
    assert_eq!(
        edition(&[TUESDAY]).after(&edition(&[TUESDAY])).bulletins.len(),
        1,
        "an update replaces its edition"
    );
    assert!(edition(&[]).after(&monday).bulletins.is_empty());
}
