//! Parts, periods and bounds that an answer keeps or states.

use super::{asked, operations, set};
use crate::reading::Outcome;
use crate::reason::Reason;
use crate::request::{Remark, RequestPart, Topic};

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
