use super::is_close;
use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

fn slug(text: &str) -> Option<String> {
    let reading = reading(text);
    reading.arguments.iter().find(|(name, _)| *name == "slug").map(|(_, slug)| slug.clone())
}

#[test]
fn the_word_that_tells_a_name_is_right_but_for_a_letter() {
    for (name, text) in [
        ("Zermatt", "zermat"),
        ("Valle Nevado", "valle nebado"),
        ("Steamboat Springs", "steambote springs"),
        ("Le Grand-Bornand", "Grand Bornant"),
        ("Piau-Engaly", "Piau Engali"),
        ("Smugglers Notch", "smuglers noch"),
    ] {
        assert!(is_close(name, text), "{text}");
    }
    for (name, text) in [
        ("Sugar Bowl", "Super Bowl"),
        ("Beaver Creek", "Bear Creek"),
        ("Cinque Torri", "Cinque Terre"),
        ("Pico", "Picos"),
        ("Ischgl", "Ischl"),
        ("Portillo", "Portilla"),
        ("Grand Targhee", "Grand Tarpon"),
    ] {
        assert!(!is_close(name, text), "{text}");
    }
}

#[test]
fn ordinary_words_are_no_misspelt_names() {
    assert_eq!(reading("Arriva una tempesta grossa in Europa?").operation, "get_storm_watch");
    for text in
        ["la neve \u{e8} pesante e grossa", "hay nieve en la ladera", "se formigan las manos con el frio"]
    {
        assert_ne!(refused(text), Reason::WhichOne, "{text}");
    }
}

#[test]
fn a_place_beside_a_misspelt_name_has_to_hold_it() {
    assert_eq!(refused("weather okemos michigan tomorrow"), Reason::WhichOne, "Michigan has several");
}

#[test]
fn the_first_word_of_another_name_is_no_resort() {
    for text in [
        "Domenica piove a Ponte nelle Alpi?",
        "Regnet es am Sonntag in Zell an der Mosel?",
        "quel temps \u{e0} Meg\u{e8}ve-sur-Mer",
    ] {
        assert_eq!(refused(text), Reason::UnknownResort, "{text}");
    }
    for text in ["ニセコイの雪", "神楽坂の雪", "草津市の天気"] {
        assert_eq!(refused(text), Reason::UnknownResort, "{text}");
    }
}

#[test]
fn what_is_denied_behind_its_name_is_not_meant() {
    for text in [
        "No, Vail no: Beaver Creek. \u{bf}Cu\u{e1}nta nieve hay?",
        "Vail nicht. Beaver Creek! Wie viel Schnee liegt dort?",
    ] {
        assert_eq!(slug(text).as_deref(), Some("beaver-creek"), "{text}");
    }
}

#[test]
fn a_misspelt_word_goes_on_with_what_is_a_state_elsewhere() {
    for text in ["nieve en Siera Nevada", "snow depth siera nevada", "sierra nebada nieve"] {
        assert_eq!(slug(text).as_deref(), Some("sierra-nevada"), "{text}");
    }
    assert_eq!(
        reading("most snow in Nevada").operation,
        "find_resorts_by_criteria",
        "Nevada alone is the state"
    );
}
