//! Tests days as people say them, asked on Wednesday, 13 January 2027.
use chrono::NaiveDate;

use super::{Reader, Season, TimeFrame, read};
use crate::language::Language;
use crate::lexicon::lexicon;
use crate::tokens::{FoldedText, tokens};

fn when(text: &str, language: Language) -> TimeFrame {
    when_on(NaiveDate::from_ymd_opt(2027, 1, 13).expect("a day"), text, language)
}

fn when_on(today: NaiveDate, text: &str, language: Language) -> TimeFrame {
    let tokens = tokens(text);
    let tags = lexicon().tags(&FoldedText::new(&tokens));
    let tags: Vec<_> = tags.into_iter().filter(|tag| tag.language == language).collect();
    read(&Reader::new(&tokens, &tags, language, today))
}

#[track_caller]
fn spans(text: &str, language: Language, days: &str) {
    let span = when(text, language).span;
    let told = span.map_or_else(String::new, |span| {
        if span.first == span.last { span.first.to_string() } else { format!("{} {}", span.first, span.last) }
    });
    assert_eq!(told, days, "{text}");
}

#[test]
fn next_weekend_asked_on_sunday_is_the_following_one() {
    let sunday = NaiveDate::from_ymd_opt(2027, 1, 17).expect("a day");
    let first = |text, language| when_on(sunday, text, language).span.map(|span| span.first.to_string());
    assert_eq!(first("el próximo fin de semana", Language::Spanish).as_deref(), Some("2027-01-23"));
    assert_eq!(first("este fin de semana", Language::Spanish).as_deref(), Some("2027-01-17"));
}

#[test]
fn weeks_of_months_in_one_word() {
    spans("erste Februarwoche", Language::German, "2027-02-01 2027-02-07");
    spans("the mid-February long weekend", Language::English, "2027-02-11 2027-02-20");
    spans("来週水木", Language::Japanese, "2027-01-20 2027-01-21");
    spans("2泊3日", Language::Japanese, "");
}

#[test]
fn bridges_reach_to_the_weekends() {
    let on = |year, text, language| {
        let span = when_on(NaiveDate::from_ymd_opt(year, 11, 20).expect("a day"), text, language).span;
        span.map(|span| format!("{} {}", span.first.format("%m-%d"), span.last.format("%m-%d")))
    };
    let spanish = |year| on(year, "en el puente de diciembre", Language::Spanish);
    let italian = |year| on(year, "per il ponte dell'Immacolata", Language::Italian);
    // In these years 6 December is a Sunday, Monday, Wednesday, Friday and Saturday.
    let spans = ["12-05 12-08", "12-04 12-08", "12-06 12-10", "12-06 12-08", "12-06 12-08"];
    assert_eq!([2026, 2027, 2028, 2024, 2025].map(spanish), spans.map(|days| Some(days.to_owned())));
    let spans = ["12-05 12-08", "12-08 12-08", "12-08 12-10", "12-07 12-08", "12-06 12-08"];
    assert_eq!([2026, 2027, 2028, 2024, 2025].map(italian), spans.map(|days| Some(days.to_owned())));
    assert_eq!(on(2026, "puente de la Constitución", Language::Spanish).as_deref(), Some("12-05 12-08"));
    assert_eq!(on(2026, "el día de la Constitución", Language::Spanish).as_deref(), Some("12-06 12-06"));
}

#[test]
fn english_days() {
    let en = |text, days| spans(text, Language::English, days);
    en("will it snow today", "2027-01-13");
    en("tomorrow", "2027-01-14");
    en("the day after tomorrow", "2027-01-15");
    en("this weekend", "2027-01-16 2027-01-17");
    en("next week", "2027-01-18 2027-01-24");
    en("the next 5 days", "2027-01-13 2027-01-17");
    en("last night", "2027-01-12");
    en("over the past 3 days", "2027-01-10 2027-01-12");
    en("since Monday", "2027-01-11 2027-01-12");
    en("on Friday", "2027-01-15");
    en("in 3 days", "2027-01-16");
    en("20 to 27 February", "2027-02-20 2027-02-27");
    en("between the 20th and the 27th of February", "2027-02-20 2027-02-27");
    en("Feb 20-27", "2027-02-20 2027-02-27");
    en("December 30 to January 3", "2027-12-30 2028-01-03");
    en("on January 5", "2028-01-05");
    en("2027-02-20", "2027-02-20");
    en("late January", "2027-01-21 2027-01-31");
    en("at Christmas", "2027-12-24 2027-12-26");
    en("over New Year", "2027-12-31 2028-01-01");
    en("at Easter", "2027-03-26 2027-03-29");
    en("29 February", "2028-02-29");
    en("may I ask", "");
}

