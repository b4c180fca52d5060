//! Tests of `estimate`.

use super::*;

#[test]
fn a_drive_is_near_what_people_drive() {
    // Sacramento to Kirkwood: 160 km by road, two and a quarter hours.
    let long = drive((38.58, -121.49), (38.68, -120.07));
    assert!((150.0..185.0).contains(&long.road_km), "{long:?}");
    assert!((110..165).contains(&long.minutes), "{long:?}");
    // Truckee to Palisades Tahoe: 18 km, twenty-five minutes.
    let short = drive((39.33, -120.18), (39.2, -120.24));
    assert!((15..35).contains(&short.minutes), "{short:?}");
}

#[test]
fn a_longer_drive_never_takes_less_time_and_none_takes_none() {
    let here = (46.0, 7.0);
    assert_eq!(drive(here, here).minutes, 0);
    let minutes: Vec<u32> =
        (0..60).map(|step| drive(here, (46.0 + f64::from(step) * 0.1, 7.0)).minutes).collect();
    assert!(minutes.is_sorted());
}
