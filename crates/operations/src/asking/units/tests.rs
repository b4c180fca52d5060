use ask::Locale;
use serde_json::{Value, json};

use super::Unit;

#[track_caller]
fn shows(tag: &str, unit: Unit, value: Value, text: &str) {
    let locale = Locale::from_tag(tag).expect("a locale");
    assert_eq!(unit.format(&value, locale).as_deref(), Some(text), "{tag} {value}");
}

#[test]
fn formats_numbers_for_each_language() {
    shows("en", Unit::Metres, json!(3456), "3,456 m");
    shows("de", Unit::Cm, json!(1144), "1.144 cm");
    shows("fr", Unit::Metres, json!(3456), "3\u{202f}456 m");
    shows("it", Unit::Cm, json!(3.26), "3,3 cm");
    shows("es", Unit::Metres, json!(3456), "3.456 m");
    shows("ja", Unit::Share, json!(0.38), "38%");
    shows("ja", Unit::Speed, json!(19.4), "19m/s");
    shows("de", Unit::Speed, json!(10), "36 km/h");
    shows("de", Unit::Share, json!(0.38), "38 %");
    shows("en", Unit::Celsius, json!(-12.4), "\u{2212}12 °C");
    shows("en", Unit::Celsius, json!(-0.4), "0 °C");
    shows("de", Unit::Cm, json!(7.0), "7 cm");
}

#[test]
fn rounds_imperial_units() {
    shows("en-US", Unit::Metres, json!(3175), "10,417 ft");
    shows("en-US", Unit::Cm, json!(66), "26 in");
    shows("en-US", Unit::Cm, json!(8), "3.1 in");
    shows("en-US", Unit::Millimetres, json!(0.4), "0.02 in");
    shows("en-US", Unit::Celsius, json!(-18.9), "\u{2212}2 °F");
}

#[test]
fn signed_changes_keep_their_sign() {
    shows("en", Unit::Signed, json!(26.6), "+27%");
    shows("en", Unit::Signed, json!(-22.7), "\u{2212}23%");
    shows("fr", Unit::Change, json!(-22.7), "23 %");
}

#[test]
fn formats_days_for_each_locale() {
    shows("en", Unit::Day, json!("2026-11-28"), "Saturday 28 November");
    shows("en-US", Unit::Day, json!("2026-11-28"), "Saturday, November 28");
    shows("de", Unit::Day, json!("2026-11-28"), "Samstag, 28. November");
    shows("fr", Unit::Date, json!("2026-12-01"), "1er décembre");
    shows("it", Unit::Date, json!("12-01"), "1º dicembre");
    shows("es", Unit::Day, json!("2026-12-01"), "martes 1 de diciembre");
    shows("ja", Unit::Day, json!("2026-11-28"), "11月28日（土）");
}
