//! Tests of lists that a form says. Every name is synthetic.

use super::*;

const SHOWN: &str = "Alpha: OPEN|Beta: CLOSED|Gamma: ON_HOLD";
const NAMES: &str = "Alpha\r\nBeta\r\nGamma";

fn said(form: &Tapped<'_>) -> Option<String> {
    let list = form.read(300).unwrap_or_else(|wrong| panic!("{wrong}"))?;
    let all: Vec<String> =
        list.all().iter().map(|one| format!("{} {}", one.name, one.status.code())).collect();
    Some(all.join(", "))
}

fn shown() -> Tapped<'static> {
    Tapped { shown: Some(SHOWN), names: Some(NAMES), ..Tapped::default() }
}

#[test]
fn a_form_that_comes_back_as_it_was_shown_says_nothing() {
    assert_eq!(said(&shown()), None);
    assert_eq!(said(&Tapped { names: None, ..shown() }), None, "an emptied text is no empty list");
    assert_eq!(said(&Tapped::default()), None);
}

#[test]
fn what_was_not_tapped_is_unknown_and_never_open() {
    let form = Tapped { taps: vec!["OPEN Beta"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Alpha UNKNOWN, Beta OPEN, Gamma UNKNOWN"));
}

#[test]
fn all_is_as_last_time_but_what_was_tapped() {
    let form = Tapped { is_same: true, taps: vec!["OPEN Gamma"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Alpha OPEN, Beta CLOSED, Gamma OPEN"));
    let all = Tapped { is_same: true, ..shown() };
    assert_eq!(said(&all).as_deref(), Some("Alpha OPEN, Beta CLOSED, Gamma ON_HOLD"));
}

#[test]
fn a_changed_text_adds_and_drops_names_and_taps_go_by_name() {
    let form = Tapped { names: Some("Delta\nGamma\nAlpha: closed"), taps: vec!["OPEN Gamma"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Delta UNKNOWN, Gamma OPEN, Alpha CLOSED"));
    let first = Tapped { names: Some("Alpha: offen\nBeta"), ..Tapped::default() };
    assert_eq!(said(&first).as_deref(), Some("Alpha OPEN, Beta UNKNOWN"));
    let same = Tapped { names: Some("Alpha\nDelta"), is_same: true, ..shown() };
    assert_eq!(said(&same).as_deref(), Some("Alpha OPEN, Delta UNKNOWN"), "a new one was never as last time");
}

#[test]
fn two_words_for_one_name_and_broken_texts_are_refused() {
    let form = Tapped { names: Some("Alpha: closed"), taps: vec!["OPEN Alpha"], ..shown() };
    assert_eq!(form.read(300), Err(Wrong::Twice("Alpha".to_owned())));
    assert!(Tapped { names: Some("<b>x"), ..shown() }.read(300).is_err());
    assert!(Tapped { shown: Some("a\na"), ..Tapped::default() }.read(300).is_err());
    let strange = Tapped { taps: vec!["OPEN", "YES Alpha", "OPEN Omega"], ..shown() };
    assert_eq!(said(&strange).as_deref(), Some("Alpha UNKNOWN, Beta UNKNOWN, Gamma UNKNOWN"));
}
