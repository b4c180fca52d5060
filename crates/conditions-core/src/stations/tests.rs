use alloc::string::{String, ToString};
use alloc::vec;

use proptest::prelude::*;

use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").expect("a time")
}

fn profile(base: Option<f64>, mid: Option<f64>, summit: Option<f64>) -> Profile {
    Profile { elevation_m: PerBand { base, mid, summit }, ..Profile::new("test", chrono_tz::Europe::Vienna) }
}

fn resort() -> Profile {
    profile(Some(1000.0), None, Some(2000.0))
}

/// Makes a mountain station at `elevation` with an air temperature, read now.
fn station(id: &str, elevation: f64, temp: f64) -> StationReading {
    StationReading {
        elevation_m: Some(elevation),
        distance_km: 5.0,
        temp_c: Some(temp),
        ..StationReading::blank("net", id, now())
    }
}

fn measure(profile: &Profile, readings: &[StationReading]) -> (Option<MeasuredNow>, FlagSet) {
    let mut flags = FlagSet::default();
    let measured =
        measured_now(&Present::new(now()), &Policy::contract(), profile, readings, &mut flags, &mut ());
    (measured, flags)
}

fn ids(readings: &[StationReading]) -> Vec<String> {
    measure(&resort(), readings)
        .0
        .map_or_else(Vec::new, |m| m.stations.into_iter().map(|s| s.station_id.into()).collect())
}

#[test]
fn no_station_gives_none() {
    assert_eq!(measure(&resort(), &[]), (None, FlagSet::default()));
    let far = StationReading { distance_km: 15.1, ..station("far", 1500.0, -1.0) };
    assert_eq!(measure(&resort(), &[far]).0, None);
}

#[test]
fn distance_depends_on_site() {
    for (site, km, counts) in [
        (Site::Mountain, 15.0, true),
        (Site::Mountain, 15.01, false),
        (Site::Snow, 15.01, false),
        (Site::Road, 15.0, true),
        (Site::Road, 20.0, false),
        (Site::Airport, 25.0, true),
        (Site::Airport, 25.01, false),
        (Site::Mountain, 0.0, true),
        (Site::Mountain, -1.0, false),
        (Site::Mountain, f64::NAN, false),
        (Site::Airport, f64::INFINITY, false),
    ] {
        let reading = StationReading { site, distance_km: km, ..station("a", 1500.0, -1.0) };
        assert_eq!(ids(&[reading]).len(), usize::from(counts), "{site:?} {km}");
    }
}

#[test]
fn height_tolerance_is_400_m() {
    for (elevation, counts) in [
        (599.9, false),
        (600.0, true),
        (2400.0, true),
        (2400.1, false),
        (f64::NAN, true),
        (f64::INFINITY, true),
    ] {
        assert_eq!(ids(&[station("a", elevation, -1.0)]).len(), usize::from(counts), "{elevation}");
    }
    let unknown = StationReading { elevation_m: None, ..station("a", 0.0, -1.0) };
    assert_eq!(ids(&[unknown]).len(), 1);
    assert!(measure(&profile(None, None, None), &[station("a", 4000.0, -1.0)]).0.is_some());
    // A single known band is its own range.
    assert!(measure(&profile(None, Some(1500.0), None), &[station("a", 1900.0, -1.0)]).0.is_some());
    assert!(measure(&profile(None, Some(1500.0), None), &[station("a", 1901.0, -1.0)]).0.is_none());
}

