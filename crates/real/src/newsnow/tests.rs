use conditions_core::time::HOUR_MS;
use sources::despike::Sample;

use super::*;

fn station(depths: impl IntoIterator<Item = f64>) -> Station {
    let start = Timestamp::parse("2015-01-10T00:00:00Z").unwrap();
    let at = |hour: usize| start.plus_millis(hour as i64 * HOUR_MS);
    let depths = depths.into_iter().enumerate().map(|(hour, value)| Sample { at: at(hour), value }).collect();
    Station {
        name: "A".to_owned(),
        day_starts_h: 0,
        depths,
        temps: Vec::new(),
        humidities: Vec::new(),
        surfaces: Vec::new(),
    }
}

#[test]
fn a_day_is_known_when_it_ends() {
    let station = station((0..=48).map(|hour| 50.0 + if hour > 30 { 10.0 } else { 0.0 }));
    let found = predict(&station);
    let dates: Vec<String> = found.iter().map(|(date, _)| date.to_string()).collect();
    assert_eq!(dates, ["2015-01-10", "2015-01-11"]);
    assert_eq!(found.first().map(|(_, cm)| *cm), Some(0.0));
    assert!(found.last().is_some_and(|(_, cm)| *cm >= 9.0), "{found:?}");
}

#[test]
fn steps_tell_the_network() {
    let of = |depths: &[f64]| limits(&station(depths.iter().copied()).depths);
    assert_eq!(of(&[1.0, 2.0]), Thresholds::whole_centimetres());
    assert_eq!(of(&[2.54, 5.08, 101.6]), Thresholds::whole_inches());
    assert_eq!(of(&[1.5, 2.0, 2.7]), Thresholds::standard());
}

/// Returns five days at 50 cm: normal in the cold for a gauge of whole centimetres, stuck for others.
fn still(until: usize) -> Station {
    station((0..until).map(|hour| match hour {
        0..24 => 49.0,
        24..144 => 50.0,
        144..168 => 55.0,
        // The gauge is replaced by one that reads millimetres.
        _ => 55.3,
    }))
}

#[test]
fn later_readings_change_no_day() {
    let short = predict(&still(168));
    let long = predict(&still(24 * 40));
    assert!(short.len() >= 5);
    assert_eq!(long.get(..short.len()), Some(short.as_slice()));
}

#[test]
fn baselines_of_a_known_day() {
    let depths = (0..=25).map(|hour| if hour < 12 { 50.0 + f64::from(hour % 2) } else { 60.0 });
    let days = baseline::days(&station(depths));
    let day = days.first().unwrap();
    assert_eq!(day.climb(), 10.0);
    assert_eq!(day.cm[3], 6.0 + 9.0);
}
