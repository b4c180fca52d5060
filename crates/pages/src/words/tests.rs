use std::collections::BTreeSet;

use chrono::NaiveDate;
use world::place::Region;

use super::{Elapsed, Language};

#[test]
fn parses_language_prefixes() {
    assert_eq!(Language::of_prefix("de"), Some(Language::De));
    assert_eq!(Language::of_prefix("en"), None);
    assert_eq!(Language::of_prefix("xx"), None);
    assert_eq!(Language::Ja.address("/storms"), "/ja/storms");
    assert_eq!(Language::En.address("/"), "/");
}

#[test]
fn negotiates_language() {
    for (accepted, language) in [
        ("de-CH,de;q=0.9,en;q=0.8", Language::De),
        ("pt-BR, ja;q=0.5, fr ; q=0.7", Language::Fr),
        ("es, it", Language::Es),
        ("de;q=0, it;q=nonsense, JA;q=0.1", Language::Ja),
        ("*", Language::En),
        ("", Language::En),
    ] {
        assert_eq!(Language::preferred(accepted), language, "{accepted}");
    }
    for (path, english) in [
        ("/de/account", "/account"),
        ("/ja", "/"),
        ("/account", "/account"),
        ("/deep", "/deep"),
        ("/", "/"),
        ("", ""),
    ] {
        assert_eq!(Language::english(path), english, "{path}");
    }
}

#[test]
fn every_country_is_translated() {
    let resorts = catalogue::embedded().unwrap();
    let codes: BTreeSet<&str> = resorts.iter().map(|resort| resort.country.as_str()).collect();
    for language in Language::ALL {
        for code in &codes {
            assert_ne!(language.words().country(code), *code, "{language:?}");
        }
    }
}

#[test]
fn every_state_of_the_catalogue_is_translated() {
    let resorts = catalogue::embedded().unwrap();
    let states: BTreeSet<&str> = resorts.iter().filter_map(|resort| resort.state.as_deref()).collect();
    let named: BTreeSet<&str> = super::states::STATES.iter().map(|(name, _)| *name).collect();
    assert_eq!(named.len(), super::states::STATES.len(), "no state twice");
    assert_eq!(named, states);
    let named = |language: Language| language.words().state("Bavaria");
    assert_eq!(
        Language::ALL.map(named),
        ["Bavaria", "Bayern", "Bavière", "Baviera", "Baviera", "バイエルン州"]
    );
    assert_eq!(Language::De.words().state("Nowhere"), "Nowhere");
}

#[test]
fn ranges_of_the_catalogue_are_translated() {
    let resorts = catalogue::embedded().unwrap();
    let ranges: BTreeSet<&str> =
        resorts.iter().filter_map(|resort| Some(catalogue::mountain_range(resort)?.name)).collect();
    let named: BTreeSet<&str> = super::states::RANGES.iter().map(|(name, _)| *name).collect();
    assert_eq!(named.len(), super::states::RANGES.len(), "no range twice");
    assert_eq!(ranges.difference(&named).collect::<Vec<_>>(), Vec::<&&str>::new());
}

#[test]
fn dates_follow_the_language() {
    let date = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
    let written = Language::ALL.map(|language| (language.words().date)(date));
    assert_eq!(
        written,
        [
            "1 March 2026",
            "1. März 2026",
            "1er mars 2026",
            "1 marzo 2026",
            "1 de marzo de 2026",
            "2026年3月1日"
        ]
    );
    let days = Language::ALL.map(|language| (language.words().day)(date));
    assert_eq!(days, ["Sun 1 Mar", "So 1.3.", "dim. 1 mars", "dom 1 mar", "dom 1 mar", "3/1(日)"]);
}

#[test]
fn counts_agree_with_their_nouns() {
    let one = |language: Language| (language.words().ago)(Elapsed::Days(1));
    assert_eq!(
        Language::ALL.map(one),
        ["1 day ago", "vor 1 Tag", "il y a 1 jour", "1 giorno fa", "hace 1 día", "1日前"]
    );
    assert_eq!((Language::En.words().resorts)(1), "1 resort");
    assert_eq!((Language::Fr.words().resorts)(0), "0 station", "zero is singular in French");
    assert_eq!(Language::It.words().region(Region::Andes), "Ande");
}

#[test]
fn every_pass_note_is_translated() {
    for pass in catalogue::passes::passes().iter() {
        for language in Language::ALL {
            let note = language.words().pass_note_of(&pass.id);
            assert_eq!(
                note.is_some(),
                pass.note.is_some() && language != Language::En,
                "{} {language:?}",
                pass.id
            );
        }
    }
}

#[test]
fn sentences_have_the_same_places_in_each_language() {
    type Sentence = fn(&super::Words) -> Vec<&'static str>;
    let sentences: Sentence = |words| {
        let (cards, reading) = (words.cards, words.reading);
        let mut all = vec![
            cards.season_norm,
            cards.region_norm,
            cards.biggest_day,
            cards.biggest_anywhere,
            cards.dry_spell,
            cards.rare_much,
            cards.rare_little,
            cards.best_model,
            cards.announced,
            cards.opening,
            cards.calendar,
            cards.outlook_announced,
            cards.outlook_usual,
            cards.operator_station,
            cards.last_season,
            cards.of_average,
            cards.leader,
            cards.middle_of_average,
            cards.day_of_year,
            cards.rests_on,
            cards.more,
            reading.usual_season,
            reading.pass,
            reading.pass_over,
            reading.not_considered,
            reading.sources_in_order,
            reading.filled_by,
            reading.only_facts,
        ];
        all.extend(cards.trust);
        all
    };
    for language in Language::ALL {
        for (own, english) in sentences(language.words()).into_iter().zip(sentences(Language::En.words())) {
            assert_eq!(super::template::places(own), super::template::places(english), "{language:?}: {own}");
            assert!(!super::template::places(english).is_empty(), "{english}");
        }
    }
    assert_eq!(super::fill("{a} and {b}{c", &[("a", "{b}"), ("b", "2")]), "{b} and 2{c");
}
