//! Rankings, comparisons and summaries: unreported values never rank as zero, and a winner needs a competitor.

use catalogue::Resort;
use conditions_core::evidence::{Claim, Evidence, Observation, Origin};
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use operations::OpError;
use serde_json::{Value, json};
use world::{Caller, ResortEvidence, View};

use crate::world::{NOW, answer, ask, forecast_only, of_held, operation, reader, slugs, triplets, world};

fn ranks(answer: &Value) -> Vec<u64> {
    answer["data"].as_array().unwrap().iter().map(|row| row["rank"].as_u64().unwrap()).collect()
}

#[test]
fn report_skips_unreported_values() {
    for sort in ["score", "snowfall", "depth", "forecast"] {
        let report = answer("get_snow_report", &[("sort", sort)]);
        assert_eq!(report["meta"]["total"], 4, "{sort}: nothing is known of dom-dake");
        assert!(!slugs(&report).contains(&"dom-dake"), "{sort}");
        assert_eq!(ranks(&report), [1, 2, 3, 4], "{sort}");
        assert!(report["meta"]["rule"].as_str().unwrap().contains("left out"), "{sort}");
    }
    let nobody = answer("get_snow_report", &[("country", "Japan")]);
    assert_eq!((&nobody["data"], &nobody["meta"]["total"]), (&json!([]), &json!(0)));
}

#[test]
fn report_ranks_by_score_by_default() {
    let report = answer("get_snow_report", &[]);
    assert_eq!(report, answer("get_snow_report", &[("sort", "score")]));
    let scores: Vec<f64> =
        report["data"].as_array().unwrap().iter().map(|row| row["score"].as_f64().unwrap()).collect();
    assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]), "{scores:?}");
    assert_eq!((&report["meta"]["limit"], &report["meta"]["offset"]), (&json!(50), &json!(0)));
    let second = answer("get_snow_report", &[("limit", "1"), ("offset", "1")]);
    assert_eq!(second["data"][0], report["data"][1], "a rank is a place in the whole ranking");
}

#[test]
fn ranking_uses_common_visible_days() {
    let by = |caller: &Caller, pairs: &[(&str, &str)]| {
        let mut all = vec![("sort", "forecast")];
        all.extend_from_slice(pairs);
        let report = ask(caller, "get_snow_report", &all).unwrap();
        let rule = report["meta"]["rule"].as_str().unwrap().to_owned();
        assert!(rule.contains("14 days, most") != rule.contains("7 days, most"), "{rule}");
        (rule.contains("14 days, most"), slugs(&report).into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    let saved = crate::world::reader(&["birch-bowl", "cedar-bowl"]);
    assert!(!by(&Caller::anonymous(), &[]).0);
    assert!(by(&Caller::pro(), &[]).0);
    assert!(!by(&saved, &[]).0, "some resorts are not saved");
    assert!(by(&saved, &[("region", "rockies")]).0, "all of these are");
    assert_eq!(by(&Caller::pro(), &[]).1[0], "birch-bowl");
}

#[test]
fn powder_names_its_source() {
    let powder = answer("find_best_powder", &[]);
    assert_eq!(slugs(&powder), ["alpenau", "birch-bowl"], "5 cm at least");
    let first = &powder["data"][0];
    assert_eq!((&first["snowfall24hCm"], &first["snowfall24h"]["value"]), (&json!(18), &json!(18)));
    assert_eq!((&first["snowfall24h"]["source"], &first["measured"]), (&json!("operator"), &json!(true)));
    assert!(first["snowfall24h"]["confidence"].as_f64().unwrap() > 0.9);
    let second = &powder["data"][1];
    assert_eq!((&second["snowfall24h"]["source"], &second["measured"]), (&json!("model"), &json!(false)));
    let least = |cm: &str| slugs(&answer("find_best_powder", &[("minSnowfall", cm)])).len();
    assert_eq!((least("0"), least("18"), least("18.1"), least("300")), (4, 1, 0, 0));
    assert_eq!(slugs(&answer("find_best_powder", &[("region", "rockies")])), ["birch-bowl"]);
}

fn compared<'a>(answer: &'a Value, dimension: &str) -> &'a Value {
    let dimensions = answer["data"]["dimensions"].as_array().unwrap();
    dimensions.iter().find(|known| known["dimension"] == dimension).unwrap()
}

