use conditions_core::field::Field;
use conditions_core::record::OperatingStatus;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::{Confidence, Tenths};

use super::{Text, count_text, counted_if_known, reported, sourced, tenths, word};

#[test]
fn missing_value_is_not_a_number() {
    assert_eq!(tenths(None, "cm").to_string(), "not reported");
    assert_eq!(tenths(Tenths::new(0.0), "cm").to_string(), "0 cm");
    assert_eq!(tenths(Tenths::new(12.5), "cm").to_string(), "12.5 cm");
    assert_eq!(reported(Some(7), "").to_string(), "7");
    assert_eq!(sourced(&Field::not_reported(), "cm"), "not reported");
    let doubtful = Field::known(Tenths::from_units(490), Kind::Model, None, Confidence::from_hundredths(40));
    assert_eq!(sourced(&doubtful, "cm"), "49 cm (model, confidence 0.4, estimated)");
    let old = Field::known(Tenths::from_units(490), Kind::Station, None, Confidence::from_hundredths(40));
    assert_eq!(sourced(&old, "cm"), "49 cm (station, confidence 0.4, unverified)");
}

#[test]
fn counts_use_singular_for_one() {
    let told = |count: u16| count_text(count, "snow day").to_string();
    assert_eq!([0, 1, 2, 11].map(told), ["0 snow days", "1 snow day", "2 snow days", "11 snow days"]);
    assert_eq!(count_text(1_usize, "resort").to_string(), "1 resort");
    assert_eq!(counted_if_known(None::<u16>, "snow day").to_string(), "snow days not reported");
    assert_eq!(counted_if_known(Some(1_u16), "snow day").to_string(), "1 snow day");
}

#[test]
fn field_shows_source_and_trust() {
    let at = Timestamp::parse("2026-01-05T06:00:00Z").unwrap();
    let field = Field::known(Tenths::new(82.0).unwrap(), Kind::Station, Some(at), Confidence::new(0.9));
    assert_eq!(sourced(&field, "cm"), "82 cm (station, 2026-01-05T06:00:00.000Z, confidence 0.9)");
}

#[test]
fn words_match_the_wire_form() {
    assert_eq!(word(&OperatingStatus::ClosedToday), "CLOSED_TODAY");
    assert_eq!(word(&None::<OperatingStatus>), "not reported");
}

#[test]
fn text_has_no_trailing_newline() {
    let mut text = Text::new();
    text.line("Alta");
    text.item("Depth", tenths(None, "cm"));
    assert_eq!(text.done(), "Alta\nDepth: not reported");
}
