use conditions_core::time::Timestamp;

use super::*;
use crate::station::Reason;

fn readings(stations: usize, fill: impl Fn(&mut Reading)) -> Vec<Reading> {
    (0..stations)
        .map(|number| {
            let mut reading = Reading::new(&format!("S{number}"), Timestamp::from_millis(1));
            reading.temp_c = Some(-4.0);
            fill(&mut reading);
            reading
        })
        .collect()
}

fn found(stations: usize, now: impl Fn(&mut Reading)) -> Vec<Quantity> {
    let before = given(&readings(stations, |reading| reading.snow_depth_cm = Some(120.0)));
    lost_quantities(&before, &given(&readings(stations, now)))
}

#[test]
fn detects_lost_quantities() {
    assert_eq!(found(3, |_| {}), [Quantity::SnowDepth]);
    assert_eq!(found(2, |_| {}), [], "two prove nothing");
    assert_eq!(found(3, |reading| reading.snow_depth_cm = Some(121.0)), []);
    // A dropped value counts as reported.
    assert_eq!(found(3, |reading| reading.drop_value(Quantity::SnowDepth, None, Reason::Sentinel)), []);
}

#[test]
fn silent_stations_lose_nothing() {
    let before = given(&readings(5, |reading| reading.wind_mps = Some(3.0)));
    assert_eq!(lost_quantities(&before, &GivenQuantities::new()), []);
}
