//! Tests of an upstream that fails in every possible way: the service keeps serving, other batches are unaffected,
//! nothing is invented, and the service recovers.

use serde_json::Value;
use server::commands::demo;
use upstream_sim::{Dataless, Fault, RefusalMode, Window, World};

use crate::harness::{Harness, Setup};

const SLUGS: [&str; 4] = ["alta", "les-rousses", "thredbo", "zermatt"];

fn detail(harness: &Harness, slug: &str) -> Value {
    let reply = harness.get(&format!("/api/v1/resorts/{slug}"));
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["data"].clone()
}

/// Returns whether the lane has failed.
fn has_failed(ready: &Value) -> bool {
    ready["lanes"]["open-meteo"]["consecutiveFailures"].as_u64() >= Some(1)
}

/// Checks that a day that no model reports is null, a reported one is not, and the sum is over the reported days.
fn nothing_is_invented(what: &str, harness: &Harness, slug: &str) {
    let detail = detail(harness, slug);
    let days = detail["forecast"]["days"].as_array().unwrap();
    let mut sum = None;
    for day in &days[..7] {
        let silent = day["modelsReporting"] == 0;
        assert_eq!(day["snowfallCm"].is_null(), silent, "{what}, {slug}: {day}");
        if let Some(cm) = day["snowfallCm"].as_f64() {
            assert!((0.0..300.0).contains(&cm), "{what}, {slug}: {day}");
            *sum.get_or_insert(0) += (cm * 10.0).round() as i64;
        } else {
            assert!(day["spreadCm"].is_null(), "{what}, {slug}: {day}");
        }
    }
    let total = &detail["conditions"]["forecast"]["next7dCm"];
    let is_known = |day: &&Value| !day["snowfallCm"].is_null();
    // A sum with an unknown day would be read as a week. The day after the week is not shown to all callers.
    let has_hole =
        days[..7].iter().skip_while(|day| !is_known(day)).skip_while(is_known).any(|day| is_known(&day));
    let is_open_ended = !is_known(&&days[6]) && total["value"].is_null();
    let sum = sum.filter(|_| !has_hole && !is_open_ended);
    assert_eq!(total["value"].as_f64().map(|cm| (cm * 10.0).round() as i64), sum, "{what}, {slug}");
    assert_eq!(total["value"].is_null(), total["source"] == "none", "{what}, {slug}");
    assert_ne!(detail["conditions"]["status"]["value"], "OPEN", "{what}, {slug}");
    let partial = days[..7].iter().any(|day| is_known(&day)) && !days[..7].iter().all(|day| is_known(&day));
    let flags = detail["conditions"]["flags"].as_array().unwrap();
    assert_eq!(flags.contains(&"forecast_partial_horizon".into()), partial, "{what}, {slug}");
}

/// Returns faults that make an answer useless; the last two spoil one place in it.
fn refusals() -> Vec<Fault> {
    vec![
        Fault::Limit(Window::Minute),
        Fault::Concurrent,
        Fault::Overloaded,
        Fault::Status(500),
        Fault::Status(502),
        Fault::Html,
        Fault::StreamText,
        Fault::Empty,
        Fault::Truncated,
        Fault::StreamTextAfterData,
        Fault::Slow { ms: 300 },
    ]
}

#[test]
fn service_recovers_from_every_fault() {
    let faults = refusals();
    let harness = Harness::start(Setup::few("recovers").spoilt_by(&faults));
    // Serves before any data has arrived.
    assert_eq!(harness.get("/api/v1/resorts/zermatt/conditions").status, 200);
    harness.wait_for(4);
    let ready = harness.wait_until(|ready| ready["status"] == "ready");
    assert_eq!(ready["lanes"]["open-meteo"]["consecutiveFailures"], 0);
    for slug in SLUGS {
        nothing_is_invented("after all", &harness, slug);
    }
    let metrics = harness.get("/metrics").text();
    let failed = metrics.lines().find(|line| line.contains("outcome=\"failed\"")).unwrap();
    let count: usize = failed.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(count >= 8, "{failed}");
}

#[test]
fn missing_values_are_null_not_zero() {
    for fault in [
        Fault::Html,
        Fault::Empty,
        Fault::StreamText,
        Fault::Overloaded,
        Fault::Limit(Window::Hour),
        Fault::Status(404),
    ] {
        let harness = Harness::start(Setup::few("refused").always(fault.clone()));
        let ready = harness.wait_until(has_failed);
        assert_eq!(ready["resortsWithForecast"], 0, "{fault:?}");
        for slug in SLUGS {
            nothing_is_invented(&format!("{fault:?}"), &harness, slug);
            let detail = detail(&harness, slug);
            assert!(detail["conditions"]["forecast"]["next7dCm"]["value"].is_null(), "{fault:?}");
            assert!(detail["conditions"]["displayDepthCm"].is_null(), "{fault:?}");
        }
    }
}

fn models(detail: &Value, day: usize) -> u64 {
    detail["forecast"]["days"][day]["modelsReporting"].as_u64().unwrap()
}

