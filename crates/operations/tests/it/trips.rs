//! Trips: every reason has its evidence and numbers, forecasts count within their range and winters beyond it, equal
//! values are tied, nothing is booked, and impossible dates are rejected with the argument's name.

use operations::OpError;
use serde_json::{Value, json};
use world::lodging::Partner;
use world::{Caller, View, World};

use crate::world::{NOW, answer, ask, changed, operation, reader, triplets, world};

fn plan(pairs: &[(&str, &str)]) -> Value {
    answer("plan_ski_trip", pairs)["data"].clone()
}

fn slugs(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["slug"].as_str().unwrap()).collect()
}

fn reason<'a>(row: &'a Value, about: &str) -> &'a Value {
    row["reasons"].as_array().unwrap().iter().find(|reason| reason["about"] == about).unwrap()
}

fn figure(reason: &Value, name: &str) -> Option<f64> {
    let numbers = reason["numbers"].as_array().unwrap();
    numbers.iter().find(|number| number["name"] == name).map(|number| number["value"].as_f64().unwrap())
}

fn over(world: &World, name: &str, pairs: &[(&str, &str)]) -> Value {
    let body = operation(name).answer(&View::new(world, &Caller::anonymous()), pairs, NOW).unwrap();
    serde_json::from_slice(&body).unwrap()
}

fn refused(name: &str, pairs: &[(&str, &str)]) -> (String, String) {
    match ask(&Caller::anonymous(), name, pairs) {
        Err(OpError::InvalidArguments(problems)) => {
            (problems[0].argument.clone(), problems[0].message.clone())
        }
        other => panic!("{name} {pairs:?}: {other:?}"),
    }
}

#[test]
fn winters_cover_unforecast_days() {
    let of = |start: &str, end: &str| {
        let data = plan(&[("region", "US"), ("start", start), ("end", end)]);
        assert_eq!(slugs(&data["recommendations"]), ["birch-bowl"]);
        reason(&data["recommendations"][0], "snow").clone()
    };
    let soon = of("2026-01-11", "2026-01-13");
    assert_eq!((figure(&soon, "forecastDays"), figure(&soon, "usualDays")), (Some(3.0), None));
    assert_eq!(soon["evidence"], "blend of the weather models at mid mountain");
    let rows = answer("get_weather_forecast", &[("slug", "birch-bowl")])["data"]["days"].clone();
    let sum: f64 = (1..4).map(|day| rows[day]["snowfallCm"].as_f64().unwrap()).sum();
    assert!((figure(&soon, "forecastSnowfall").unwrap() - sum).abs() < 0.05, "{soon}");

    let across = of("2026-01-14", "2026-01-20");
    assert_eq!((figure(&across, "forecastDays"), figure(&across, "usualDays")), (Some(3.0), Some(4.0)));
    assert!(across["evidence"].as_str().unwrap().contains("ERA5-Land"), "{across}");
    let all = figure(&across, "forecastSnowfall").unwrap() + figure(&across, "usualSnowfall").unwrap();
    assert!((figure(&across, "snowfall").unwrap() - all).abs() < 0.11, "{across}");

    let far = of("2027-02-01", "2027-02-10");
    assert_eq!((figure(&far, "forecastDays"), figure(&far, "winters")), (None, Some(30.0)));
    let odds =
        answer("get_trip_window", &[("slug", "birch-bowl"), ("start", "2027-02-01"), ("end", "2027-02-10")]);
    assert_eq!(figure(&far, "usualSnowfall"), odds["data"]["snowfall"]["meanCm"].as_f64());
}

#[test]
fn days_8_to_14_need_full_access() {
    let days = |caller: &Caller| {
        let pairs = [("region", "US"), ("start", "2026-01-14"), ("end", "2026-01-20")];
        let answer = ask(caller, "plan_ski_trip", &pairs).unwrap();
        figure(reason(&answer["data"]["recommendations"][0], "snow"), "forecastDays")
    };
    assert_eq!((days(&Caller::anonymous()), days(&Caller::pro())), (Some(3.0), Some(7.0)));
    assert_eq!((days(&reader(&["birch-bowl"])), days(&reader(&["alpenau"]))), (Some(7.0), Some(3.0)));
    let powder = |caller: &Caller| {
        let answer = ask(caller, "find_powder_trips", &[("region", "rockies")]).unwrap();
        (answer["data"]["forecastDays"].clone(), answer["data"]["trips"][0]["end"].clone())
    };
    assert_eq!(powder(&Caller::anonymous()).0, 7);
    assert!(powder(&Caller::anonymous()).1.as_str().unwrap() <= "2026-01-16");
    assert_eq!(powder(&Caller::pro()).0, 14);
    assert!(
        powder(&Caller::pro()).1.as_str().unwrap() >= "2026-01-19",
        "the tenth day is by far the biggest"
    );
}

