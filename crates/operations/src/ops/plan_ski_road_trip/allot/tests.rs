use super::days;

#[test]
fn days_follow_the_snow() {
    let dry_then_snow = vec![0.0, 0.0, 0.0, 30.0, 10.0];
    let snow_then_dry = vec![5.0, 20.0, 0.0, 0.0, 0.0];
    let (counts, worth) = days(&[snow_then_dry.clone(), dry_then_snow.clone()], 5).unwrap();
    assert_eq!(worth, 65.0);
    assert_eq!(counts.iter().sum::<usize>(), 5);
    assert!((2..=3).contains(&counts[0]), "{counts:?}");
    // In the opposite order the snow is missed, but every stop has a day.
    let (counts, worth) = days(&[dry_then_snow, snow_then_dry], 5).unwrap();
    assert!(worth < 65.0 && counts.iter().all(|days| *days >= 1), "{counts:?} {worth}");
}

#[test]
fn every_stop_gets_a_day() {
    for stops in 1..=7 {
        for all in stops..=14 {
            let (counts, _) = days(&vec![vec![1.0; all]; stops], all).unwrap();
            assert_eq!((counts.len(), counts.iter().sum::<usize>()), (stops, all));
            assert!(counts.iter().all(|days| *days >= 1), "{counts:?}");
        }
    }
}

#[test]
fn rejects_fewer_days_than_stops() {
    assert_eq!(days(&[vec![1.0], vec![1.0]], 1), None);
    assert_eq!(days(&[], 3), None);
}

#[test]
fn unforecast_days_have_no_value() {
    assert_eq!(days(&[vec![3.0]], 4), Some((vec![4], 3.0)));
}
