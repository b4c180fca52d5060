//! Past winters as callers receive them: complete records, clear errors for odd requests, null is never 0.

use std::sync::Arc;

use climate::{Hemisphere, Winters};
use operations::OpError;
use serde_json::{Value, json};
use world::credits::NetworkCredits;
use world::{Caller, Service, View};

use crate::world::{NOW, answer, ask, made_winters, measured_with, of_held, operation};

fn refusal(name: &str, pairs: &[(&str, &str)]) -> (String, String) {
    match ask(&Caller::anonymous(), name, pairs) {
        Err(OpError::InvalidArguments(problems)) => {
            (problems[0].argument.clone(), problems[0].message.clone())
        }
        other => panic!("{name} {pairs:?}: {other:?}"),
    }
}

fn conditions(winters: Winters) -> Value {
    let world = of_held([measured_with(winters)]);
    let view = View::public(&world);
    let body = operation("get_conditions").answer(&view, &[("slug", "alpenau")], NOW).unwrap();
    serde_json::from_slice::<Value>(&body).unwrap()["data"].clone()
}

#[test]
fn averages_start_at_ten_winters() {
    let ten = conditions(made_winters(Hemisphere::North, 2015..=2024, 1.0));
    let average = ten["depthVsAvgBasis"]["averageCm"].as_f64().unwrap();
    assert!((50.0..150.0).contains(&average), "{average}");
    assert_eq!(ten["depthVsAvgBasis"]["averageBand"], "base");
    assert_eq!(ten["depthVsAvgBasis"]["suppressedReason"], Value::Null);
    let percent = ten["depthVsAvgPct"]["value"].as_f64().unwrap();
    assert!((percent - 85.0 * 100.0 / average).abs() <= 0.5, "{percent}");
    let nine = conditions(made_winters(Hemisphere::North, 2016..=2024, 1.0));
    assert_eq!(nine["depthVsAvgBasis"]["averageCm"], Value::Null);
    assert_eq!(nine["depthVsAvgBasis"]["suppressedReason"], "no_average");
    assert_eq!(nine["depthVsAvgPct"]["value"], Value::Null);
}

#[test]
fn score_has_climate_components() {
    let world = of_held([measured_with(made_winters(Hemisphere::North, 2000..=2024, 1.0))]);
    let view = View::public(&world);
    let body = operation("get_resort").answer(&view, &[("slug", "alpenau")], NOW).unwrap();
    let data = &serde_json::from_slice::<Value>(&body).unwrap()["data"];
    let components = data["scoreDetail"]["components"].as_array().unwrap();
    let basis: Vec<&str> = components.iter().map(|part| part["basis"].as_str().unwrap()).collect();
    assert!(basis.iter().any(|words| words.contains("% of the average of this day")), "{basis:?}");
    assert!(basis.iter().any(|words| words.contains("is the average snow depth on this day")), "{basis:?}");
}

#[test]
fn season_compares_to_same_day() {
    let history = answer("get_snow_history", &[("slug", "birch-bowl")]);
    let current = &history["data"]["current"];
    assert_eq!((&current["season"], &current["through"]), (&json!("2025-26"), &json!("2026-01-05")));
    let percent =
        current["snowfallCm"].as_f64().unwrap() * 100.0 / current["normalToDate"]["meanCm"].as_f64().unwrap();
    assert!((current["percentOfNormal"].as_f64().unwrap() - percent).abs() < 0.2);
    let running = &history["data"]["seasons"][0];
    assert_eq!((&running["complete"], &running["rank"]), (&json!(false), &Value::Null));
    assert_eq!(running["percentOfNormal"], Value::Null);
    assert_eq!(history["data"]["record"]["completeSeasons"], 30);
    assert_eq!(history["data"]["seasons"].as_array().unwrap().len(), 31);
    let ranks: Vec<u64> = history["data"]["seasons"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["rank"].as_u64())
        .collect();
    assert_eq!((ranks.len(), *ranks.iter().min().unwrap()), (30, 1));
}

#[test]
fn missing_backfill_has_a_reason() {
    for (name, pairs) in [
        ("get_snow_history", vec![("slug", "dom-dake")]),
        ("get_monthly_snow", vec![("slug", "dom-dake")]),
        ("get_trip_window", vec![("slug", "dom-dake"), ("start", "2027-01-10")]),
        ("get_season_leaderboard", vec![("country", "JP")]),
    ] {
        let answer = answer(name, &pairs);
        let data = &answer["data"];
        assert_eq!(data["available"], false, "{name}");
        assert!(data["reason"].as_str().unwrap().starts_with("no climate on record"), "{name}");
        // The count of 0 winters is known; all other values are not.
        let text = data.to_string().replace("\"seasonsCounted\":0,", "");
        assert!(!text.contains(":0,") && !text.contains(":0.0"), "{name}: {text}");
        assert_eq!(answer["meta"]["credits"]["sources"].as_array().unwrap().len(), 1, "{name}");
    }
    let with = answer("get_monthly_snow", &[("slug", "elder-cone")]);
    assert_eq!(with["meta"]["credits"]["sources"][1]["name"], "A reanalysis");
}

