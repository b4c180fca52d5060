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
fn unchanged_form_reports_nothing() {
    assert_eq!(said(&shown()), None);
    assert_eq!(said(&ListForm { names: None, ..shown() }), None, "an emptied text is not an empty list");
    assert_eq!(said(&ListForm::default()), None);
}

#[test]
fn untapped_names_are_unknown() {
    let form = ListForm { taps: vec!["OPEN Beta"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Alpha UNKNOWN, Beta OPEN, Gamma UNKNOWN"));
}

#[test]
fn taps_override_as_last_time() {
    let form = ListForm { is_same: true, taps: vec!["OPEN Gamma"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Alpha OPEN, Beta CLOSED, Gamma OPEN"));
    let all = ListForm { is_same: true, ..shown() };
    assert_eq!(said(&all).as_deref(), Some("Alpha OPEN, Beta CLOSED, Gamma ON_HOLD"));
}

#[test]
fn edited_text_changes_the_names() {
    let form = ListForm { names: Some("Delta\nGamma\nAlpha: closed"), taps: vec!["OPEN Gamma"], ..shown() };
    assert_eq!(said(&form).as_deref(), Some("Delta UNKNOWN, Gamma OPEN, Alpha CLOSED"));
    let first = ListForm { names: Some("Alpha: offen\nBeta"), ..ListForm::default() };
    assert_eq!(said(&first).as_deref(), Some("Alpha OPEN, Beta UNKNOWN"));
    let same = ListForm { names: Some("Alpha\nDelta"), is_same: true, ..shown() };
    assert_eq!(said(&same).as_deref(), Some("Alpha OPEN, Delta UNKNOWN"), "a new one was never as last time");
}

#[test]
fn contradicting_taps_are_rejected() {
    let form = ListForm { names: Some("Alpha: closed"), taps: vec!["OPEN Alpha"], ..shown() };
    assert_eq!(form.read(300), Err(ProblemKind::Twice("Alpha".to_owned())));
    assert!(ListForm { names: Some("<b>x"), ..shown() }.read(300).is_err());
    assert!(ListForm { shown: Some("a\na"), ..ListForm::default() }.read(300).is_err());
    let strange = ListForm { taps: vec!["OPEN", "YES Alpha", "OPEN Omega"], ..shown() };
    assert_eq!(said(&strange).as_deref(), Some("Alpha UNKNOWN, Beta UNKNOWN, Gamma UNKNOWN"));
}
