use super::{corrections, near};
use crate::feature::Feature;
use crate::language::Language;
use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

#[test]
fn one_letter_may_differ() {
    assert!(near("forcast", "forecast", true));
    assert!(near("tommorrow", "tomorrow", false));
    assert!(near("tempreature", "temperature", true));
    assert!(near("avalonche", "avalanche", true));
    assert!(near("opne", "open", false));
    assert!(!near("oper", "open", false), "of four letters none is another");
    assert!(!near("links", "lines", false), "of five neither");
    assert!(!near("norecast", "forecast", true), "the first letter is right");
}

#[test]
fn ambiguous_typo_is_not_corrected() {
    assert!(corrections("avalonche", Language::English).contains(&(Feature::Avalanche, "")));
    assert!(corrections("qwertz", Language::English).is_empty());
    assert!(corrections("bar", Language::English).is_empty());
}

#[test]
fn corrects_words_but_not_names() {
    assert_eq!(reading("avalonche danger in Verbier").operation, "get_avalanche");
    assert_eq!(reading("wether forcast for Fernie").operation, "get_weather_forecast");
    assert_eq!(refused("How is the snow in Weathrow?"), Reason::UnknownResort);
    assert_eq!(reading("Wie wird's am Freitag in Schladmig?").operation, "get_weather_forecast");
}