#[test]
fn days_in_other_languages() {
    spans("vom 20. bis 27. Februar", Language::German, "2027-02-20 2027-02-27");
    spans("am 20.2.", Language::German, "2027-02-20");
    spans("am Wochenende", Language::German, "2027-01-16 2027-01-17");
    spans("in den nächsten 3 Tagen", Language::German, "2027-01-13 2027-01-15");
    spans("Ende Januar", Language::German, "2027-01-21 2027-01-31");
    spans("heute Morgen", Language::German, "2027-01-13");
    spans("du 20 au 27 février", Language::French, "2027-02-20 2027-02-27");
    spans("la semaine prochaine", Language::French, "2027-01-18 2027-01-24");
    spans("après-demain", Language::French, "2027-01-15");
    spans("dal 20 al 27 febbraio", Language::Italian, "2027-02-20 2027-02-27");
    spans("dopodomani", Language::Italian, "2027-01-15");
    spans("del 20 al 27 de febrero", Language::Spanish, "2027-02-20 2027-02-27");
    spans("pasado mañana", Language::Spanish, "2027-01-15");
    spans("2月20日から27日", Language::Japanese, "2027-02-20 2027-02-27");
    spans("週末", Language::Japanese, "2027-01-16 2027-01-17");
}

#[test]
fn days_up_to_one_begin_today() {
    spans("by Sunday", Language::English, "2027-01-13 2027-01-17");
    spans("by the weekend", Language::English, "2027-01-13 2027-01-17");
    spans("on Sunday", Language::English, "2027-01-17");
    spans("bis Freitag", Language::German, "2027-01-13 2027-01-15");
    spans("von Freitag bis Sonntag", Language::German, "2027-01-15 2027-01-17");
    spans("d'ici samedi", Language::French, "2027-01-13 2027-01-16");
    spans("entro domenica", Language::Italian, "2027-01-13 2027-01-17");
    spans("para el lunes", Language::Spanish, "2027-01-13 2027-01-18");
    spans("日曜までに", Language::Japanese, "2027-01-13 2027-01-17");
}

#[test]
fn weeks_until_now_are_past() {
    let week = "2027-01-06 2027-01-12";
    spans("laquelle a pris le plus depuis une semaine ?", Language::French, week);
    spans("Neuschnee seit einer Woche", Language::German, week);
    spans("quanta ne è caduta da una settimana", Language::Italian, week);
    spans("lo que ha caído desde hace una semana", Language::Spanish, week);
    assert_eq!(when("depuis une semaine", Language::French).day_count, None);
    assert_eq!(when("un séjour d'une semaine", Language::French).day_count, Some(7));
}

#[test]
fn days_from_today_and_from_holidays_have_an_end() {
    spans("de aquí al domingo", Language::Spanish, "2027-01-13 2027-01-17");
    spans("da qui a domenica", Language::Italian, "2027-01-13 2027-01-17");
    spans("between now and Sunday", Language::English, "2027-01-13 2027-01-17");
    spans("vom Nikolaustag bis zum 8.", Language::German, "2027-12-06 2027-12-08");
    spans("von Weihnachten bis Neujahr", Language::German, "2027-12-24 2028-01-01");
    spans("from Christmas to the 2nd", Language::English, "2027-12-24 2028-01-02");
    spans("2月あたま", Language::Japanese, "2027-02-01 2027-02-10");
}

#[test]
fn impossible_dates_are_reported() {
    assert!(when("on 31 February", Language::English).is_impossible);
    assert!(when("2027-02-30", Language::English).is_impossible);
    assert!(when("am 31.4.", Language::German).is_impossible);
    assert!(!when("on 30 April", Language::English).is_impossible);
}

