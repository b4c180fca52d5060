//! Tests that the lane reads the simulator's responses, and that the values are plausible weather.

use conditions_core::evidence::Profile;
use conditions_core::hourly::{HourlySeries, snapshot};
use conditions_core::time::{HOUR_MS, Timestamp};
use sources::open_meteo::{Batch, Call, Config, Place, PlaceForecast, merge, plan};
use upstream_sim::{World, handle};

pub(crate) const PLACES: [(&str, f64, f64, f64); 5] = [
    ("alps", 46.83, 9.81, 2_300.0),
    ("rockies", 39.6, -106.51, 3_000.0),
    ("hokkaido", 42.86, 140.7, 800.0),
    ("andes", -33.35, -70.25, 3_100.0),
    ("dateline", -45.0, 179.95, 1_500.0),
];

pub(crate) fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T13:07:00Z").unwrap()
}

pub(crate) fn batch() -> Batch {
    let places: Vec<Place> = PLACES
        .iter()
        .map(|(id, lat, lon, z)| Place { id: (*id).to_owned(), lat: *lat, lon: *lon, elevation_m: Some(*z) })
        .collect();
    plan(&Config::default(), &places).batches.remove(0)
}

pub(crate) fn query(call: &Call) -> String {
    call.url.reveal().split_once('?').unwrap().1.to_owned()
}

fn fetch(seed: u64, now: Timestamp) -> Vec<PlaceForecast> {
    let world = World { seed, ..World::default() };
    let batch = batch();
    let answer = |call: &Call| {
        let response = handle(&world, "/v1/forecast", &query(call), now, 0);
        assert_eq!(response.status, 200);
        let answer = call.read(&response.body).unwrap();
        assert_eq!((&answer.notes, &answer.fault), (&vec![], &None));
        answer
    };
    let context = Ok(answer(batch.context.as_ref().unwrap()));
    merge(answer(&batch.core), Some(context)).into_iter().map(Result::unwrap).collect()
}

fn model<'a>(place: &'a PlaceForecast, name: &str) -> &'a HourlySeries {
    place.series.iter().find(|series| series.model == name).unwrap()
}

/// Returns the hours from the first hour to the last that is not null.
fn reach(column: &[Option<f32>]) -> usize {
    column.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
}

#[test]
fn models_reach_their_horizon() {
    for place in fetch(1, now()) {
        assert_eq!(place.series.len(), 7);
        for (name, last) in [
            ("meteofrance_seamless", "2026-01-14T06:00:00Z"),
            ("icon_seamless", "2026-01-17T18:00:00Z"),
            ("gem_seamless", "2026-01-20T00:00:00Z"),
            ("jma_seamless", "2026-01-21T00:00:00Z"),
            ("ecmwf_ifs025", "2026-01-24T23:00:00Z"),
            ("ecmwf_aifs025_single", "2026-01-24T23:00:00Z"),
            ("gfs_seamless", "2026-01-24T23:00:00Z"),
        ] {
            let series = model(&place, name);
            assert_eq!(series.start, Timestamp::parse("2026-01-09T00:00:00Z").unwrap());
            assert_eq!(series.temp_c.len(), 384);
            let hours = Timestamp::parse(last).unwrap().since(series.start) / HOUR_MS + 1;
            assert_eq!(reach(&series.temp_c) as i64, hours, "{name}");
            assert_eq!(reach(&series.precipitation_mm) as i64, hours, "{name}");
            assert!(series.temp_c.iter().take(hours as usize).all(Option::is_some), "{name}");
            let context = matches!(name, "ecmwf_ifs025" | "gfs_seamless");
            assert_eq!(reach(&series.wind_mps) > 300, context, "{name}");
            assert_eq!(reach(&series.wind_from_deg) > 300, context, "{name}");
            assert_eq!(reach(&series.snow_depth_cm) > 300, context, "{name}");
        }
    }
}

#[test]
fn values_are_plausible() {
    for place in fetch(1, now()) {
        for series in &place.series {
            for day in series.precipitation_mm.chunks(24) {
                let water: f32 = day.iter().flatten().sum();
                assert!((0.0..=100.0).contains(&water), "{} {water}", series.model);
            }
            assert!(series.temp_c.iter().flatten().all(|temp| (-45.0..35.0).contains(temp)));
            assert!(series.humidity_pct.iter().flatten().all(|pct| (5.0..=100.0).contains(pct)));
            assert!(series.snow_depth_cm.iter().flatten().all(|depth| (0.0..800.0).contains(depth)));
            assert!(series.wind_from_deg.iter().flatten().all(|from| (0.0..=360.0).contains(from)));
            for (wind, gust) in series.wind_mps.iter().flatten().zip(series.gust_mps.iter().flatten()) {
                assert!(gust >= wind && *gust < 45.0);
            }
        }
    }
}

