//! Tests of cutting, joining, and remainders.

use super::*;

/// A vocabulary of one to three by name; "plain" states nothing, "more" continues the phrase before it.
struct Numbers;

impl Vocabulary for Numbers {
    type Level = u8;

    const STRICTEST: u8 = 3;

    fn meaning(&self, phrase: &str) -> Meaning<u8> {
        match phrase {
            "one" => Meaning::Level(1),
            "one more" => Meaning::Level(2),
            "three" => Meaning::Level(3),
            "plain" => Meaning::Aside,
            _ => Meaning::Unknown,
        }
    }

    fn continues(&self, phrase: &str) -> bool {
        phrase == "more"
    }
}

fn unread(understood: Option<u8>, remainder: &str) -> PhraseReading<u8> {
    PhraseReading::Unread { understood, remainder: remainder.to_owned() }
}

#[test]
fn remainder_keeps_strictest_level() {
    for (text, stated) in [
        ("", PhraseReading::Nothing),
        (" . ,; ", PhraseReading::Nothing),
        ("plain", PhraseReading::Nothing),
        ("one", PhraseReading::Level(1)),
        ("one, plain.", PhraseReading::Level(1)),
        ("three, one", PhraseReading::Level(3)),
        ("one, something", unread(Some(1), "something")),
        ("something; one; else", unread(Some(1), "something; else")),
        ("three, something", PhraseReading::Level(3)),
        ("something", unread(None, "something")),
    ] {
        assert_eq!(read(text, &Numbers), stated, "{text}");
    }
}

#[test]
fn continued_phrases_are_read_together() {
    assert_eq!(read("one, more", &Numbers), PhraseReading::Level(2));
    assert_eq!(read("one/ more", &Numbers), PhraseReading::Level(2));
    assert_eq!(read("more, one", &Numbers), unread(Some(1), "more"));
    assert_eq!(read("one, more, more", &Numbers), unread(Some(2), "more"));
}

#[test]
fn marks_inside_numbers_do_not_cut() {
    let cuts = |text: &str| cut(text).join("|");
    assert_eq!(cuts("Over 10,000 GVW, U.S. 2 (n/a) all-wheel"), "Over 10,000 GVW|U.S|2|n/a|all-wheel");
    assert_eq!(cuts("a b/c d - 1-2 and e and"), "a b/c d|1-2|e");
    assert_eq!(cuts("vehicles/ except 4x4; yes/no"), "vehicles|except 4x4|yes|no");
}

#[test]
fn excess_phrases_are_remainder() {
    let text = vec!["one"; MOST_PHRASES + 1].join(", ");
    assert_eq!(read(&text, &Numbers), unread(Some(1), "one"));
}
