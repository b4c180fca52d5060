//! Tests of fifteen real winter days in the program: recorded readings of stations and recorded forecasts pass the
//! lanes' parsers, the stations' history, storage, the resolver and the publisher. The published values are compared
//! with the measurements that followed. Without the records of `SNOW_REAL_DATA` the tests print a line and pass.
//!
//! - **Forecasts**: six resorts in western North America from 18 February 2026 on, one issue of one model a day. The
//!   pillows give one reading a day.
//! - **Stations**: Weissfluhjoch above Davos from 9 January 2018 on, by the hour, with a heated gauge next to it.

mod records;
mod upstreams;

use std::fmt::Write as _;
use std::io::Write as _;

use chrono::{Days, NaiveDate};
use conditions_core::snow::{new_snow_cm, settled_cm};
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use serde_json::Value;
use sources::open_meteo::Config;
use world::Caller;

use crate::simulated::{Simulated, Upstream, resorts};
use records::Table;
use upstreams::{Gauge, Pillow, Place};

const DAYS: i64 = 15;
/// A resort, and its name in the record of forecasts.
const PLACES: [(&str, &str); 6] = [
    ("alta", "alta_ut"),
    ("big-sky", "big_sky_mt"),
    ("crystal-mountain", "crystal_mountain_wa"),
    ("mammoth-mountain", "mammoth_mountain_ca"),
    ("stevens-pass", "stevens_pass_wa"),
    ("vail", "vail_co"),
];
/// Groups of leads, 1 for the day of the issue.
const GROUPS: [(usize, usize); 3] = [(1, 5), (6, 8), (9, 14)];
/// Recorded centimetres of snow per millimetre of water.
const CM_PER_MM: f64 = 0.7;
/// Half an inch: depths of the network are whole inches.
const HALF_INCH_CM: f64 = 1.3;

fn one_model() -> Config {
    Config::new(None, None, &["best_match"], &[]).unwrap()
}

