//! Tests of lists in forms. Every name is synthetic.

use super::*;

const SHOWN: &str = "Alpha: OPEN|Beta: CLOSED|Gamma: ON_HOLD";
const NAMES: &str = "Alpha\r\nBeta\r\nGamma";

fn said(form: &ListForm<'_>) -> Option<String> {
    let list = form.read(300).unwrap_or_else(|wrong| panic!("{wrong}"))?;
    let all: Vec<String> =
        list.all().iter().map(|one| format!("{} {}", one.name, one.status.code())).collect();
    Some(all.join(", "))
}

fn shown() -> ListForm<'static> {
    ListForm { shown: Some(SHOWN), names: Some(NAMES), ..ListForm::default() }
}

#[test]
fn a_form_that_comes_back_as_it_was_shown_says_nothing() {
    assert_eq!(said(&shown()), None);
    assert_eq!(said(&ListForm { names: None, ..shown() }), None, "an emptied text is no empty list");
    assert_eq!(said(&ListForm::default()), None);
}

#[test]
fn what_was_not_tapped_is_unknown_and_never_open() {
    let form = ListForm { taps: vec!["OPEN Beta"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Alpha UNKNOWN, Beta OPEN, Gamma UNKNOWN"));
}

#[test]
fn all_is_as_last_time_but_what_was_tapped() {
    let form = ListForm { is_same: true, taps: vec!["OPEN Gamma"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Alpha OPEN, Beta CLOSED, Gamma OPEN"));
    let all = ListForm { is_same: true, ..shown() };
    assert_eq!(said(&all).as_deref(), Some("Alpha OPEN, Beta CLOSED, Gamma ON_HOLD"));
}

#[test]
fn a_changed_text_adds_and_drops_names_and_taps_go_by_name() {
    let form = ListForm { names: Some("Delta\nGamma\nAlpha: closed"), taps: vec!["OPEN Gamma"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Delta UNKNOWN, Gamma OPEN, Alpha CLOSED"));
    let first = ListForm { names: Some("Alpha: offen\nBeta"), ..ListForm::default() };
    assert_eq!(said(&first).as_deref(), Some("Alpha OPEN, Beta UNKNOWN"));
    let same = ListForm { names: Some("Alpha\nDelta"), is_same: true, ..shown() };
    assert_eq!(said(&same).as_deref(), Some("Alpha OPEN, Delta UNKNOWN"), "a new one was never as last time");
}

#[test]
fn two_words_for_one_name_and_broken_texts_are_refused() {
    let form = ListForm { names: Some("Alpha: closed"), taps: vec!["OPEN Alpha"], ..shown() };
    assert_eq!(form.read(300), Err(ProblemKind::Twice("Alpha".to_owned())));
    assert!(ListForm { names: Some("<b>x"), ..shown() }.read(300).is_err());
    assert!(ListForm { shown: Some("a\na"), ..ListForm::default() }.read(300).is_err());
    let strange = ListForm { taps: vec!["OPEN", "YES Alpha", "OPEN Omega"], ..shown() };
    assert_eq!(said(&strange).as_deref(), Some("Alpha UNKNOWN, Beta UNKNOWN, Gamma UNKNOWN"));
}
