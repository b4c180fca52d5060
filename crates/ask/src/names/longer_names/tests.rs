//! Tests names in longer names in six languages, and the same words in contexts that do not extend the name.
use crate::content::Question;
use crate::reading::tests::{known, reading, refused, service};
use crate::reading::{Outcome, understand};
use crate::reason::Reason;

fn slug(text: &str) -> String {
    let reading = reading(text);
    let slug = reading.arguments.iter().find(|(name, _)| *name == "slug");
    slug.map(|(_, slug)| slug.clone()).unwrap_or_default()
}

#[test]
fn name_in_longer_name_is_ignored() {
    for text in [
        "Is the Vail Pass open?",
        "is vail pass open right now",
        "How cold is it at Telluride Airport?",
        "How much snow fell at Killington High School?",
        "snow depth in Stowe County",
        "Is Mount Breckenridge open today?",
        "How is the weather in West Snowbird tomorrow?",
        "Is Whistler Creek frozen, how cold is it there?",
        "How windy is it on Banff Avenue?",
        "Wie viel Schnee liegt am Bahnhof Davos?",
        "Wie kalt ist es am Flughafen Innsbruck?",
        "Wie hoch liegt der Schnee an der Uni Innsbruck?",
        "Ist der Ischgl-Pass offen?",
        "Le col de Tignes est-il ouvert ?",
        "Combien de neige au lac des Arcs ?",
        "Quel temps fait-il à la gare de Chamonix ?",
        "Quanta neve c'è al passo di Livigno?",
        "Che tempo fa all'aeroporto di Bormio?",
        "Quanta neve c'è in via Sestriere?",
        "¿Cuánta nieve hay en el puerto de Formigal?",
        "¿Qué tiempo hace en la calle Baqueira?",
        "¿Está abierta la estación de Pico del Oso?",
        "苗場駅の積雪は？",
        "ルスツ空港の天気は？",
        "志賀高原大学の積雪は？",
        "Is there snow at Abraham Lincoln?",
    ] {
        let reason = refused(text);
        assert!(matches!(reason, Reason::UnknownResort | Reason::OutOfScope), "{text}: {reason:?}");
    }
}

#[test]
fn longer_catalogue_name_wins() {
    for (text, expected) in [
        ("Is Stevens Pass open?", "stevens-pass"),
        ("How deep is the snow at White Pass?", "white-pass"),
        ("How deep is the snow at Mount Bachelor?", "mt-bachelor"),
        ("How deep is the snow in Lake Louise?", "lake-louise"),
        ("Snow at Big Sky, please", "big-sky"),
        ("Quelle hauteur de neige au Mont Tremblant ?", "tremblant"),
        ("How deep is the snow at Pico?", "pico"),
    ] {
        assert_eq!(slug(text), expected, "{text}");
    }
}

#[test]
fn neutral_words_keep_the_name() {
    for (text, expected) in [
        ("Flights from London to Telluride airport", "telluride"),
        ("How are the road conditions to Vail?", "vail"),
        ("What is the nearest airport to Telluride?", "telluride"),
        ("Nächster Flughafen Ischgl?", "ischgl"),
        ("Ist die Straße nach Ischgl offen?", "ischgl"),
        ("La station de Tignes est-elle ouverte ?", "tignes"),
        ("La stazione di Livigno è aperta?", "livigno"),
        ("¿Está abierta la estación de Formigal?", "formigal"),
        ("ルスツの空港はどこ？", "rusutsu"),
    ] {
        assert_eq!(slug(text), expected, "{text}");
    }
}

#[test]
fn catalogue_names_are_not_extended() {
    let frames = [
        "Is the {} Airport open, and is there snow?",
        "How deep is the snow in {} County?",
        "How cold is it at {} High School?",
        "Wie viel Schnee liegt am Bahnhof {}?",
        "Quel temps fait-il au col de {} ?",
        "Quanta neve c'è al passo di {}?",
        "¿Cuánta nieve hay en el puerto de {}?",
    ];
    let resorts = (0..).map_while(|at| (known().resort)(at));
    let is_plain = |name: &str| name.len() > 3 && name.chars().all(char::is_alphabetic);
    let mut asked = 0;
    for (at, resort) in resorts.enumerate().filter(|(_, resort)| is_plain(&resort.name)) {
        for frame in frames {
            let text = frame.replace("{}", &resort.name);
            let told = understand(Question { text: &text, about: None, locale: None }, &service());
            let Outcome::Reading(reading) = told else { continue };
            assert!(!reading.resorts.contains(&at), "{text}");
        }
        asked += 1;
    }
    assert!(asked > 100, "{asked}");
}
