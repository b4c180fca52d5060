use super::*;

#[test]
fn terms_have_their_usual_meaning() {
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
        assert_eq!(state_of_term(word), Some(state), "{word}");
    }
}

#[test]
fn unknown_terms_have_no_state() {
    for word in
        ["", " ", "open?yes", "openish", "not open", "closed for snow", "1", "0", "2", "null", "–", "оpen"]
    {
        assert_eq!(state_of_term(word), None, "{word}");
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
        assert_eq!(state_of_term(words), state, "{words}");
    }
}

#[test]
fn terms_are_unique_and_folded() {
    let mut seen = std::collections::HashSet::new();
    for word in WORDS.iter().flat_map(|(_, words)| *words) {
        assert!(seen.insert(word), "{word} twice");
        assert_eq!(fold(word), *word);
        assert!(!word.bytes().any(|byte| byte.is_ascii_digit()), "{word}");
    }
}

#[test]
fn rejects_values_that_are_not_terms() {
    let of = |json: &str| {
        let text = format!("[{json}]");
        let elements = Raw::document("t", text.as_bytes()).unwrap().elements().unwrap();
        StateTerm::parse(elements.items.first().copied())
    };
    assert_eq!(of("null"), None);
    assert_eq!(of("\" \""), None);
    assert_eq!(of("true").unwrap().state, Some(State::Open));
    assert_eq!(of("1").unwrap(), StateTerm { written: "1".to_owned(), state: None });
    assert_eq!(of("[\"open\"]").unwrap().state, None);
    assert_eq!(of("\"open\"").unwrap(), StateTerm { written: "open".to_owned(), state: Some(State::Open) });
}
