use super::*;

#[test]
fn classifies_reasons() {
    for (reason, expected) in [
        ("Minutely API request limit exceeded. Please try again in one minute.", Refusal::Minute),
        ("Hourly API request limit exceeded. Please try again in the next hour.", Refusal::Hour),
        ("Daily API request limit exceeded. Please try again tomorrow.", Refusal::Day),
        ("Monthly API request limit exceeded.", Refusal::Month),
        ("Too many concurrent requests", Refusal::Concurrent),
        ("The service is overloaded", Refusal::Overloaded),
        ("The supplied API key is invalid.", Refusal::Key),
        ("No data is available for this location", Refusal::NoData),
        (
            "Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly",
            Refusal::BadRequest,
        ),
        ("Parameter 'latitude' and 'longitude' must not exceed 1000 coordinates.", Refusal::BadRequest),
        ("", Refusal::BadRequest),
    ] {
        assert_eq!(refusal(reason), expected, "{reason}");
    }
}

#[test]
fn finds_break_text_anywhere() {
    let cut = br#"{"hourly":{"time":[1,2Unexpected error while streaming data: timeoutReached"#;
    assert_eq!(broke_off(cut), Some(Kind::BrokeOff("timeoutReached".to_owned())));
    let none = b"Unexpected error while streaming data: noDataAvilableForThisLocation";
    assert!(matches!(broke_off(none), Some(Kind::Refused { refusal: Refusal::NoData, .. })));
    assert_eq!(broke_off(br#"{"hourly":{"ti"#), None);
    assert_eq!(broke_off(b""), None);
}
