//! Parts, periods and bounds that an answer keeps or states.

use std::collections::BTreeSet;

use super::{asked, operations, refused, set, sizes};
use crate::reading::Outcome;
use crate::reason::Reason;
use crate::request::{GroupName, Remark, RequestPart, Topic};

#[test]
fn parts_without_data_are_stated() {
    for text in [
        "Savognin am Samstag – Neuschnee, Wind oben am Berg, und ob die Rodelbahn auf ist",
        "Est-ce que ça souffle à Chamrousse demain, et le snowpark du Recoin est-il fait ?",
        "Roccaraso: neve nuova, quante piste, e la coda",
        "is Alta open, how deep is the base, and is there parking?",
    ] {
        assert!(asked(text).remarks.contains(&Remark::Uncollected), "{text}");
    }
    for text in ["is Alta open, and how deep is the base?", "a quiet resort near Lyon without queues"] {
        assert!(!asked(text).remarks.contains(&Remark::Uncollected), "{text}");
    }
}

#[test]
fn past_days_of_several_resorts_are_a_set() {
    let compared = "who has had more new snow this past week, Lost Trail or Discovery?";
    assert_eq!(set(compared).topics, [Topic::NewSnow]);
    assert_eq!(set("Bormio o Livigno: dove è caduta più neve nelle ultime 48 ore?").topics, [Topic::NewSnow]);
    assert_eq!(operations("more new snow, Lost Trail or Discovery?"), ["compare_resorts"]);
}

#[test]
fn bounds_are_of_the_depth_unless_snow_falls() {
    assert_eq!(
        set("any of the vermont hills got more than two feet at the summit yet").topics,
        [Topic::Depth]
    );
    let fallen = set("which resorts in Vermont got more than a foot of new snow since yesterday?");
    assert!(fallen.topics.contains(&Topic::NewSnow), "{:?}", fallen.topics);
}

#[test]
fn requests_for_alerts_need_an_account() {
    for text in [
        "kannst du mir Bescheid geben, sobald es am Nebelhorn schneit?",
        "fais-moi signe dès qu'il neige à Tignes",
        "keep me posted on new snow at Alta",
    ] {
        let [RequestPart::One { understood: Outcome::Refused(refusal), .. }] = &asked(text).parts[..] else {
            panic!("{text}")
        };
        assert_eq!(refusal.reason, Reason::Account, "{text}");
    }
}

#[test]
fn days_of_the_forecast_are_not_those_of_past_winters() {
    assert_eq!(operations("tra il 15 e il 18 gennaio a Gressoney quanti cm fa"), ["get_weather_forecast"]);
    assert_eq!(
        operations("how much snow does Alta usually get from 15 to 18 January?"),
        ["get_monthly_snow"]
    );
    // The last days are beyond the forecast.
    let both = ["get_weather_forecast", "get_trip_window"];
    assert_eq!(operations("will it snow at Alta from 17 to 22 January?"), both);
}

#[test]
fn sizes_of_parties_do_not_ask_for_the_size_of_resorts() {
    let family = "Wir sind 2 Familien mit insgesamt 5 Kindern, 6. bis 14. Februar, Start Nürnberg, max 5 Stunden Auto: wohin, wo liegt Schnee?";
    assert_eq!(set(family).topics, [Topic::Operation("get_trip_window")]);
}

#[test]
fn risk_does_not_replace_temperatures_and_snow() {
    assert_eq!(
        operations("Steamboat on Saturday: temp at the base, how much new, and are the lifts on wind hold?"),
        ["get_weather_forecast", "get_operating_risk"]
    );
    assert_eq!(
        operations("will the lifts at Steamboat be on wind hold on Saturday?"),
        ["get_operating_risk", "get_weather_forecast"]
    );
}

#[test]
fn times_of_trains_and_buses_are_refused() {
    for text in [
        "welcher Bus fährt von Bludenz nach Lech um 7",
        "à quelle heure est le dernier bus pour Tignes ?",
        "越後湯沢行きの始発の新幹線何時",
    ] {
        assert_eq!(refused(text), Reason::NoDataKind, "{text}");
    }
    assert_eq!(operations("Komme ich mit dem Zug nach Zermatt?"), ["find_flights_to_powder"]);
}

#[test]
fn wishes_of_two_people_are_compared() {
    let warmer = "Mein Mann will aufs Kitzsteinhorn, ich lieber nach Hintertux: wo ist es wärmer?";
    assert_eq!(sizes(warmer), [1, 1]);
}

#[test]
fn resorts_of_a_state_and_its_hub_count_once() {
    assert_eq!(sizes("Scottish ski centres, how many lifts are turning, and how many runs are open?"), [5]);
}

#[test]
fn levels_of_a_comparison_are_kept() {
    let top = set("Leysin or Les Mosses, which has more snow at the top?");
    assert_eq!((top.band, &top.topics[..]), (Some("summit"), &[Topic::Depth][..]));
    assert_eq!(operations("Leysin or Les Mosses, which has more snow?"), ["compare_resorts"]);
}