#[test]
fn scored_reasons_have_evidence() {
    for pairs in [
        &[("start", "2026-01-11")][..],
        &[("start", "2026-02-14"), ("ability", "expert"), ("priority", "terrain"), ("pass", "silver")],
        &[("start", "2027-02-14"), ("priority", "powder")],
    ] {
        let data = plan(pairs);
        assert_eq!(data["available"], true, "{pairs:?}");
        for row in data["recommendations"].as_array().unwrap() {
            assert!(row["points"].as_f64().unwrap() <= 100.0);
            for reason in row["reasons"].as_array().unwrap() {
                assert!(reason["words"].as_str().is_some_and(|words| words.len() > 5), "{reason}");
                if reason["points"].is_number() {
                    assert!(
                        reason["evidence"].is_string() && !reason["numbers"].as_array().unwrap().is_empty(),
                        "{reason}"
                    );
                    assert!(reason["points"].as_f64() <= reason["maximum"].as_f64(), "{reason}");
                }
            }
        }
    }
}

#[test]
fn priority_counts_twice() {
    let maximum = |pairs: &[(&str, &str)], about: &str| {
        let mut all = vec![("start", "2026-01-11"), ("region", "alps")];
        all.extend_from_slice(pairs);
        reason(&plan(&all)["recommendations"][0], about)["maximum"].clone()
    };
    assert_eq!((maximum(&[], "snow"), maximum(&[], "depth")), (json!(80), json!(20)));
    assert_eq!(
        (maximum(&[("priority", "depth")], "snow"), maximum(&[("priority", "depth")], "depth")),
        (json!(40), json!(40))
    );
    let data = plan(&[("start", "2026-01-11"), ("region", "alps"), ("ability", "beginner")]);
    let terrain = reason(&data["recommendations"][0], "terrain");
    assert_eq!(figure(terrain, "abilityShare"), Some(30.0));
    assert_eq!(terrain["words"], "33 km of 110 km are for beginner (30 %)");
    let data = plan(&[("start", "2026-01-11"), ("region", "US"), ("ability", "beginner")]);
    let terrain = reason(&data["recommendations"][0], "terrain");
    assert_eq!((&terrain["points"], &terrain["evidence"]), (&Value::Null, &Value::Null), "nobody split it");
}

#[test]
fn out_of_season_is_counted() {
    // Alpenau closes on 15 April, Birch Bowl on the 20th; the seasons of the others are unknown.
    let data = plan(&[("start", "2027-04-14"), ("end", "2027-04-18")]);
    assert_eq!(data["outOfSeason"], 1);
    assert!(!slugs(&data["recommendations"]).contains(&"alpenau"));
    let summer = plan(&[("region", "alps"), ("start", "2026-07-14")]);
    assert_eq!((&summer["available"], &summer["recommendations"]), (&json!(false), &json!([])));
    assert!(summer["reason"].as_str().unwrap().contains("no season"), "{summer}");
    let japan = plan(&[("region", "japan"), ("start", "2026-02-01")]);
    assert_eq!((&japan["available"], &japan["unknown"]), (&json!(false), &json!(1)));
    assert!(japan["reason"].as_str().unwrap().contains("neither forecasts nor past winters"), "{japan}");
    let africa = plan(&[("region", "africa"), ("start", "2026-02-01")]);
    assert!(africa["reason"].as_str().unwrap().contains("no resort"), "{africa}");
}