#[test]
fn readings_age_by_site() {
    for (site, age_min, counts, future) in [
        (Site::Mountain, 180, true, false),
        (Site::Mountain, 181, false, false),
        (Site::Airport, 181, false, false),
        (Site::Road, 181, false, false),
        (Site::Snow, 181, true, false),
        (Site::Snow, 360, true, false),
        (Site::Snow, 361, false, false),
        (Site::Mountain, -10, true, false),
        (Site::Mountain, -11, false, true),
    ] {
        let observed_at = now().plus_millis(-age_min * MINUTE_MS);
        let (measured, flags) =
            measure(&resort(), &[StationReading { site, observed_at, ..station("a", 1500.0, -1.0) }]);
        assert_eq!(measured.is_some(), counts, "{site:?} {age_min}");
        assert_eq!(flags.has(&Flag::FutureTimestamp), future, "{site:?} {age_min}");
        if let Some(measured) = measured {
            assert_eq!(i64::from(measured.stations[0].age_minutes), age_min.max(0));
            assert!(measured.stations[0].observed_at <= now());
            assert_eq!(measured.observed_at, Some(measured.stations[0].observed_at));
        }
    }
}

#[test]
fn implausible_value_becomes_null() {
    let full =
        StationReading { wind_mps: Some(5.04), snow_depth_cm: Some(84.0), ..station("a", 1500.0, -3.25) };
    let (measured, flags) = measure(&resort(), core::slice::from_ref(&full));
    let seen = &measured.expect("measured").stations[0];
    assert_eq!((seen.temp_c, seen.wind_mps), (Tenths::new(-3.3), Tenths::new(5.0)));
    assert_eq!(seen.snow_depth_cm, Tenths::new(84.0));
    assert_eq!(flags, FlagSet::default());
    for (reading, flag) in [
        (StationReading { temp_c: Some(45.1), ..full.clone() }, Flag::ImplausibleTemperature),
        (StationReading { wind_mps: Some(-0.1), ..full.clone() }, Flag::ImplausibleWind),
        (StationReading { snow_depth_cm: Some(f64::NAN), ..full.clone() }, Flag::ImplausibleDepth),
    ] {
        let (measured, flags) = measure(&resort(), &[reading]);
        let seen = &measured.expect("measured").stations[0];
        let values = [seen.temp_c, seen.wind_mps, seen.snow_depth_cm];
        assert_eq!(values.iter().flatten().count(), 2, "{flag:?}");
        assert!(flags.has(&flag));
    }
    // No value is left: the station is not listed, and a flag states the reason.
    let (measured, flags) = measure(&resort(), &[station("a", 1500.0, 99.0)]);
    assert_eq!(measured, None);
    assert!(flags.has(&Flag::ImplausibleTemperature));
}

#[test]
fn freshest_reading_wins() {
    let aged = |minutes: i64, temp| StationReading {
        observed_at: now().plus_millis(-minutes * MINUTE_MS),
        ..station("a", 1500.0, temp)
    };
    let silent = StationReading { temp_c: None, ..aged(1, 0.0) };
    let other = StationReading { network: "other".to_string(), ..aged(70, -9.0) };
    let (measured, _) = measure(&resort(), &[aged(60, -1.0), aged(20, -2.0), silent, aged(40, -3.0), other]);
    let measured = measured.expect("measured");
    assert_eq!(measured.station_count, 2);
    assert_eq!(measured.stations[0].temp_c, Tenths::new(-2.0));
    assert_eq!(measured.sources, ["net", "other"]);
    assert_eq!(measured.observed_at, Some(now().plus_millis(-20 * MINUTE_MS)));
}

#[test]
fn stations_are_sorted_by_height() {
    let with = |network: &str, id: &str, elevation: Option<f64>| StationReading {
        network: network.to_string(),
        elevation_m: elevation,
        ..station(id, 0.0, -1.0)
    };
    let readings = [
        with("b", "5", None),
        with("b", "2", Some(1500.0)),
        with("a", "4", None),
        with("a", "9", Some(1500.0)),
        with("b", "1", Some(1500.0)),
        with("z", "0", Some(2100.0)),
    ];
    assert_eq!(ids(&readings), ["0", "9", "1", "2", "4", "5"]);
}