#[test]
fn days_soon_after_the_forecast_have_both_answers() {
    let both = ["get_weather_forecast", "get_trip_window"];
    assert_eq!(operations("ça donne quoi la semaine prochaine au Lioran ?"), both);
    assert_eq!(operations("Neige à Aussois entre le 21 et le 24 janvier"), both);
    assert_eq!(operations("snow at Alta from 20 to 24 February?"), ["get_trip_window"]);
}

#[test]
fn present_depth_is_set_against_the_usual() {
    let both = ["get_conditions", "get_trip_window"];
    assert_eq!(operations("how does the snowpack at Taos stack up against a normal mid January"), both);
}

#[test]
fn snow_that_fell_is_a_wish_without_data() {
    for text in ["vicino a Bergamo, dove c'è neve naturale?", "near Lyon with real snow, no man made"] {
        assert!(asked(text).remarks.contains(&Remark::Natural), "{text}");
    }
}

#[test]
fn drives_are_read_to_the_minute() {
    for (text, minutes) in [
        ("ski within an hour and a half of Denver", 90),
        ("vicino a Bergamo, massimo un'ora e mezza, dove c'è neve?", 90),
        ("stations de ski à max 1h30 de Lyon", 90),
        ("stations de ski à max 2h4294967295 de Lyon", 180),
        ("Skigebiete in 2,5 Stunden von München", 150),
        ("de Madrid a menos de 2 horas, ¿dónde hay nieve?", 120),
    ] {
        let [ref only] = set(text).groups[..] else { panic!("{text}") };
        assert!(
            matches!(&only.name, GroupName::Near(near) if near.minutes == Some(minutes)),
            "{text}: {only:?}"
        );
    }
}

#[test]
fn wishes_for_runs_elevations_and_weather_are_stated() {
    for (text, remark) in [
        ("a resort in Tyrol with real black runs and snow", Remark::Steep),
        ("Skigebiet im Wallis ohne Eis, nicht zu steile Abfahrten, mit Schnee", Remark::Steep),
        ("une station de Savoie pas trop haute avec de la neige", Remark::Altitude),
        ("welche Gletscher in Tirol haben Schnee", Remark::Altitude),
        ("algo en el Pirineo aragonés con nieve y poco viento", Remark::Shelter),
    ] {
        assert!(asked(text).remarks.contains(&remark), "{text}");
    }
    assert!(!asked("how much wind is there at Alta?").remarks.contains(&Remark::Shelter));
    for text in [
        "snow at Stubai Glacier or Kaunertal Glacier?",
        "Hintertuxer Gletscher oder Stubaier Gletscher, wo liegt mehr?",
    ] {
        assert_eq!(asked(text).remarks, BTreeSet::new(), "{text}");
    }
}

#[test]
fn a_fourth_part_is_named_as_one_without_an_answer() {
    let four = asked("Alta: snow depth, temperature tonight, when does it close, and is there a webcam?");
    assert_eq!(four.parts.len(), 4, "{:?}", four.parts);
    assert!(matches!(&four.parts[3], RequestPart::One { understood: Outcome::Refused(_), .. }));
}

#[test]
fn lists_with_circled_numbers_have_parts() {
    let listed = operations("野沢温泉について①山頂の積雪②金曜の降雪予報③オープン日");
    assert_eq!(listed, ["get_conditions", "get_weather_forecast", "get_resort_info"]);
}

#[test]
fn far_snow_of_a_part_is_that_of_past_winters() {
    let parts = asked("in Utah from 8 to 12 March: powder, and temperatures").parts;
    let is_of_winters = |part: &RequestPart| matches!(part, RequestPart::Set(set) if set.topics == [Topic::Operation("get_trip_window")]);
    assert!(parts.iter().any(is_of_winters), "{parts:?}");
}

#[test]
fn a_town_with_the_name_of_its_state_is_left_by_car() {
    let near = set("Skitour ab Salzburg Stadt, höchstens eine Stunde Fahrt, wo liegt Schnee?");
    assert!(matches!(near.groups[0].name, GroupName::Near(_)), "{:?}", near.groups);
    let state = set("wo liegt in Salzburg genug Schnee, was hat offen?");
    assert!(matches!(state.groups[0].name, GroupName::State(_)), "{:?}", state.groups);
}

#[test]
fn snow_for_other_things_needs_a_place() {
    assert_eq!(refused("is there enough snow to take the kids sledging and skiing?"), Reason::WhichResort);
    assert_eq!(refused("wer gewinnt am Wochenende in Kitzbühel die Abfahrt"), Reason::OutOfScope);
    assert_eq!(refused("was kostet der Familienskipass in Flachau"), Reason::NoDataKind);
}

#[test]
fn parts_of_a_day_are_stated() {
    for text in ["Nevica domani pomeriggio a Piancavallo?", "will it snow at Alta tomorrow morning?"] {
        assert!(asked(text).remarks.contains(&Remark::DayPart), "{text}");
    }
    for text in ["will it snow at Alta tomorrow?", "good morning, will it snow at Alta tomorrow?"] {
        assert!(!asked(text).remarks.contains(&Remark::DayPart), "{text}");
    }
}

#[test]
fn a_number_of_resorts_is_kept() {
    assert_eq!(set("les 5 stations des Pyrénées françaises les mieux enneigées").most, Some(5));
    assert_eq!(set("which resorts of the French Pyrenees have most snow?").most, None);
}
