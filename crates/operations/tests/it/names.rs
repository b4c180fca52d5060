//! The resort that a text names: slug, name or alias; ambiguous and unknown names are distinguished.

use operations::OpError;
use serde_json::json;
use world::{Caller, View};

use crate::world::{answer, ask, slugs, world};

fn slug_of(asked: &str) -> Result<String, Vec<String>> {
    match ask(&Caller::anonymous(), "get_conditions", &[("slug", asked)]) {
        Ok(answer) => Ok(answer["meta"]["slug"].as_str().unwrap().to_owned()),
        Err(OpError::ResortNotFound { suggestions, .. }) => Err(suggestions),
        Err(other) => panic!("{asked}: {other}"),
    }
}

#[test]
fn finds_slugs_names_and_aliases() {
    for (asked, slug) in [
        ("alpenau", "alpenau"),
        ("ALPENAU", "alpenau"),
        ("Alpenau Dorf", "alpenau"),
        ("birch bowl", "birch-bowl"),
        ("Dōm-dake", "dom-dake"),
        ("dom dake", "dom-dake"),
        ("ドーム岳", "dom-dake"),
    ] {
        assert_eq!(slug_of(asked).as_deref(), Ok(slug), "{asked}");
    }
}

#[test]
fn ambiguous_name_lists_candidates() {
    let candidates = slug_of("The Bowl").unwrap_err();
    assert_eq!(candidates, ["birch-bowl", "cedar-bowl"]);
}

#[test]
fn places_suggest_their_resorts() {
    for (place, candidate) in
        [("Birchtown", "birch-bowl"), ("Utah", "birch-bowl"), ("Japan", "dom-dake"), ("Colorado", "")]
    {
        let candidates = slug_of(place).unwrap_err();
        assert_eq!(candidates.first().map_or("", String::as_str), candidate, "{place}");
    }
    let found = answer("search_resorts", &[("query", "Japan")]);
    assert_eq!(slugs(&found), ["dom-dake"]);
    assert_eq!(found["data"][0]["matchedOn"], "Japan");
    let found = answer("search_resorts", &[("query", "Birch Bowl Colorado")]);
    assert_eq!(slugs(&found), Vec::<String>::new(), "a namesake elsewhere is not meant");
}

#[test]
fn unknown_name_suggests_nearest() {
    assert_eq!(slug_of("alpenua").unwrap_err(), ["alpenau"]);
    assert_eq!(slug_of("alpen"), Err(vec!["alpenau".to_owned()]), "a prefix is not a name");
    assert_eq!(slug_of("xyzzyqwv").unwrap_err(), Vec::<String>::new());
    assert_eq!(slug_of("../../etc/passwd"), Err(Vec::new()));
    assert_eq!(slug_of("' OR 1=1 --"), Err(Vec::new()));
}

#[test]
fn error_quotes_little_of_the_name() {
    let (world, caller) = (world(), Caller::anonymous());
    let view = View::new(&world, &caller);
    let error = OpError::from(view.resort("alpenua").unwrap_err()).to_string();
    assert_eq!(error, "no resort `alpenua` is on record; did you mean alpenau?");
    let long = "z".repeat(100_000);
    assert!(OpError::from(view.resort(&long).unwrap_err()).to_string().len() < 200);
    assert!(!view.resort("a\u{0}\nb").unwrap_err().to_string().contains(['\u{0}', '\n']));
}

#[test]
fn operations_resolve_names_alike() {
    for name in ["get_conditions", "get_resort", "get_resort_info", "get_weather_forecast"] {
        assert!(ask(&Caller::anonymous(), name, &[("slug", "Birch Bowl")]).is_ok(), "{name}");
        let refused = ask(&Caller::anonymous(), name, &[("slug", "birch-bowls")]);
        let Err(OpError::ResortNotFound { asked, suggestions }) = refused else {
            panic!("{name}: {refused:?}")
        };
        assert_eq!((asked.as_str(), suggestions[0].as_str()), ("birch-bowls", "birch-bowl"), "{name}");
    }
}

#[test]
fn search_ranks_exact_names_first() {
    let bowls = answer("search_resorts", &[("query", "the bowl")]);
    assert_eq!(slugs(&bowls), ["birch-bowl", "cedar-bowl"]);
    assert_eq!(bowls["data"][0]["matchedOn"], "The Bowl");
    let exact = answer("search_resorts", &[("query", "cedar bowl")]);
    assert_eq!((slugs(&exact)[0], &exact["data"][0]["score"]), ("cedar-bowl", &json!(1.0)));
    let canadian = answer("search_resorts", &[("query", "the bowl"), ("country", "Canada")]);
    assert_eq!((slugs(&canadian), &canadian["meta"]["total"]), (vec!["cedar-bowl"], &json!(1)));
    assert_eq!(slugs(&answer("search_resorts", &[("query", "the bowl"), ("region", "alps")])), [""; 0]);
    assert_eq!(answer("search_resorts", &[("query", "qqqqqq")])["meta"]["total"], 0);
    for query in [" ", "%", "\u{202e}", "🏔", "a", "''"] {
        answer("search_resorts", &[("query", query)]);
    }
}
