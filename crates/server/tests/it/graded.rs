//! Tests of five weeks of a simulated winter with one bad model: forecasts archived, days measured by stations, and at
//! the end everything graded, with learnt weights in force. This shows that the machinery works; it says nothing about
//! the skill of any real model.

use std::sync::LazyLock;

use chrono::NaiveDate;
use conditions_core::time::{HOUR_MS, Timestamp};
use conformance::rules::{Answer, Definitions, Subject, Viewer, check};
use operations::ops;
use publication::published::key::RequestKey;
use serde_json::Value;
use server::commands::demo;
use upstream_sim::{World, truth};
use verification::report::{BLEND, CLIMATOLOGY};
use verification::{Report, Row};

use crate::simulated::{Simulated, resorts};

const SLUGS: [&str; 5] = ["alta", "banff-sunshine", "davos-parsenn", "hakuba-happo-one", "thredbo"];
/// Not covered by any station network, so never graded.
const UNMEASURED: &str = "thredbo";
const BAD: &str = "gem_seamless";
const DAYS: i64 = 5 * 7;
const SEED: u64 = 1;

fn start() -> Timestamp {
    Timestamp::parse("2026-01-03T00:25:00Z").unwrap()
}

fn after(hours: i64) -> Timestamp {
    start().plus_millis(hours * HOUR_MS)
}

fn world() -> World {
    let stations = demo::stations(SEED, &resorts(&SLUGS));
    World { seed: SEED, stations, bad_model: Some(BAD), ..World::default() }
}

struct FiveWeeks {
    service: Simulated,
    report: Report,
    broken: Vec<String>,
    past: Vec<(Timestamp, &'static str, Value)>,
}

static FIVE_WEEKS: LazyLock<FiveWeeks> = LazyLock::new(run);

fn run() -> FiveWeeks {
    let mut service = Simulated::new("graded", world(), resorts(&SLUGS), start());
    let (mut broken, mut past, mut report) = (Vec::new(), Vec::new(), None);
    for hour in 0..=DAYS * 24 {
        let now = after(hour);
        if hour % (7 * 24) == 0 {
            service.list_stations(now);
        }
        if hour % 4 == 0 {
            service.poll_stations(now);
        }
        // Soon after midnight in Europe, in America, and in Japan.
        if hour % 8 == 0 {
            service.fetch_forecasts(now);
        }
        if hour % 24 == 9 && hour > (DAYS - 4) * 24 {
            report = Some(service.grade(now));
        }
        if hour % 24 == 10 {
            service.publish(now);
            service.log_day(now);
            for slug in SLUGS {
                let envelope = service.envelope(slug);
                let found = rules(&envelope).into_iter();
                broken.extend(found.map(|what| format!("{slug} at {now}: {what}")));
                past.push((now, slug, envelope));
            }
        }
    }
    FiveWeeks { service, report: report.unwrap(), broken, past }
}

/// Applies the conformance kit's rules to an envelope.
fn rules(envelope: &Value) -> Vec<String> {
    let definitions = Definitions::default();
    let answer = Answer { json: envelope, definitions: &definitions, viewer: Viewer::Anonymous };
    check(&Subject::Envelope(answer)).into_iter().map(|found| format!("{found:?}")).collect()
}

fn row<'r>(report: &'r Report, forecaster: &str, leads: (u8, u8)) -> &'r Row {
    let wanted = |row: &&Row| {
        row.forecaster == forecaster
            && (row.lead_from, row.lead_to) == leads
            && row.region.is_none()
            && row.resort.is_none()
    };
    report.rows.iter().filter(wanted).max_by_key(|row| row.window_days).unwrap()
}

#[test]
fn five_weeks_end_graded() {
    let FiveWeeks { report, broken, .. } = &*FIVE_WEEKS;
    assert_eq!(*broken, [""; 0]);
    println!("{}", server::commands::verify::table(report, None, None));
    assert_eq!(report.resorts, SLUGS.len() - 1);
    assert!(report.rows.iter().all(|row| row.resort.as_deref() != Some(UNMEASURED)));
    let (day_one, band) = (row(report, BLEND, (1, 1)), row(report, BLEND, (1, 3)));
    assert!(day_one.days >= 30 && day_one.pairs > 30 * 3, "{day_one:?}");
    let [low, high] = band.intervals.mae_cm.unwrap();
    assert!(low < band.measures.mae_cm.unwrap() && band.measures.mae_cm.unwrap() < high, "{band:?}");
    // Dry days count: there are more pairs than pairs with snow.
    assert!(band.snow_pairs > 0 && band.snow_pairs < band.pairs, "{band:?}");
    let climatology = row(report, CLIMATOLOGY, (1, 3));
    assert!(band.measures.mae_cm < climatology.measures.mae_cm, "{band:?} {climatology:?}");
    // Errors grow with the lead.
    assert!(band.measures.mae_cm < row(report, BLEND, (8, 14)).measures.mae_cm);
}

