use conditions_core::evidence::Site;
use conditions_core::policy::Policy;
use sources::doubt::Series;
use sources::station::Reading;

use super::*;

fn station() -> Station {
    Station {
        network: "snotel",
        id: "335:CO:SNTL".to_owned(),
        name: "Synthetic Summit".into(),
        site: Site::Mountain,
        lat: 39.8,
        lon: -105.8,
        elevation_m: Some(3_444.24),
        utc_offset_s: Some(-28_800),
        measures_snow: Some(true),
    }
}

fn at(hours_ago: i64) -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap().plus_millis(-hours_ago * HOUR_MS)
}

type Fill = fn(&mut Reading, i64);

fn series(readings: impl IntoIterator<Item = (i64, Fill)>) -> Series {
    let mut series = Series::new();
    for (hours_ago, fill) in readings {
        let time = at(hours_ago);
        fill(series.entry(time).or_insert_with(|| Reading::new("335:CO:SNTL", time)), hours_ago);
    }
    series
}

fn limits() -> Limits {
    sources::StationNetwork::limits(&sources::slf::Slf)
}

fn of(series: &Series) -> Vec<StationReading> {
    by(&Policy::CONTRACT.readings, series)
}

fn by(policy: &Readings, series: &Series) -> Vec<StationReading> {
    let limits = limits();
    summarize(&station(), 4.2, &Past::from_series(series.clone(), &limits), &limits, policy)
}

#[test]
fn reading_is_as_old_as_its_oldest_value() {
    let readings = of(&series([
        (0, (|reading, _| reading.temp_c = Some(-3.04)) as Fill),
        (1, |reading, _| reading.snow_depth_cm = Some(120.0)),
        (5, |reading, _| reading.wind_mps = Some(9.0)),
    ]));
    assert_eq!(readings.len(), 2);
    assert_eq!(readings[0].observed_at, at(1));
    assert_eq!((readings[0].temp_c, readings[0].snow_depth_cm), (Some(-3.0), Some(120.0)));
    assert_eq!((readings[0].wind_mps, readings[0].distance_km), (None, 4.2));
    assert_eq!((readings[1].observed_at, readings[1].wind_mps), (at(5), Some(9.0)));
}

#[test]
fn final_spike_is_not_the_depth() {
    let readings = of(&series((0..48).map(|hour| {
        let fill: Fill = |reading, hour| {
            reading.snow_depth_cm = Some(if hour == 0 { 560.0 } else { 120.0 + (hour % 2) as f64 });
        };
        (hour, fill)
    })));
    assert_eq!(readings.len(), 1);
    assert_eq!((readings[0].observed_at, readings[0].snow_depth_cm), (at(1), Some(121.0)));
}

/// Checks that new snow is that of a climb, less the unconfirmed part, plus the settling during it.
#[track_caller]
fn is_about(cm: Option<f64>, climb: f64) {
    assert!(cm.is_some_and(|cm| (0.94 * climb..1.35 * climb).contains(&cm)), "{cm:?} of {climb}");
}

#[test]
fn new_snow_covers_the_previous_day() {
    let readings = of(&series((0..30).map(|hour| {
        let fill: Fill = |reading, hour| {
            reading.snow_depth_cm = Some(130.0 - hour.min(20) as f64);
            reading.swe_mm = Some(400.0 - hour.min(20) as f64);
        };
        (hour, fill)
    })));
    is_about(readings[0].new_snow24h_cm, 20.0);
    is_about(readings[0].new_swe24h_mm, 20.0);
    // Too short a history gives no value.
    let young = of(&series((0..3).map(|hour| {
        let fill: Fill = |reading, hour| reading.snow_depth_cm = Some(130.0 - hour as f64);
        (hour, fill)
    })));
    assert_eq!(young[0].new_snow24h_cm, None);
}

#[test]
fn network_new_snow_takes_precedence() {
    let mut days = series((0..30).map(|hour| {
        let fill: Fill = |reading, hour| reading.snow_depth_cm = Some(130.0 - hour as f64);
        (hour, fill)
    }));
    days.entry(at(0)).and_modify(|reading| reading.new_snow24h_cm = Some(33.0));
    assert_eq!(of(&days)[0].new_snow24h_cm, Some(33.0));
}

/// Returns the reading of a station whose depth rose by a centimetre an hour for `hours` hours until now, without the
/// hours in `missing`.
fn rising(hours: i64, missing: std::ops::Range<i64>) -> StationReading {
    let fill: Fill = |reading, hour| reading.snow_depth_cm = Some(400.0 - hour as f64);
    let known = (0..=hours).filter(|hour| !missing.contains(hour)).map(|hour| (hour, fill));
    of(&series(known)).remove(0)
}

