use ask::{Language, Reason};

use super::{Phrases, Piece, TABLE};

fn places(phrases: &Phrases, key: &str, language: Language) -> Vec<&'static str> {
    let template = phrases.template(key, language).unwrap_or_default();
    let mut places: Vec<&str> = template
        .iter()
        .filter_map(|piece| match piece {
            Piece::Place(place) => Some(*place),
            Piece::Words(_) => None,
        })
        .collect();
    places.sort_unstable();
    places
}

#[test]
fn languages_share_placeholders() {
    let phrases = Phrases::parse(TABLE).expect("the embedded table");
    assert!(phrases.0.len() > 100);
    for key in phrases.0.keys() {
        let english = places(&phrases, key, Language::English);
        assert!(phrases.template(key, Language::English).is_some(), "{key}");
        for language in Language::ALL {
            assert_eq!(places(&phrases, key, language), english, "{key} {language:?}");
        }
    }
}

#[test]
fn every_refusal_is_translated() {
    for reason in Reason::ALL {
        for language in Language::ALL {
            assert!(!super::phrases().plain(&format!("refuse {}", reason.as_str()), language).is_empty());
        }
    }
}

#[test]
fn rejects_sentences_with_digits() {
    for fault in
        ["[a]\nen: 20 cm of snow", "[a]\nja: 二十cm１", "en: words", "[a]\nen: {open", "[a]\nxx: words"]
    {
        assert!(Phrases::parse(fault).is_err(), "{fault}");
    }
}

#[test]
fn every_country_has_a_name() {
    let resorts = catalogue::embedded().expect("the embedded catalogue");
    for resort in resorts {
        let key = format!("country {}", resort.country.to_lowercase());
        assert!(super::phrases().template(&key, Language::German).is_some(), "{key}");
    }
}

#[test]
fn suggested_resort_is_not_a_hub() {
    let hubs = catalogue::hubs().expect("the embedded hubs");
    let hubs: Vec<&str> = hubs
        .iter()
        .flat_map(|hub| std::iter::once(&hub.name).chain(&hub.aliases))
        .map(String::as_str)
        .collect();
    for key in ["suggest depth", "suggest forecast"] {
        for language in Language::ALL {
            let question = super::phrases().plain(key, language);
            assert!(hubs.iter().all(|hub| !question.contains(hub)), "{question}");
        }
    }
}
