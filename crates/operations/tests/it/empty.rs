//! Without data an answer says so in words: no list of zeros, no rows of "not reported", and no advice that does not
//! fit.

use catalogue::Resort;
use conditions_core::evidence::Evidence;
use operations::{OpError, tool};
use serde_json::{Value, json};
use world::account_data::MailState;
use world::{Caller, ResortEvidence, View, World};

use crate::world::{NOW, ask, forecast_only, of_held, operation, own, reader, world};

/// Gives every invented resort the same evidence, in a season that never ends.
fn everywhere(evidence: &Evidence) -> World {
    let resorts = world().resorts().map(|held| held.resort.clone()).collect::<Vec<_>>();
    of_held(resorts.into_iter().map(|resort: Resort| {
        let season = serde_json::from_value(json!({ "opens": "09-21", "closes": "06-09" })).unwrap();
        ResortEvidence::new(Resort { season: Some(season), ..resort }, evidence.clone())
    }))
}

fn told(world: &World, name: &str, pairs: &[(&str, &str)]) -> (Value, String) {
    let caller = Caller::anonymous();
    let answer = operation(name).call(&View::new(world, &caller), pairs, NOW).unwrap();
    (serde_json::from_slice(&answer.structured).unwrap(), answer.text)
}

#[test]
fn zeros_are_not_ranked() {
    let world = everywhere(&forecast_only(0.0, 2_000.0));
    let (report, _) = told(&world, "get_snow_report", &[("sort", "snowfall")]);
    assert_eq!(report["data"], json!([]));
    let (summary, text) = told(&world, "get_regional_summary", &[("region", "europe")]);
    assert!(summary["data"]["snowfall24hCm"]["reporting"].as_u64() > Some(0), "they report 0: {summary}");
    assert_eq!(summary["data"]["top"]["snowfall"], json!([]));
    assert_eq!(summary["data"]["top"]["forecast"], json!([]));
    assert!(text.contains("No new snow in europe in the past 24 hours."), "{text}");
    for question in
        ["Top 3 in Europe by new snow", "Where did it snow most in the last 24 hours in the Alps?"]
    {
        let (answer, _) = told(&world, "ask_snowdata", &[("question", question)]);
        let said = answer["data"]["answer"].as_str().unwrap();
        assert!(said.contains("No resort there reports new snow"), "{question}: {said}");
    }
    let snowy = everywhere(&forecast_only(9.0, 2_000.0));
    let (_, text) = told(&snowy, "get_regional_summary", &[("region", "europe")]);
    assert!(text.contains("Top by new snow:") && !text.contains("No new snow"), "{text}");
}

#[test]
fn empty_forecast_is_unavailable() {
    let empty = everywhere(&Evidence::default());
    let (answer, text) = told(&empty, "get_weather_forecast", &[("slug", "alpenau")]);
    assert_eq!(answer["data"]["available"], false);
    assert!(answer["data"]["reason"].as_str().unwrap().contains("no weather model has"));
    assert!(text.contains("Not available: no weather model") && !text.contains("confidence 0"), "{text}");
    let (_, whole) = told(&empty, "get_resort", &[("slug", "alpenau")]);
    assert!(
        whole.contains("Daily forecast: not available") && !whole.contains("snow not reported"),
        "{whole}"
    );
    let (answer, text) = told(&world(), "get_weather_forecast", &[("slug", "alpenau")]);
    assert_eq!((&answer["data"]["available"], &answer["data"]["reason"]), (&json!(true), &Value::Null));
    assert!(text.contains("Weather models fetched: "), "{text}");
}

#[test]
fn withheld_models_share_one_line() {
    for name in ["get_resort", "compare_forecasts"] {
        let (_, text) = told(&world(), name, &[("slug", "alpenau")]);
        let lines: Vec<&str> =
            text.lines().filter(|line| line.contains("withheld; need the Pro tier")).collect();
        assert_eq!(lines.len(), 1, "{name}: {text}");
        assert!(
            lines[0].contains("icon_seamless") && !lines[0].contains("not reported"),
            "{name}: {lines:?}"
        );
    }
}

#[test]
fn unknown_alert_has_no_suggestions() {
    let caller = reader(&["alpenau"]);
    let refused = ask(&caller, "unsubscribe_alerts", &[("id", "no-such-alert")]).unwrap_err();
    let text = tool::error_text(&refused);
    assert!(
        matches!(&refused, OpError::NotFound { suggestions, .. } if suggestions.is_empty()),
        "{refused:?}"
    );
    for alert in own(&caller).alerts {
        assert!(!text.contains(&alert.id.to_string()), "{text}");
    }
    assert!(text.contains("Call list_alerts") && !text.contains("search_resorts"), "{text}");
}

#[test]
fn alert_notes_link_the_full_url() {
    let (world, caller) = (world(), reader(&[]));
    let mut silent = own(&caller);
    silent.mail = MailState::Never;
    let view = View::new(&world, &caller).with_own(&silent);
    let answer = operation("list_alerts").act(&view, &[], NOW).unwrap();
    let link = "https://snow.example.org/account/alerts,";
    assert!(answer.tool.text.contains(link), "{}", answer.tool.text);
    let rest: Value = serde_json::from_slice(&answer.rest).unwrap();
    assert!(rest["data"]["ways"]["note"].as_str().unwrap().contains(link), "{rest}");
}

#[test]
fn southern_report_rejects_north() {
    for country in ["FR", "Japan", "US"] {
        let refused =
            ask(&Caller::anonymous(), "get_southern_hemisphere_report", &[("country", country)]).unwrap_err();
        let OpError::InvalidArguments(problems) = &refused else { panic!("{refused:?}") };
        let problem = &problems[0];
        assert_eq!(problem.argument, "country");
        assert!(problem.message.contains("AU, NZ, AR, CL") && problem.message.contains("get_snow_report"));
    }
    assert!(ask(&Caller::anonymous(), "get_southern_hemisphere_report", &[("country", "chile")]).is_ok());
}