#[test]
fn reads_seasons() {
    let season = |text| when(text, Language::English).season;
    assert_eq!(season("last winter"), Some(Season::Last));
    assert_eq!(season("in 2023-24"), Some(Season::Named("2023-24".to_owned())));
    assert_eq!(season("the winter of 2019"), Some(Season::Named("2019".to_owned())));
    assert_eq!(season("this season"), Some(Season::Running));
    assert_eq!(season("tomorrow"), None);
}

#[test]
fn reads_number_before_next() {
    use crate::reading::tests::reading;
    let days = |text: &str| reading(text).arguments.into_iter().find(|(name, _)| *name == "days");
    for text in ["Météo à Tignes ces cinq prochains jours ?", "nieve en los 5 próximos días en Cerler"] {
        assert_eq!(days(text), Some(("days", "5".to_owned())), "{text}");
    }
    let arguments =
        reading("Wie wahrscheinlich ist Schnee in Lech zwischen dem 1. und dem 7. März?").arguments;
    assert!(arguments.contains(&("start", "2027-03-01".to_owned())), "{arguments:?}");
}

#[test]
fn past_days_are_recent() {
    let en = |text, days| spans(text, Language::English, days);
    en("how deep was the snow on January 5", "2027-01-05");
    en("did it snow on Monday", "2027-01-11");
    en("was it open at Christmas", "2026-12-24 2026-12-26");
    en("it was icy, what about Saturday", "2027-01-16");
    en("how deep is the snow on Monday", "2027-01-18");
    en("did it dump on Monday", "2027-01-11");
    en("how much has fallen since the weekend", "2027-01-09 2027-01-12");
    en("how much fell at the weekend", "2027-01-09 2027-01-10");
    en("four days ago", "2027-01-09");
    en("a week ago", "2027-01-06");
    en("did you hear whether snow will fall on Monday", "2027-01-18");
    spans("hat es am Montag geschneit", Language::German, "2027-01-11");
    spans("a-t-il neigé lundi", Language::French, "2027-01-11");
    spans("ha nevicato domenica?", Language::Italian, "2027-01-10");
    spans("¿nevó el lunes?", Language::Spanish, "2027-01-11");
    spans("月曜日に雪は降りましたか", Language::Japanese, "2027-01-11");
    spans("vor drei Tagen", Language::German, "2027-01-10");
    spans("il y a deux jours", Language::French, "2027-01-11");
    spans("tre giorni fa", Language::Italian, "2027-01-10");
    spans("hace una semana", Language::Spanish, "2027-01-06");
    spans("3日前の雪", Language::Japanese, "2027-01-10");
}

#[test]
fn reads_days_of_other_weeks() {
    spans("nächste Woche Mittwoch", Language::German, "2027-01-20");
    spans("am 16ten", Language::German, "2027-01-16");
    spans("in einer Woche", Language::German, "2027-01-20");
    spans("la prossima settimana lunedì o martedì", Language::Italian, "2027-01-18 2027-01-19");
    spans("tra una settimana", Language::Italian, "2027-01-20");
    spans("el día 22 hará sol", Language::Spanish, "2027-01-22");
    spans("il neigera le 22 ?", Language::French, "2027-01-22");
    spans("we leave at 5 on Friday", Language::English, "2027-01-15");
    spans("ここ3日の降雪量", Language::Japanese, "2027-01-10 2027-01-12");
}

#[test]
fn a_day_that_is_denied_is_not_meant() {
    spans("sorry, I meant Thursday, not the weekend", Language::English, "2027-01-14");
    spans("am Samstag, nicht am Freitag", Language::German, "2027-01-16");
    spans("why not Friday", Language::English, "2027-01-15");
    spans("dal 18 al 20", Language::Italian, "2027-01-18 2027-01-20");
}

