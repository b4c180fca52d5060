//! Tests of the backfill with the simulator: its results, its estimate, and that a failure, a kill or half an answer
//! leaves neither a gap nor a repeat.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use ingest::winters::Outcome;
use ingest_runner::common::Common;
use ingest_runner::filling;
use publication::store;
use publication::versions::Versions;
use runtime::clock;
use serde_json::{Value, json};
use server::commands::backfill::BackfillError;
use server::commands::{backfill, demo};
use server::config::{Backfill, Config};
use server::database;
use storage::climate::{StoredWinter, WinterRow};
use storage::{Store, leases};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use upstream_sim::{ArchiveTrap, Fault, PlacedTrap, World};

use crate::commands::{database_in, program};
use crate::harness::{Harness, Setup, problem};

pub(crate) fn asked(resorts: &[&str], winters: u16) -> Backfill {
    Backfill { resorts: resorts.iter().map(|slug| (*slug).to_owned()).collect(), winters }
}

/// Runs a backfill; returns the number of planned calls and the outcome.
pub(crate) fn backfilled(
    store: &Store,
    config: &Config,
    asked: &Backfill,
) -> (usize, Result<Outcome, BackfillError>) {
    Runtime::new().unwrap().block_on(async {
        let plan = backfill::plan(store, config, asked).await.unwrap();
        let calls = plan.spans.len();
        assert_eq!(calls, plan.estimate().calls);
        let common = Arc::new(Common::standalone(store.clone(), config.pauses).unwrap());
        let (_stop, stopped) = watch::channel(false);
        (calls, plan.fetch(common, config, stopped).await)
    })
}

/// Returns every winter on record by resort and year.
pub(crate) fn record(store: &Store) -> BTreeMap<(String, i32), WinterRow> {
    let rows =
        Runtime::new().unwrap().block_on(store::changed(store, Versions::default())).unwrap().1.winters;
    rows.into_iter().map(|StoredWinter { row, .. }| ((row.slug.clone(), row.winter), row)).collect()
}

/// Returns the record without the times of the answers.
fn days(record: &BTreeMap<(String, i32), WinterRow>) -> Vec<(&str, i32, &str, i32, u32)> {
    let row = |row: &'_ WinterRow| (row.winter, row.asked_through, row.came_short);
    record
        .values()
        .map(|kept| {
            let (winter, through, short) = row(kept);
            (kept.slug.as_str(), winter, kept.days.as_str(), through, short)
        })
        .collect()
}

