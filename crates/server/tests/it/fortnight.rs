//! Tests of two weeks of a simulated winter: stations polled every few hours, then every hour; forecasts fetched twice
//! a day; failing instruments; planned storms. At the end stations are shown next to the models, no rule of the
//! contract was broken, and the storms are found.

use std::sync::LazyLock;

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use conformance::rules::{Answer, Definitions, Subject, Viewer, check};
use operations::ops;
use publication::published::key::RequestKey;
use serde_json::Value;
use server::commands::demo;
use upstream_sim::weather::{Site, Weather};
use upstream_sim::{Network, Sensor, SensorQuantity, Storm, Trap, World, storm};

use crate::simulated::{Simulated, resorts};

const SLUGS: [&str; 7] =
    ["alta", "banff-sunshine", "davos-parsenn", "les-rousses", "hakuba-happo-one", "st-anton", "thredbo"];
/// A resort, the network of its mountain stations, and whether new snow is derived from their depths.
const MEASURED: [(&str, &str); 5] = [
    ("alta", "snotel"),
    ("banff-sunshine", "swob"),
    ("davos-parsenn", "slf"),
    ("hakuba-happo-one", "amedas"),
    ("st-anton", "tawes"),
];
const HOURS: i64 = 14 * 24;
const SEED: u64 = 1;

fn start() -> Timestamp {
    Timestamp::parse("2026-01-03T00:25:00Z").unwrap()
}

fn after(hours: i64) -> Timestamp {
    start().plus_millis(hours * HOUR_MS)
}

fn place(slug: &str) -> (f64, f64, f64) {
    let resort = resorts(&[slug]).remove(0);
    (
        resort.lat,
        resort.lon,
        f64::midpoint(f64::from(resort.base_m.unwrap()), f64::from(resort.summit_m.unwrap())),
    )
}

fn over(slug: &str, start: Timestamp, water_mm: f64) -> Storm {
    let (lat, lon, _) = place(slug);
    Storm { lat, lon, radius_km: 60.0, start, hours: 18.0, water_mm }
}

/// Returns one storm that stations measure, and two that are still ahead at the end.
fn storms() -> [Storm; 3] {
    [
        over("davos-parsenn", after(HOURS - 25), 45.0),
        over("alta", after(HOURS + 30), 50.0),
        over("st-anton", after(HOURS + 60), 40.0),
    ]
}

fn world() -> World {
    let stations = demo::stations(SEED, &resorts(&SLUGS));
    let sensor = |network, from: i64, trap| Sensor {
        network,
        station: None,
        from: after(from),
        until: after(HOURS + 1),
        trap,
    };
    let sensors = vec![
        // From the tenth day on, Alta's gauges report centimetres instead of inches.
        sensor(Network::Snotel, 10 * 24, Trap::OtherUnit { what: SensorQuantity::Depth }),
        sensor(Network::Tawes, 13 * 24 + 2, Trap::Frozen),
        sensor(Network::Swob, 24, Trap::Spike { what: SensorQuantity::Temp, by: 25.0, every_h: 31 }),
        sensor(Network::Amedas, 12 * 24, Trap::BadQuality { what: SensorQuantity::Wind }),
    ];
    World { seed: SEED, stations, sensors, storms: storms().into(), ..World::default() }
}