#[test]
fn few_winters_have_no_averages() {
    let data = &answer("get_snow_history", &[("slug", "cedar-bowl")])["data"];
    assert_eq!(data["seasons"].as_array().unwrap().len(), 3);
    assert_eq!((&data["thirtySeason"], &data["fiveSeasonCm"]), (&Value::Null, &Value::Null));
    let window = &answer("get_trip_window", &[("slug", "cedar-bowl"), ("start", "2026-02-14")])["data"];
    assert_eq!((&window["available"], &window["seasonsCounted"]), (&json!(false), &json!(3)));
    assert!(window["reason"].as_str().unwrap().contains("at least 5"), "{window}");
    let months = &answer("get_monthly_snow", &[("slug", "cedar-bowl")])["data"]["months"];
    assert_eq!((&months[6]["month"], &months[6]["seasons"]), (&json!("January"), &json!(3)));
    assert_eq!(months[6]["snowfall"], Value::Null);
}

#[test]
fn rejects_impossible_windows() {
    let window = |start: &str, end: &str| {
        refusal("get_trip_window", &[("slug", "birch-bowl"), ("start", start), ("end", end)])
    };
    assert_eq!(window("2026-02-14", "2026-02-13").0, "end");
    let (argument, message) = window("2026-02-01", "2026-03-04");
    assert_eq!(argument, "end");
    assert!(message.contains("32 days are more than 31"), "{message}");
    for (start, end) in [("1990-01-01", "1990-01-05"), ("2031-01-01", "2031-01-05")] {
        let (argument, message) = window(start, end);
        assert_eq!(argument, "start");
        assert!(message.contains("1995-07-01") && message.contains("2029-01-12"), "{message}");
    }
    assert_eq!(window("2026-02-30", "2026-03-01").0, "start");
    // Also without any record: the request is invalid in either case.
    assert_eq!(
        refusal("get_trip_window", &[("slug", "dom-dake"), ("start", "2026-02-14"), ("end", "2026-02-01")]).0,
        "end"
    );
}

#[test]
fn date_window_has_odds() {
    let pairs = [("slug", "birch-bowl"), ("start", "2027-02-01"), ("end", "2027-02-10")];
    let data = &answer("get_trip_window", &pairs)["data"];
    assert_eq!(
        (&data["available"], &data["windowDays"], &data["seasonsCounted"]),
        (&json!(true), &json!(10), &json!(30))
    );
    // A snowfall every fifth day.
    assert_eq!((&data["snowDayProbability"], &data["anySnowDayProbability"]), (&json!(0.2), &json!(1)));
    for (name, of) in [("snowDay", 300), ("powderDay", 300), ("anySnowDay", 30), ("anyPowderDay", 30)] {
        let (share, left) = (&data[format!("{name}Probability")], &data[format!("{name}Interval")]);
        let (low, high) = (left["low"].as_f64().unwrap(), left["high"].as_f64().unwrap());
        let share = share.as_f64().unwrap();
        assert!(low <= share && share <= high && low < high, "{name}: {share} {left}");
        assert_eq!(left["of"], of, "{name}");
    }
    assert!(
        data["anyPowderDayInterval"]["low"].as_f64().unwrap() < 0.95,
        "thirty winters with one each leave something open"
    );
    assert!(data["reading"].as_str().unwrap().contains("snow at mid mountain"));
    assert!(data["nearby"].as_array().unwrap().iter().all(|nearby| nearby["snowDayInterval"]["of"] == 300));
    assert_eq!(data["lastSeasons"].as_array().unwrap().len(), 5);
    assert_eq!(data["lastSeasons"][0]["season"], "2024-25");
    assert_eq!(data["nearby"].as_array().unwrap().len(), 3);
    assert_eq!(data["depth"]["seasons"], 30);
    // The usual depth at the base is the same value that trip planning uses.
    let on: chrono::NaiveDate = data["start"].as_str().unwrap().parse().unwrap();
    let world = of_held([measured_with(made_winters(Hemisphere::North, 1995..=2024, 1.0))]);
    let caller = Caller::anonymous();
    let view = View::new(&world, &caller);
    let pairs = [("slug", "alpenau"), ("start", "2027-02-01"), ("end", "2027-02-10")];
    let body = operation("get_trip_window").answer(&view, &pairs, NOW).unwrap();
    let base = serde_json::from_slice::<Value>(&body).unwrap()["data"]["baseDepth"]["meanCm"].clone();
    let planned = view.calendar().expected(0, on, on).unwrap().depth_cm.unwrap();
    assert!((base.as_f64().unwrap() - f64::from(planned)).abs() <= 0.5, "{base} {planned}");
    assert_eq!(answer("get_trip_window", &pairs[..2])["data"]["windowDays"], 1);
}

/// The network of the station that is near Alpenau.
const NETWORK: &str = "invented-network";