#[test]
fn role_follows_network_and_height() {
    let of = |profile: &Profile, reading: StationReading| {
        measure(profile, &[reading]).0.expect("measured").stations[0].role
    };
    for (elevation, role) in [
        (2300.0, StationRole::Summit),
        (1800.0, StationRole::Summit),
        (1799.9, StationRole::Mid),
        (1200.1, StationRole::Mid),
        (1200.0, StationRole::Village),
        (700.0, StationRole::Village),
    ] {
        assert_eq!(of(&resort(), station("a", elevation, -1.0)), role, "{elevation}");
    }
    let at = |site| StationReading { site, ..station("a", 2000.0, -1.0) };
    assert_eq!(of(&resort(), at(Site::Airport)), StationRole::Airport);
    assert_eq!(of(&resort(), at(Site::Road)), StationRole::Road);
    assert_eq!(of(&resort(), at(Site::Snow)), StationRole::Summit);
    assert_eq!(
        of(&resort(), StationReading { elevation_m: None, ..station("a", 0.0, -1.0) }),
        StationRole::Mid
    );
    assert_eq!(of(&profile(None, None, None), station("a", 1.0, -1.0)), StationRole::Mid);
    assert_eq!(of(&profile(Some(1000.0), None, None), station("a", 1000.0, -1.0)), StationRole::Mid);
}

#[test]
fn freezing_line_between_stations() {
    let line =
        |readings: &[StationReading]| measure(&resort(), readings).0.expect("measured").freezing_line_m;
    let at = |id: &str, elevation, temp| station(id, elevation, temp);
    assert_eq!(line(&[at("a", 1000.0, 2.0), at("b", 2000.0, -2.0)]), Some(1500));
    assert_eq!(line(&[at("b", 2000.0, -6.0), at("a", 1000.0, 3.0)]), Some(1333));
    // Only the two next to the line count.
    assert_eq!(
        line(&[at("a", 900.0, 9.0), at("b", 1200.0, 1.0), at("c", 1600.0, -1.0), at("d", 2200.0, -20.0)]),
        Some(1400)
    );
    // Zero is not above zero: the line is at that station.
    assert_eq!(line(&[at("a", 1000.0, 2.0), at("b", 1600.0, 0.0)]), Some(1600));
    assert_eq!(line(&[at("a", 1000.0, 0.0), at("b", 1600.0, -3.0)]), None);
    // 0.04 is published as 0, and a reader of the list must find the same line.
    assert_eq!(line(&[at("a", 1000.0, 2.0), at("b", 1600.0, 0.04)]), Some(1600));
    assert_eq!(line(&[at("a", 1000.0, 2.0), at("b", 1300.0, -2.0)]), Some(1150));
    assert_eq!(line(&[at("a", 1000.0, 2.0), at("b", 1299.9, -2.0)]), None);
    assert_eq!(line(&[at("a", 1000.0, 2.0), at("b", 2000.0, 1.0)]), None);
    assert_eq!(line(&[at("a", 1000.0, -2.0), at("b", 2000.0, -1.0)]), None);
    // Warm above cold: an inversion, so the profile is disordered.
    assert_eq!(line(&[at("a", 1000.0, -2.0), at("b", 2000.0, 2.0)]), None);
    assert_eq!(
        line(&[at("a", 1000.0, 2.0), at("b", 1500.0, -1.0), at("c", 1600.0, 0.6), at("d", 2200.0, -4.0)]),
        None
    );
    // Half a degree is noise, on either side.
    assert_eq!(
        line(&[at("a", 1000.0, 2.0), at("b", 1500.0, -1.0), at("c", 1600.0, 0.5), at("d", 2200.0, -4.0)]),
        Some(1333)
    );
    assert_eq!(
        line(&[at("a", 1000.0, 2.0), at("b", 1500.0, -0.5), at("c", 1600.0, 1.0), at("d", 2200.0, -1.0)]),
        Some(1900)
    );
    // Many stations close together, as in the Alps: the profile spans enough, and the line is drawn between neighbours.
    let dense = [1687.0, 1755.0, 1820.0, 1890.0, 1950.0, 2020.0, 2090.0, 2160.0];
    let dense: Vec<_> = dense
        .iter()
        .zip(b'a'..)
        .map(|(z, id)| at(&char::from(id).to_string(), *z, (1920.0 - z) / 100.0))
        .collect();
    assert_eq!(line(&dense), Some(1920));
    assert_eq!(line(&[at("a", 1500.0, 2.0), at("b", 1500.0, -2.0)]), None);
    // Stations of unknown height do not affect it.
    let nowhere = StationReading { elevation_m: None, ..at("n", 0.0, 30.0) };
    assert_eq!(line(&[at("a", 1000.0, 2.0), nowhere, at("b", 2000.0, -2.0)]), Some(1500));
    let late = |minutes: i64| StationReading {
        observed_at: now().plus_millis(-minutes * MINUTE_MS),
        ..at("b", 2000.0, -2.0)
    };
    assert_eq!(line(&[at("a", 1000.0, 2.0), late(60)]), Some(1500));
    assert_eq!(line(&[at("a", 1000.0, 2.0), late(61)]), None);
}