#[test]
fn resorts_without_snow_values_are_ranked_by_season_depth_and_terrain() {
    let far = [("region", "alps"), ("start", "2026-02-14"), ("end", "2026-02-20")];
    let data = plan(&far);
    assert_eq!((&data["available"], &data["unknown"]), (&json!(true), &json!(1)), "{data}");
    let row = &data["recommendations"][0];
    assert_eq!(
        (row["slug"].as_str(), reason(row, "season")["points"].clone()),
        (Some("alpenau"), Value::Null)
    );
    let snow = reason(row, "snow");
    assert_eq!(
        (&snow["points"], &snow["evidence"], &snow["numbers"]),
        (&Value::Null, &Value::Null, &json!([]))
    );
    assert!(snow["words"].as_str().unwrap().starts_with("not known"), "{snow}");
    // 110 of 150 km are 14.7 of 20 points, of 140 with the doubled snow; the unknown reasons count nothing.
    assert_eq!(row["points"], json!(10.5), "{row}");
    let lacks = |about: &str| {
        let parts = data["notConsidered"].as_array().unwrap();
        parts.iter().find(|part| part["about"] == about).map(|part| part["resorts"].clone())
    };
    assert_eq!((lacks("snow"), lacks("depth"), lacks("terrain")), (Some(json!(1)), Some(json!(1)), None));

    // A trip within a month counts the present depth.
    let soon = plan(&[("region", "alps"), ("start", "2026-01-25"), ("end", "2026-01-31")]);
    let depth = reason(&soon["recommendations"][0], "depth");
    assert!(figure(depth, "depth").is_some(), "{depth}");
    assert!(depth["words"].as_str().unwrap().ends_with(", 15 days before the trip"), "{depth}");

    // Known snow ranks above terrain of which the snow is unknown.
    let world = plan(&[("start", "2026-02-14"), ("limit", "10")]);
    let order = slugs(&world["recommendations"]);
    let place = |slug: &str| order.iter().position(|one| *one == slug);
    assert!(place("birch-bowl") < place("alpenau") && place("alpenau").is_some(), "{order:?}");
}

#[test]
fn equal_points_are_tied() {
    let world = triplets();
    for (name, pairs, list) in [
        ("plan_ski_trip", &[("start", "2026-01-11")][..], "recommendations"),
        ("find_powder_trips", &[][..], "trips"),
    ] {
        let data = over(&world, name, pairs)["data"].clone();
        let rows = data[list].as_array().unwrap();
        let ranks: Vec<_> =
            rows.iter().map(|row| (row["slug"].as_str().unwrap(), &row["rank"], &row["tied"])).collect();
        let (one, yes) = (json!(1), json!(true));
        assert_eq!(
            ranks,
            [("birch-a", &one, &yes), ("birch-b", &one, &yes), ("birch-c", &one, &yes)],
            "{name}"
        );
    }
    let alone = plan(&[("region", "alps"), ("start", "2026-01-11")]);
    assert_eq!(alone["recommendations"][0]["tied"], false);
}

#[test]
fn rejects_impossible_trips() {
    let of = |pairs: &[(&str, &str)]| refused("plan_ski_trip", pairs);
    let (argument, message) = of(&[("start", "2026-02-10"), ("end", "2026-02-09")]);
    assert!(argument == "end" && message.contains("2026-02-10"), "{message}");
    let (argument, message) = of(&[("start", "2036-02-10")]);
    assert!(argument == "start" && message.contains("three years"), "{message}");
    assert_eq!(of(&[("start", "2026-01-09")]).0, "start");
    assert_eq!(of(&[("start", "2026-02-01"), ("end", "2026-03-04")]).0, "end");
    assert_eq!(of(&[("start", "9999-12-31")]).0, "start");
    assert_eq!(of(&[("start", "2026-02-30")]).0, "start");
    assert_eq!(of(&[]).0, "start");
    let (argument, message) = of(&[("start", "2026-02-10"), ("ability", "superhuman")]);
    assert!(
        argument == "ability" && message.contains("beginner, intermediate, advanced, expert"),
        "{message}"
    );
    assert_eq!(of(&[("start", "2026-02-10"), ("region", "atlantis")]).0, "region");
    assert_eq!(of(&[("start", "2026-02-10"), ("pass", "no such pass")]).0, "pass");
    assert_eq!(of(&[("start", "2026-02-10"), ("priority", "love")]).0, "priority");
    assert_eq!(refused("find_powder_trips", &[("vibe", "cheap")]).0, "vibe");
    assert_eq!(refused("find_powder_trips", &[("limit", "11")]).0, "limit");
}