#[test]
fn backfill_fetches_each_winter_once() {
    let setup = Setup::few("backfill");
    let config = setup.config();
    let store = database::open(&config).unwrap();
    let wanted = asked(&["zermatt", "thredbo"], 11);
    let (calls, outcome) = backfilled(&store, &config, &wanted);
    assert_eq!((calls, outcome.unwrap()), (6, Outcome { kept: 24, ..Outcome::default() }));
    assert_eq!(backfilled(&store, &config, &wanted).0, 0, "everything is on record");
    store.close();

    let service = Harness::start(setup);
    service.wait_for(4);
    let progress = service.get("/readyz").json()["pastWinters"].clone();
    assert_eq!(progress["resorts"], 4, "{progress}");
    assert_eq!((&progress["currentWinter"], &progress["tenWinters"]), (&json!(2), &json!(2)), "{progress}");
    assert_eq!(
        (&progress["thirtyWinters"], &progress["wintersLastDay"]),
        (&json!(0), &json!(22)),
        "{progress}"
    );
    assert_eq!(progress["wintersMissing"], 2 * 31 + 2 * 19, "{progress}");
    let status = service.get("/status").text();
    assert!(status.contains("Resorts with ten winters") && status.contains("2 of 4"), "{status}");
    let data = |path: &str| service.get(&format!("/api/v1/resorts/{path}")).json()["data"].clone();
    let basis = &data("zermatt/conditions")["depthVsAvgBasis"];
    assert!(basis["averageCm"].is_number(), "{basis}");
    // The hours since the archive's newest day are on record from the first start.
    let depth = &data("zermatt/conditions")["depth"];
    for band in ["base", "mid", "summit"] {
        assert_eq!(depth[band]["source"], "model", "{depth}");
        assert!(depth[band]["value"].is_number(), "{depth}");
    }
    assert_eq!(data("alta/conditions")["depth"]["summit"], Value::Null, "no winter, no modelled summit");
    let history = data("zermatt/history");
    assert_eq!(history["record"]["completeSeasons"], 11);
    assert!(history["thirtySeason"]["meanCm"].as_f64().unwrap() > 50.0, "{}", history["thirtySeason"]);
    assert_eq!(data("thredbo/monthly")["months"][0]["month"], "January");
    assert_eq!(data("zermatt/trip-window?start=2027-02-01&end=2027-02-07")["seasonsCounted"], 11);
    let chart = |path: &str| service.get(&format!("/api/v1/resorts/{path}"));
    for (slug, measure) in [("zermatt", "depth"), ("thredbo", "snowfall")] {
        let complete = &data(&format!("{slug}/history"))["record"]["completeSeasons"];
        let svg = chart(&format!("{slug}/charts/season.svg?measure={measure}")).text();
        assert!(svg.contains(&format!("Norm: {complete} winters")), "{slug}: {svg}");
        for drawn in ["half of past winters", "<polyline", "Synthetic weather made by this server"] {
            assert!(svg.contains(drawn), "{slug}, {drawn}: {svg}");
        }
    }
    let first = history["record"]["firstSeason"].as_str().unwrap();
    assert!(chart(&format!("zermatt/charts/season.svg?season={first}")).text().contains(first));
    let refused = problem(&chart("zermatt/charts/season.svg?season=1950"), 400, "invalid_argument");
    let message = refused["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains(&format!("1950-51 is not on record; on record: {first} to ")), "{message}");
    assert_eq!(data("alta/history")["available"], false);
    assert_eq!(data("alta/conditions")["depthVsAvgBasis"]["averageCm"], Value::Null);
    let board = service.get("/api/v1/leaderboard?metric=snow_days").json();
    assert_eq!(board["data"]["rows"].as_array().unwrap().len(), 2);
}

#[test]
fn forecasts_are_smaller_during_the_first_ten_winters() {
    let setup = Setup::few("backfill-smaller");
    let config = setup.config();
    let store = database::open(&config).unwrap();
    let zermatt = catalogue::embedded().unwrap().into_iter().find(|one| one.slug == "zermatt").unwrap();
    let has_smaller_forecasts = |daily_calls| {
        let mut options = backfill::filling(&config);
        options.open_meteo.daily_calls = Some(daily_calls);
        let read = filling::read(&store, &options, vec![zermatt.clone()], clock::now());
        Runtime::new().unwrap().block_on(read).unwrap().has_smaller_forecasts
    };
    let acquire = || {
        store.run_blocking(|conn| leases::acquire(conn, "backfill", "test", clock::now(), 60_000)).unwrap()
    };
    // A resort counts twelve calls a day.
    assert!(!has_smaller_forecasts(20), "no backfill is running");
    acquire();
    assert!(has_smaller_forecasts(20));
    assert!(!has_smaller_forecasts(30), "more than half of the allowance is left");
    assert!(store.run_blocking(|conn| leases::release(conn, "backfill", "test")).unwrap());
    backfilled(&store, &config, &asked(&["zermatt"], 10)).1.unwrap();
    acquire();
    assert!(!has_smaller_forecasts(20), "ten winters are on record");
}

#[test]
fn spoilt_answers_are_retried() {
    let wanted = asked(&["zermatt"], 22);
    let whole = {
        let config = Setup::few("backfill-whole").config();
        let store = database::open(&config).unwrap();
        backfilled(&store, &config, &wanted).1.unwrap();
        record(&store)
    };
    assert_eq!(whole.len(), 23);
    let faults = [Fault::Truncated, Fault::Html, Fault::Status(400), Fault::Empty, Fault::Overloaded];
    let setup = Setup::few("backfill-spoilt").spoilt_by(&faults);
    let config = setup.config();
    let store = database::open(&config).unwrap();
    // The third try of the first call fails permanently; the others get their answers.
    let (calls, outcome) = backfilled(&store, &config, &wanted);
    let outcome = outcome.unwrap();
    assert_eq!((calls, outcome.failed.as_slice()), (4, &["zermatt".to_owned()][..]));
    assert_eq!(outcome.kept, 22);
    let before = record(&store);
    let (calls, outcome) = backfilled(&store, &config, &wanted);
    assert_eq!((calls, outcome.unwrap().kept), (1, 1), "only missing winters are fetched");
    let after = record(&store);
    assert_eq!(days(&after), days(&whole));
    assert!(before.iter().all(|(key, row)| after[key] == *row), "nothing is fetched twice");
}

#[test]
fn silent_archive_ends_the_backfill() {
    let setup = Setup::few("backfill-silent").always(Fault::Status(404));
    let config = setup.config();
    let store = database::open(&config).unwrap();
    let every = asked(&["alta", "vail", "zermatt"], 22);
    let (_, outcome) = backfilled(&store, &config, &every);
    assert!(matches!(outcome, Err(BackfillError::Silent(_))), "{outcome:?}");
    assert!(record(&store).is_empty());
}

#[test]
fn partial_year_is_fetched_again() {
    let zermatt = catalogue::embedded().unwrap().into_iter().find(|one| one.slug == "zermatt").unwrap();
    // Coordinates as the lane writes them.
    let four = |degrees: f64| (degrees * 10_000.0).round() / 10_000.0;
    let trap = |trap| PlacedTrap { lat: four(zermatt.lat), lon: four(zermatt.lon), trap };
    let world = World { seed: 1, archive: vec![trap(ArchiveTrap::HalfYear)], ..World::default() };
    let setup = Setup { upstream: Some(demo::start_world(world).unwrap()), ..Setup::few("backfill-half") };
    let config = setup.config();
    let store = database::open(&config).unwrap();
    let wanted = asked(&["zermatt"], 1);
    for came_short in 1..=3 {
        let (calls, outcome) = backfilled(&store, &config, &wanted);
        assert!((1..=2).contains(&calls), "{came_short}: {calls}");
        assert!(outcome.unwrap().short >= 1);
    }
    assert_eq!(backfilled(&store, &config, &wanted).0, 0, "three times are enough");
    store.close();
    let service = Harness::start(setup);
    service.wait_for(4);
    let history = &service.get("/api/v1/resorts/zermatt/history").json()["data"];
    assert_eq!((&history["available"], &history["record"]["completeSeasons"]), (&json!(true), &json!(0)));
    assert!(history["seasons"].as_array().unwrap().iter().all(|season| season["rank"].is_null()));
}

/// Expires a lease that a killed process holds.
pub(crate) fn expire_lease(store: &Store, lease: &'static str) {
    let later = clock::now().plus_millis(600_000);
    store
        .run_blocking(move |conn| {
            leases::acquire(conn, lease, "test", later, 1)?;
            leases::release(conn, lease, "test")
        })
        .unwrap();
}

#[test]
fn killed_backfill_resumes() {
    let setup = Setup::few("backfill-killed");
    let config = setup.config();
    let folder = setup.folder.to_str().unwrap().to_owned();
    let url = config.open_meteo.base_url.clone().unwrap();
    let slugs = ["zermatt", "alta", "thredbo", "vail", "verbier"];
    let mut arguments =
        vec!["--data-dir", &folder, "--open-meteo-url", &url, "--open-meteo-daily-calls", "0"];
    arguments.extend(["--log", "error", "backfill", "--winters", "30"]);
    slugs.iter().for_each(|slug| arguments.extend(["--resort", slug]));
    let store = database::open(&config).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
        .args(&arguments)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begun = clock::monotonic();
    while record(&store).len() < 20 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing comes");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = record(&store);
    assert!(before.len() < 5 * 31, "killed too late to show anything");
    let ran = program(&arguments);
    assert!(ran.code == Some(1) && ran.err.contains("another backfill"), "the lease is still held: {ran:?}");
    expire_lease(&store, "backfill");
    let watched: Vec<&str> = arguments.iter().copied().chain(["--watch"]).collect();
    let ran = program(&watched);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let last = ran.out.lines().last().unwrap();
    assert!(last.contains("5 have the current winter, 5 ten winters, 5 thirty; "), "{last}");
    assert!(last.contains(" winters missing, complete about "), "{last}");
    let after = record(&store);
    assert_eq!(after.len(), 5 * 31);
    assert!(before.iter().all(|(key, row)| after[key] == *row), "nothing is fetched twice");
    assert!(after.values().all(|row| row.came_short == 0));
    let ran = program(&arguments);
    assert!(ran.out.contains("nothing to fetch"), "{ran:?}");
}

#[test]
fn estimate_is_printed_first() {
    let setup = Setup::few("backfill-dry");
    let folder = setup.folder.to_str().unwrap();
    database_in(folder);
    let ran = program(&["--data-dir", folder, "backfill", "--dry-run"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("23808 winters of 768 resorts in 3072 calls"), "{}", ran.out);
    let left = ran.out.split_once("forecasts and current winters leave ").unwrap().1;
    let number = |text: &str| text.split([' ', '\n']).next().unwrap().parse::<u32>().unwrap();
    let (first, later) = (number(left), number(left.split_once("on record, then ").unwrap().1));
    assert!(
        later > 829 && first > later + 700 && ran.out.contains("days;"),
        "at least the resorts of one hemisphere rest: {}",
        ran.out
    );
    let ran = program(&["--data-dir", folder, "backfill", "--dry-run", "--resort", "zermat"]);
    assert!(ran.code == Some(1) && ran.err.contains("nearest: zermatt"), "{ran:?}");
    for winters in ["0", "71", "x"] {
        assert_eq!(program(&["backfill", "--winters", winters]).code, Some(2), "{winters}");
    }
}