#[test]
fn reads_week_from_today() {
    spans("a week from today", Language::English, "2027-01-20");
    spans("two weeks from now", Language::English, "2027-01-27");
    spans("Feb 19 to 26, 2028", Language::English, "2028-02-19 2028-02-26");
    spans("march 4", Language::English, "2027-03-04");
    spans("dal 4 all'8 dicembre", Language::Italian, "2027-12-04 2027-12-08");
    assert!(when("29 February this year", Language::English).is_impossible);
    spans("Ostern 2028", Language::German, "2028-04-14 2028-04-17");
    spans("Ostern 2028, also 14. bis 16. April", Language::German, "2028-04-14 2028-04-16");
    spans("el 6 de marzo, y volvemos el 13", Language::Spanish, "2027-03-06 2027-03-13");
    spans("12月30日から年明け1月3日まで", Language::Japanese, "2027-12-30 2028-01-03");
    spans("16日〜18日", Language::Japanese, "2027-01-16 2027-01-18");
}

#[test]
fn reads_week_from_day_and_next_year() {
    spans("a week tomorrow, any colder", Language::English, "2027-01-21");
    spans("a week today", Language::English, "2027-01-20");
    spans("来年の2月11日", Language::Japanese, "2028-02-11");
    spans("二月十一日", Language::Japanese, "2027-02-11");
    assert_eq!(when("rain or the white stuff, it is 50/50", Language::English), TimeFrame::default());
    assert!(
        when("on 30/2", Language::English).is_impossible || when("on 30.2.", Language::German).is_impossible
    );
}

#[test]
fn the_winter_before_the_last_is_named() {
    let before_last = Some(Season::Named("2024-25".to_owned()));
    assert_eq!(when("the winter before last", Language::English).season, before_last);
    assert_eq!(when("im vorletzten Winter", Language::German).season, before_last);
    assert_eq!(when("il penultimo inverno", Language::Italian).season, before_last);
    assert_eq!(when("last winter", Language::English).season, Some(Season::Last));
}

#[test]
fn halves_of_months_and_days_between_holidays() {
    use Language::{English, French, German, Italian, Japanese};
    spans("neige première quinzaine février", French, "2027-02-01 2027-02-15");
    spans("the second half of March", English, "2027-03-16 2027-03-31");
    spans("2月後半の雪", Japanese, "2027-02-16 2027-02-28");
    spans("schneit es zwischen den Feiertagen", German, "2027-12-26 2027-12-31");
    spans("tra Natale e Capodanno", Italian, "2027-12-26 2027-12-31");
    spans("年末の雪", Japanese, "2027-12-28 2027-12-31");
}

#[test]
fn the_long_weekend_without_a_name_is_the_next_one() {
    let december = NaiveDate::from_ymd_opt(2026, 11, 30).expect("a day");
    let first = |text, language| when_on(december, text, language).span.map(|span| span.first.to_string());
    assert_eq!(first("va a llover el puente", Language::Spanish).as_deref(), Some("2026-12-05"));
    assert_eq!(first("nevica per il ponte?", Language::Italian).as_deref(), Some("2026-12-05"));
    spans("va a llover el puente", Language::Spanish, "");
}

#[test]
fn counted_days_of_fallen_snow_are_past() {
    spans("la neige fraîche sur 7 jours", Language::French, "2027-01-06 2027-01-12");
    spans("más nieve caída en 7 días", Language::Spanish, "2027-01-06 2027-01-12");
    spans("will it snow in 7 days", Language::English, "2027-01-20");
}

#[test]
fn a_time_of_day_is_not_a_period() {
    spans("il fera combien vendredi à 9h", Language::French, "2027-01-15");
    spans("wie kalt am Freitag um 9 Uhr", Language::German, "2027-01-15");
}

#[test]
fn a_weekday_with_its_day_begins_a_stay() {
    spans("départ vendredi 22 au soir, retour lundi, neige ?", Language::French, "2027-01-22 2027-01-25");
    spans("Quel temps en fin de semaine prochaine", Language::French, "2027-01-22 2027-01-24");
    spans("nieve el viernes q viene", Language::Spanish, "2027-01-15");
}

#[test]
fn until_then_begins_today() {
    spans("Ich fahre am 20.1., wie viel Schnee fällt bis dahin?", Language::German, "2027-01-13 2027-01-20");
    spans("we leave on 20 January, how much snow until then?", Language::English, "2027-01-13 2027-01-20");
}
