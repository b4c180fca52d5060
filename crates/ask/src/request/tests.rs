//! Tests requests over the embedded catalogue, asked on Wednesday, 13 January 2027.
use super::groups::selected;
use super::{GroupName, Remark, Request, RequestPart, SetQuestion, Topic, request};
use crate::content::Question;
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::request_words;
use crate::reading::Outcome;
use crate::reading::tests::{known, service};
use crate::reason::Reason;

mod kept;

const FORECAST: Topic = Topic::Operation("get_weather_forecast");

fn asked(text: &str) -> Request {
    request(Question { text, about: None, locale: None }, &service())
}

#[track_caller]
fn set(text: &str) -> SetQuestion {
    match asked(text).parts.as_slice() {
        [RequestPart::Set(set)] => (**set).clone(),
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn sizes(text: &str) -> Vec<usize> {
    set(text).groups.iter().map(|group| group.members.len()).collect()
}

fn slugs(set: &SetQuestion) -> Vec<String> {
    let members = set.groups.iter().flat_map(|group| &group.members);
    members.filter_map(|at| Some((known().resort)(*at)?.slug.clone())).collect()
}

/// Returns the operations of the parts that are one reading.
fn operations(text: &str) -> Vec<&'static str> {
    let of_part = |part: &RequestPart| match part {
        RequestPart::One { understood: Outcome::Reading(reading), .. } => Some(reading.operation),
        _ => None,
    };
    asked(text).parts.iter().filter_map(of_part).collect()
}

#[track_caller]
fn refused(text: &str) -> Reason {
    match asked(text).parts.as_slice() {
        [RequestPart::One { understood: Outcome::Refused(refusal), .. }] => refusal.reason,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn hubs_are_compared_with_resorts() {
    assert_eq!(sizes("Hakuba or Furano, where is more snow?"), [7, 1]);
    assert_eq!(sizes("Via Lattea o Bardonecchia, dove c'è più neve?").len(), 2);
    assert!(set("Is Hakuba deeper than Furano?").topics.contains(&Topic::Depth));
}

#[test]
fn ranges_and_areas_are_sets() {
    assert!(sizes("deepest snow in the Pyrenees")[0] > 20);
    let french = set("best snow in the French Alps this weekend");
    assert!(french.topics.contains(&FORECAST));
    assert!(slugs(&french).iter().all(|slug| slug != "zermatt"));
    assert!(slugs(&french).iter().any(|slug| slug == "tignes"));
}

#[test]
fn shared_names_are_still_asked_back() {
    assert_eq!(refused("How is the snow at Blue Mountain?"), Reason::WhichOne);
}

#[test]
fn period_of_comparison_is_kept() {
    let question = set("Wo schneit es am Wochenende mehr, Ischgl oder Sölden?");
    assert_eq!((question.topics.as_slice(), question.groups.len()), ([FORECAST].as_slice(), 2));
    let span = question.when.span.expect("the weekend");
    assert_eq!((span.first.to_string(), span.last.to_string()), ("2027-01-16".into(), "2027-01-17".into()));
}

#[test]
fn length_is_counted_from_named_weekday() {
    let question = set("drei Tage frei ab Freitag, wo in den Alpen schneit es am meisten?");
    let span = question.when.span.expect("three days");
    assert_eq!((span.first.to_string(), span.last.to_string()), ("2027-01-15".into(), "2027-01-17".into()));
}

#[test]
fn towns_are_sets_within_a_drive() {
    let near = |text: &str| match set(text).groups.as_slice() {
        [only] => match only.name {
            GroupName::Near(near) => (near.town, near.minutes),
            _ => panic!("{text}: {only:?}"),
        },
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(near("Skigebiet bei München mit viel Schnee"), ("Munich", None));
    assert_eq!(near("neve a un'ora da Torino?"), ("Turin", Some(60)));
    assert_eq!(near("ski resorts within 2 hours of Denver with fresh snow"), ("Denver", Some(120)));
    let [only] = &set("Ich sitze in Linz, maximal 120 km, wo liegt Schnee?").groups[..] else {
        panic!("one")
    };
    assert!(matches!(only.name, GroupName::Near(near) if near.km == Some(120)));
}

/// Returns the road that a question is about, and the slug of its resort.
fn road(text: &str) -> Option<(String, Option<String>)> {
    let slug = |at: usize| (known().resort)(at).map(|resort| resort.slug.clone());
    asked(text).parts.into_iter().find_map(|part| match part {
        RequestPart::Road(road) => Some((road.written, road.resort.and_then(slug))),
        _ => None,
    })
}

#[test]
fn roads_to_resorts_are_named_with_them() {
    let cases = [
        ("N-330 hasta Astún el sábado, cadenas sí o no", "N-330", "astun"),
        ("Über die B99 nach Obertauern am Samstag, brauch ich Ketten?", "B99", "obertauern"),
        ("la statale 38 fino a Bormio si fa?", "statale 38", "bormio"),
        ("D902 jusqu'à Valloire, ça roule vendredi ?", "D902", "valloire-valmeinier"),
        ("Loveland pass closed? trying to get to A-Basin", "Loveland pass", "arapahoe-basin"),
        ("苗場まで国道17号はチェーンいりますか", "国道17号", "naeba"),
        ("ist die Hahntennjochstraße nach Lech frei?", "Hahntennjochstraße", "lech-zuers"),
    ];
    for (text, written, resort) in cases {
        assert_eq!(road(text), Some((written.into(), Some(resort.into()))), "{text}");
    }
    assert_eq!(road("How is the snow at Vail at 15h30?"), None);
}

#[test]
fn shared_names_next_to_resorts_are_known() {
    assert_eq!(slugs(&set("is la nina good for RED and Whitewater?")), ["red-mountain", "whitewater"]);
}

#[test]
fn values_are_compared_with_the_season() {
    let both = ["get_conditions", "get_monthly_snow"];
    assert_eq!(operations("Is 70 cm at Les Arcs a lot for this time of year?"), both);
    assert_eq!(operations("30 cm al Cimone sono pochi per il periodo?"), both);
}

#[test]
fn last_snowfalls_are_history() {
    for text in ["when did Whistler last get a foot in one day", "ニセコで最後に一日50cm降ったのいつ？"]
    {
        assert_eq!(set(text).topics, [Topic::Operation("get_snow_history")], "{text}");
        assert!(asked(text).remarks.contains(&Remark::LastTime), "{text}");
    }
}

#[test]
fn trains_and_buses_are_remarked() {
    let request = asked("Arrivo in treno venerdì, come salgo a Courmayeur e vale la pena sabato?");
    assert!(request.remarks.contains(&Remark::Transit));
    assert!(!matches!(request.parts[0], RequestPart::One { understood: Outcome::Refused(_), .. }));
}

#[test]
fn passes_of_resorts_are_topics_next_to_others() {
    let question = set("does my Epic Local work at Telluride and Crested Butte, and are they open");
    assert!(question.topics.contains(&Topic::Operation("get_resort_info")));
    assert!(question.topics.contains(&Topic::Status));
}

#[test]
fn roads_are_found_by_name() {
    let road = |text: &str| matches!(asked(text).parts.as_slice(), [RequestPart::Road(_)]);
    for text in [
        "Is I-80 open over Donner?",
        "Arlbergpass offen?",
        "col du Lautaret ouvert ?",
        "passo dello Stelvio aperto?",
    ] {
        assert!(road(text), "{text}");
    }
    assert!(!road("How deep is the snow at Vail?"));
}

#[test]
fn parts_are_read_one_by_one() {
    assert_eq!(operations("Sölden Schneehöhe und Lawinenwarnstufe"), ["get_conditions", "get_avalanche"]);
    assert_eq!(
        operations("how deep is it at Steamboat and whats the wind doing tomorrow"),
        ["get_conditions", "get_weather_forecast"]
    );
    assert_eq!(operations("How deep is the snow at Vail, and how many lifts are open?"), ["get_conditions"]);
}

#[test]
fn snow_next_to_weather_stays_a_forecast() {
    assert_eq!(operations("Neige et vent à La Clusaz dimanche ?"), ["get_weather_forecast"]);
}

#[test]
fn unknown_price_next_to_a_part_is_a_remark() {
    let request = asked("Was kostet der Skipass in Zermatt und wie viele Anlagen laufen?");
    assert!(request.remarks.contains(&Remark::Cost));
    assert_eq!(
        operations("Was kostet der Skipass in Zermatt und wie viele Anlagen laufen?"),
        ["get_conditions"]
    );
    assert_eq!(refused("Was kostet der Skipass in Zermatt?"), Reason::NoDataKind);
}

#[test]
fn wishes_without_data_are_remarks() {
    let remarks = |text: &str| asked(text).remarks.into_iter().collect::<Vec<_>>();
    assert_eq!(remarks("best resort for kids in Tyrol with snow"), [Remark::Children]);
    assert_eq!(remarks("best off piste in Austria right now"), [Remark::OffPiste]);
    assert!(remarks("el niño porta più neve in italia?").is_empty());
    assert!(remarks("How deep is the snow at Vail?").is_empty());
}

#[test]
fn safety_off_the_pistes_gets_the_bulletin() {
    let question = set("Is it safe to ski off piste at Verbier tomorrow?");
    assert_eq!(question.topics, [Topic::Operation("get_avalanche")]);
    assert_eq!(slugs(&question), ["verbier"]);
}

#[test]
fn day_without_a_place_asks_for_the_resort() {
    assert_eq!(refused("und morgen?"), Reason::WhichResort);
}

#[test]
fn la_nina_is_not_el_nino() {
    let question = set("ラニーニャだと白馬は雪多い？");
    assert!(question.features.contains(&Feature::LaNina));
    assert_eq!(question.topics, [Topic::Operation("get_elnino_signal")]);
}

#[test]
fn passes_are_sets_and_limit_places() {
    let epic = set("Epic pass, Tahoe, what's open?");
    assert_eq!((slugs(&epic).len(), epic.topics.as_slice()), (3, [Topic::Status].as_slice()));
    assert_eq!(sizes("Indy pass, what is open in Vermont or New Hampshire?"), [3, 2]);
}

#[test]
fn roads_are_parts() {
    let text = "Cerler: espesor de nieve, cómo está la A-139 y riesgo de aludes";
    assert_eq!(operations(text), ["get_conditions", "get_avalanche"]);
    assert_eq!(road(text), Some(("A-139".into(), Some("cerler".into()))));
    assert!(
        operations("Wie viel Schnee liegt in Sölden, und ist die Straße frei?").contains(&"get_road_access")
    );
}

#[test]
fn usual_snow_of_days_is_a_part() {
    assert_eq!(
        operations(
            "¿Cuánta nieve suele haber en Vail del 20 al 27 de febrero y a qué aeropuerto conviene volar?"
        ),
        ["get_trip_window", "find_flights_to_powder"]
    );
}

#[test]
fn towns_beyond_the_table_are_sets() {
    let [only] = &set("neve a due ore e mezza da Bologna?").groups[..] else { panic!("one group") };
    assert!(
        matches!(only.name, GroupName::Near(near) if near.town.starts_with("Bologna ") && near.minutes == Some(150))
    );
}

#[test]
fn weather_of_a_town_is_out_of_scope() {
    for text in ["Will it rain in Charlotte on Friday?", "météo bordeaux dimanche", "横浜の明日の天気"]
    {
        assert_eq!(refused(text), Reason::OutOfScope, "{text}");
    }
}

#[test]
fn openings_beyond_the_forecast_are_those_of_the_season() {
    let question = set("Which resorts in Colorado are open on 20 April?");
    assert_eq!(question.topics, [Topic::Operation("get_resort_info")]);
}

#[test]
fn earlier_winters_are_history() {
    assert_eq!(
        set("Combien était-il tombé à Isola 2000 en février 2018 ?").topics,
        [Topic::Operation("get_snow_history")]
    );
    assert_eq!(refused("Wie war das Wetter am 14. Juli 1998 in Lech?"), Reason::BadDate);
}

#[test]
fn sources_without_a_resort_are_described() {
    assert_eq!(asked("where do you get these numbers from?").parts, [RequestPart::Sources]);
    assert_ne!(asked("where do you get your skis from?").parts, [RequestPart::Sources]);
}

#[test]
fn areas_of_one_resort_are_that_resort() {
    assert_eq!(slugs(&set("bollettino valanghe per il Tarvisiano")), ["tarvisio"]);
    assert_eq!(slugs(&set("¿Es seguro hacer travesía en Benasque mañana?")), ["cerler"]);
}

#[test]
fn limits_may_be_any_number() {
    for text in [
        "Which ski resorts are within 4294967295 miles of Denver?",
        "¿Qué estaciones hay a 4294967295 horas y media de Madrid en coche?",
    ] {
        assert!(!asked(text).parts.is_empty(), "{text}");
    }
}

#[test]
fn names_of_assistants_name_no_place() {
    for text in [
        "Alexa, how deep is the snow at Kiroro?",
        "Hey Google, wie viel Schnee liegt in Kiroro?",
        "Dis Siri, quelle hauteur de neige à Kiroro ?",
        "Ehi Siri, quanta neve c'è a Kiroro?",
        "Oye Siri, ¿cuánta nieve hay en Kiroro?",
        "アレクサ、キロロの積雪は？",
        "オッケーグーグル、キロロの積雪は？",
    ] {
        assert_eq!(operations(text), ["get_conditions"], "{text}");
    }
}

#[test]
fn passes_are_parts() {
    let text = "Gilt der Magic Pass in Saas-Fee, und wie viel Schnee liegt da?";
    assert_eq!(operations(text), ["get_resort_info", "get_conditions"]);
}

#[test]
fn tickets_for_children_ask_beyond_climate() {
    assert_eq!(refused("sácame 4 forfaits para Candanchú el sábado, dos de niño"), Reason::OutOfScope);
    let winter = set("¿Un invierno de El Niño le viene bien a Candanchú y a Astún?");
    assert_eq!(winter.topics, [Topic::Operation("get_elnino_signal")]);
}

#[test]
fn roads_are_found_in_other_languages() {
    let (written, _) = road("Is the Flexenstraße open to Lech?").expect("a road");
    assert_eq!(written, "Flexenstraße");
}

#[test]
fn compared_names_may_lack_their_capital() {
    assert_eq!(sizes("tra prato nevoso e limone chi ne fa di più nei prossimi tre giorni"), [1, 1]);
}

#[test]
fn every_area_has_resorts() {
    for language in [Language::English, Language::Japanese] {
        for (pattern, feature, value) in request_words().of_language(language) {
            match feature {
                Feature::Area => assert!(!selected(&known(), value).is_empty(), "{pattern}: {value}"),
                Feature::RoadName => {
                    let parts: Vec<f64> = value.split(' ').filter_map(|part| part.parse().ok()).collect();
                    assert_eq!(parts.len(), 2, "{pattern}: {value}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn doors_of_coming_days_have_the_status_and_the_season() {
    for text in [
        "is Alta open on Saturday",
        "will Alta be open this weekend?",
        "does Alta open this Saturday",
        "ist Lech am Wochenende offen?",
        "Öffnet Obertauern am Samstag",
        "est-ce que Val Thorens est ouvert ce week-end",
        "Livigno apre sabato?",
        "Alto Campoo abre este sábado sí o no",
        "ニセコアンヌプリは今週末営業してる？",
    ] {
        assert_eq!(operations(text), ["get_conditions", "get_resort_info"], "{text}");
        assert!(asked(text).remarks.contains(&Remark::ComingStatus), "{text}");
    }
    for text in ["is Alta open", "is Alta open today?", "ist Lech heute offen?"] {
        assert_eq!(operations(text), ["get_conditions"], "{text}");
        assert!(asked(text).remarks.is_empty(), "{text}");
    }
    assert_eq!(operations("is Alta open at Easter?"), ["get_resort_info"]);
    assert_eq!(operations("will it snow at Alta on Saturday"), ["get_weather_forecast"]);
    assert!(asked("open resorts in Colorado this weekend").remarks.contains(&Remark::ComingStatus));
}
