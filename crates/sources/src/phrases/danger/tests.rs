//! Terms of the scale, other terms, and texts of several words.

use super::*;

#[test]
fn other_terms_are_not_levels() {
    for word in [
        "no_rating",
        "No Rating",
        "noRating",
        "no_snow",
        "off_season",
        "not_assessed",
        "spring",
        "Summer",
        "early-season",
        "n/a",
    ] {
        assert_eq!(danger(word).unwrap().level(), None, "{word}");
    }
    for word in ["", "0", "00", "3", "severe", "null", "noforecast"] {
        assert!(danger(word).is_err(), "{word}");
    }
}

#[test]
fn levels_read_by_their_names() {
    for number in 1..=5 {
        let level = Level::new(number).unwrap();
        assert_eq!(danger(level.name()), Ok(Danger::Level(level)));
    }
    assert_eq!(danger("EXTREME"), Ok(Danger::Level(Level::VeryHigh)));
}

#[test]
fn remainder_keeps_highest_level() {
    for text in [
        "moderate, rising to high",
        "Considerable to high",
        "low (locally moderate)",
        "high; see the bulletin",
    ] {
        assert!(danger(text).is_err(), "{text}");
    }
    assert_eq!(danger("Extreme - stay away"), Ok(Danger::Level(Level::VeryHigh)));
    assert_eq!(danger("Moderate / Considerable"), Ok(Danger::Level(Level::Considerable)));
}