/// Returns the mean difference of temperatures and daily water over the pairs of models.
fn spread(place: &PlaceForecast, hours: std::ops::Range<usize>) -> f32 {
    let names = ["gfs_seamless", "ecmwf_ifs025", "ecmwf_aifs025_single"];
    let of = |name| model(place, name).temp_c.get(hours.clone()).unwrap().to_vec();
    let columns = names.map(of);
    let mut sum = 0.0;
    let mut count = 0.0;
    for (i, a) in columns.iter().enumerate() {
        for b in &columns[i + 1..] {
            for (x, y) in a.iter().zip(b) {
                if let (Some(x), Some(y)) = (x, y) {
                    sum += (x - y).abs();
                    count += 1.0;
                }
            }
        }
    }
    sum / count
}

#[test]
fn models_agree_early_and_part_late() {
    let (mut early, mut late) = (0.0, 0.0);
    for seed in 1..5 {
        for place in fetch(seed, now()) {
            early += spread(&place, 24..72);
            late += spread(&place, 312..384);
        }
    }
    assert!(late > 2.0 * early, "{early} {late}");
}

#[test]
fn seed_determines_the_world() {
    assert_eq!(fetch(1, now()), fetch(1, now()));
    assert_ne!(fetch(1, now()), fetch(2, now()));
}

#[test]
fn yesterday_stays_what_it_was() {
    let first = fetch(1, now());
    let later = fetch(1, now().plus_millis(3 * HOUR_MS));
    for (a, b) in first.iter().zip(&later) {
        for name in ["gfs_seamless", "jma_seamless"] {
            assert_eq!(model(a, name).temp_c[..24], model(b, name).temp_c[..24]);
            assert_eq!(model(a, name).precipitation_mm[..24], model(b, name).precipitation_mm[..24]);
        }
    }
}

#[test]
fn elevation_changes_temperature() {
    let ask = |z: u32| {
        let text = format!(
            "latitude=46.83&longitude=9.81&elevation={z}&hourly=temperature_2m,precipitation,snowfall&models=jma_seamless&forecast_days=10"
        );
        let body = handle(&World { seed: 1, ..World::default() }, "/v1/forecast", &text, now(), 0).body;
        serde_json::from_slice::<serde_json::Value>(&body).unwrap()["hourly"].clone()
    };
    let answer = ask(2_000);
    let column = |name: &str| -> Vec<f64> {
        answer[name].as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect()
    };
    let (temp, water, snow) = (column("temperature_2m"), column("precipitation"), column("snowfall"));
    assert!(snow.iter().any(|cm| *cm > 0.0));
    for ((temp, water), snow) in temp.iter().zip(&water).zip(&snow) {
        assert!(*snow <= 0.7 * water + 0.005, "{snow} {water}");
        assert!((snow / 0.07 - (snow / 0.07).round()).abs() < 0.08, "{snow}");
        assert_eq!(*snow > 0.0, *temp < 0.0 && *water > 0.0);
    }
}

#[test]
fn local_days_of_snow_are_plausible() {
    let mut snowy = 0;
    for seed in 1..6 {
        for (place, (slug, lat, _, z)) in fetch(seed, now()).iter().zip(PLACES) {
            let text = format!(
                r#"{{"slug":"{slug}","zone":"UTC","elevationM":{{"base":{},"mid":{z},"summit":{}}}}}"#,
                z - 400.0,
                z + 400.0
            );
            let profile: Profile = serde_json::from_str(&text).unwrap();
            let snapshot = snapshot(now(), &profile, &place.series);
            assert_eq!(snapshot.models.len(), 7);
            for run in &snapshot.models {
                for day in run.days.iter() {
                    let Some(mid) = day.snow_cm.mid else { continue };
                    assert!((0.0..=80.0).contains(&mid), "{slug} {} {mid}", run.model);
                    snowy += usize::from(lat > 0.0 && mid >= 1.0);
                }
            }
        }
    }
    assert!(snowy > 100, "{snowy}");
}
