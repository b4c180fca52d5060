//! Answers based on hours and models: risk, storms, quality by band, models side by side. Missing never means calm,
//! missing coverage is a normal answer, and days 8 to 14 appear nowhere.

use conditions_core::evidence::{ForecastSnapshot, HourColumn, ModelDay};
use conditions_core::time::HOUR_MS;
use serde_json::{Value, json};
use world::{Caller, View};

use crate::world::{NOW, answer, ask, changed, operation, reader, world};

/// Returns the answer for anonymous callers with one resort's forecast changed.
fn answer_with(
    slug: &str,
    name: &str,
    pairs: &[(&str, &str)],
    change: impl Fn(&mut ForecastSnapshot),
) -> Value {
    let world = changed(slug, change);
    let body = operation(name).answer(&View::public(&world), pairs, NOW).unwrap();
    serde_json::from_slice(&body).unwrap()
}

fn hazard<'v>(answer: &'v Value, kind: &str) -> &'v Value {
    answer["data"]["hazards"].as_array().unwrap().iter().find(|hazard| hazard["kind"] == kind).unwrap()
}

#[test]
fn hazards_have_hours_and_thresholds() {
    let answer = answer("get_operating_risk", &[("slug", "birch-bowl")]);
    for kind in ["windHold", "visibility", "windChill", "heavySnow"] {
        let hazard = hazard(&answer, kind);
        assert!(hazard["level"].is_string() && hazard["complete"] == true, "{hazard}");
        for test in hazard["tests"].as_array().unwrap() {
            assert!(
                test["low"].is_number() && test["unit"].is_string() && test["hoursKnown"] == 48,
                "{test}"
            );
        }
    }
    let wind = hazard(&answer, "windHold");
    assert_eq!(
        (&wind["level"], &wind["rule"], &wind["tests"][0]["worst"]),
        (&json!("high"), &json!("gust"), &json!(24.4))
    );
    let window = &wind["windows"][0];
    assert_eq!(window["from"], "2026-01-11T05:00:00.000Z");
    assert_eq!(window["localFrom"], "2026-01-10T22:00:00-07:00");
}

#[test]
fn hours_span_now_to_last_known() {
    let told = answer("get_hourly_weather", &[("slug", "birch-bowl"), ("hours", "72")]);
    let rows = told["data"]["hours"].as_array().unwrap();
    assert_eq!(rows[0]["at"], "2026-01-10T12:00:00.000Z");
    assert_eq!(rows[0]["localAt"], "2026-01-10T05:00:00-07:00");
    assert_eq!(rows[0]["windFromDeg"], 288);
    assert!(rows.len() <= 72 && rows.last().unwrap()["tempC"].is_number(), "{}", rows.len());
    let broken = answer_with("birch-bowl", "get_hourly_weather", &[("slug", "birch-bowl")], |snapshot| {
        snapshot.hours.as_mut().unwrap().wind_mps = HourColumn::default();
    });
    assert_eq!(broken["data"]["hours"][0]["windMps"], Value::Null, "no wind is null and never calm");
    assert_eq!(broken["data"]["hours"][0]["windFromDeg"], Value::Null, "no speed, no direction");
    let none = answer_with("birch-bowl", "get_hourly_weather", &[("slug", "birch-bowl")], |snapshot| {
        snapshot.hours = None
    });
    assert_eq!((&none["data"]["available"], &none["data"]["hours"]), (&json!(false), &json!([])));
    assert!(none["data"]["reason"].is_string(), "{none}");
}

#[test]
fn unknown_level_is_null() {
    let calm = answer("get_operating_risk", &[("slug", "cedar-bowl")]);
    assert_eq!(hazard(&calm, "heavySnow")["level"], "none", "the invented snow is thin there");
    let broken = answer_with("cedar-bowl", "get_operating_risk", &[("slug", "cedar-bowl")], |snapshot| {
        snapshot.hours.as_mut().unwrap().precipitation_mm = HourColumn::default();
    });
    let snow = hazard(&broken, "heavySnow");
    assert_eq!(
        (&snow["level"], &snow["complete"], &snow["tests"][0]["worst"]),
        (&Value::Null, &json!(false), &Value::Null)
    );
    assert_eq!(broken["data"]["available"], true);
}

