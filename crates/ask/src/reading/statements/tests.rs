//! Tests sentences that contain words of an operation and do not ask for it.
use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

#[test]
fn words_of_other_worlds_are_refused() {
    for text in [
        "No, what you told me is wrong",
        "a fun fact about lighthouses",
        "which sorts of questions may I put to you?",
        "find a video game called Blue Lantern",
        "how late is the hardware store around the corner",
    ] {
        assert_eq!(refused(text), Reason::OutOfScope, "{text}");
    }
}

#[test]
fn rejects_user_location() {
    for text in [
        "any blizzard near me?",
        "kommt ein Sturm in der Nähe?",
        "una bufera qui vicino?",
        "この辺に嵐は来る？",
    ] {
        assert_eq!(refused(text), Reason::WhichResort, "{text}");
    }
    assert_eq!(reading("are any storms coming?").operation, "get_storm_watch");
    assert_eq!(reading("how accurate are the forecasts?").operation, "get_ml_trends");
}

#[test]
fn unknown_thing_is_not_a_resort() {
    assert_eq!(refused("Is the moonbath at Sunshine Village open?"), Reason::NoDataKind);
    assert_eq!(reading("Is Sunshine Village open?").operation, "get_conditions");
    assert_eq!(reading("Is Whitefish open, the moonbath is nice").operation, "get_conditions");
}
