//! Tests of the simulated archive with the lane's own request and parser.

use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use sources::open_meteo::archive::{
    ArchiveCall, ArchiveConfig, ArchiveNote, ArchivePlace, ArchiveReply, request,
};
use upstream_sim::climate::{nino_of_winter, winter_factor};
use upstream_sim::{ArchiveTrap, Fault, Faults, PlacedTrap, World, handle};

use crate::forecast::now;

const SIERRA: (f64, f64) = (37.65, -119.04);
const ALPS: (f64, f64) = (46.83, 9.81);

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn call(at: (f64, f64), first: &str, last: &str) -> ArchiveCall {
    let (lat, lon) = at;
    let place = ArchivePlace {
        id: "x".to_owned(),
        lat,
        lon,
        elevation_m: Some(2_300.0),
        zone: "Europe/Zurich".to_owned(),
    };
    request::call(&ArchiveConfig::new(None, None).unwrap(), &place, date(first), date(last)).unwrap()
}

fn fetch_at(world: &World, call: &ArchiveCall, now: Timestamp) -> ArchiveReply {
    // The lane reads snowfall if a response has it, but does not ask for it.
    let query = call.url.reveal().split_once('?').unwrap().1.replace("daily=", "daily=snowfall_sum,");
    let response = handle(world, "/v1/archive", &query, now, 0);
    assert_eq!(response.status, 200);
    call.read(&response.body).unwrap()
}

fn fetch(world: &World, call: &ArchiveCall) -> ArchiveReply {
    fetch_at(world, call, now())
}

fn world() -> World {
    World { seed: 3, ..World::default() }
}

fn total(archived: &ArchiveReply) -> f64 {
    archived.days.iter().filter_map(|day| day.snowfall_cm).sum()
}

#[test]
fn winter_is_independent_of_the_range() {
    let whole = fetch(&world(), &call(ALPS, "2020-07-01", "2021-06-30"));
    assert_eq!((whole.days.len(), whole.notes.len()), (365, 0));
    assert!((150.0..2_000.0).contains(&total(&whole)), "{}", total(&whole));
    assert!(whole.days.iter().all(|day| day.snowfall_cm.is_some() && day.depth_cm.is_some()));
    let february = &whole.days[220];
    assert!(february.depth_cm.unwrap() > 20.0, "{february:?}");
    assert!(whole.days[20].depth_cm.unwrap() < 5.0);
    let part = fetch(&world(), &call(ALPS, "2021-01-10", "2021-02-10"));
    assert_eq!(part.days[..], whole.days[193..225]);
}

#[test]
fn the_last_days_are_null() {
    let archived = fetch(&world(), &call(ALPS, "2025-12-20", "2026-01-10"));
    let known = archived.days.iter().filter(|day| day.snowfall_cm.is_some()).count();
    assert_eq!((archived.days.len(), known), (22, 17));
    assert_eq!(archived.days[known - 1].date, date("2026-01-05"));
}

#[test]
fn traps_take_effect() {
    let trapped = |trap| World { archive: vec![PlacedTrap { lat: ALPS.0, lon: ALPS.1, trap }], ..world() };
    let year = call(ALPS, "2020-07-01", "2021-06-30");
    let ice = fetch(&trapped(ArchiveTrap::Glacier), &year);
    assert!(ice.days.iter().all(|day| day.depth_cm == Some(3_333.0) && day.snowfall_cm.is_some()));
    let half = fetch(&trapped(ArchiveTrap::HalfYear), &year);
    assert_eq!((half.days.len(), &half.notes[..]), (182, &[ArchiveNote::Short(183)][..]));
    let nothing = fetch(&trapped(ArchiveTrap::Nothing), &year);
    assert!(nothing.days.iter().all(|day| day.snowfall_cm.is_none()));
    let limited = World {
        faults: Faults { script: [(0, Fault::Limit(upstream_sim::Window::Day))].into(), ..Faults::default() },
        ..world()
    };
    let response = handle(&limited, "/v1/archive", "", now(), 0);
    assert_eq!(response.status, 429);
    for wrong in [
        "",
        "latitude=1&longitude=2&start_date=1940-01-01&end_date=1941-01-01&daily=snowfall_sum",
        "latitude=1&longitude=2&start_date=2020-01-02&end_date=2020-01-01&daily=snowfall_sum",
        "latitude=1&longitude=2&start_date=2020-01-01&end_date=2020-01-01&daily=x",
    ] {
        assert_eq!(handle(&world(), "/v1/archive", wrong, now(), 0).status, 400, "{wrong}");
    }
}

#[test]
fn totals_contain_planted_signal() {
    let totals: Vec<(f64, f64)> = (1996..2024)
        .map(|year| {
            let call = call(SIERRA, &format!("{year}-11-01"), &format!("{}-04-30", year + 1));
            (winter_factor(3, year, SIERRA.0, SIERRA.1), total(&fetch(&world(), &call)))
        })
        .collect();
    let mean = |strong: bool| {
        let of: Vec<f64> =
            totals.iter().filter(|(factor, _)| (*factor > 1.0) == strong).map(|(_, cm)| *cm).collect();
        of.iter().sum::<f64>() / of.len() as f64
    };
    assert!(mean(true) > 1.1 * mean(false), "{} {}", mean(true), mean(false));
    assert!((1996..2024).any(|year| nino_of_winter(3, year, false) > 1.0));
}