fn report(text: &str) {
    // Not captured by the test harness, unlike the macros: the table is part of the output.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A published day and its measurement, centimetres of new snow.
struct Case {
    lead: usize,
    row: f64,
    /// The 10th, 50th and 90th percentile.
    range: [f64; 3],
    plain: f64,
    measured: f64,
}

/// Results of the replayed forecasts.
struct Forecasts {
    cases: Vec<Case>,
    /// Published and read depths, centimetres; `None` if not published or not read.
    depths: Vec<(Option<f64>, Option<f64>)>,
    /// Days on which a station's new snow was published, although it read its depth once.
    new_snow_from_one_reading: usize,
}

/// Returns the new snow of this much water at a temperature by the rule of the forecast, centimetres.
fn snow_cm(mm: f64, temp_c: f64) -> f64 {
    settled_cm(new_snow_cm(mm, Some(temp_c)), mm)
}

fn replay_forecasts() -> Option<Forecasts> {
    let table = Table::read("forecasts_openmeteo_2026.csv.gz")?;
    let (pairs, readings) = (Table::read("pairs.csv")?, Table::read("obs_snotel_2026.csv")?);
    let held = |slug| resorts(&[slug]).remove(0);
    let read = |(slug, name)| Place::read(&table, name, (held(slug).lat, held(slug).lon));
    let of_place = |(_, name): (&str, &str)| Pillow::of_place(&pairs, &readings, name);
    let pillows: Vec<Pillow> = PLACES.into_iter().flat_map(of_place).collect();
    let in_network = pillows.into_iter().filter(|pillow| pillow.triplet.ends_with(":SNTL")).collect();
    let places: Vec<Place> = PLACES.map(read).into();
    let upstream: Upstream = Box::new({
        let (places, pillows): (Vec<Place>, Vec<Pillow>) = (PLACES.map(read).into(), in_network);
        move |path, query, now, _| match path {
            "/v1/forecast" => (200, upstreams::forecast(&places, query, now)),
            path if path.starts_with("/awdbRestApi/") => (200, upstreams::awdb(&pillows, path, query, now)),
            _ => (404, Vec::new()),
        }
    });
    let start = Timestamp::parse("2026-02-18T09:00:00Z").unwrap();
    let slugs = PLACES.map(|(slug, _)| slug);
    let mut service = Simulated::fed("real-forecasts", upstream, one_model(), resorts(&slugs), start);
    let mut out = Forecasts { cases: Vec::new(), depths: Vec::new(), new_snow_from_one_reading: 0 };
    service.list_stations(start);
    for day in 0..DAYS {
        let morning = start.plus_millis(day * DAY_MS);
        service.poll_stations(morning);
        service.publish(morning);
        for (slug, name) in PLACES {
            look_at_stations(&service, slug, &Pillow::of_place(&pairs, &readings, name), morning, &mut out);
        }
        let issued = morning.plus_millis(3 * HOUR_MS + 10 * MINUTE_MS);
        service.fetch_forecasts(issued);
        service.publish(issued);
        for (place, (slug, name)) in places.iter().zip(PLACES) {
            let pillows = Pillow::of_place(&pairs, &readings, name);
            out.cases.extend(cases(&service, slug, place, &pillows[0], issued));
        }
    }
    Some(out)
}

/// Compares the published readings of a resort's stations with the record.
fn look_at_stations(
    service: &Simulated,
    slug: &str,
    pillows: &[Pillow],
    now: Timestamp,
    out: &mut Forecasts,
) {
    let envelope = service.envelope(slug);
    let published = envelope["measuredNow"]["stations"].as_array().cloned().unwrap_or_default();
    for station in published {
        let Some(pillow) = pillows.iter().find(|pillow| station["stationId"] == pillow.triplet.as_str())
        else {
            continue;
        };
        let today = now.plus_millis(-pillow.day_starts_h * HOUR_MS).utc().date_naive();
        out.depths.push((station["snowDepthCm"].as_f64(), pillow.days[&today].depth_cm));
    }
    let resort = service.asked("get_resort", &[("slug", slug)], now);
    if resort["data"]["recentSnow"]["past24h"]["source"] == "scraped" {
        out.new_snow_from_one_reading += 1;
    }
}

/// Returns the published days of a resort with the gain of its pillow.
fn cases(service: &Simulated, slug: &str, place: &Place, pillow: &Pillow, now: Timestamp) -> Vec<Case> {
    let answer =
        service.asked_by(&Caller::pro(), "get_weather_forecast", &[("slug", slug), ("days", "14")], now);
    let (_, issue) = place.issues.range(..=now).next_back().expect("an issue");
    let late = pillow.day_starts_h as f64 / 24.0;
    let of_lead = |(index, (row, chance)): (usize, (&Value, &Value))| {
        let date: NaiveDate = row["date"].as_str()?.parse().ok()?;
        let snow = |date| issue.get(&date).map(|day| day.snow_cm / CM_PER_MM);
        let temp_c = f64::midpoint(row["tempMinC"].as_f64()?, row["tempMaxC"].as_f64()?);
        let plain_mm = (1.0 - late) * snow(date)? + late * snow(date + Days::new(1))?;
        Some(Case {
            lead: index + 1,
            row: row["snowfallCm"].as_f64()?,
            range: [chance["p10Cm"].as_f64()?, chance["p50Cm"].as_f64()?, chance["p90Cm"].as_f64()?],
            plain: snow_cm(plain_mm, temp_c),
            measured: snow_cm(pillow.days.get(&date)?.gain_mm?, temp_c),
        })
    };
    let (rows, chances) = (&answer["data"]["days"], &answer["data"]["chances"]);
    rows.as_array()
        .into_iter()
        .flatten()
        .zip(chances.as_array().into_iter().flatten())
        .enumerate()
        .filter_map(of_lead)
        .collect()
}

/// Means over cases.
struct Errors {
    days: usize,
    row: f64,
    middle: f64,
    plain: f64,
    bias: f64,
    within: f64,
}

impl Errors {
    fn of(cases: &[Case], (from, to): (usize, usize)) -> Self {
        let of_group: Vec<&Case> = cases.iter().filter(|case| (from..=to).contains(&case.lead)).collect();
        let mean = |value: &dyn Fn(&Case) -> f64| {
            of_group.iter().map(|case| value(case)).sum::<f64>() / of_group.len() as f64
        };
        // A gauge reads tenths of an inch, which is about two centimetres of snow.
        let is_within = |case: &Case| {
            let [low, _, high] = case.range;
            (low - 2.0..=high + 2.0).contains(&case.measured)
        };
        Self {
            days: of_group.len(),
            row: mean(&|case| (case.row - case.measured).abs()),
            middle: mean(&|case| (case.range[1] - case.measured).abs()),
            plain: mean(&|case| (case.plain - case.measured).abs()),
            bias: mean(&|case| case.row - case.measured),
            within: mean(&|case| f64::from(u8::from(is_within(case)))),
        }
    }
}

#[test]
fn real_forecasts_hold_their_ranges() {
    let Some(Forecasts { cases, depths, new_snow_from_one_reading }) = replay_forecasts() else { return };
    let mut table = String::from(
        "fifteen days of forecasts, six places, cm of new snow a day\n\
         leads | days | MAE of the row | of p50 | of the plain forecast | bias of the row | within p10 to p90\n",
    );
    for group in GROUPS {
        let Errors { days, row, middle, plain, bias, within } = Errors::of(&cases, group);
        let (from, to) = group;
        writeln!(
            table,
            "{from}-{to} | {days} | {row:.2} | {middle:.2} | {plain:.2} | {bias:+.2} | {:.0} %",
            100.0 * within
        )
        .unwrap();
        assert!((0.75..=0.95).contains(&within), "{table}");
        assert!(middle <= 1.15 * plain, "{table}");
    }
    report(&table);
    for case in &cases {
        let [low, middle, high] = case.range;
        assert!(low <= middle && middle <= high, "{:?}", case.range);
    }
    assert_eq!(new_snow_from_one_reading, 0);
    assert!(depths.len() >= 40, "{}", depths.len());
    for (published, read) in &depths {
        assert_eq!(published.is_some(), read.is_some());
        assert!(published.zip(*read).is_none_or(|(published, read)| (published - read).abs() < HALF_INCH_CM));
    }
}

/// A published state of Davos, and the readings of the station.
struct Davos {
    at: Timestamp,
    depth_cm: Option<f64>,
    new_snow_cm: Option<f64>,
    is_flagged: bool,
    forecast: Value,
}

fn replay_station() -> Option<(Gauge, Vec<Davos>)> {
    let (stations, readings) = (Table::read("stations.csv")?, Table::read("stations_hourly.csv.gz")?);
    let read = || Gauge::read(&stations, &readings, "WFJ_2017", "WFJ2");
    let gauge = read();
    let upstream: Upstream = Box::new(move |path, _, now, _| match path {
        path if path.starts_with("/public/api/imis/") => (200, upstreams::slf(&gauge, path, now)),
        _ => (404, Vec::new()),
    });
    let start = Timestamp::parse("2018-01-09T00:20:00Z").unwrap();
    let slug = "davos-parsenn";
    let mut service = Simulated::fed("real-station", upstream, one_model(), resorts(&[slug]), start);
    service.list_stations(start);
    let mut published = Vec::new();
    for hour in 0..=DAYS * 24 {
        let now = start.plus_millis(hour * HOUR_MS);
        service.poll_stations(now);
        service.publish(now);
        let envelope = service.envelope(slug);
        let depths = envelope["data"]["depth"].as_object().cloned().unwrap_or_default();
        let measured = depths.values().find(|band| band["source"] == "scraped");
        let resort = service.asked("get_resort", &[("slug", slug)], now);
        let flags = envelope["data"]["flags"].as_array().cloned().unwrap_or_default();
        published.push(Davos {
            at: now.plus_millis(-20 * MINUTE_MS),
            depth_cm: measured.and_then(|band| band["value"].as_f64()),
            new_snow_cm: resort["data"]["recentSnow"]["past24h"]["value"].as_f64(),
            is_flagged: flags.contains(&"station_value_dropped".into()),
            forecast: envelope["data"]["forecast"]["next7dCm"]["value"].clone(),
        });
    }
    Some((read(), published))
}

/// Returns the water of the gauge in the day before `at`.
fn gauge_mm(gauge: &Gauge, at: Timestamp) -> f64 {
    let day = gauge.readings.range(at.plus_millis(-DAY_MS + 1)..=at);
    day.filter_map(|(_, reading)| reading.water_mm).sum()
}

#[test]
fn real_station_is_published_as_read() {
    let Some((gauge, published)) = replay_station() else { return };
    let mut table =
        String::from("fifteen days at Weissfluhjoch\nday | published new snow, cm | gauge, mm | rise, cm\n");
    let depth = |at: Timestamp| gauge.readings.get(&at).and_then(|reading| reading.depth_cm);
    let (mut snow, mut water, mut dry, mut wet) = (0.0, 0.0, Vec::new(), Vec::new());
    for day in published.iter().step_by(24).skip(1) {
        let (mm, before) = (gauge_mm(&gauge, day.at), gauge_mm(&gauge, day.at.plus_millis(-DAY_MS)));
        let rise = depth(day.at).zip(depth(day.at.plus_millis(-DAY_MS))).map(|(end, start)| end - start);
        let date = day.at.plus_millis(-1).utc().date_naive();
        writeln!(table, "{date} | {:?} | {mm:.1} | {rise:.1?}", day.new_snow_cm).unwrap();
        let Some(cm) = day.new_snow_cm else { continue };
        (snow, water) = (snow + cm, water + mm);
        if mm == 0.0 && before == 0.0 {
            dry.push(cm);
        } else if mm >= 2.0 {
            wet.push(cm);
        }
    }
    let false_days = dry.iter().filter(|cm| **cm >= 1.0).count();
    let missed = wet.iter().filter(|cm| **cm < 1.0).count();
    let pairs = published.iter().filter_map(|one| Some((one, one.depth_cm?, depth(one.at)?)));
    let off: Vec<f64> = pairs.clone().map(|(_, published, read)| published - read).collect();
    let mean = |of: &mut dyn Iterator<Item = f64>| of.sum::<f64>() / off.len() as f64;
    let (mae, bias) = (mean(&mut off.iter().map(|cm| cm.abs())), mean(&mut off.iter().copied()));
    writeln!(
        table,
        "dry days called >= 1 cm: {false_days} of {}; days with 2 mm missed: {missed} of {}; {snow:.0} cm from {water:.0} mm\n\
         published depth less reading: {} hours, MAE {mae:.2} cm, bias {bias:+.2} cm",
        dry.len(),
        wet.len(),
        off.len(),
    )
    .unwrap();
    report(&table);
    for (one, published, read) in pairs {
        assert!((published - read).abs() <= 3.0 || one.is_flagged, "{}: {published} for {read}", one.at);
    }
    assert!(published.iter().all(|one| one.forecast.is_null()), "no forecast was fetched");
}
