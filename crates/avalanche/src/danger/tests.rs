//! Words and numbers beside the scale.

use super::*;

#[test]
fn what_is_beside_the_scale_is_no_level() {
    for number in [-1, 0, 6, i64::MIN, i64::MAX] {
        assert_eq!(Level::new(number), None, "{number}");
    }
    for word in [
        "no_rating",
        "No Rating",
        "noRating",
        "no_snow",
        "off_season",
        "not_assessed",
        "spring",
        "early-season",
    ] {
        let danger = Danger::from_word(word).unwrap();
        assert_eq!(danger.level(), None, "{word}");
    }
    for word in ["", "0", "00", "3", "severe", "null"] {
        assert_eq!(Danger::from_word(word), None, "{word}");
    }
}

#[test]
fn levels_count_from_one_to_five() {
    for number in 1..=5 {
        let level = Level::new(number).unwrap();
        assert_eq!(i64::from(level.number()), number);
        assert_eq!(Danger::from_word(level.name()), Some(Danger::Level(level)));
    }
    assert_eq!(Danger::from_word("extreme"), Some(Danger::Level(Level::VeryHigh)));
}
