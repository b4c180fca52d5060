//! Tests names of the embedded catalogue in questions.
use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

fn slug(text: &str) -> String {
    let reading = reading(text);
    let slug = reading.arguments.iter().find(|(name, _)| *name == "slug");
    slug.map(|(_, slug)| slug.clone()).unwrap_or_default()
}

#[test]
fn finds_resorts_in_any_spelling() {
    for (name, expected) in [
        ("Zermatt", "zermatt"),
        ("zermatt", "zermatt"),
        ("zermat", "zermatt"),
        ("Val d\u{2019}Isère", "val-disere"),
        ("val d isere", "val-disere"),
        ("St Anton", "st-anton"),
        ("Whistler", "whistler-blackcomb"),
        ("Crystal Mountain, Washington", "crystal-mountain"),
        ("Mt Bachelor", "mt-bachelor"),
        ("Bachelor", "mt-bachelor"),
        ("ルスツ", "rusutsu"),
        ("ティーニュ", "tignes"),
        ("snowbird", "snowbird"),
        ("powderhorn", "powderhorn"),
    ] {
        assert_eq!(slug(&format!("How deep is the snow in {name}?")), expected, "{name}");
    }
}

#[test]
fn places_are_never_resorts() {
    for (name, reason) in [
        ("Jackson", Reason::WhichOne),
        ("Crystal Mountain", Reason::WhichOne),
        ("Crystal Mountain, Michigan", Reason::UnknownResort),
        ("Alpine Valley", Reason::UnknownResort),
        ("Mount Nonesuch", Reason::UnknownResort),
        ("Silverdale", Reason::UnknownResort),
        ("Vail Springs", Reason::UnknownResort),
        ("Ollantay", Reason::UnknownResort),
        ("Saint-Plouc-les-Bains", Reason::UnknownResort),
        ("Central Park", Reason::UnknownResort),
        ("Rankaxe", Reason::UnknownResort),
        ("stack", Reason::UnknownResort),
        ("Balmexe", Reason::UnknownResort),
        ("Di-S", Reason::WhichResort),
        ("the Canyon", Reason::UnknownResort),
    ] {
        assert_eq!(refused(&format!("How deep is the snow at {name}?")), reason, "{name}");
    }
    assert_eq!(refused("What is the avalanche danger in Colorado?"), Reason::WhichOne);
    assert_eq!(reading("How is the snow in the 3 Vallées?").operation, "get_destination");
}

#[test]
fn excluded_name_is_ignored() {
    assert_eq!(slug("Not Zermatt, how deep is the snow in Verbier?"), "verbier");
}

#[test]
fn language_words_are_not_names() {
    assert_eq!(refused("are there any lifts open"), Reason::WhichResort);
    assert_eq!(slug("Is the snow deep in Åre?"), "are");
    assert_eq!(refused("What is going on?"), Reason::OutOfScope);
}

#[test]
fn all_table_names_resolve() {
    for line in include_str!("../../data/lexicon.txt").lines() {
        let Some(name) = line.strip_prefix("[name ").and_then(|rest| rest.strip_suffix(']')) else {
            continue;
        };
        let known = crate::reading::tests::known();
        assert!(super::whole(&known, &catalogue::comparable(name), true).is_some(), "{name}");
    }
}

#[test]
fn words_of_two_names_make_no_third() {
    assert_eq!(refused("Is there a spa in Zermatt"), Reason::NoDataKind, "\"spa in\" is no Spain");
}

#[test]
fn contracted_articles_are_of_the_name() {
    assert_eq!(slug("La route pour monter aux Deux Alpes est-elle ouverte ?"), "les-deux-alpes");
    assert_eq!(slug("Combien de neige au Grand-Bornand ?"), "le-grand-bornand");
}

#[test]
fn shared_short_name_is_a_choice() {
    for text in ["How much snow has Voss got?", "Wie viel Schnee liegt in Voss?"] {
        assert_eq!(refused(text), Reason::WhichOne, "{text}");
    }
}

#[test]
fn noun_after_topic_is_a_name() {
    for text in ["Schneehöhe Kasberg", "how much snow has mount kumpelhorn got"] {
        assert_eq!(refused(text), Reason::UnknownResort, "{text}");
    }
}

#[test]
fn range_is_a_choice_unless_narrowed() {
    for text in
        ["best snow in the Pyrenees", "dónde hay más nieve en los Pirineos", "東北で一番雪が多いスキー場は？"]
    {
        assert_eq!(refused(text), Reason::WhichOne, "{text}");
    }
    assert_eq!(reading("deepest snow in Andorra, in the Pyrenees").operation, "get_snow_report");
    assert_eq!(slug("Wie viel Schnee liegt am Feldberg im Schwarzwald?"), "feldberg");
}

#[test]
fn short_question_makes_word_a_name() {
    for (text, expected) in
        [("inches overnight copper", "copper-mountain"), ("heavenly snow report", "heavenly")]
    {
        assert_eq!(slug(text), expected, "{text}");
    }
    for text in ["is copper a good conductor of heat", "the heavenly snow"] {
        let _reason: Reason = refused(text);
    }
}

