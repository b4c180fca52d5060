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
fn translated_states_are_in_the_catalogue() {
    let resorts = catalogue::embedded().unwrap();
    let states: BTreeSet<&str> = resorts.iter().filter_map(|resort| resort.state.as_deref()).collect();
    for (name, _) in super::states::STATES {
        assert!(states.contains(name), "{name}");
    }
    let named = |language: Language| language.words().state("Bavaria");
    assert_eq!(
        Language::ALL.map(named),
        ["Bavaria", "Bayern", "Bavière", "Baviera", "Baviera", "バイエルン州"]
    );
    assert_eq!(Language::De.words().state("Nowhere"), "Nowhere");
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
