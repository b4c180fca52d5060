//! Datasets of trends: rows from stored data, their basis, and a reason if there is not enough data.

use std::collections::BTreeMap;

use conditions_core::units::Tenths;
use evidence::{DayLog, DayLogEntry, Document, Form as _};
use operations::OpError;
use serde_json::{Value, json};
use world::{Caller, View, World};

use crate::world::{NOW, answer, ask, changed, operation, world};

fn trends(dataset: &str, more: &[(&str, &str)]) -> Value {
    let mut pairs = vec![("dataset", dataset)];
    pairs.extend_from_slice(more);
    answer("get_ml_trends", &pairs)["data"].clone()
}

fn number(row: &Value, name: &str) -> Option<f64> {
    let numbers = row["numbers"].as_array().unwrap();
    numbers.iter().find(|number| number["name"] == name).and_then(|number| number["value"].as_f64())
}

#[test]
fn catalogue_matches_each_dataset() {
    let catalog = trends("catalog", &[]);
    let entries = catalog["catalog"].as_array().unwrap();
    assert_eq!(entries.len(), 11);
    for entry in entries {
        let name = entry["dataset"].as_str().unwrap();
        let slug = [("slug", "birch-bowl")];
        let of_one = entry["ofOneResort"] == true;
        let data = trends(name, if of_one { &slug } else { &[] });
        assert_eq!(data["available"], entry["available"], "{name}: {data}");
        assert_eq!(data["available"] == true, data["reason"].is_null(), "{name}");
        assert_eq!(entry["path"], format!("/api/v1/trends/{name}"));
        for row in data["rows"].as_array().unwrap() {
            for number in row["numbers"].as_array().unwrap() {
                let fields = entry["fields"].as_array().unwrap();
                assert!(fields.contains(&number["name"]) || number["name"] == "seasons", "{name}: {number}");
            }
        }
        if let Some(rests) = data["rests"].as_object() {
            assert!(
                rests["n"].as_u64().unwrap() > 0 && rests["method"].as_str().unwrap().len() > 40,
                "{name}"
            );
        }
    }
}

#[test]
fn snowfalls_match_the_archive() {
    let data = trends("powder_days", &[]);
    let season = answer("get_snow_history", &[("slug", "birch-bowl")])["data"]["seasons"][0].clone();
    let row = &data["rows"][0];
    assert_eq!((&row["slug"], &row["label"]), (&json!("birch-bowl"), &season["season"]));
    assert_eq!(number(row, "powderDays"), season["powderDays"].as_f64());
    assert_eq!(number(row, "seasonSnowfall"), season["snowfallCm"].as_f64());
    assert_eq!(data["rests"]["through"], "2026-01-05");

    // Only every thirtieth day of the invented winters brings enough, and two days in a row never do.
    let events = trends("snow_events", &[("slug", "birch-bowl")]);
    let rows = events["rows"].as_array().unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        assert_eq!((number(row, "days"), row["date"] == row["end"]), (Some(1.0), true), "{row}");
        assert!(number(row, "total").unwrap() >= 15.0, "{row}");
    }
    let recent = trends("snow_events", &[("slug", "birch-bowl"), ("days", "10")]);
    assert!(recent["rows"].as_array().unwrap().len() < rows.len());
    let nothing = trends("powder_days", &[("region", "japan")]);
    assert_eq!(
        (&nothing["available"], &nothing["rows"], &nothing["rests"]),
        (&json!(false), &json!([]), &Value::Null)
    );
    assert!(nothing["reason"].as_str().unwrap().contains("current season"), "{nothing}");
}

