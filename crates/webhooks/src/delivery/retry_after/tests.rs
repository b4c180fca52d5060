//! The forms of `Retry-After`. The dates are those of RFC 9110, section 5.6.7.

use super::*;

#[test]
fn seconds_and_the_three_forms_of_dates_are_read() {
    let now = Timestamp::parse("1994-11-06T08:49:07Z").unwrap();
    for value in [
        "30",
        " 30\t",
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ] {
        assert_eq!(wait_ms(value, now), Some(30_000), "{value}");
    }
    assert_eq!(wait_ms("Sun, 06 Nov 1994 08:49:00 GMT", now), Some(0));
}

#[test]
fn anything_else_is_not_read() {
    let now = Timestamp::from_millis(0);
    for value in
        ["", " ", "1.5", "+3", "-3", "3 s", "٣", "Sun, 06 Nov 1994 08:49:37 PST", "1994-11-06T08:49:37Z"]
    {
        assert_eq!(wait_ms(value, now), None, "{value}");
    }
    assert_eq!(wait_ms("18446744073709551616", now), Some(i64::MAX));
}
