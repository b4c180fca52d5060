//! Tests of lists of lifts and runs. Every name is synthetic.

use serde_json::json;

use super::*;
use crate::plain_text::TextProblem;

const MOST: usize = 300;

fn said(text: &str) -> Vec<(String, LiftStatus)> {
    let list = of_text(text, MOST).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    list.all().iter().map(|named| (named.name.clone(), named.status)).collect()
}

fn one(name: &str, status: LiftStatus) -> (String, LiftStatus) {
    (name.to_owned(), status)
}

#[test]
fn lines_or_bars_separate_names() {
    let expected = [one("Summit Chair", LiftStatus::Open), one("Nursery Tow", LiftStatus::OnHold)];
    assert_eq!(said("Summit Chair: open\r\n\n Nursery Tow : On Hold \n"), expected);
    assert_eq!(said("Summit Chair:open|Nursery Tow：on-hold"), expected);
}

#[test]
fn unstated_status_is_never_open() {
    assert_eq!(said("Summit Chair"), [one("Summit Chair", LiftStatus::Unknown)]);
    assert_eq!(said("Summit Chair:"), [one("Summit Chair", LiftStatus::Unknown)]);
    let silent = of_json(&[json!({ "name": "a" }), json!({ "name": "b", "status": null })], MOST).unwrap();
    assert_eq!(silent.count(LiftStatus::Unknown), 2);
    assert_eq!(LiftStatus::default(), LiftStatus::Unknown);
    for wrong in ["opne", "yes", "1", "true", "scheduled"] {
        assert_eq!(of_text(&format!("a: {wrong}"), MOST), Err(ProblemKind::ListStatus(1)), "{wrong}");
    }
    for wrong in [json!(true), json!(1), json!(""), json!(["OPEN"])] {
        let item = json!({ "name": "a", "status": wrong });
        assert_eq!(of_json(&[item], MOST), Err(ProblemKind::ListStatus(1)), "{wrong}");
    }
}

#[test]
fn terms_of_six_languages_are_unambiguous() {
    for (word, status) in [
        ("Geschlossen", LiftStatus::Closed),
        ("fermé", LiftStatus::Closed),
        ("APERTO", LiftStatus::Open),
        ("en espera", LiftStatus::OnHold),
        ("運休", LiftStatus::Closed),
        ("OPEN", LiftStatus::Open),
        ("ON_HOLD", LiftStatus::OnHold),
        ("UNKNOWN", LiftStatus::Unknown),
    ] {
        assert_eq!(LiftStatus::parse(word), Some(status), "{word}");
    }
    let words: Vec<&str> = LiftStatus::ALL.iter().flat_map(|status| status.words()).copied().collect();
    assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len());
    assert!(LiftStatus::ALL.iter().all(|status| LiftStatus::parse(status.code()) == Some(*status)));
}

#[test]
fn duplicate_names_are_rejected() {
    assert_eq!(
        of_text("Alpha: open\nBeta\nALPHA : closed", MOST),
        Err(ProblemKind::Twice("ALPHA".to_owned()))
    );
    assert_eq!(of_text("Alpha  1|Alpha 1", MOST), Err(ProblemKind::Twice("Alpha 1".to_owned())));
}

#[test]
fn unsafe_names_are_rejected() {
    for (text, wrong) in [
        ("a\n<script>alert(1)</script>: open", ProblemKind::Name { line: 2, why: TextProblem::Markup }),
        ("\u{202e}abc: open", ProblemKind::Name { line: 1, why: TextProblem::Invisible }),
        ("a\u{7}b", ProblemKind::Name { line: 1, why: TextProblem::Control }),
        (": open", ProblemKind::NoName(1)),
        (" \n | ", ProblemKind::EmptyList),
    ] {
        assert_eq!(of_text(text, MOST), Err(wrong), "{text}");
    }
    let long = "a".repeat(1 << 20);
    assert_eq!(of_text(&long, MOST), Err(ProblemKind::LongList(MOST)));
    let why = TextProblem::TooLong(NAME.most);
    assert_eq!(of_text(&"a".repeat(61), MOST), Err(ProblemKind::Name { line: 1, why }));
    assert_eq!(of_json(&[json!({ "name": long })], MOST), Err(ProblemKind::Name { line: 1, why }));
    assert_eq!(of_json(&[json!({ "name": "Sector A: Chair" })], MOST), Err(ProblemKind::Sign(1)));
    assert_eq!(of_json(&[json!({ "name": "a|b" })], MOST), Err(ProblemKind::Sign(1)));
    assert!(of_json(&[json!({ "name": "a", "score": 9 })], MOST).is_err());
    assert!(of_json(&[json!("a")], MOST).is_err());
    assert_eq!(of_json(&[], MOST), Err(ProblemKind::EmptyList));
}

#[test]
fn too_many_names_are_rejected() {
    let many = |count: usize| (0..count).map(|n| format!("lift {n}")).collect::<Vec<_>>().join("\n");
    assert_eq!(of_text(&many(MOST), MOST).map(|list| list.len()), Ok(300));
    assert_eq!(of_text(&many(MOST + 1), MOST), Err(ProblemKind::LongList(MOST)));
}

#[test]
fn list_round_trips_as_text() {
    let list = of_text("Alpha: open\nBeta: on hold\nGamma", MOST).unwrap();
    assert_eq!(list.to_string(), "Alpha: OPEN|Beta: ON_HOLD|Gamma: UNKNOWN");
    assert_eq!(of_text(&list.to_string(), MOST), Ok(list));
}
