//! Access to days 8 to 14: Pro tier everywhere, signed-in readers for saved resorts, no other callers. Covers every
//! operation that shows them.

use operations::{OPERATIONS, OpError};
use serde_json::{Value, json};
use world::Caller;

use crate::world::{ask, operation, reader, subscriber};

/// Calls `visit` with every value named `name`, at any depth.
fn every<'v>(value: &'v Value, name: &str, visit: &mut impl FnMut(&'v Value)) {
    match value {
        Value::Object(members) => members.iter().for_each(|(known, member)| {
            if known == name {
                visit(member);
            }
            every(member, name, visit);
        }),
        Value::Array(items) => items.iter().for_each(|item| every(item, name, visit)),
        _ => {}
    }
}

fn callers() -> [(&'static str, Caller, bool); 4] {
    [
        ("anonymous", Caller::anonymous(), false),
        ("a reader who saved another resort", reader(&["cedar-bowl"]), false),
        ("a reader who saved this one", reader(&["cedar-bowl", "alpenau"]), true),
        ("Pro", subscriber(), true),
    ]
}

/// Returns arguments with which an operation shows everything about `slug`.
fn widest(name: &str, slug: &'static str) -> Vec<(&'static str, &'static str)> {
    let schema = operation(name).arguments();
    let has = |argument: &str| schema.get("properties").is_some_and(|known| known.get(argument).is_some());
    let slug = if name == "get_destination" { "invented-valley" } else { slug };
    let is_trip = name == "plan_ski_road_trip";
    let is_pass = ["get_pass", "find_pass_resorts"].contains(&name);
    // Lists of many resorts show only the one in Switzerland.
    let wanted = [
        ("region", if is_trip { "CH" } else { "" }),
        ("slug", slug),
        ("query", slug),
        ("question", "What is the forecast?"),
        ("pass", if is_pass { "silver-pass" } else { "" }),
        ("slugs", "alpenau,dom-dake"),
        ("country", if name == "get_southern_hemisphere_report" { "NZ" } else { "CH" }),
        ("type", "powder"),
        ("id", "00000000-0000-0000-0000-000000000001"),
        ("checkIn", "2026-02-14"),
        ("checkOut", "2026-02-16"),
        ("days", "14"),
        ("sort", if name == "get_my_snow_report" { "forecast" } else { "" }),
        ("start", if is_trip { "2026-01-10" } else { "2026-02-14" }),
        (
            "limit",
            if name.ends_with("trips") || name == "plan_ski_trip" {
                "10"
            } else if name == "get_powder_reels" {
                "20"
            } else {
                "25"
            },
        ),
    ];
    wanted.into_iter().filter(|(argument, value)| has(argument) && !value.is_empty()).collect()
}

#[test]
fn days_8_to_14_need_entitlement() {
    let (mut totals, mut tables) = (0, 0);
    for operation in OPERATIONS {
        let name = operation.meta().name;
        for (who, caller, entitled) in callers() {
            // It contains only the caller's saved resorts.
            let entitled = entitled || name == "get_my_snow_report";
            let answer = match ask(&caller, name, &widest(name, "alpenau")) {
                Err(OpError::Denied { .. }) if operation.meta().access > caller.tier() => continue,
                answer => answer.unwrap(),
            };
            every(&answer, "next14dCm", &mut |field| {
                totals += 1;
                // It also lists saved resorts without a forecast.
                let is_unranked = name == "get_my_snow_report" && field["source"] == "none";
                if entitled && !is_unranked {
                    assert!(
                        field["value"].is_number() && field["source"] == "model",
                        "{name}, {who}: {field}"
                    );
                } else {
                    let none =
                        json!({ "value": null, "source": "none", "observedAt": null, "confidence": 0 });
                    assert_eq!(*field, none, "{name}, {who}");
                }
            });
            every(&answer, "days", &mut |days| {
                let days = days.as_array().unwrap();
                assert_eq!(days.len(), 14, "{name}, {who}");
                tables += 1;
                for (at, day) in days.iter().enumerate() {
                    rows(name, who, day, at < 7 || entitled);
                }
            });
            every(&answer, "schedule", &mut |days| {
                for (at, day) in days.as_array().unwrap().iter().enumerate() {
                    let visible = at < 7 || entitled;
                    let shown = (!day["proRequired"].as_bool().unwrap(), day["snowfallCm"].is_number());
                    assert_eq!(shown, (visible, visible), "{name}, {who}: {day}");
                }
            });
        }
    }
    assert!(totals >= 8 && tables >= 8, "{totals} totals and {tables} tables were seen");
}

fn rows(name: &str, who: &str, day: &Value, visible: bool) {
    assert_eq!(day["proRequired"], !visible, "{name}, {who}: {day}");
    assert!(day["date"].is_string(), "a withheld day keeps its date");
    let members = day.as_object().unwrap();
    let shows = |member: &str| !members[member].is_null();
    if visible {
        assert!(shows("snowfallCm") && shows("tempMinC") && shows("spreadCm"), "{name}, {who}: {day}");
    } else {
        for (member, value) in members {
            let kept = matches!(member.as_str(), "date" | "proRequired" | "modelsReporting" | "confidence");
            assert!(kept || value.is_null(), "{name}, {who}: {member} shows {value}");
        }
        assert_eq!((&day["modelsReporting"], &day["confidence"]), (&json!(0), &json!(0)), "{name}, {who}");
    }
}

#[test]
fn days_8_to_14_never_leak() {
    // The tenth day is by far the biggest of the invented forecast.
    let resort = |caller: &Caller| ask(caller, "get_resort", &[("slug", "alpenau")]).unwrap();
    let (open, full) = (resort(&Caller::anonymous()), resort(&Caller::pro()));
    assert_eq!(open["data"]["forecast"]["peak"]["windowDays"], 7);
    assert_eq!(full["data"]["forecast"]["peak"]["windowDays"], 14);
    assert_eq!(full["data"]["forecast"]["peak"]["date"], full["data"]["forecast"]["days"][9]["date"]);
    assert_ne!(open["data"]["forecast"]["peak"]["date"], full["data"]["forecast"]["peak"]["date"]);
    for answer in [&open, &full] {
        assert_eq!(answer["data"]["conditions"]["forecast"]["peak"]["windowDays"], 7);
        let flags = answer["data"]["conditions"]["flags"].as_array().unwrap();
        assert!(!flags.contains(&json!("forecast_range_guarded")), "no clamp in this world");
    }
    let days = |caller: &Caller| {
        ask(caller, "get_weather_forecast", &[("slug", "alpenau"), ("days", "14")]).unwrap()
    };
    assert_eq!(days(&Caller::anonymous())["data"]["peak"]["windowDays"], 7);
    assert_eq!(days(&Caller::pro())["data"]["peak"]["windowDays"], 14);
}

#[test]
fn public_data_are_equal_for_all() {
    let read = |caller: &Caller| {
        let answer = ask(caller, "get_conditions", &[("slug", "alpenau")]).unwrap();
        let mut open = answer.clone();
        open["data"]["forecast"]["next14dCm"] = Value::Null;
        open
    };
    for (who, caller, _) in callers() {
        assert_eq!(read(&caller), read(&Caller::anonymous()), "{who}");
    }
}

#[test]
fn first_seven_rows_sum_to_next7d() {
    for slug in ["alpenau", "birch-bowl", "cedar-bowl"] {
        for (who, caller, _) in callers() {
            let answer = ask(&caller, "get_resort", &[("slug", slug)]).unwrap();
            let tenths = |value: &Value| (value.as_f64().unwrap() * 10.0).round() as i64;
            let days = answer["data"]["forecast"]["days"].as_array().unwrap();
            let sum: i64 = days[..7].iter().map(|day| tenths(&day["snowfallCm"])).sum();
            let outlook = &answer["data"]["conditions"]["forecast"];
            assert_eq!(sum, tenths(&outlook["next7dCm"]["value"]), "{slug}, {who}");
            if let Some(total) = outlook["next14dCm"]["value"].as_f64() {
                assert!(tenths(&json!(total)) >= sum, "{slug}, {who}");
            }
        }
    }
}
