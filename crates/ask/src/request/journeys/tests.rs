//! Tests of questions about the way to a resort, its season, and wishes next to it.
use crate::content::Question;
use crate::reading::Outcome;
use crate::reading::tests::service;
use crate::request::{Remark, Request, RequestPart, request};

fn asked(text: &str) -> Request {
    request(Question { text, about: None, locale: None }, &service())
}

/// Returns the operations of the parts that are one reading.
fn operations(text: &str) -> Vec<&'static str> {
    let of_part = |part: &RequestPart| match part {
        RequestPart::One { understood: Outcome::Reading(reading), .. } => Some(reading.operation),
        _ => None,
    };
    asked(text).parts.iter().filter_map(of_part).collect()
}

#[test]
fn ways_to_a_resort_are_drives_airports_and_roads() {
    for text in [
        "How long is the drive from Denver to Steamboat?",
        "Wie lange fährt man von Denver nach Steamboat?",
        "Combien de temps de route entre Denver et Steamboat ?",
        "Quanto ci metto da Denver a Steamboat in macchina?",
        "¿Cuánto se tarda de Denver a Steamboat en coche?",
        "デンバーからスティームボートまで車で何時間？",
    ] {
        let parts = asked(text).parts;
        assert!(
            matches!(&parts[..], [RequestPart::Drive(drive), RequestPart::One { .. }] if drive.town == "Denver"),
            "{text}: {parts:?}"
        );
    }
    for text in [
        "Is there a bus from Geneva airport to Verbier?",
        "Wie komme ich ohne Auto von Genf nach Verbier?",
        "On fait comment pour aller de Genève à Verbier sans bagnole ?",
        "Come si arriva a Verbier da Ginevra senza macchina?",
        "No tengo coche, ¿cómo llego a Verbier desde Ginebra?",
        "ジュネーブからヴェルビエへ電車での行き方",
    ] {
        assert_eq!(operations(text), ["find_flights_to_powder"], "{text}");
        assert!(asked(text).remarks.contains(&Remark::Transit), "{text}");
    }
}

#[test]
fn wishes_next_to_one_resort_are_stated() {
    let remarks = asked("Ma puce de 4 ans débute, y a assez de neige à La Clusaz ?").remarks;
    assert!(remarks.contains(&Remark::Children) && remarks.contains(&Remark::Ability));
    assert!(!asked("Y a assez de neige à La Clusaz en ce moment ?").remarks.contains(&Remark::Children));
}

#[test]
fn dates_of_a_season_are_read_in_other_words() {
    for text in [
        "last day you can ski at Sugarbush?",
        "ab wann kann man in Winterberg skifahren?",
        "les 2 alpes ça ferme quelle date cette saison",
        "da quando girano gli impianti al Tonale",
        "¿cuándo parte la temporada en Portillo?",
        "野沢はいつまで滑れる？",
    ] {
        assert_eq!(operations(text), ["get_resort_info"], "{text}");
    }
}