#[test]
fn station_represents_nearest_band() {
    let policy = Policy::contract();
    let snow = |elevation| StationReading { snow_depth_cm: Some(90.0), ..station("a", elevation, -1.0) };
    let band = |profile: &Profile, reading: StationReading| {
        let readings = [reading];
        band_depths(&policy, profile, &readings).next().map(|own| {
            assert_eq!((own.cm, own.reading.station_id.as_str()), (90.0, "a"));
            own.band
        })
    };
    for (elevation, expected) in [
        (1000.0, Band::Base),
        (1250.0, Band::Base), // as far from base as from the middle: the lower one
        (1250.1, Band::Mid),
        (1749.9, Band::Mid),
        (1750.0, Band::Mid),
        (1750.1, Band::Summit),
        (2000.0, Band::Summit),
    ] {
        assert_eq!(band(&resort(), snow(elevation)), Some(expected), "{elevation}");
    }
    assert_eq!(band(&profile(Some(1000.0), Some(1900.0), Some(2000.0)), snow(1600.0)), Some(Band::Mid));
    assert_eq!(band(&profile(None, None, Some(2000.0)), snow(1700.0)), Some(Band::Summit));
    assert_eq!(band(&profile(None, None, None), snow(1700.0)), None);
    for outside in [999.9, 2000.1, 2401.0] {
        assert_eq!(band(&resort(), snow(outside)), None, "{outside}");
    }
    for site in [Site::Airport, Site::Road] {
        assert_eq!(band(&resort(), StationReading { site, ..snow(1500.0) }), None);
    }
    assert_eq!(band(&resort(), StationReading { site: Site::Snow, ..snow(1500.0) }), Some(Band::Mid));
    assert_eq!(band(&resort(), StationReading { elevation_m: None, ..snow(1500.0) }), None);
    assert_eq!(band(&resort(), StationReading { distance_km: 15.1, ..snow(1500.0) }), None);
    for bad in [None, Some(-1.0), Some(1500.1), Some(f64::NAN)] {
        assert_eq!(band(&resort(), StationReading { snow_depth_cm: bad, ..snow(1500.0) }), None);
    }
}