#[test]
fn my_report_lists_unranked_last() {
    let saved = ["alpenau", "birch-bowl", "cedar-bowl", "dom-dake"];
    let mine = ask(&reader(&saved), "get_my_snow_report", &[("sort", "snowfall")]).unwrap();
    assert_eq!((slugs(&mine).len(), &mine["meta"]["total"]), (4, &json!(4)));
    let last = &mine["data"][3];
    assert_eq!((&last["slug"], &last["rank"]), (&json!("dom-dake"), &Value::Null));
    assert_eq!(last["notRanked"], "snowfall of the past 24 hours is not reported");
    let first = &mine["data"][0];
    assert_eq!((&first["rank"], &first["notRanked"]), (&json!(1), &Value::Null));
    let by_score = ask(&reader(&["dom-dake", "alpenau"]), "get_my_snow_report", &[]).unwrap();
    assert_eq!(slugs(&by_score), ["alpenau", "dom-dake"]);
    assert_eq!(by_score["data"][1]["notRanked"], "no score: too little is reported");
}

#[test]
fn winner_needs_a_competitor() {
    let two = answer("compare_resorts", &[("slugs", "alpenau,dom-dake")]);
    for dimension in two["data"]["dimensions"].as_array().unwrap() {
        assert_eq!((&dimension["winner"], &dimension["tied"]), (&Value::Null, &json!([])), "{dimension}");
        let silent = &dimension["values"][1];
        assert_eq!((&silent["slug"], &silent["value"]), (&json!("dom-dake"), &Value::Null));
    }
    let three = answer("compare_resorts", &[("slugs", "dom-dake,cedar-bowl,birch-bowl")]);
    assert_eq!(compared(&three, "forecast7d")["winner"], "birch-bowl", "of the two that report");
    assert_eq!(compared(&three, "score")["winner"], "birch-bowl");
    let runs = answer("find_resorts_by_criteria", &[]);
    assert_eq!(runs["data"][1]["lifts"]["open"], Value::Null);
    assert_eq!(compared(&three, "lifts")["winner"], Value::Null, "totals are not open lifts");
    assert_eq!(compared(&three, "status")["winner"], Value::Null);
}

