use conditions_core::record::OperatingStatus;
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use conditions_core::units::Tenths;

use super::{Units, ValueFormat, ago, number, status};
use crate::words::{Elapsed, Language};

fn show(language: Language, units: Option<Units>, country: &str) -> ValueFormat {
    ValueFormat::new(language.words(), units, country)
}

#[test]
fn unreported_is_never_zero() {
    let show = show(Language::En, None, "CH");
    assert_eq!(show.or_none(None).into_string(), "<span class=\"none\">not reported</span>");
    assert_eq!(show.snow(Tenths::ZERO), "0\u{a0}cm");
    assert_eq!(show.snow(Tenths::from_units(175)), "17.5\u{a0}cm");
}

#[test]
fn one_system_per_reader() {
    let snow = |units, country| show(Language::En, units, country).cm(25.4);
    assert_eq!(snow(None, "US"), "10\u{a0}in");
    assert_eq!(snow(None, "CH"), "25.4\u{a0}cm");
    assert_eq!(snow(Some(Units::Imperial), "CH"), "10\u{a0}in");
    assert_eq!(snow(Some(Units::Metric), "US"), "25.4\u{a0}cm");
    let imperial = show(Language::De, Some(Units::Imperial), "AT");
    assert_eq!(imperial.metres(3_000.0), "9.843\u{a0}ft");
    assert_eq!(imperial.degrees(Tenths::from_units(-100)), "14\u{a0}°F");
    assert_eq!(imperial.cm(1.0), "0,4\u{a0}in");
}

#[test]
fn models_are_rounded_more_coarsely() {
    let metric = |cm, is_modelled| show(Language::En, None, "CH").plain_snow(cm, is_modelled);
    assert_eq!([metric(77.2, false), metric(77.2, true), metric(18.4, true)], ["77", "75", "18"]);
    let inches = |cm, is_modelled| show(Language::En, None, "US").plain_snow(cm, is_modelled);
    assert_eq!([inches(1.0, true), inches(3.9, true), inches(14.0, true)], ["½", "1½", "6"]);
    assert_eq!([inches(40.6, false), inches(23.0, true), inches(0.3, true)], ["16", "10", "0"]);
    let swiss = show(Language::En, None, "CH");
    assert_eq!([swiss.gust(19.3), swiss.level(1_163)], ["70\u{a0}km/h", "1,150\u{a0}m"]);
    assert_eq!(show(Language::Ja, None, "JP").gust(19.3), "19m/s");
    let american = show(Language::En, None, "US");
    assert_eq!([american.gust(11.0), american.level(2_408)], ["25\u{a0}mph", "7,900\u{a0}ft"]);
}

#[test]
fn formats_numbers_per_language() {
    let written = |language: Language| number(language.words(), -12_345.67, 1);
    assert_eq!(written(Language::En), "−12,345.7");
    assert_eq!(written(Language::De), "−12.345,7");
    assert_eq!(written(Language::Fr), "−12\u{202f}345,7");
    assert_eq!(written(Language::Es), "−12.345,7");
    assert_eq!(written(Language::Ja), "−12,345.7");
    assert_eq!(number(Language::En.words(), -0.04, 1), "0", "zero has no sign");
    assert_eq!(number(Language::En.words(), 999.96, 1), "1,000");
}

#[test]
fn japanese_has_metres_per_second_and_no_spaces() {
    let japanese = show(Language::Ja, None, "JP");
    assert_eq!(japanese.wind(Tenths::from_units(190)), "19m/s");
    assert_eq!(japanese.degrees(Tenths::from_units(-340)), "−34℃");
    assert_eq!(japanese.cm(25.4), "25.4cm");
    assert_eq!(show(Language::De, None, "AT").wind(Tenths::from_units(100)), "36\u{a0}km/h");
}

#[test]
fn ages_and_statuses_read_as_words() {
    let now = Timestamp::from_millis(1_768_046_400_000);
    let before = |millis: i64| ago(now.plus_millis(-millis), now);
    assert_eq!(before(-HOUR_MS), Elapsed::Now, "a clock that runs ahead");
    assert_eq!(before(HOUR_MS - 1), Elapsed::Minutes(59));
    assert_eq!(before(2 * DAY_MS - MINUTE_MS), Elapsed::Hours(47));
    assert_eq!((Language::De.words().ago)(before(3 * DAY_MS)), "vor 3 Tagen");
    assert_eq!((Language::Fr.words().ago)(before(HOUR_MS)), "il y a 1 heure");
    assert_eq!(status(Language::En.words(), Some(OperatingStatus::PreSeason)), "before the season");
    assert_eq!(status(Language::En.words(), None), "status not known");
}
