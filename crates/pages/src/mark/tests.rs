use conditions_core::field::Field;
use conditions_core::source::Kind;
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::{Confidence, Tenths};

use super::MarkedSnow;
use crate::quantity::ValueFormat;
use crate::words::Language;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn field(source: Kind) -> Field<Tenths> {
    let at = Some(NOW.plus_millis(-31 * HOUR_MS));
    Field::known(Tenths::from_units(772), source, at, Confidence::from_hundredths(90))
}

#[test]
fn every_value_has_its_kind() {
    let text = |source, is_stale, language: Language| {
        let show = ValueFormat::new(language.words(), None, "CH");
        MarkedSnow::of_field(&field(source), is_stale, NOW).markup(show).into_string()
    };
    let measured = text(Kind::Station, false, Language::En);
    assert!(
        measured.contains("77\u{a0}cm") && measured.contains("measured") && !measured.contains('≈'),
        "{measured}"
    );
    let modelled = text(Kind::Model, true, Language::De);
    assert!(modelled.contains("≈\u{a0}75\u{a0}cm") && modelled.contains("Modell"), "{modelled}");
    let old = text(Kind::Station, true, Language::En);
    assert!(old.contains("old (31 h)") && old.contains("#i-old"), "{old}");
    assert!(text(Kind::Operator, false, Language::Fr).contains("annoncé"));
}

#[test]
fn missing_value_is_not_zero() {
    let show = ValueFormat::new(Language::En.words(), None, "CH");
    let text = MarkedSnow::of_field(&Field::not_reported(), true, NOW).markup(show).into_string();
    assert!(text.contains("not reported") && !text.contains('0') && !text.contains("mark"), "{text}");
    assert!(!MarkedSnow::forecast(None).markup(show).into_string().contains('0'));
}