/// Results of two weeks.
struct Fortnight {
    service: Simulated,
    now: Timestamp,
    /// Broken rules of the contract, with time and place.
    broken: Vec<String>,
    /// Earlier envelopes: time, resort, content.
    past: Vec<(Timestamp, &'static str, Value)>,
}

static FORTNIGHT: LazyLock<Fortnight> = LazyLock::new(run);

fn run() -> Fortnight {
    let schema: Value = serde_json::from_str(&contract::schema::committed()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut service = Simulated::new("fortnight", world(), resorts(&SLUGS), start());
    let (mut broken, mut past) = (Vec::new(), Vec::new());
    for hour in 0..=HOURS {
        let now = after(hour);
        if hour % 24 == 0 {
            service.list_stations(now);
        }
        // Every hour while instruments fail and a storm passes, less often before.
        if hour % 3 == 0 || hour >= HOURS - 5 * 24 {
            service.poll_stations(now);
        }
        if hour % 12 == 0 {
            service.fetch_forecasts(now);
        }
        if hour % 8 == 0 {
            service.publish(now);
            for slug in SLUGS {
                let envelope = service.envelope(slug);
                let errors = validator.iter_errors(&envelope).map(|error| error.to_string());
                let earlier = past.iter().rev().find(|(_, other, _)| *other == slug);
                let found = errors
                    .chain(invariants(&service, slug, &envelope, now))
                    .chain(rules(earlier.map(|(_, _, envelope)| envelope), &envelope));
                broken.extend(found.map(|what| format!("{slug} at {now}: {what}")));
                past.push((now, slug, envelope));
            }
        }
    }
    Fortnight { service, now: after(HOURS), broken, past }
}

/// Applies the conformance kit's rules to an envelope, and to it with its predecessor.
fn rules(earlier: Option<&Value>, envelope: &Value) -> Vec<String> {
    let definitions = Definitions::default();
    let answer = |json| Answer { json, definitions: &definitions, viewer: Viewer::Anonymous };
    let mut findings = check(&Subject::Envelope(answer(envelope)));
    if let Some(earlier) = earlier {
        findings.extend(check(&Subject::Samples(answer(earlier), answer(envelope))));
    }
    findings.into_iter().map(|found| format!("{found:?}")).collect()
}

/// Applies rules that a schema cannot express: unknown is null, sums match their rows, nothing is open without a
/// statement, and a measurement is as old as stated.
fn invariants(service: &Simulated, slug: &str, envelope: &Value, now: Timestamp) -> Vec<String> {
    let mut broken = Vec::new();
    let mut rule = |holds: bool, what: &str| {
        if !holds {
            broken.push(what.to_owned());
        }
    };
    let data = &envelope["data"];
    let mut sum = None;
    for day in &service.days(slug, now)[..7] {
        rule(
            day["snowfallCm"].is_null() == (day["modelsReporting"] == 0),
            "a day that no model reports is null",
        );
        if let Some(cm) = day["snowfallCm"].as_f64() {
            rule((0.0..300.0).contains(&cm), "a day's snow is plausible");
            *sum.get_or_insert(0) += (cm * 10.0).round() as i64;
        }
    }
    let total = &data["forecast"]["next7dCm"]["value"];
    rule(total.as_f64().map(|cm| (cm * 10.0).round() as i64) == sum, "the total is the sum of its rows");
    rule(data["status"]["value"] != "OPEN", "nothing opens without a statement");
    for (name, field) in data.as_object().into_iter().flatten() {
        if let (Some(source), Some(value)) = (field.get("source"), field.get("value")) {
            rule(value.is_null() == (source == "none"), &format!("{name} has a source when it has a value"));
        }
    }
    for station in envelope["measuredNow"]["stations"].as_array().into_iter().flatten() {
        rule((0..=360).contains(&station["ageMinutes"].as_i64().unwrap_or(-1)), "a reading is fresh");
        rule(station["tempC"].as_f64().is_none_or(|temp| (-45.0..40.0).contains(&temp)), "air is air");
    }
    broken
}

/// Returns the readings of one network's stations near a resort at the end.
fn readings<'a>(
    fortnight: &'a Fortnight,
    slug: &str,
    lane: &str,
) -> Vec<&'a conditions_core::evidence::StationReading> {
    let held = fortnight.service.published.world.resorts().find(|held| held.resort.slug == slug).unwrap();
    held.evidence.stations.iter().filter(|reading| reading.network == lane).collect()
}

#[test]
fn contract_rules_hold() {
    assert_eq!(FORTNIGHT.broken, [""; 0]);
    assert_eq!(FORTNIGHT.past.len(), SLUGS.len() * (HOURS as usize / 8 + 1));
}

