//! A third party computes the same score, only from the published definitions and a resort's answer.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::world::{answer, slugs};

/// Returns the definitions by identifier.
fn definitions() -> HashMap<String, f64> {
    let served = answer("get_definitions", &[]);
    let listed = served["data"].as_array().unwrap().iter();
    listed.map(|one| (one["id"].as_str().unwrap().to_owned(), one["value"].as_f64().unwrap())).collect()
}

/// Evaluates a curve, linear between its corners and constant beyond them.
fn share(known: &HashMap<String, f64>, name: &str, at: f64) -> f64 {
    let corner = |n: u8| {
        let of = |what: &str| known.get(&format!("score.{name}.curve.{n}.{what}")).copied();
        of("at").zip(of("share"))
    };
    let corners: Vec<(f64, f64)> = (1..).map_while(corner).collect();
    assert!(corners.len() >= 2, "{name}");
    if at <= corners[0].0 {
        return corners[0].1;
    }
    let between = corners.windows(2).find(|pair| at <= pair[1].0);
    between.map_or(corners[corners.len() - 1].1, |pair| {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        low + (at - from) / (to - from) * (high - low)
    })
}

/// Returns the share of a component's maximum from the inputs that it names; `None` if it names none.
fn share_of(known: &HashMap<String, f64>, component: &Value) -> Option<f64> {
    let inputs = component["inputs"].as_array().unwrap();
    let name = component["name"].as_str().unwrap();
    let number = |at: usize| inputs[at]["value"].as_f64();
    match (name, inputs.len()) {
        (_, 0) => None,
        ("operations", 2) => Some(number(0)? / number(1)?),
        ("surface", _) if number(0).is_some() => known.get("score.surface.share.bare").copied(),
        ("operations" | "surface", _) => {
            known.get(&format!("score.{name}.share.{}", inputs[0]["word"].as_str().unwrap())).copied()
        }
        _ => Some(share(known, name, number(0)?)),
    }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn recomputed(known: &HashMap<String, f64>, detail: &Value) -> Option<f64> {
    let (mut all, mut held, mut trusted, mut earned) = (0.0, 0.0, 0.0, 0.0);
    for component in detail["components"].as_array().unwrap() {
        let name = component["name"].as_str().unwrap();
        let maximum = known[&format!("score.{name}.maximum")];
        assert_eq!(component["maximum"].as_f64(), Some(maximum));
        all += maximum;
        let Some(share) = share_of(known, component) else {
            assert_eq!(component["points"], Value::Null, "{name}");
            continue;
        };
        let (points, confidence) = (tenth(maximum * share), component["confidence"].as_f64().unwrap());
        assert_eq!(component["points"].as_f64(), Some(points), "{name}");
        held += maximum;
        trusted += maximum * confidence;
        earned += points * confidence;
    }
    let confidence = (trusted / held * 100.0).round() / 100.0;
    (held / all >= known["score.leastPresent"])
        .then(|| tenth(100.0 * earned / trusted * (1.0 - known["score.discount"] * (1.0 - confidence))))
}

#[test]
fn scores_can_be_recomputed() {
    let known = definitions();
    let mut found = 0;
    for slug in slugs(&answer("find_resorts_by_criteria", &[])) {
        let resort = answer("get_resort", &[("slug", slug)]);
        let (score, detail) = (&resort["data"]["score"], &resort["data"]["scoreDetail"]);
        assert_eq!(*score, detail["value"], "{slug}");
        assert_eq!(score.as_f64(), recomputed(&known, detail), "{slug}");
        assert_eq!(score.is_null(), !detail["withheld"].is_null(), "{slug}");
        found += usize::from(score.is_number());
    }
    assert!(found >= 3, "only {found} resorts have a score");
}

#[test]
fn components_match_the_record() {
    let resort = answer("get_resort", &[("slug", "alpenau")]);
    let conditions = &resort["data"]["conditions"];
    let components = resort["data"]["scoreDetail"]["components"].as_array().unwrap();
    let input = |name: &str| {
        let inputs = components.iter().flat_map(|component| component["inputs"].as_array().unwrap());
        inputs.into_iter().find(|input| input["name"] == name).unwrap_or_else(|| panic!("{name}"))["value"]
            .clone()
    };
    assert_eq!(input("next7dCm"), conditions["forecast"]["next7dCm"]["value"]);
    assert_eq!(input("lifts.open"), conditions["lifts"]["value"]["open"]);
    assert_eq!(input("snowfall24hCm"), answer("find_best_powder", &[])["data"][0]["snowfall24hCm"]);
    let named: Vec<&str> = components.iter().map(|component| component["name"].as_str().unwrap()).collect();
    assert_eq!(named, ["recentSnow", "depthVsAvg", "forecast", "surface", "operations", "history"]);
    let climate = &components[1];
    assert_eq!(
        (&climate["points"], &climate["confidence"]),
        (&Value::Null, &json!(0)),
        "no climate on record yet"
    );
    assert_eq!(climate["basis"], "depth against the average of this day: not reported");
}

#[test]
fn missing_score_has_a_reason() {
    let resort = answer("get_resort", &[("slug", "dom-dake")]);
    let detail = &resort["data"]["scoreDetail"];
    assert_eq!((&detail["value"], &detail["withheld"]), (&Value::Null, &json!("thin_evidence")));
    assert_eq!((&detail["present"], &detail["confidence"]), (&json!(0), &json!(0)));
    assert_eq!(detail["components"].as_array().unwrap().len(), 6, "missing components are listed as missing");
}