#[test]
fn state_letters_select_namesake() {
    for (name, expected) in
        [("Crystal Mountain WA", "crystal-mountain"), ("Vail, CO", "vail"), ("killington vt", "killington")]
    {
        assert_eq!(slug(&format!("How deep is the snow in {name}?")), expected, "{name}");
    }
    for name in ["Winter Park, FL", "Stowe, OH", "Brighton CO", "killington ny"] {
        assert_eq!(refused(&format!("How deep is the snow in {name}?")), Reason::UnknownResort, "{name}");
    }
}

#[test]
fn a_town_with_its_state_is_still_a_town() {
    for text in [
        "weather in Bend, Oregon tomorrow",
        "Wetter Villach \u{d6}sterreich morgen",
        "clima Ushuaia Argentina",
    ] {
        assert_eq!(refused(text), Reason::WhichOne, "{text}");
    }
    for text in [
        "Foppolo Lombardia neve",
        "Hochficht \u{d6}sterreich Schnee",
        "Greek Peak snow",
        "Trollhaugen conditions",
    ] {
        assert_eq!(refused(text), Reason::UnknownResort, "{text}");
    }
}

#[test]
fn name_is_not_part_of_another() {
    for text in [
        "Rioja Alta weather",
        "Landsberg am Lech Wetter",
        "Sainte-Foy-d'Aigrefeuille m\u{e9}t\u{e9}o",
        "北志賀高原の積雪",
        "カナダのベイルの積雪",
        "Meg\u{e8}ve dans les Vosges, combien de neige ?",
    ] {
        assert_eq!(refused(text), Reason::UnknownResort, "{text}");
    }
}

#[test]
fn place_at_a_mountain_is_separate() {
    for text in [
        "Which resort next to Verbier is open?",
        "ニセコの隣のスキー場の積雪",
        "la station voisine des Arcs, combien de neige ?",
    ] {
        assert_eq!(refused(text), Reason::WhichOne, "{text}");
    }
    assert_eq!(slug("How is the weather near Verbier?"), "verbier");
}

#[test]
fn longer_phrase_is_not_a_name() {
    assert_eq!(slug("Quest'inverno Etna Nord \u{e8} sopra o sotto la norma?"), "etna-nord");
    assert_eq!(slug("quanta neve c'\u{e8} a la norma?"), "la-norma");
    assert_eq!(slug("ma tra i modelli quale ci azzecca di pi\u{f9}?"), "");
}

#[test]
fn two_hubs_with_days_are_passes() {
    let reading = reading("Skirama o Dolomiti Superski, per otto giorni?");
    assert_eq!(reading.operation, "compare_passes", "{:?}", reading.arguments);
}

#[test]
fn place_near_a_mountain_is_separate() {
    for (text, reason) in [
        ("愛知県の苗場の積雪", Reason::UnknownResort),
        ("高天ヶ原マンモスの積雪", Reason::UnknownResort),
        ("カムイ岬の天気", Reason::UnknownResort),
        ("Lebanon New Hampshire snow", Reason::UnknownResort),
        ("Uncle Burke weather", Reason::UnknownResort),
        ("20 miles from Vail, snow?", Reason::WhichOne),
        ("Wetter im Ort bei Zermatt", Reason::WhichOne),
        ("todo menos Masella, nieve", Reason::WhichResort),
    ] {
        assert_eq!(refused(text), reason, "{text}");
    }
    let elsewhere = reading("anywhere but Vail in Colorado with fresh snow?");
    assert!(elsewhere.arguments.contains(&("state", "Colorado".to_owned())), "{:?}", elsewhere.arguments);
}

#[test]
fn domestic_means_preceding_country() {
    let reading = reading("アメリカ国内で一番雪の深いスキー場は？");
    assert!(!reading.arguments.iter().any(|(_, value)| value == "japan"), "{:?}", reading.arguments);
    assert!(reading.arguments.contains(&("country", "US".to_owned())), "{:?}", reading.arguments);
}

#[test]
fn route_starts_at_airport_code() {
    let reading = reading("YYZ to Sun Peaks, which airport do we fly into?");
    assert!(reading.arguments.contains(&("origin", "YYZ".to_owned())), "{:?}", reading.arguments);
}

#[test]
fn names_in_a_row_are_compared() {
    for text in
        ["キロロ・ルスツ・札幌国際のうち、一番降りそうなのは", "ルスツでも白馬岩岳でも一番雪が多いのはどっち"]
    {
        assert_eq!(reading(text).operation, "compare_resorts", "{text}");
    }
}

#[test]
fn one_of_two_names_is_picked() {
    assert_eq!(slug("Snowbird or Alta, how deep is it at the second?"), "alta");
    assert_eq!(slug("八方尾根と五竜、後者の積雪は？"), "hakuba-goryu");
}

#[test]
fn foreign_letter_makes_a_name() {
    assert_eq!(slug("snow at Åre"), "are");
    assert_eq!(slug("Åre snow"), "are");
    assert_eq!(slug("Åreの雪"), "are");
}

#[test]
fn separate_words_are_not_a_name() {
    // "t … c" is not TC, which is Treble Cone.
    let text = "Ho\u{e} deep is t  nheitelligence c\u{fffd}adsr\u{fffd}\u{fffd}=\u{fffd}g1ht now$?";
    assert_eq!(refused(text), Reason::WhichResort);
}

#[test]
fn separate_letters_are_not_a_name() {
    for text in ["t&c2w", "what are the T&C", "t c snow tomorrow"] {
        refused(text);
    }
}
