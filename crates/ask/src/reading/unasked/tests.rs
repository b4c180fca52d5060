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
fn where_somebody_is_nobody_here_knows() {
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
fn a_thing_that_nobody_here_knows_is_open_or_not() {
    assert_eq!(refused("Is the moonbath at Sunshine Village open?"), Reason::NoDataKind);
    assert_eq!(reading("Is Sunshine Village open?").operation, "get_conditions");
    assert_eq!(reading("Is Whitefish open, the moonbath is nice").operation, "get_conditions");
}