#[test]
fn longer_windows_need_coverage() {
    let all =
        |reading: &StationReading| [reading.new_snow24h_cm, reading.new_snow48h_cm, reading.new_snow7d_cm];
    let check = |reading: &StationReading, expected: [Option<f64>; 3]| {
        for (cm, climb) in all(reading).into_iter().zip(expected) {
            match climb {
                Some(climb) => is_about(cm, climb),
                None => assert_eq!(cm, None),
            }
        }
    };
    check(&rising(170, 0..0), [Some(24.0), Some(48.0), Some(168.0)]);
    check(&rising(50, 0..0), [Some(24.0), Some(48.0), None]);
    // Twelve hours of silence three days ago: only a quarter of a day may be missing, of a week as of a day.
    check(&rising(170, 72..84), [Some(24.0), Some(48.0), None]);
    check(&rising(170, 30..42), [Some(24.0), None, None]);
    // A few hours are bridged by the total rise of the depth.
    check(&rising(170, 72..76), [Some(24.0), Some(48.0), Some(168.0)]);
}

#[test]
fn longer_window_with_less_is_dropped() {
    let fill: Fill = |reading, hour| {
        reading.snow_depth_cm = Some(400.0 - 0.25 * hour as f64);
        reading.new_snow24h_cm = (hour == 0).then_some(33.0);
    };
    let reading = of(&series((0..=170).map(|hour| (hour, fill)))).remove(0);
    // The network's own day of 33 cm does not fit into two days of 12 cm; the week of 42 cm may contain it.
    assert_eq!((reading.new_snow24h_cm, reading.new_snow48h_cm), (Some(33.0), None));
    is_about(reading.new_snow7d_cm, 42.0);
}

#[test]
fn thaw_freeze_needs_coverage_to_deny() {
    let hours = |count: i64, fill: Fill| of(&series((0..count).map(move |hour| (hour, fill))));
    let cold: Fill = |reading, _| reading.temp_c = Some(-5.0);
    let mixed: Fill = |reading, hour| reading.temp_c = Some(if hour == 7 { 0.5 } else { -5.0 });
    assert_eq!(hours(10, mixed)[0].thaw_freeze48h, Some(true));
    assert_eq!(hours(10, cold)[0].thaw_freeze48h, None);
    assert_eq!(hours(48, cold)[0].thaw_freeze48h, Some(false));
}

#[test]
fn empty_past_has_no_reading() {
    assert_eq!(of(&Series::new()), []);
    let old = of(&series([
        (0, (|reading, _| reading.temp_c = Some(1.0)) as Fill),
        (49, |reading, _| reading.wind_mps = Some(1.0)),
    ]));
    assert_eq!(old.len(), 1);
}

#[test]
fn doubted_value_is_omitted_and_flagged() {
    let spiked = |hour: i64| {
        let fill: Fill = |reading, hour| {
            reading.temp_c = Some(if hour == 1 { 25.0 } else { -5.0 - 0.1 * (hour % 7) as f64 });
            reading.wind_mps = Some(4.0 + 0.2 * (hour % 5) as f64);
        };
        (hour, fill)
    };
    let readings = of(&series((0..24).map(spiked)));
    assert_eq!((readings[0].temp_c, readings[0].doubted), (Some(-5.0), true));
    let stuck = |hour: i64| {
        let fill: Fill =
            |reading, hour| reading.temp_c = Some(if hour < 14 { -5.0 } else { -5.0 - 0.1 * hour as f64 });
        (hour, fill)
    };
    let readings = of(&series((0..24).map(stuck)));
    assert_eq!(
        (readings[0].temp_c, readings[0].observed_at, readings[0].doubted),
        (Some(-6.4), at(14), true)
    );
    let always = |hour: i64| (hour, (|reading: &mut Reading, _: i64| reading.temp_c = Some(-5.5)) as Fill);
    let readings = of(&series((0..24).map(always)));
    assert_eq!((readings.len(), readings[0].temp_c, readings[0].doubted), (1, None, true));
}

#[test]
fn policy_sets_the_thresholds() {
    let mut past = series((0..10).map(|hour| {
        let fill: Fill = |reading, _| reading.temp_c = Some(-3.0);
        (hour, fill)
    }));
    past.entry(at(5)).or_insert_with(|| Reading::new("335:CO:SNTL", at(5))).wind_mps = Some(9.0);
    let contract = Policy::CONTRACT.readings;
    let told = |policy: &Readings| {
        let readings = by(policy, &past);
        (readings.len(), readings[0].wind_mps, readings[0].thaw_freeze48h)
    };
    assert_eq!(told(&contract), (2, None, None));
    assert_eq!(told(&Readings { together_ms: 5 * HOUR_MS, ..contract.clone() }), (1, Some(9.0), None));
    assert_eq!(told(&Readings { oldest_ms: 4 * HOUR_MS, ..contract.clone() }), (1, None, None));
    assert_eq!(told(&Readings { thaw_freeze_hours: 10, ..contract }), (2, None, Some(false)));
}

#[test]
fn contradicted_value_raises_doubt() {
    use sources::station::Reason;
    for (reason, doubted) in [(Reason::Contradicted, true), (Reason::Range, true), (Reason::NoSensor, false)]
    {
        let mut series = series([(0, (|reading, _| reading.temp_c = Some(-3.0)) as Fill)]);
        let reading = series.values_mut().next().unwrap();
        reading.drop_value(Quantity::SnowDepth, Some(9_999.0), reason.clone());
        assert_eq!(of(&series)[0].doubted, doubted, "{reason}");
    }
}
