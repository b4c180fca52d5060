//! El Niño: planted links are found with sign and tier, resorts without one are low evidence, and unknown values are
//! null with a reason. Indices and winters are synthetic.

use std::sync::Arc;

use climate::enso::{EnsoPolicy, Phase, Phases, Season, Series};
use climate::{Day, Policy, Winter, WinterDays, Winters};
use conditions_core::time::{DAY_MS, Timestamp};
use evidence::{Document, ElNinoIndex, Form as _};
use operations::OpError;
use serde_json::Value;
use world::{Caller, ResortEvidence, View, World};

use crate::world::{NOW, operation, world};

/// Returns a series in which every third northern winter from 1990 on is warm and every third cold, from ASO to FMA;
/// the newest season is OND 2025.
fn series() -> Series {
    let first = Season::around(1990, 0);
    let last = Season::around(2025, 10);
    let anomalies = (first.0..=last.0).map(|month| {
        let (winter, into) = ((month + 4).div_euclid(12), (month + 4).rem_euclid(12));
        match winter.rem_euclid(3) {
            1 if into < 7 => 120 + i32::try_from(winter % 5).unwrap() * 10,
            0 if into < 7 => -110,
            _ => 0,
        }
    });
    Series { first, anomalies: anomalies.collect() }
}

/// Adds indices of these names with equal values to a world.
pub(crate) fn with_indices(world: World, names: &[&'static str]) -> World {
    let payload = ElNinoIndex::encode(&series());
    let index = |subject: &&'static str| Document {
        kind: ElNinoIndex::NAME,
        subject,
        captured_at: NOW.plus_millis(-DAY_MS),
        payload: &payload,
    };
    let (world, refused) = world.with_documents(&names.iter().map(index).collect::<Vec<_>>(), &[]);
    assert_eq!(refused, []);
    world
}

/// Returns thirty winters of about `normal_cm` and the present one up to the day before yesterday; warm ones bring
/// `warm` times as much.
pub(crate) fn winters(held: &ResortEvidence, normal_cm: f64, warm: f64) -> Winters {
    let mut winters = Winters::new(held.winters.hemisphere());
    let phases = Phases::new(series(), EnsoPolicy::DEFAULT);
    for year in 1995..=2025 {
        let winter = Winter::new(winters.hemisphere(), year).unwrap();
        let is_warm = phases.winter_phase(winter).is_some_and(|was| was.phase == Phase::ElNino);
        // Winters vary independently of the phases.
        let luck = 1.0 + (f64::from(year * 7 % 10) - 4.5) / 45.0;
        let daily = normal_cm / 181.0 * luck * if is_warm { warm } else { 1.0 };
        let until = NOW.plus_millis(-2 * DAY_MS).utc().date_naive();
        let season = winter.season_first_day().iter_days();
        let season = season.take_while(|date| *date <= winter.season_last_day().min(until));
        let days =
            season.map(|date| Day { date, snowfall_cm: Some(daily), depth_cm: None, ..Day::default() });
        winters.insert(WinterDays::from_days(&Policy::DEFAULT, winter, Timestamp::from_millis(0), days).0);
    }
    winters
}