#[test]
fn misnamed_models_do_not_count() {
    let harness = Harness::start(Setup::few("dropped").always(Fault::DroppedModels { keep: 2 }));
    harness.wait_for(4);
    for slug in SLUGS {
        nothing_is_invented("dropped models", &harness, slug);
        assert!(models(&detail(&harness, slug), 1) <= 2, "{slug}");
    }
    let harness = Harness::start(Setup::few("suffix").always(Fault::WrongSuffix));
    harness.wait_for(4);
    for slug in SLUGS {
        nothing_is_invented("wrong suffix", &harness, slug);
        assert!((1..=6).contains(&models(&detail(&harness, slug), 1)), "{slug}");
    }
}

#[test]
fn missing_hours_leave_null_days() {
    let harness = Harness::start(Setup::few("hours").always(Fault::MissingHours));
    harness.wait_for(4);
    for slug in SLUGS {
        nothing_is_invented("missing hours", &harness, slug);
        let detail = detail(&harness, slug);
        let days = detail["forecast"]["days"].as_array().unwrap();
        assert!(days[..7].iter().any(|day| day["snowfallCm"].is_null()), "{slug}: a day without some hour");
    }
}

#[test]
fn shifted_hours_never_become_snow() {
    for fault in [
        Fault::ShiftedHours { hours: 9 },
        Fault::ShiftedHours { hours: 60 },
        Fault::ShortColumn,
        Fault::BareNan,
    ] {
        let harness = Harness::start(Setup::few("shifted").always(fault.clone()));
        harness.wait_until(|ready| ready["resortsWithForecast"].as_u64() > Some(0) || has_failed(ready));
        for slug in SLUGS {
            nothing_is_invented(&format!("{fault:?}"), &harness, slug);
        }
    }
}

#[test]
fn missing_location_affects_no_other() {
    let harness = Harness::start(Setup::few("missing").spoilt_by(&[Fault::MissingLocation]));
    // The others are served at once; the missing one is requested again on its own.
    harness.wait_until(|ready| ready["resortsWithForecast"].as_u64() >= Some(3));
    harness.wait_for(4);
    for slug in SLUGS {
        nothing_is_invented("missing location", &harness, slug);
    }
}

#[test]
fn failed_batch_blocks_no_other() {
    let resorts = catalogue::embedded().unwrap();
    let only: Vec<String> = resorts.iter().take(60).map(|resort| resort.slug.clone()).collect();
    // The first batch of fifty fails permanently, with all its retries; it rests for longer than the test.
    let mut setup = Setup { only, ..Setup::new("batches") }.spoilt_by(&[
        Fault::Overloaded,
        Fault::Overloaded,
        Fault::Overloaded,
    ]);
    setup.pauses.failed_rest_ms = 600_000;
    let harness = Harness::start(setup);
    harness.wait_for(10);
    let ready = harness.get("/readyz").json();
    assert_eq!((&ready["resorts"], &ready["resortsWithForecast"]), (&60.into(), &10.into()));
}

#[test]
fn requested_pause_is_respected() {
    // An exhausted day trips the breaker: one call, then none.
    let harness = Harness::start(Setup::few("limit").always(Fault::Limit(Window::Day)));
    harness.wait_until(has_failed);
    let again = harness.wait_until(|ready| ready["publishedAt"].is_string());
    assert_eq!(again["lanes"]["open-meteo"]["consecutiveFailures"], 1, "{again}");
    let reason = again["reasons"][0].as_str().unwrap();
    assert!(reason.contains("429") || reason.to_lowercase().contains("limit"), "{reason}");
}

#[test]
fn empty_place_keeps_its_batch() {
    let resorts: Vec<catalogue::Resort> = catalogue::embedded().unwrap().into_iter().take(50).collect();
    let only: Vec<String> = resorts.iter().map(|resort| resort.slug.clone()).collect();
    // Coordinates as the lane writes them.
    let four = |degrees: f64| (degrees * 10_000.0).round() / 10_000.0;
    for refusing in [RefusalMode::BreaksOff, RefusalMode::WholeCall, RefusalMode::Unexplained] {
        let dataless = &resorts[17];
        let dataless = Dataless { lat: four(dataless.lat), lon: four(dataless.lon), refusing };
        let world = World { seed: 1, dataless: vec![dataless], ..World::default() };
        let upstream = Some(demo::start_world(world).unwrap());
        let mut setup = Setup { only: only.clone(), upstream, ..Setup::new("dataless") };
        // Neither a rest of the batch nor an open breaker would end within the test.
        setup.pauses.failed_rest_ms = 600_000;
        setup.pauses.breaker = sources::breaker::Config { failures: 3, ..sources::breaker::Config::USUAL };
        let harness = Harness::start(setup);
        harness.wait_for(49);
        let without = harness.get(&format!("/api/v1/resorts/{}", resorts[17].slug)).json();
        assert!(without["data"]["conditions"]["forecast"]["next7dCm"]["value"].is_null(), "{refusing:?}");
        let metrics = harness.get("/metrics").text();
        let calls = |outcome: &str| {
            let name = format!("snow_ingest_fetches_total{{lane=\"open-meteo\",outcome=\"{outcome}\"}} ");
            let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
            line.map_or(0, |count| count.parse::<u32>().unwrap())
        };
        assert!(calls("failed") <= 8, "{refusing:?}: {metrics}");
        assert!(calls("ok") <= 18, "{refusing:?}: {metrics}");
    }
}
