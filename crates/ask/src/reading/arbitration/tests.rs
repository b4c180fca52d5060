//! Tests what the classifier adds to the rules, and what it leaves to them.
use crate::content::{Question, QuestionContent};
use crate::reading::by_rules;
use crate::reading::tests::{reading, refused, service};
use crate::reason::Reason;

fn ruled(text: &str) -> Result<&'static str, Reason> {
    let service = service();
    let question = Question { text, about: None, locale: None };
    let heard = QuestionContent::new(question, &service.known, service.today);
    by_rules(&heard, &service).map(|(operation, _)| operation).map_err(|refusal| refusal.reason)
}

#[test]
fn classifier_reads_other_words() {
    let text = "ニセコ、昨夜どんだけ積んだ？";
    assert_eq!(ruled(text), Err(Reason::OutOfScope));
    assert_eq!(reading(text).operation, "get_resort");
}

#[test]
fn plain_words_follow_the_rules() {
    for text in [
        "snow near Verbier",
        "snow Zermatt",
        "can I ski in Cairngorm today",
        "How is the weather near Verbier?",
        "Schnee Graubünden",
        "Wetter bei Ischgl",
        "météo Tignes demain",
        "neve a Livigno",
        "nieve Baqueira",
        "ニセコの雪",
    ] {
        assert!(ruled(text).is_ok(), "{text}");
        reading(text);
    }
}

#[test]
fn rules_decide_names_days_and_safety() {
    for (text, reason) in [
        ("how much snow has Hinterbrunn got", Reason::UnknownResort),
        ("weather at Zermatt on 30 February", Reason::BadDate),
        ("alert me when it snows in Zermatt", Reason::Account),
        ("how deep is the snow at Crystal Mountain", Reason::WhichOne),
    ] {
        assert_eq!(ruled(text), Err(reason), "{text}");
        assert_eq!(refused(text), reason, "{text}");
    }
    refused("is it safe to ski the north face in Chamonix alone");
}

#[test]
fn list_never_invents_a_resort() {
    assert_eq!(
        reading("Who's been sharpest at calling snowfall lately: Euro, GFS, ICON?").operation,
        "get_ml_trends"
    );
    for text in [
        "is it going to rain tomorrow",
        "what's the temperature",
        "wird es am Wochenende regnen?",
        "雨はいつ止みますか？",
    ] {
        refused(text);
    }
}

#[test]
fn list_of_place_ignores_unknown_word() {
    let text = "Egal wohin in Europa, Hauptsache Tiefschnee bis zum Gamsbartl. Wo soll ich die nächsten Tage spontan hin?";
    assert_eq!(ruled(text), Err(Reason::UnknownResort));
    assert_eq!(reading(text).operation, "find_powder_trips");
    // A mountain and its country are not a list of the country.
    for text in [
        "Skigebiet Gamsbartl Österreich offen",
        "is Gamsbartl Mountain on the Ikon Pass",
        "Lélex France neige",
    ] {
        refused(text);
    }
}

#[test]
fn list_of_one_resort_is_narrowed() {
    let text = "Discusión de bar: ¿qué invierno de los últimos treinta dejó más nieve en Gourette?";
    assert_eq!(ruled(text), Err(Reason::WhichResort));
    assert_eq!(reading(text).operation, "get_snow_history");
}