/// Returns the five resorts: one that El Niño favours, one that it does not, one without a link, one without winters,
/// and one in the south, where this index has no events.
fn linked(indices: &[&'static str]) -> World {
    let base = world();
    let held: Vec<Arc<ResortEvidence>> = base
        .resorts()
        .map(|held| {
            let held = ResortEvidence::clone(held);
            let of = |normal, warm| winters(&held, normal, warm);
            let winters = match held.resort.slug.as_str() {
                "birch-bowl" => of(600.0, 1.3),
                "cedar-bowl" => of(500.0, 0.75),
                "alpenau" => of(400.0, 1.0),
                "elder-cone" => of(350.0, 1.0),
                _ => return Arc::new(held),
            };
            Arc::new(held.with_winters(winters))
        })
        .collect();
    with_indices(World::new(Arc::clone(&base.service), Arc::clone(&base.policy), held, NOW), indices)
}

fn ask_at(world: &World, name: &str, pairs: &[(&str, &str)], now: Timestamp) -> Result<Value, OpError> {
    let caller = Caller::anonymous();
    let body = operation(name).answer(&View::new(world, &caller), pairs, now)?;
    Ok(serde_json::from_slice(&body).unwrap())
}

#[track_caller]
fn signal(world: &World, slug: &str) -> Value {
    ask_at(world, "get_elnino_signal", &[("slug", slug)], NOW).unwrap()["data"].take()
}

fn both() -> World {
    linked(&["ONI", "RONI"])
}

#[test]
fn finds_planted_links() {
    let world = both();
    for (slug, letter, about) in [("birch-bowl", "A", 27.0), ("cedar-bowl", "E", -27.0)] {
        let data = signal(&world, slug);
        assert_eq!(data["tier"]["letter"], letter, "{data}");
        assert_eq!(data["tier"]["evidence"], "clear");
        let effect = &data["effects"][0];
        assert_eq!((effect["group"].as_str(), effect["winters"].as_u64()), (Some("el_nino"), Some(10)));
        let pct = effect["changePct"].as_f64().unwrap();
        assert!((pct - about).abs() < 6.0, "{slug}: {pct}");
        let (low, high) = (effect["lowPct"].as_f64().unwrap(), effect["highPct"].as_f64().unwrap());
        assert!(low < pct && pct < high && low * high > 0.0, "{effect}");
    }
}

#[test]
fn unlinked_resort_has_low_evidence() {
    let data = signal(&both(), "alpenau");
    assert_eq!(data["effects"][0]["evidence"], "low_evidence");
    // The interval excludes a link of the prime size; the evidence supports that much.
    assert_eq!((&data["tier"]["letter"], &data["tier"]["evidence"]), (&"C".into(), &"clear".into()));
    assert!(data["effects"][0]["lowPct"].as_f64().unwrap() < 0.0);
    assert!(data["effects"][0]["highPct"].as_f64().unwrap() > 0.0);
    assert!(data["paragraph"].as_str().unwrap().ends_with("not enough to expect an effect."));
}

#[test]
fn state_is_newest_official_season() {
    let data = signal(&both(), "birch-bowl");
    let state = &data["state"];
    assert_eq!((&state["index"], &state["season"]), (&"RONI".into(), &"OND 2025".into()));
    assert_eq!((&state["phase"], &state["isEvent"]), (&"el_nino".into(), &false.into()));
    assert_eq!((&state["since"], &state["seasons"]), (&"ASO 2025".into(), &3.into()));
    assert_eq!(signal(&linked(&["ONI"]), "birch-bowl")["state"]["index"], "ONI");
    let late = NOW.plus_millis(120 * DAY_MS);
    let stale = ask_at(&both(), "get_elnino_signal", &[("slug", "birch-bowl")], late).unwrap();
    assert!(stale["data"]["state"].is_null());
    assert!(stale["data"]["stateReason"].as_str().unwrap().contains("OND 2025"), "{stale}");
    // Results from past winters do not depend on whether the present state is known.
    assert_eq!(stale["data"]["tier"]["letter"], "A");
}

#[test]
fn signal_has_analogues_and_scorecard() {
    let data = signal(&both(), "birch-bowl");
    assert_eq!(data["winter"], "2025-26");
    let analogues = data["analogues"].as_array().unwrap();
    assert_eq!(analogues.len(), 3, "{data}");
    for row in analogues {
        assert_eq!(row["phase"], "el_nino", "{row}");
        assert!(row["season"].as_str().unwrap().starts_with("OND "), "{row}");
        assert!(row["pctOfNormal"].as_f64().unwrap() > 105.0, "{row}");
    }
    let card = &data["scorecard"];
    assert_eq!((&card["through"], &card["winters"]), (&"2026-01-08".into(), &30.into()));
    assert_eq!(card["asExpected"], card["pctOfNormal"].as_f64().unwrap() > 100.0, "{card}");
    assert!(signal(&both(), "alpenau")["scorecard"]["asExpected"].is_null());
}

#[test]
fn unknown_values_have_a_reason() {
    let world = both();
    let bare = signal(&world, "dom-dake");
    assert_eq!(bare["available"], false);
    assert_eq!(bare["reason"], "no winters of this resort are on record");
    assert!(bare["tier"].is_null() && bare["rank"].is_null() && bare["normalCm"].is_null(), "{bare}");
    let south = signal(&world, "elder-cone");
    assert_eq!((&south["available"], &south["effects"][0]["winters"]), (&true.into(), &0.into()));
    assert!(south["effects"][0]["changePct"].is_null() && south["tier"].is_null(), "{south}");
    let none = linked(&[]);
    let data = signal(&none, "birch-bowl");
    assert_eq!(data["reason"], "no index of El Niño is on record");
    assert!(data["state"].is_null());
    let list = ask_at(&none, "get_elnino_rankings", &[], NOW).unwrap();
    assert_eq!((&list["data"]["available"], &list["meta"]["total"]), (&false.into(), &0.into()));
    assert_eq!(list["data"]["reason"], "no index of El Niño is on record");
    let names = |answer: &Value| answer["meta"]["credits"]["sources"].as_array().unwrap().len();
    assert_eq!(names(&list), 1, "an index that is not there is not credited");
    assert_eq!(names(&ask_at(&world, "get_elnino_rankings", &[], NOW).unwrap()), 3);
}

#[test]
fn rankings_use_the_lower_end() {
    let world = both();
    let list = |pairs: &[(&str, &str)]| ask_at(&world, "get_elnino_rankings", pairs, NOW).unwrap();
    let slugs = |answer: &Value| -> Vec<(u64, String)> {
        let rows = answer["data"]["resorts"].as_array().unwrap().iter();
        rows.map(|row| (row["rank"].as_u64().unwrap(), row["slug"].as_str().unwrap().to_owned())).collect()
    };
    let row = |rank, slug: &str| (rank, slug.to_owned());
    let all = list(&[]);
    assert_eq!(slugs(&all), [row(1, "birch-bowl"), row(2, "alpenau"), row(3, "cedar-bowl")]);
    assert_eq!((&all["data"]["ranked"], &all["data"]["clear"]), (&3.into(), &2.into()));
    assert_eq!(all["data"]["expectedByChance"], 0.2);
    for timing in ["E", "e", "timing play", "Timing-Play"] {
        assert_eq!(slugs(&list(&[("tier", timing)])), [row(3, "cedar-bowl")], "{timing}");
    }
    assert_eq!(
        slugs(&list(&[("region", "rockies"), ("limit", "1"), ("offset", "1")])),
        [row(3, "cedar-bowl")]
    );
    let none = list(&[("tier", "D")]);
    assert_eq!((&none["data"]["available"], &none["meta"]["total"]), (&true.into(), &0.into()));
    let asia = list(&[("country", "Japan")]);
    assert_eq!(asia["data"]["reason"], "no requested resort has enough winters on record");
}

#[test]
fn unknown_tier_lists_known_ones() {
    let error = ask_at(&both(), "get_elnino_rankings", &[("tier", "best")], NOW).unwrap_err();
    let text = format!("{error:?}");
    assert!(text.contains("late bloomer") && text.contains("best"), "{text}");
    for (name, pairs) in [
        ("get_elnino_rankings", [("limit", "51")]),
        ("get_elnino_rankings", [("region", "moon")]),
        ("get_elnino_rankings", [("year", "1998")]),
        ("get_elnino_signal", [("slug", "nowhere-at-all")]),
    ] {
        assert!(ask_at(&both(), name, &pairs, NOW).is_err(), "{name} {pairs:?}");
    }
}
