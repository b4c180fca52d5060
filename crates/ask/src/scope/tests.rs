//! Tests rejected topics, and which of them are answered if data are requested.
use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

#[test]
fn data_next_to_taste_is_answered() {
    for text in [
        "Which is nicer, Verbier or Zermatt?",
        "Is Vail too snobby for a family from Kansas?",
        "Was ist schöner, Lech oder St. Anton?",
        "Lohnt sich Zermatt überhaupt?",
        "C'est mieux Verbier ou Zermatt pour l'ambiance ?",
        "Cortina è sopravvalutata?",
        "¿Merece la pena ir a Sierra Nevada?",
        "ニセコとルスツ、どっちが楽しい？",
    ] {
        assert_eq!(refused(text), Reason::OutOfScope, "{text}");
    }
    for (text, operation) in [
        ("Is Alta worth it, how much snow fell last night?", "get_resort"),
        ("Which is nicer, and which has more snow, Verbier or Zermatt?", "compare_resorts"),
    ] {
        assert_eq!(reading(text).operation, operation, "{text}");
    }
}

#[test]
fn snow_in_other_names_is_ignored() {
    for text in [
        "who is Jon Snow's father",
        "Snow White and the seven dwarfs plot",
        "Wo leben Schneeleoparden?",
        "Raconte-moi l'histoire de la Reine des neiges",
        "riassunto di Biancaneve",
        "¿Dónde vive el leopardo de las nieves?",
        "雪豹はどこに住んでいますか",
    ] {
        assert_eq!(refused(text), Reason::OutOfScope, "{text}");
    }
}

#[test]
fn chain_questions_are_not_safety() {
    assert_eq!(reading("チェーンなしで苗場まで行って大丈夫？").operation, "get_road_access");
}

#[test]
fn bare_amount_needs_a_resort() {
    for text in [
        "How much snow fell last night?",
        "¿Cuánto nevó anoche?",
        "Is it open today?",
        "È aperto oggi?",
        "C'est ouvert demain ?",
    ] {
        assert_eq!(refused(text), Reason::WhichResort, "{text}");
    }
    assert_eq!(reading("Who got the most last night in Europe?").operation, "find_best_powder");
    let sought = reading("list all the ski areas with sugar in the name");
    assert_eq!(
        (sought.operation, &sought.arguments[..]),
        ("search_resorts", &[("query", "sugar".to_owned())][..])
    );
}
