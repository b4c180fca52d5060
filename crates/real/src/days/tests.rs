use super::*;

#[test]
fn a_day_begins_at_its_hour() {
    let at = |text: &str| Timestamp::parse(text).unwrap();
    let six = at("2014-10-25T06:00:00Z");
    assert_eq!(date(six).to_string(), "2014-10-25");
    assert_eq!(next_start(six, 6), six);
    assert_eq!(next_start(at("2014-10-24T06:30:00Z"), 6), six);
    assert_eq!(next_start(at("2014-10-25T01:00:00Z"), 6), six);
}
