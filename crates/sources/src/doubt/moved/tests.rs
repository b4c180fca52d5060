use conditions_core::evidence::Site;

use super::*;

fn station(lat: f64, lon: f64, elevation_m: Option<f64>) -> Station {
    Station {
        network: "slf",
        id: "AAA2".to_owned(),
        name: "Synthetic".into(),
        site: Site::Mountain,
        lat,
        lon,
        elevation_m,
        utc_offset_s: None,
        measures_snow: None,
    }
}

#[test]
fn refined_place_is_not_a_move() {
    let before = station(46.83, 9.81, Some(2_540.0));
    for (after, moved) in [
        (station(46.8312, 9.8096, Some(2_543.0)), false),
        (station(46.83, 9.81, None), false),
        (station(46.83, 9.81, Some(2_650.0)), true),
        (station(46.85, 9.81, Some(2_540.0)), true),
        (station(9.81, 46.83, Some(2_540.0)), true),
    ] {
        assert_eq!(has_moved(&before, &after), moved, "{after:?}");
    }
}