#[test]
fn seasons_compare_to_the_same_day() {
    let data = trends("vs_last_year", &[("slug", "birch-bowl")]);
    let rows = data["rows"].as_array().unwrap();
    let labels: Vec<&str> = rows.iter().map(|row| row["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["2025-26", "2024-25", "difference"]);
    assert_eq!((&rows[0]["end"], &rows[1]["end"]), (&json!("2026-01-05"), &json!("2025-01-05")));
    let difference =
        number(&rows[0], "snowfallToDate").unwrap() - number(&rows[1], "snowfallToDate").unwrap();
    assert!((number(&rows[2], "snowfallToDate").unwrap() - difference).abs() < 0.11, "{data}");
    // The archive of Cedar Bowl ends with a season that is over.
    let none = trends("vs_last_year", &[("slug", "cedar-bowl")]);
    assert_eq!((&none["available"], &none["rows"]), (&json!(false), &json!([])));
    let stats = trends("season_stats", &[("slug", "cedar-bowl")]);
    assert_eq!((&stats["available"], &stats["rests"]["n"]), (&json!(true), &json!(3)));
    let none = trends("season_stats", &[("slug", "dom-dake")]);
    assert!(none["reason"].as_str().unwrap().contains("no climate"), "{none}");
}

#[test]
fn bluebird_day_follows_powder() {
    assert_eq!(trends("bluebird_predictions", &[])["rows"], json!([]), "the invented sky is never clear");
    let world = changed("birch-bowl", |snapshot| {
        for run in &mut snapshot.models {
            run.days.change(|days| {
                for (at, day) in days.iter_mut().enumerate() {
                    let cm = if at == 3 { 25.0 } else { 0.0 };
                    day.snow_cm = conditions_core::evidence::PerBand::all(Some(cm));
                    day.cloud_pct = Some(10.0);
                    day.gust_max_mps = Some(if at == 4 { 6.0 } else { 20.0 });
                }
            });
        }
    });
    let body = operation("get_ml_trends")
        .answer(&View::new(&world, &Caller::anonymous()), &[("dataset", "bluebird_predictions")], NOW)
        .unwrap();
    let data = serde_json::from_slice::<Value>(&body).unwrap()["data"].clone();
    let rows = data["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "{data}");
    // The third day of the models is 12 January; the next one is clear.
    assert_eq!((&rows[0]["slug"], &rows[0]["date"]), (&json!("birch-bowl"), &json!("2026-01-13")));
    assert_eq!(number(&rows[0], "snowfallBefore"), Some(25.0));
    let verified: Vec<&str> = data["rests"]["verification"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(verified, ["powderHitRate", "powderFalseAlarmRatio", "pairs"]);
}

#[test]
fn outlook_needs_days_8_to_14() {
    let of = |caller: &Caller| {
        let pairs = [("dataset", "extended_outlook"), ("region", "rockies")];
        ask(caller, "get_ml_trends", &pairs).unwrap()["data"].clone()
    };
    let none = of(&Caller::anonymous());
    assert_eq!((&none["available"], &none["rows"]), (&json!(false), &json!([])));
    assert!(none["reason"].as_str().unwrap().contains("Pro"), "{none}");
    let all = of(&Caller::pro());
    assert_eq!(all["rows"][0]["slug"], "birch-bowl");
    let some = of(&crate::world::reader(&["cedar-bowl"]));
    let slugs: Vec<&Value> = some["rows"].as_array().unwrap().iter().map(|row| &row["slug"]).collect();
    assert_eq!(slugs, [&json!("cedar-bowl")], "only what was saved");
}

#[test]
fn components_match_the_resort() {
    let data = trends("score_components", &[("slug", "alpenau")]);
    let resort = answer("get_resort", &[("slug", "alpenau")])["data"].clone();
    assert_eq!(number(&data["rows"][0], "points"), resort["score"].as_f64());
    assert_eq!(data["rows"].as_array().unwrap().len(), 7);
    let none = trends("score_components", &[("slug", "dom-dake")]);
    assert_eq!((&none["available"], &none["rows"]), (&json!(false), &json!([])));
}

#[test]
fn resort_dataset_needs_a_slug() {
    for dataset in ["score_components", "vs_last_year", "season_stats"] {
        match ask(&Caller::anonymous(), "get_ml_trends", &[("dataset", dataset)]) {
            Err(OpError::InvalidArguments(problems)) => assert_eq!(problems[0].argument, "slug", "{dataset}"),
            other => panic!("{dataset}: {other:?}"),
        }
    }
    for dataset in ["score_pulse", "bluebird_leaders"] {
        let data = trends(dataset, &[]);
        assert_eq!(data["available"], false);
        assert!(data["reason"].as_str().unwrap().contains("is on record"), "{data}");
    }
}

/// Returns the world with stored days: eight days ago Alpenau had a score of 40 and predicted a bluebird day in two
/// days, which occurred.
fn with_days() -> World {
    let logged = |score: i32, bluebird: Option<bool>, foreseen: u8| DayLogEntry {
        score: Some(Tenths::from_units(score)),
        bluebird,
        foreseen,
        ..DayLogEntry::default()
    };
    let days = [
        ("2026-01-02", logged(400, Some(false), 0b100)),
        ("2026-01-03", logged(450, Some(false), 0b1000)),
        ("2026-01-04", logged(500, Some(true), 0)),
        ("2026-01-06", logged(500, Some(false), 0)),
    ];
    let payloads = days.map(|(_, logged)| DayLog::encode(&BTreeMap::from([("alpenau".to_owned(), logged)])));
    let documents: Vec<Document<'_>> = days
        .iter()
        .zip(&payloads)
        .map(|((subject, _), payload)| Document { kind: DayLog::NAME, subject, captured_at: NOW, payload })
        .collect();
    let (world, refused) = world().with_documents(&documents, &[]);
    assert_eq!(refused, []);
    world
}

fn over(world: &World, pairs: &[(&str, &str)]) -> Value {
    let body =
        operation("get_ml_trends").answer(&View::new(world, &Caller::anonymous()), pairs, NOW).unwrap();
    serde_json::from_slice::<Value>(&body).unwrap()["data"].clone()
}

#[test]
fn pulse_compares_week_old_scores() {
    let world = with_days();
    let data = over(&world, &[("dataset", "score_pulse")]);
    let now = answer("get_resort", &[("slug", "alpenau")])["data"]["score"].as_f64().unwrap();
    let row = &data["rows"][0];
    assert_eq!(
        (&row["slug"], &row["date"], &row["label"]),
        (&json!("alpenau"), &json!("2026-01-03"), &json!("improving"))
    );
    assert!((number(row, "change").unwrap() - (now - 45.0)).abs() < 0.05, "{row}");
    assert_eq!(data["rests"]["n"], 1);
    let entries = over(&world, &[("dataset", "catalog")]);
    let entry = |name: &str| {
        entries["catalog"].as_array().unwrap().iter().find(|one| one["dataset"] == name).unwrap().clone()
    };
    assert_eq!(
        (&entry("score_pulse")["available"], &entry("bluebird_leaders")["since"]),
        (&json!(true), &json!("2026-01-02"))
    );
}

#[test]
fn past_components_are_stored() {
    let world = with_days();
    let data = over(&world, &[("dataset", "score_components"), ("slug", "alpenau"), ("days", "7")]);
    let rows = data["rows"].as_array().unwrap();
    let past: Vec<&Value> = rows.iter().skip(7).collect();
    let days: Vec<&str> = past.iter().map(|row| row["date"].as_str().unwrap()).collect();
    assert_eq!(days, ["2026-01-06", "2026-01-04", "2026-01-03"]);
    assert_eq!((number(past[0], "score"), number(past[0], "surface")), (Some(50.0), None));
    assert_eq!((&data["rests"]["n"], &data["rests"]["since"]), (&json!(4), &json!("2026-01-03")));
}

#[test]
fn bluebird_predictions_are_verified() {
    let world = with_days();
    let data = over(&world, &[("dataset", "bluebird_leaders")]);
    let rows = data["rows"].as_array().unwrap();
    assert_eq!(
        (rows.len(), &rows[0]["slug"], &rows[0]["date"]),
        (1, &json!("alpenau"), &json!("2026-01-04"))
    );
    assert_eq!((number(&rows[0], "bluebirdDays"), number(&rows[0], "daysKnown")), (Some(1.0), Some(4.0)));
    let data = over(&world, &[("dataset", "bluebird_predictions")]);
    let verified = data["rests"]["verification"].as_array().unwrap();
    let of = |name: &str| verified.iter().find(|one| one["name"] == name).unwrap()["value"].as_f64();
    // One of two predicted days occurred and the other did not; the one that occurred was not predicted the day before.
    assert_eq!((of("bluebirdsForeseen"), of("ofTheseCame")), (Some(2.0), Some(1.0)));
    assert_eq!((of("bluebirdDays"), of("ofTheseForeseenTheDayBefore")), (Some(1.0), Some(0.0)));
}