fn any_reading() -> impl Strategy<Value = StationReading> {
    let number = || prop_oneof![3 => proptest::option::of(-50.0..60.0_f64), 1 => proptest::option::of(proptest::num::f64::ANY)];
    let elevation = prop_oneof![4 => (600.0..2400.0_f64).prop_map(Some), 1 => Just(None), 1 => proptest::num::f64::ANY.prop_map(Some)];
    (0_u8..4, 0_u8..4, elevation, 0.0..18.0_f64, -20_i64..400, number(), number(), number()).prop_map(
        |(id, site, elevation_m, distance_km, age, temp_c, wind_mps, snow_depth_cm)| StationReading {
            site: [Site::Mountain, Site::Snow, Site::Airport, Site::Road][usize::from(site)],
            elevation_m,
            distance_km,
            observed_at: now().plus_millis(-(age / 30) * 30 * MINUTE_MS),
            temp_c,
            wind_mps,
            snow_depth_cm,
            ..station(&id.to_string(), 0.0, 0.0)
        },
    )
}

proptest! {
    #[test]
    fn order_never_matters(readings in proptest::collection::vec(any_reading(), 0..12), turn in 0_usize..12) {
        let mut turned = readings.clone();
        turned.reverse();
        let len = turned.len().max(1);
        turned.rotate_left(turn % len);
        prop_assert_eq!(measure(&resort(), &readings), measure(&resort(), &turned));
    }

    #[test]
    fn listed_stations_are_valid(readings in proptest::collection::vec(any_reading(), 0..12)) {
        let (measured, _) = measure(&resort(), &readings);
        if let Some(measured) = measured {
            prop_assert!(!measured.stations.is_empty());
            prop_assert_eq!(measured.station_count as usize, measured.stations.len());
            let heights: Vec<_> = measured.stations.iter().map(|s| s.elevation_m).collect();
            prop_assert!(heights.windows(2).all(|w| w[0] >= w[1]));
            for s in &measured.stations {
                prop_assert!(s.temp_c.is_some() || s.wind_mps.is_some() || s.snow_depth_cm.is_some());
                prop_assert!(s.observed_at <= now() && s.age_minutes <= 360);
            }
            if let Some(line) = measured.freezing_line_m {
                let bounds = |warm: bool| measured.stations.iter()
                    .filter(move |s| s.temp_c.is_some_and(|t| (t > Tenths::ZERO) == warm))
                    .filter_map(|s| s.elevation_m).map(Tenths::get);
                let (low, high) = (bounds(true).fold(f64::MAX, f64::min), bounds(false).fold(f64::MIN, f64::max));
                prop_assert!(low - 1.0 <= f64::from(line) && f64::from(line) <= high + 1.0);
            }
        }
    }

    #[test]
    fn nothing_panics(
        reading in any_reading(), at in proptest::num::i64::ANY, seen in proptest::num::i64::ANY,
        z in proptest::option::of(proptest::num::f64::ANY),
    ) {
        let reading = StationReading { observed_at: Timestamp::from_millis(seen), ..reading };
        let (at, profile) = (Timestamp::from_millis(at), profile(z, None, Some(2000.0)));
        let readings = vec![reading; 3];
        let policy = Policy::contract();
        let _ = measured_now(&Present::new(at), &policy, &profile, &readings, &mut FlagSet::default(), &mut ());
        let _ = band_depths(&policy, &profile, &readings).count();
    }
}

#[test]
fn dropped_value_is_flagged() {
    let doubted = StationReading { doubted: true, ..station("a", 1500.0, -1.0) };
    let (measured, flags) = measure(&resort(), core::slice::from_ref(&doubted));
    assert_eq!(measured.map(|m| m.station_count), Some(1));
    assert!(flags.has(&Flag::StationValueDropped));
    // No value is left: the station is not listed, but the flag is raised.
    let empty = StationReading { temp_c: None, ..doubted.clone() };
    let (measured, flags) = measure(&resort(), &[empty]);
    assert!(measured.is_none() && flags.has(&Flag::StationValueDropped));
    for gone in [
        StationReading { observed_at: now().plus_millis(-240 * MINUTE_MS), ..doubted.clone() },
        StationReading { distance_km: 30.0, ..doubted },
        station("a", 1500.0, -1.0),
    ] {
        assert!(!measure(&resort(), &[gone]).1.has(&Flag::StationValueDropped));
    }
}