#[test]
fn stations_end_up_next_to_models() {
    for (slug, lane) in MEASURED {
        let envelope = FORTNIGHT.service.envelope(slug);
        let measured = &envelope["measuredNow"];
        let sources: Vec<&str> =
            measured["sources"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(sources.contains(&lane) && sources.contains(&"metar"), "{slug}: {measured}");
        let depths = envelope["data"]["depth"].as_object().unwrap();
        let has_measured =
            depths.values().any(|band| band["source"] == "scraped" && band["value"].is_number());
        // With gauges in the wrong unit, depth is missing rather than wrong.
        assert_eq!(has_measured, slug != "alta", "{slug}: {depths:?}");
        assert!(envelope["data"]["forecast"]["next7dCm"]["value"].is_number(), "{slug}");
    }
    for slug in ["les-rousses", "thredbo"] {
        let envelope = FORTNIGHT.service.envelope(slug);
        assert!(
            envelope["data"]["depth"].as_object().unwrap().values().all(|band| band["source"] != "scraped")
        );
    }
}

#[test]
fn faulty_readings_are_left_out() {
    let count = |lane: &str, reason: &str| FORTNIGHT.service.dropped[lane].get(reason).copied().unwrap_or(0);
    // Two gauges for four days, every hour.
    assert!(count("snotel", "other_unit") >= 2 * 4 * 24, "{:?}", FORTNIGHT.service.dropped);
    assert!(count("tawes", "stuck") >= 12, "{:?}", FORTNIGHT.service.dropped);
    assert!(count("swob", "jumped") >= 3, "{:?}", FORTNIGHT.service.dropped);
    assert!(count("amedas", "quality") >= 24, "{:?}", FORTNIGHT.service.dropped);
    let flagged = |slug: &str| {
        let envelope = FORTNIGHT.service.envelope(slug);
        envelope["data"]["flags"].as_array().unwrap().contains(&"station_value_dropped".into())
    };
    assert!(flagged("alta") && flagged("st-anton") && !flagged("davos-parsenn"));
    // Other values of these stations are kept.
    assert!(readings(&FORTNIGHT, "alta", "snotel").iter().any(|r| r.temp_c.is_some() && r.swe_mm.is_some()));
    assert!(readings(&FORTNIGHT, "st-anton", "tawes").iter().any(|r| r.snow_depth_cm.is_some()));
    // Correct values are not rejected: real weather passes.
    for lane in ["slf", "metar"] {
        assert_eq!(
            FORTNIGHT.service.dropped[lane].values().sum::<u64>(),
            0,
            "{:?}",
            FORTNIGHT.service.dropped[lane]
        );
    }
}

#[test]
fn passed_storm_was_measured() {
    let [passed, ..] = storms();
    let (lat, lon, elevation) = place("davos-parsenn");
    let site = Site::new(SEED, lat, lon, Some(elevation));
    let weather = Weather::from_world(&world());
    let planned = storm::fall(&weather, &site, elevation, FORTNIGHT.now.plus_millis(-DAY_MS), 24);
    assert!(planned.snow_water_mm > 0.6 * passed.water_mm, "cold enough for snow: {planned:?}");
    let new: Vec<f64> = readings(&FORTNIGHT, "davos-parsenn", "slf")
        .iter()
        .filter_map(|reading| reading.new_snow24h_cm)
        .collect();
    // Ten to one as it falls; some of it settles within the day.
    let most = 1.2 * planned.snow_water_mm;
    assert!(new.iter().any(|cm| (0.5 * planned.snow_water_mm..most).contains(cm)), "{new:?} of {planned:?}");
}

/// Sums the centimetres of snow in the rows around a storm.
fn around(days: &[Value], storm: &Storm) -> f64 {
    let span =
        [storm.start.plus_millis(-DAY_MS), storm.end().plus_millis(DAY_MS)].map(|at| at.utc().date_naive());
    let within = |day: &&Value| {
        let date = day["date"].as_str().and_then(|text| text.parse::<chrono::NaiveDate>().ok()).unwrap();
        span[0] <= date && date <= span[1]
    };
    days.iter().filter(within).filter_map(|day| day["snowfallCm"].as_f64()).sum()
}

#[test]
fn planned_storms_are_in_daily_rows() {
    // The same winter without the storms, to find their share.
    let plain = World { storms: Vec::new(), ..world() };
    let mut without = Simulated::new("fortnight-without", plain, resorts(&SLUGS), FORTNIGHT.now);
    without.fetch_forecasts(FORTNIGHT.now);
    without.publish(FORTNIGHT.now);
    let [_, alta, anton] = storms();
    for (slug, storm) in [("alta", alta), ("st-anton", anton)] {
        let with = around(&FORTNIGHT.service.days(slug, FORTNIGHT.now), &storm);
        let more = with - around(&without.days(slug, FORTNIGHT.now), &storm);
        // Models are too wet or dry, early or late, and fade with the lead; the snow is lighter than ten to one.
        assert!((0.5 * storm.water_mm..3.0 * storm.water_mm).contains(&more), "{slug}: {more} of {storm:?}");
    }
    let calm = |service: &Simulated| service.days("thredbo", FORTNIGHT.now);
    assert_eq!(calm(&FORTNIGHT.service), calm(&without), "far away nothing changes");
}

#[test]
fn storm_watch_finds_planned_storms() {
    let published = &FORTNIGHT.service.published;
    let answer = published
        .answer(
            &world::Caller::anonymous(),
            &ops::get_storm_watch::Op,
            &RequestKey::new("storms", ""),
            &[("limit", "25")],
            FORTNIGHT.now,
        )
        .unwrap();
    let answer: Value = serde_json::from_slice(answer.plain()).unwrap();
    let events = answer["data"]["events"].as_array().unwrap();
    let [_, alta, anton] = storms();
    for (slug, storm) in [("alta", alta), ("st-anton", anton)] {
        let day = |event: &Value, name: &str| event[name].as_str().and_then(|text| text.parse().ok());
        let found = events.iter().find(|event| {
            let here = event["resorts"].as_array().unwrap().iter().any(|resort| resort["slug"] == slug);
            let (begins, ends): (Option<chrono::NaiveDate>, Option<chrono::NaiveDate>) =
                (day(event, "start"), day(event, "end"));
            let ahead = |at: Timestamp, days: i64| at.plus_millis(days * DAY_MS).utc().date_naive();
            here && begins.is_some_and(|at| at <= ahead(storm.end(), 1))
                && ends.is_some_and(|at| at >= ahead(storm.start, -1))
        });
        let event = found.unwrap_or_else(|| panic!("{slug}: {storm:?} is not among {events:?}"));
        assert!(event["maxTotalCm"].as_f64() > Some(0.5 * storm.water_mm), "{slug}: {event}");
    }
}

#[test]
fn past_records_replay_unchanged() {
    for (at, slug, envelope) in FORTNIGHT.past.iter().step_by(5) {
        let then = FORTNIGHT.service.replayed(slug, *at);
        let (then, now) = (then["data"].to_string(), envelope["data"].to_string());
        assert_eq!(then, now, "{slug} at {at}");
    }
}