#[test]
fn powder_trip_is_snowiest_four_days() {
    let data = answer("find_powder_trips", &[])["data"].clone();
    assert_eq!(slugs(&data["trips"])[0], "birch-bowl");
    let rows = answer("get_weather_forecast", &[("slug", "birch-bowl")])["data"]["days"].clone();
    let cm: Vec<f64> =
        rows.as_array().unwrap().iter().map(|day| day["snowfallCm"].as_f64().unwrap()).collect();
    let most = cm.windows(4).map(|four| four.iter().sum::<f64>()).fold(0.0, f64::max);
    let trip = &data["trips"][0];
    assert!((trip["snowfallCm"].as_f64().unwrap() - most).abs() < 0.05, "{trip}");
    // Elder Cone has a forecast of less than 15 cm in four days.
    assert!(!slugs(&data["trips"]).contains(&"elder-cone"));
    let none = answer("find_powder_trips", &[("region", "andes")])["data"].clone();
    assert_eq!((&none["available"], &none["trips"]), (&json!(true), &json!([])));
    assert!(none["reason"].as_str().unwrap().contains("15 cm"), "{none}");
    let none = answer("find_powder_trips", &[("region", "japan")])["data"].clone();
    assert_eq!((&none["available"], &none["trips"]), (&json!(false), &json!([])));
    let on_pass =
        answer("find_powder_trips", &[("pass", "silver-pass"), ("region", "rockies")])["data"].clone();
    assert_eq!((&on_pass["pass"], slugs(&on_pass["trips"])[0]), (&json!("silver-pass"), "birch-bowl"));
}

#[test]
fn unreported_days_are_left_out() {
    let world = changed("birch-bowl", |snapshot| {
        for run in &mut snapshot.models {
            run.days.change(|days| days[4].snow_cm = conditions_core::evidence::PerBand::all(None));
        }
    });
    // In the seven days visible to all callers there are no four consecutive known days.
    let data = over(&world, "find_powder_trips", &[("region", "rockies")])["data"].clone();
    assert!(!slugs(&data["trips"]).contains(&"birch-bowl"), "{data}");
}

#[test]
fn lodging_links_are_public_or_of_partners() {
    let without = answer("find_powder_trips", &[])["data"].clone();
    let public: Vec<&str> = without["trips"][0]["lodging"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| link["site"].as_str().unwrap())
        .collect();
    assert_eq!(public, ["Booking.com", "Expedia", "Airbnb"]);
    assert!(without["lodgingNote"].as_str().unwrap().contains("public lodging searches"), "{without}");
    let lux = answer("find_powder_trips", &[("vibe", "lux")])["data"].clone();
    assert_eq!(lux["trips"][0]["lodging"], json!([]), "no public search is known for a vibe");
    assert!(lux["lodgingNote"].as_str().unwrap().contains("vibe"), "{lux}");

    let mut world = world();
    let mut service = (*world.service).clone();
    let partner = |name: &str, vibes| {
        let template = format!("https://{name}.example/s?q={{name}}&from={{checkIn}}&to={{checkOut}}");
        Partner::new(name.to_owned(), template, vibes).unwrap()
    };
    service.lodging = vec![partner("beds", Vec::new()), partner("grand", vec![world::lodging::Vibe::Lux])];
    world.service = std::sync::Arc::new(service);
    let sites = |pairs: &[(&str, &str)]| {
        let data = over(&world, "find_powder_trips", pairs)["data"].clone();
        let links = data["trips"][0]["lodging"].as_array().unwrap().clone();
        let sites: Vec<String> = links.iter().map(|link| link["site"].as_str().unwrap().to_owned()).collect();
        (sites, links, data)
    };
    let (names, links, data) = sites(&[]);
    assert_eq!(names, ["beds", "grand"]);
    let trip = &data["trips"][0];
    let url = links[0]["url"].as_str().unwrap();
    assert!(
        url.contains("q=Birch%20Bowl") && url.contains(&format!("to={}", trip["end"].as_str().unwrap())),
        "{url}"
    );
    assert!(data["lodgingNote"].as_str().unwrap().contains("nothing is booked"));
    assert_eq!(sites(&[("vibe", "lux")]).0, ["grand"]);
    let (none, _, data) = sites(&[("vibe", "hip")]);
    assert!(none.is_empty() && data["lodgingNote"].as_str().unwrap().contains("vibe"), "{data}");
    assert_eq!(slugs(&data["trips"]), slugs(&without["trips"]), "a vibe ranks nothing");
    let text = data.to_string().to_lowercase();
    for money in ["€", "$", "usd", "eur"] {
        assert!(!text.contains(money), "never a price: {text}");
    }
    let plan =
        over(&world, "plan_ski_trip", &[("start", "2026-02-10"), ("end", "2026-02-14"), ("region", "US")]);
    let url = plan["data"]["recommendations"][0]["lodging"][0]["url"].as_str().unwrap().to_owned();
    assert!(url.contains("from=2026-02-10&to=2026-02-15"), "{url}");
}