#[test]
fn comparison_keeps_requested_order() {
    let pairs = [("slugs", "cedar-bowl,Alpenau"), ("dimensions", "summit"), ("dimensions", "score,summit")];
    let answer = answer("compare_resorts", &pairs);
    let rows: Vec<&str> = answer["data"]["resorts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["slug"].as_str().unwrap())
        .collect();
    assert_eq!(rows, ["cedar-bowl", "alpenau"]);
    let dimensions: Vec<&str> = answer["data"]["dimensions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|known| known["dimension"].as_str().unwrap())
        .collect();
    assert_eq!(dimensions, ["summit", "score"]);
    let summit = compared(&answer, "summit");
    assert_eq!((&summit["winner"], &summit["unit"]), (&json!("alpenau"), &json!("m")));
    assert_eq!(summit["values"][0]["words"], "2100 m");
    assert_eq!(summit["values"][0]["source"], "profile");
}

#[test]
fn comparison_withholds_days_8_to_14() {
    let of = |caller: &Caller| {
        let pairs = [("slugs", "alpenau,birch-bowl"), ("dimensions", "forecast14d")];
        ask(caller, "compare_resorts", &pairs).unwrap()["data"]["dimensions"][0].clone()
    };
    let open = of(&Caller::anonymous());
    for value in open["values"].as_array().unwrap() {
        assert_eq!(
            (&value["value"], &value["words"], &value["proRequired"]),
            (&Value::Null, &Value::Null, &json!(true))
        );
    }
    assert_eq!(open["winner"], Value::Null);
    assert_eq!(of(&Caller::pro())["winner"], "birch-bowl");
    let reader = of(&crate::world::reader(&["alpenau"]));
    assert!(reader["values"][0]["value"].is_number() && reader["values"][1]["proRequired"] == true);
    assert_eq!(reader["winner"], Value::Null, "nothing to compare with");
}

#[test]
fn equal_values_tie_or_sort_by_slug() {
    let world = triplets();
    let answer = |name: &str, pairs: &[(&str, &str)]| -> Value {
        let body = operation(name).answer(&View::new(&world, &Caller::anonymous()), pairs, NOW).unwrap();
        serde_json::from_slice(&body).unwrap()
    };
    let pairs = [("slugs", "birch-c,birch-a"), ("dimensions", "score,summit,longestRun")];
    let comparison = answer("compare_resorts", &pairs);
    for dimension in ["score", "summit"] {
        let compared = compared(&comparison, dimension);
        assert_eq!((&compared["winner"], &compared["tied"]), (&Value::Null, &json!(["birch-c", "birch-a"])));
        assert_eq!(compared["verdict"], "A tie of birch-c and birch-a.");
    }
    assert_eq!(
        compared(&comparison, "longestRun")["verdict"],
        "No winner: fewer than two resorts report it."
    );
    let by_slug = ["birch-a", "birch-b", "birch-c"];
    for sort in ["score", "snowfall", "depth", "forecast"] {
        assert_eq!(slugs(&answer("get_snow_report", &[("sort", sort)])), by_slug, "{sort}");
        assert_eq!(ranks(&answer("get_snow_report", &[("sort", sort)])), [1, 1, 1], "{sort}");
        assert_eq!(slugs(&answer("find_resorts_by_criteria", &[("sort", sort)])), by_slug, "{sort}");
    }
    assert_eq!(slugs(&answer("find_best_powder", &[])), by_slug);
    assert_eq!(ranks(&answer("find_best_powder", &[])), [1, 1, 1]);
    let summary = answer("get_regional_summary", &[("region", "rockies")]);
    assert_eq!(summary["data"]["top"]["score"][0]["slug"], "birch-a");
    let hub = answer("get_destination", &[("slug", "invented-valley")]);
    assert_eq!(hub["data"]["resorts"][0]["slug"], "birch-a");
}

#[test]
fn summary_counts_and_medians() {
    let summary = |pairs: &[(&str, &str)]| answer("get_regional_summary", pairs)["data"].clone();
    let north = summary(&[("region", "north-america")]);
    assert_eq!((&north["resortCount"], &north["status"]["UNKNOWN"]), (&json!(2), &json!(2)));
    assert_eq!(north["snowfall24hCm"], json!({ "reporting": 2, "median": 7.8, "highest": 12.4 }));
    assert_eq!(north["lifts"], json!({ "reporting": 0, "open": null, "total": null }));
    assert_eq!(north["top"]["depth"][0]["slug"], "birch-bowl");

    let japan = summary(&[("region", "japan")]);
    assert_eq!(japan["resortCount"], 1);
    assert_eq!(japan["displayDepthCm"], json!({ "reporting": 0, "median": null, "highest": null }));
    assert_eq!(japan["top"]["score"], json!([]));

    let africa = summary(&[("region", "africa")]);
    assert_eq!((&africa["resortCount"], &africa["score"]["median"]), (&json!(0), &Value::Null));

    for pairs in [[("region", "Switzerland")], [("country", "CH")], [("region", "ch")]] {
        let swiss = summary(&pairs);
        assert_eq!((&swiss["region"], &swiss["country"]), (&Value::Null, &json!("CH")), "{pairs:?}");
        assert_eq!(swiss["status"]["OPEN"], 1);
        assert_eq!(swiss["lifts"], json!({ "reporting": 1, "open": 17, "total": 20 }));
    }
}

#[test]
fn southern_report_lists_winter() {
    // In January there is no skiing there, whether or not a season is known.
    let report = answer("get_southern_hemisphere_report", &[("sort", "snowfall")]);
    assert_eq!((&report["data"], &report["meta"]["limit"]), (&json!([]), &json!(10)));
    assert_eq!(answer("get_snow_report", &[("country", "AR"), ("sort", "snowfall")])["meta"]["total"], 1);

    let july = Timestamp::parse("2026-07-10T12:00:00Z").unwrap();
    let depth = |cm: f64| {
        let claim = Claim::Depth { band: Band::Base, cm };
        Evidence::default().with_observations(vec![Observation::new(Origin::Operator, Some(july), claim)])
    };
    let held = world().resorts().map(|held| held.resort.clone()).collect::<Vec<_>>();
    let elder = held.iter().find(|resort| resort.slug == "elder-cone").unwrap();
    let high = Resort { slug: "high-hut".to_owned(), country: "LS".to_owned(), ..elder.clone() };
    let resorts = held.iter().cloned().chain([high]);
    let world =
        of_held(resorts.map(|resort| ResortEvidence::new(resort, depth(80.0)))).with(Vec::new(), july);
    let body = operation("get_southern_hemisphere_report")
        .answer(&View::new(&world, &Caller::anonymous()), &[("sort", "depth")], july)
        .unwrap();
    assert_eq!(slugs(&serde_json::from_slice(&body).unwrap()), ["elder-cone"]);
}

#[test]
fn snowless_off_season_is_unranked() {
    // Every invented resort with a season that is over in January, with a little new snow or none.
    let at = |cm: f64| {
        let held = world().resorts().map(|held| held.resort.clone()).collect::<Vec<_>>();
        of_held(held.into_iter().map(|resort: Resort| {
            let season = serde_json::from_value(json!({ "opens": "06-10", "closes": "09-20" })).unwrap();
            let evidence: Evidence = forecast_only(cm, 2_000.0);
            ResortEvidence::new(Resort { season: Some(season), ..resort }, evidence)
        }))
    };
    for (cm, ranked) in [(0.0, false), (9.0, true)] {
        let world = at(cm);
        let ask = |name: &str, pairs: &[(&str, &str)]| -> Value {
            let body = operation(name).answer(&View::new(&world, &Caller::anonymous()), pairs, NOW).unwrap();
            serde_json::from_slice(&body).unwrap()
        };
        let all = ask("find_resorts_by_criteria", &[]);
        assert!(all["data"].as_array().unwrap().iter().all(|row| row["status"] == "OFF_SEASON"), "{all}");
        for sort in ["snowfall", "depth", "forecast"] {
            let report = ask("get_snow_report", &[("sort", sort)]);
            assert_eq!(report["meta"]["total"] != 0, ranked, "{sort}, {cm} cm");
            assert_eq!(ask("get_southern_hemisphere_report", &[("sort", sort)])["data"], json!([]), "{sort}");
            let top = &ask("get_regional_summary", &[("region", "europe")])["data"]["top"][sort];
            assert_eq!(*top != json!([]), ranked, "{sort}, {cm} cm");
        }
        assert_eq!(ask("get_snow_report", &[("sort", "score")])["data"], json!([]), "no score out of season");
        let powder = ask("find_best_powder", &[("minSnowfall", "0")]);
        assert_eq!(powder["data"] != json!([]), ranked, "{cm} cm");
        assert_eq!(
            ask("find_powder_trips", &[])["data"]["trips"],
            json!([]),
            "closed resorts are not destinations"
        );
        assert_eq!(ask("plan_ski_road_trip", &[("region", "europe")])["data"]["stops"], json!([]));
    }
}

#[test]
fn announced_opening_is_marked() {
    let on = |date: &str| answer("get_season_openings", &[("date", date)]);
    let announced = on("2025-11-29");
    assert_eq!(slugs(&announced), ["alpenau"]);
    let opening = &announced["data"][0]["opening"];
    assert_eq!((&opening["basis"], &opening["source"]), (&json!("announced"), &json!("operator")));

    let usual = on("2025-11-20");
    assert_eq!(slugs(&usual), ["birch-bowl"]);
    let opening = &usual["data"][0]["opening"];
    assert_eq!((&opening["basis"], &opening["source"]), (&json!("usual"), &json!("profile")));

    assert_eq!(on("2025-12-01")["data"], json!([]), "this season's announcement speaks, not the usual day");
    let next = on("2026-12-01");
    assert_eq!(next["data"][0]["opening"]["basis"], "usual", "the next season is not announced yet");
    assert_eq!(
        answer("get_season_openings", &[])["data"],
        json!([]),
        "today no season opens, which is normal"
    );
    for (side, found) in [("northern", 1), ("southern", 0)] {
        let there = answer("get_season_openings", &[("date", "2025-11-29"), ("hemisphere", side)]);
        assert_eq!(there["meta"]["total"], found, "{side}");
    }
}

#[test]
fn destination_lists_best_first() {
    for named in ["invented-valley", "Invented Valley", "INVENTED-VALLEY"] {
        let hub = answer("get_destination", &[("slug", named)]);
        assert_eq!(hub["data"]["slug"], "invented-valley", "{named}");
        let rows = hub["data"]["resorts"].as_array().unwrap();
        assert_eq!((&rows[0]["slug"], &rows[1]["slug"]), (&json!("birch-bowl"), &json!("cedar-bowl")));
        assert_eq!(hub["data"]["countries"], json!(["CA", "US"]));
    }
    let one = answer("get_destination", &[("slug", "invented-valley"), ("limit", "1")]);
    assert_eq!(one["data"]["resorts"].as_array().unwrap().len(), 1);
    assert_eq!((&one["data"]["resortCount"], &one["meta"]["total"]), (&json!(2), &json!(2)));
}

#[test]
fn unknown_destination_has_suggestions() {
    let refused = |slug: &str| match ask(&Caller::anonymous(), "get_destination", &[("slug", slug)]) {
        Err(OpError::NotFound { what: "destination", suggestions, .. }) => suggestions,
        other => panic!("{slug}: {other:?}"),
    };
    assert_eq!(refused("invented valey"), ["invented-valley"]);
    assert_eq!(refused("birch-bowl"), ["invented-valley"], "the hub of the resort of that name");
    assert_eq!(refused("atlantis"), Vec::<String>::new());
}
