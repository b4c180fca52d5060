//! Tests of past winters mapped to a station: from measured days and winters in a database to the answer, and out of
//! force again. The weather is synthetic, and the station measures half as much again; this shows that the machinery
//! works.

use chrono::{Days, NaiveDate};
use climate::{Day, Hemisphere, Policy, RawWinter, Winter, pack};
use conditions_core::hourly::request_elevation;
use conditions_core::time::{DAY_MS, Timestamp};
use publication::grading;
use serde_json::{Value, json};
use storage::climate::WinterRow;
use storage::verification::{MeasuredSnow, measure};
use upstream_sim::World;

use crate::simulated::{Simulated, resorts};

const SLUG: &str = "alta";

fn now() -> Timestamp {
    Timestamp::parse("2026-07-10T08:00:00Z").unwrap()
}

/// Returns the snow of a day without a pattern, the same at every call, in tenths of a centimetre.
fn fell(date: NaiveDate) -> i64 {
    let mut seed = u64::try_from(date.to_epoch_days()).unwrap() ^ 0x9e37_79b9_7f4a_7c15;
    seed = (seed ^ (seed >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    seed ^= seed >> 29;
    i64::try_from(seed % 1_000).map_or(0, |draw| (draw - 600).max(0) / 2)
}

fn winter(year: i32) -> Winter {
    Winter::new(Hemisphere::North, year).unwrap()
}

fn dates(year: i32) -> impl Iterator<Item = NaiveDate> {
    winter(year).first_day().iter_days().take(winter(year).days())
}

/// Returns seven winters of the archive.
fn rows() -> Vec<WinterRow> {
    let row = |year: i32| {
        let mut raw = RawWinter::new(winter(year));
        let day = |date| Day { date, snowfall_cm: Some(fell(date) as f64 / 10.0), ..Day::default() };
        raw.merge_days(&Policy::DEFAULT, dates(year).map(day));
        WinterRow {
            slug: SLUG.to_owned(),
            dataset: climate::DATASET.to_owned(),
            winter: year,
            days: pack::write(&raw),
            asked_through: (winter(year).last_day() + Days::new(30)).to_epoch_days(),
            came_short: 0,
            fetched_at: now().plus_millis(-DAY_MS),
        }
    };
    (2019..2026).map(row).collect()
}

/// Returns the measurements of a station at mid mountain in these winters, in percent of the archive.
fn days(station: &str, years: std::ops::Range<i32>, percent: i64) -> Vec<MeasuredSnow> {
    let mid_m = request_elevation(&resorts(&[SLUG])[0].profile()).unwrap();
    let day = |date: NaiveDate| MeasuredSnow {
        slug: SLUG.to_owned(),
        day: grading::day_number(date),
        network: "snotel".to_owned(),
        station: station.to_owned(),
        elevation_m: Some(mid_m as i64 + 40),
        new_snow_mm: fell(date) * percent / 100,
        learned_at: now(),
    };
    years.flat_map(dates).map(day).collect()
}

/// Creates a service with the archive's winters and these measured days.
fn service(name: &str, measured: Vec<MeasuredSnow>) -> Simulated {
    let mut service = Simulated::new(name, World::default(), resorts(&[SLUG]), now());
    let rows = rows();
    let keep = move |conn: &mut storage::Conn| {
        storage::climate::merge(conn, &rows, |_, new| new.clone())?;
        measure(conn, &measured)
    };
    service.store().run_blocking(keep).unwrap();
    service.publish(now());
    service
}

fn window(service: &Simulated, at: Timestamp) -> Value {
    service.asked("get_trip_window", &[("slug", SLUG), ("start", "2027-01-10"), ("end", "2027-01-17")], at)
}

#[test]
fn station_winters_come_into_force() {
    let mut service = service("mapped", days("766:UT:SNTL", 2022..2026, 150));
    let before = window(&service, now());
    assert_eq!(before["data"]["mappedTo"], Value::Null);
    let conditions = service.envelope(SLUG);
    assert_eq!(service.map(now()), 1);
    service.publish(now());
    let after = window(&service, now());
    let mapped = &after["data"]["mappedTo"];
    assert_eq!((&mapped["network"], &mapped["station"]), (&json!("snotel"), &json!("766:UT:SNTL")));
    assert_eq!((&mapped["winters"], &mapped["days"]), (&json!(4), &json!(725)));
    assert_eq!((&mapped["firstSeason"], &mapped["lastSeason"]), (&json!("2022-23"), &json!("2025-26")));
    let powder = |answer: &Value| answer["data"]["powderDayProbability"].as_f64().unwrap();
    assert!(powder(&after) > powder(&before), "{} {}", powder(&before), powder(&after));
    assert!(after["data"]["powderDayInterval"]["of"].as_u64().unwrap() == 7 * 8);
    let reading = after["data"]["reading"].as_str().unwrap();
    assert!(reading.contains("766:UT:SNTL of snotel") && reading.contains("4 winters"), "{reading}");
    assert!(after["meta"].to_string().len() > before["meta"].to_string().len(), "the network is credited");
    // The record does not depend on odds.
    assert_eq!(service.envelope(SLUG)["data"], conditions["data"]);

    let tomorrow = now().plus_millis(DAY_MS);
    assert_eq!(service.map(tomorrow), 1);
    let at = |at: Timestamp| service.store().read_blocking(move |conn| grading::maps_at(conn, at)).unwrap();
    assert_eq!(at(now().plus_millis(-1)).len(), 0, "before it was in force");
    assert_eq!(at(now()), at(tomorrow));
    let in_force = move |conn: &mut storage::Conn| storage::verification::in_force(conn, "maps", tomorrow);
    let (since, _) = service.store().read_blocking(in_force).unwrap().unwrap();
    assert_eq!(since, now(), "an unchanged map is not put into force again");
}

#[test]
fn contradicted_station_is_unmapped() {
    let mut service = service("mapped-contradicted", days("a", 2022..2026, 150));
    assert_eq!(service.map(now()), 1);
    service.publish(now());
    assert_ne!(window(&service, now())["data"]["mappedTo"], Value::Null);
    let others = days("b", 2022..2026, 30);
    service.store().run_blocking(move |conn| measure(conn, &others)).unwrap();
    let later = now().plus_millis(DAY_MS);
    assert_eq!(service.map(later), 0);
    service.publish(later);
    let answer = window(&service, later);
    assert_eq!(answer["data"]["mappedTo"], Value::Null);
    assert!(answer["data"]["reading"].as_str().unwrap().contains("7 cm of snow per 10 mm"));
}

#[test]
fn two_station_winters_are_not_enough() {
    let mut service = service("mapped-few", days("a", 2024..2026, 150));
    assert_eq!(service.map(now()), 0);
    service.publish(now());
    assert_eq!(window(&service, now())["data"]["mappedTo"], Value::Null);
}
