use super::is_close;
use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

fn slug(text: &str) -> Option<String> {
    let reading = reading(text);
    reading.arguments.iter().find(|(name, _)| *name == "slug").map(|(_, slug)| slug.clone())
}

#[test]
fn distinctive_word_misses_one_letter() {
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
fn ordinary_words_are_not_names() {
    assert_eq!(reading("Arriva una tempesta grossa in Europa?").operation, "get_storm_watch");
    for text in
        ["la neve \u{e8} pesante e grossa", "hay nieve en la ladera", "se formigan las manos con el frio"]
    {
        assert_ne!(refused(text), Reason::WhichOne, "{text}");
    }
}

#[test]
fn place_must_contain_misspelt_name() {
    assert_eq!(refused("weather okemos michigan tomorrow"), Reason::WhichOne, "Michigan has several");
}

#[test]
fn first_word_of_other_name_is_ignored() {
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
fn name_negated_afterwards_is_ignored() {
    for text in [
        "No, Vail no: Beaver Creek. \u{bf}Cu\u{e1}nta nieve hay?",
        "Vail nicht. Beaver Creek! Wie viel Schnee liegt dort?",
    ] {
        assert_eq!(slug(text).as_deref(), Some("beaver-creek"), "{text}");
    }
}

#[test]
fn misspelt_name_continues_with_state() {
    for text in ["nieve en Siera Nevada", "snow depth siera nevada", "sierra nebada nieve"] {
        assert_eq!(slug(text).as_deref(), Some("sierra-nevada"), "{text}");
    }
    assert_eq!(
        reading("most snow in Nevada").operation,
        "find_resorts_by_criteria",
        "Nevada alone is the state"
    );
}