#[test]
fn grades_are_answered_and_drawn() {
    let FiveWeeks { service, report, .. } = &*FIVE_WEEKS;
    let pairs = [("dataset", "model_accuracy"), ("days", "90")];
    let now = after(DAYS * 24);
    let answer = service
        .published
        .answer(
            &world::Caller::anonymous(),
            &ops::get_ml_trends::Op,
            &RequestKey::new("accuracy", ""),
            &pairs,
            now,
        )
        .unwrap();
    let answer: Value = serde_json::from_slice(answer.plain()).unwrap();
    assert_eq!(answer["data"]["accuracy"][0]["forecaster"], BLEND);
    assert_eq!(answer["data"]["graded"]["pairs"], report.pairs);
    let (world, caller) = (&service.published.world, world::Caller::pro());
    let accuracy = operations::charts::accuracy::svg(world.report.as_deref(), None, &world.service);
    assert!(accuracy.contains("Blend, day 14: mean absolute error"), "{accuracy}");
    let view = world::View::new(world, &caller);
    let forecast = operations::charts::coming_days::svg(&view.resort("alta").unwrap(), &world.service);
    assert!(forecast.contains("Snow forecast: Alta"));
    // For inspection.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("graded");
    std::fs::write(folder.join("accuracy.svg"), accuracy).unwrap();
    std::fs::write(folder.join("forecast.svg"), forecast).unwrap();
}

#[test]
fn bad_model_is_found() {
    let [early, late, far] = &FIVE_WEEKS.report.weights[..] else { panic!("three bands") };
    assert!(early.learnt, "{early:?}");
    for band in [early, late] {
        // Learnt weights without a gain on the held-out days would not be in force.
        assert!(!band.learnt || band.weights[BAD] < 0.4, "{band:?}");
        let error = |name: &str| band.compared.iter().find(|one| one.name == name).unwrap().mae_cm;
        assert!(error(BAD) > 3.0 * error("learnt"), "{band:?}");
    }
    assert!(far.scored_days < 30 && !far.learnt, "{far:?}");
    assert_eq!(far.weights["gfs_seamless"], 1.5);
}

#[test]
fn weights_are_shown_and_replayed() {
    let FiveWeeks { service, past, .. } = &*FIVE_WEEKS;
    let policy = &service.published.world.policy;
    let since = policy.weights_since.expect("learnt weights are in force");
    let before = past.iter().filter(|(at, ..)| *at < since).count();
    assert!(before > 0 && before < past.len());
    for (at, slug, envelope) in past.iter().step_by(7).chain(past.iter().rev().take(6)) {
        let then = service.replayed(slug, *at);
        assert_eq!(then["data"].to_string(), envelope["data"].to_string(), "{slug} at {at}");
    }
    let why = service.explained("alta", after(DAYS * 24));
    let forecast = why.as_array().unwrap().iter().find(|field| field["field"] == "forecast").unwrap();
    assert_eq!(forecast["decisions"][0]["rule"], "learnt_weights", "{forecast}");
    let labels = forecast["considered"].as_array().unwrap().iter().map(|seen| &seen["label"]);
    assert!(labels.clone().any(|label| label == "learnt weights"), "{forecast}");
}

#[test]
fn measured_day_matches_the_truth() {
    let resort = resorts(&["davos-parsenn"]).remove(0);
    let own = |station: &&upstream_sim::Station| station.network == upstream_sim::Network::Slf;
    let world = world();
    let stations: Vec<_> = world.stations.iter().filter(own).collect();
    let measured = FIVE_WEEKS.service.measured("davos-parsenn");
    assert!(measured.len() > 30, "{}", measured.len());
    let (mut told, mut fell) = (0.0, 0.0);
    for day in &measured {
        let station = stations[0];
        let date: NaiveDate = publication::grading::date_of(day.day).unwrap();
        let from = conditions_core::hourly::first_time(resort.timezone, date).unwrap();
        told += day.new_snow_mm as f64 / 10.0;
        fell += truth::new_snow_cm(&world, (station.lat, station.lon), station.elevation_m, from, 24);
    }
    // Snow settles while it falls, so a gauge shows less: a bias that grading inherits and states.
    assert!(told > 0.6 * fell && told < 1.1 * fell, "{told} of {fell}");
}

#[test]
fn every_day_is_logged() {
    let FiveWeeks { service, .. } = &*FIVE_WEEKS;
    let trends = |pairs: &[(&str, &str)]| -> Value {
        let now = after(DAYS * 24);
        let bytes = service
            .published
            .answer(
                &world::Caller::anonymous(),
                &ops::get_ml_trends::Op,
                &RequestKey::new("catalogue of trends", ""),
                pairs,
                now,
            )
            .unwrap();
        serde_json::from_slice::<Value>(bytes.plain()).unwrap()["data"].clone()
    };
    let catalog = trends(&[("dataset", "catalog")]);
    let entries = catalog["catalog"].as_array().unwrap();
    let leaders = entries.iter().find(|entry| entry["dataset"] == "bluebird_leaders").unwrap();
    // The last day was logged after the world had been published.
    assert_eq!((&leaders["n"], &leaders["since"]), (&(DAYS - 1).into(), &"2026-01-03".into()));
    let pulse = entries.iter().find(|entry| entry["dataset"] == "score_pulse").unwrap();
    assert_eq!(pulse["available"], true, "{catalog}");
}