/// Returns the odds of ten days in February at Alpenau with thirty invented winters, mapped to a station of `network`
/// that measures half as much again; `fed` is the service's feed.
fn window(network: Option<&str>, fed: &str) -> Value {
    let mut held = measured_with(made_winters(Hemisphere::North, 1995..=2024, 1.0));
    if let Some(network) = network {
        let map = json!({
            "network": network, "station": "INV-1", "elevationM": 2_050, "winters": 4, "firstSeason": "2021-22",
            "lastSeason": "2024-25", "days": 720, "basis": "modelled", "midM": 2_000,
            "map": [[0.0, 0.0], [1.0, 0.5], [10.0, 15.0]],
        });
        held = held.with_map(serde_json::from_value(map).unwrap());
    }
    let mut world = of_held([held]);
    let mut service = Service::clone(&world.service);
    service.credits.stations =
        vec![NetworkCredits { network: fed.to_owned(), credits: service.credits.catalogue.clone() }];
    world.service = Arc::new(service);
    let caller = Caller::anonymous();
    let pairs = [("slug", "alpenau"), ("start", "2027-02-01"), ("end", "2027-02-10")];
    let body = operation("get_trip_window").answer(&View::new(&world, &caller), &pairs, NOW).unwrap();
    serde_json::from_slice::<Value>(&body).unwrap()["data"].clone()
}

#[test]
fn odds_use_the_mapped_station() {
    let (plain, mapped) = (window(None, NETWORK), window(Some(NETWORK), NETWORK));
    assert_eq!((&plain["mappedTo"], &mapped["mappedTo"]["station"]), (&Value::Null, &json!("INV-1")));
    assert_eq!((&mapped["mappedTo"]["winters"], &mapped["mappedTo"]["days"]), (&json!(4), &json!(720)));
    let reading = mapped["reading"].as_str().unwrap();
    assert!(
        reading.contains("station Alpenau Grat, INV-1 of invented-network at 2050 m, 4 winters, 720 days"),
        "{reading}"
    );
    let cm = |data: &Value| data["snowfall"]["meanCm"].as_f64().unwrap();
    assert!((cm(&mapped) / cm(&plain) - 1.5).abs() < 0.01, "{} {}", cm(&mapped), cm(&plain));
    assert_eq!(mapped["powderDayInterval"]["of"], 300);
    // The windows around it have the same basis, and the requested one is among them.
    let own = mapped["nearby"].as_array().unwrap().iter().find(|nearby| nearby["asked"] == true).unwrap();
    assert_eq!(own["snowfallCm"], mapped["snowfall"]["meanCm"]);
    // The depth is still the reanalysis'.
    assert_eq!(mapped["depth"], plain["depth"]);
}

#[test]
fn disabled_network_maps_nothing() {
    assert_eq!(window(Some(NETWORK), "snotel"), window(None, "snotel"));
}

#[test]
fn parses_season_names() {
    let seasons =
        |season: &str| answer("get_season_leaderboard", &[("season", season)])["data"]["seasons"].clone();
    assert_eq!(seasons("last"), json!(["2024-25", "2025"]));
    assert_eq!(seasons("2023-24"), json!(["2023-24"]));
    assert_eq!(seasons("2023"), json!(["2023-24", "2023"]));
    for wrong in ["2023-25", "next", "20-21", "winter 22", "-2023"] {
        assert_eq!(refusal("get_season_leaderboard", &[("season", wrong)]).0, "season", "{wrong}");
    }
    let none = answer("get_season_leaderboard", &[("season", "1980-81")]);
    assert_eq!(none["data"]["available"], false);
    assert!(
        none["data"]["reason"].as_str().unwrap().contains("on record: 1995-96 to 2024-25, 2014 to 2025"),
        "{none}"
    );
    // The current season does not count as a season yet.
    assert_eq!(answer("get_season_leaderboard", &[("season", "2025-26")])["data"]["available"], false);
    assert_eq!(refusal("get_season_leaderboard", &[("state", "Atlantis")]).0, "state");
}

#[test]
fn leaders_are_ranked_by_every_metric() {
    for metric in [
        "season_snowfall",
        "percent_of_normal",
        "snow_days",
        "powder_days",
        "biggest_day",
        "longest_dry_spell",
    ] {
        let board = answer("get_season_leaderboard", &[("metric", metric), ("region", "north-america")]);
        let rows = board["data"]["rows"].as_array().unwrap();
        // Three winters are too few for a normal.
        assert_eq!(rows.len(), if metric == "percent_of_normal" { 1 } else { 2 }, "{metric}");
        let values: Vec<f64> = rows.iter().map(|row| row["value"].as_f64().unwrap()).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{metric}: {values:?}");
        assert_eq!(rows[0]["rank"], 1);
    }
    let state = answer("get_season_leaderboard", &[("state", "utah")]);
    assert_eq!(
        (&state["data"]["rows"][0]["slug"], &state["meta"]["total"]),
        (&json!("birch-bowl"), &json!(1))
    );
}