#[test]
fn risk_without_hours_has_a_reason() {
    let kept_before =
        answer_with("cedar-bowl", "get_operating_risk", &[("slug", "cedar-bowl")], |snapshot| {
            snapshot.hours = None;
        });
    for answer in [kept_before, answer("get_operating_risk", &[("slug", "dom-dake")])] {
        let data = &answer["data"];
        assert_eq!(
            (&data["available"], &data["hazards"], &data["capturedAt"]),
            (&json!(false), &json!([]), &Value::Null)
        );
        assert!(data["reason"].is_string());
        assert_eq!(answer["meta"]["credits"]["sources"].as_array().unwrap().len(), 1, "no model is credited");
    }
}

#[test]
fn quality_covers_requested_bands() {
    let bands = |pairs: &[(&str, &str)]| {
        let answer = answer("get_snow_quality", pairs);
        let rows = answer["data"]["bands"].as_array().unwrap().clone();
        rows.iter().map(|row| row["band"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(bands(&[("slug", "alpenau")]), ["base", "mid", "summit"]);
    assert_eq!(bands(&[("slug", "alpenau"), ("band", "summit")]), ["summit"]);
    let answer = answer("get_snow_quality", &[("slug", "birch-bowl")]);
    let [base, mid, summit] = &answer["data"]["bands"].as_array().unwrap()[..] else { panic!("{answer}") };
    // Models know the depth only at mid mountain: there is snow above it, and below it is unknown.
    assert_eq!((&base["surface"], &base["rule"]), (&Value::Null, &json!("no_depth")));
    assert_eq!((&mid["depthBand"], &summit["depthBand"]), (&json!("mid"), &json!("mid")));
    assert!(summit["surface"].is_string() && summit["label"].is_string());
}

fn each_day(snapshot: &mut ForecastSnapshot, mut change: impl FnMut(&mut ModelDay)) {
    for model in &mut snapshot.models {
        model.days.change(|days| days.iter_mut().for_each(&mut change));
    }
}

#[test]
fn storms_after_day_7_need_pro() {
    // Only the tenth day makes a storm.
    let world = changed("cedar-bowl", |snapshot| {
        each_day(snapshot, |day| {
            let big = day.date == "2026-01-19".parse().unwrap();
            day.snow_cm.mid = Some(if big { 45.0 } else { 1.0 });
        });
    });
    let seen = |caller: &Caller| {
        let pairs = [("country", "CA")];
        let body = operation("get_storm_watch").answer(&View::new(&world, caller), &pairs, NOW).unwrap();
        serde_json::from_slice::<Value>(&body).unwrap()
    };
    let anonymous = seen(&Caller::anonymous());
    assert_eq!((&anonymous["data"]["available"], &anonymous["data"]["events"]), (&json!(true), &json!([])));
    assert_eq!(seen(&reader(&["alpenau"]))["data"], anonymous["data"]);
    for entitled in [Caller::pro(), reader(&["cedar-bowl"])] {
        let answer = seen(&entitled);
        let event = &answer["data"]["events"][0];
        assert_eq!(
            (&event["start"], &event["maxTotalCm"], &event["leadDays"]),
            (&json!("2026-01-19"), &json!(45), &json!(9))
        );
    }
}

#[test]
fn storm_ends_at_visible_days() {
    let with = |eighth: f64| {
        let answer = answer_with("birch-bowl", "get_storm_watch", &[("country", "US")], |snapshot| {
            each_day(snapshot, |day| {
                if day.date >= "2026-01-17".parse().unwrap() {
                    day.snow_cm.mid = Some(eighth);
                }
            });
        });
        answer["data"].clone()
    };
    assert_eq!(with(0.0), with(80.0));
    assert_eq!(with(0.0)["events"][0]["resorts"][0]["openEnded"], true);
}

#[test]
fn distinguishes_no_storm_no_forecast() {
    let japan = answer("get_storm_watch", &[("country", "JP")]);
    assert_eq!(
        (&japan["data"]["available"], &japan["data"]["resortsWithForecast"]),
        (&json!(false), &json!(0))
    );
    assert!(japan["data"]["reason"].is_string());
    let nowhere = answer("get_storm_watch", &[("region", "scandinavia")]);
    assert_eq!(
        (&nowhere["data"]["available"], &nowhere["data"]["resortsWatched"]),
        (&json!(false), &json!(0))
    );
    let all = answer("get_storm_watch", &[]);
    let biggest: Vec<f64> = all["data"]["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["maxTotalCm"].as_f64().unwrap())
        .collect();
    assert!(biggest.len() == 2 && biggest[0] > biggest[1], "{biggest:?}");
    let second = answer("get_storm_watch", &[("limit", "1"), ("offset", "1")]);
    assert_eq!(
        (&second["data"]["events"][0], &second["meta"]["total"]),
        (&all["data"]["events"][1], &json!(2))
    );
}

#[test]
fn storm_total_sums_daily_rows() {
    let storms = answer("get_storm_watch", &[("country", "US")]);
    let rows = answer("get_weather_forecast", &[("slug", "birch-bowl")]);
    let tenths = |value: &Value| (value.as_f64().unwrap() * 10.0).round() as i64;
    let sum: i64 =
        rows["data"]["days"].as_array().unwrap().iter().map(|day| tenths(&day["snowfallCm"])).sum();
    assert_eq!(tenths(&storms["data"]["events"][0]["maxTotalCm"]), sum, "it snows on all seven days");
}

#[test]
fn model_table_needs_14_days() {
    let table = |caller: &Caller, days: &str| {
        ask(caller, "compare_forecasts", &[("slug", "alpenau"), ("days", days)]).unwrap()["data"].clone()
    };
    let shown = |data: &Value| {
        let models = data["models"].as_array().unwrap();
        assert_eq!(models.len(), 2);
        models
            .iter()
            .flat_map(|model| model["snowfallCm"].as_array().unwrap())
            .filter(|cm| cm.is_number())
            .count()
    };
    for who in [Caller::anonymous(), reader(&["cedar-bowl"])] {
        for days in ["3", "14"] {
            let data = table(&who, days);
            assert_eq!((shown(&data), &data["models"][0]["totalCm"]), (0, &Value::Null));
            assert_eq!(data["models"][0]["proRequired"], true);
            assert!(data["days"][0]["spreadCm"].is_object() && data["rating"].is_string());
        }
        // The sum covers only the rows shown.
        assert_eq!(table(&who, "14")["totalCm"], table(&who, "7")["totalCm"]);
        assert_eq!(table(&who, "14")["agreement"], table(&who, "7")["agreement"]);
    }
    for who in [Caller::pro(), reader(&["alpenau"])] {
        let data = table(&who, "14");
        assert_eq!((shown(&data), &data["models"][0]["proRequired"]), (28, &json!(false)));
        assert!(data["models"][0]["totalCm"].is_number());
    }
    assert_eq!(table(&Caller::pro(), "3")["models"][0]["snowfallCm"].as_array().unwrap().len(), 3);
}

#[test]
fn blend_matches_the_forecast() {
    let models = ask(&Caller::pro(), "compare_forecasts", &[("slug", "alpenau"), ("days", "14")]).unwrap();
    let forecast =
        ask(&Caller::pro(), "get_weather_forecast", &[("slug", "alpenau"), ("days", "14")]).unwrap();
    assert_eq!(models["data"]["days"], forecast["data"]["days"]);
}

#[test]
fn days_match_record_after_midnight() {
    // Resolved before midnight in Zürich, queried after it.
    let world = world();
    let later = NOW.plus_millis(12 * HOUR_MS);
    let days_at = |name: &str, now| {
        let view = View::public(&world);
        let body = operation(name).answer(&view, &[("slug", "alpenau")], now).unwrap();
        let data = serde_json::from_slice::<Value>(&body).unwrap()["data"].take();
        if name == "get_resort" { data["forecast"]["days"].clone() } else { data["days"].clone() }
    };
    for name in ["get_resort", "get_weather_forecast", "compare_forecasts"] {
        assert_eq!(days_at(name, NOW)[0]["date"], "2026-01-10", "{name}");
        assert_eq!(days_at(name, later), days_at(name, NOW), "{name}");
    }
}
