use super::*;

#[test]
fn words_mean_what_resorts_mean_by_them() {
    for (word, state) in [
        ("Open", State::Open),
        (" OPENED ", State::Open),
        ("Lower Open", State::Open),
        ("ouverte", State::Open),
        ("Geöffnet", State::Open),
        ("CLOSED", State::Closed),
        ("Fermé", State::Closed),
        ("closed_for_season", State::Closed),
        ("Open – Ski School Only", State::Closed),
        ("Wind Hold", State::Hold),
        ("ON-HOLD", State::Hold),
        ("expected", State::Scheduled),
        ("En cours d'ouverture", State::Scheduled),
    ] {
        assert_eq!(of_word(word), Some(state), "{word}");
    }
}

#[test]
fn a_word_that_nobody_knows_means_nothing() {
    for word in
        ["", " ", "open?yes", "openish", "not open", "closed for snow", "1", "0", "2", "null", "–", "оpen"]
    {
        assert_eq!(of_word(word), None, "{word}");
    }
}

#[test]
fn unread_phrases_leave_only_closed() {
    for (words, state) in [
        ("Closed - wind", Some(State::Closed)),
        ("Closed, opens in December", Some(State::Closed)),
        ("Off-Season", Some(State::Closed)),
        ("Open / Wind Hold", Some(State::Hold)),
        ("Open, scheduled", Some(State::Scheduled)),
        ("Open, weather permitting", None),
        ("Open (passholders)", None),
        ("Hold: lightning", None),
        ("No - open", None),
        ("N/A", None),
        ("yes/no", None),
    ] {
        assert_eq!(of_word(words), state, "{words}");
    }
}

#[test]
fn no_word_stands_twice_and_each_is_folded() {
    let mut seen = std::collections::HashSet::new();
    for word in WORDS.iter().flat_map(|(_, words)| *words) {
        assert!(seen.insert(word), "{word} twice");
        assert_eq!(fold(word), *word);
        assert!(!word.bytes().any(|byte| byte.is_ascii_digit()), "{word}");
    }
}

#[test]
fn a_value_that_is_no_word_is_no_state() {
    let of = |json: &str| {
        let text = format!("[{json}]");
        let elements = Raw::document("t", text.as_bytes()).unwrap().elements().unwrap();
        StateTerm::of(elements.items.first().copied())
    };
    assert_eq!(of("null"), None);
    assert_eq!(of("\" \""), None);
    assert_eq!(of("true").unwrap().state, Some(State::Open));
    assert_eq!(of("1").unwrap(), StateTerm { written: "1".to_owned(), state: None });
    assert_eq!(of("[\"open\"]").unwrap().state, None);
    assert_eq!(of("\"open\"").unwrap(), StateTerm { written: "open".to_owned(), state: Some(State::Open) });
}
