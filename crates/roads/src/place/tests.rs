use super::*;

fn spot(lat: f64, lon: f64) -> Spot {
    Spot { lat, lon, elevation_m: None, road: None, direction: None, name: "x".into(), near: None }
}

#[test]
fn line_distance_stops_at_its_ends() {
    let (from, to) = ((38.58, -121.49), (38.68, -120.07));
    assert!(spot(38.65, -120.8).within_of_line(5.0, from, to).is_some_and(|km| km < 5.0));
    assert_eq!(spot(38.9, -120.8).within_of_line(20.0, from, to), None);
    assert_eq!(spot(38.68, -119.5).within_of_line(20.0, from, to), None);
}

#[test]
fn lines_cross_the_date_line() {
    let (from, to) = ((-17.0, 179.5), (-17.0, -179.5));
    assert!(spot(-17.0, 180.0).within_of_line(1.0, from, to).is_some());
    assert_eq!(spot(-17.0, 0.0).within_of_line(100.0, from, to), None);
}

#[test]
fn a_line_of_no_length_is_a_point() {
    let here = (46.0, 7.7);
    assert!(spot(46.0, 7.71).within_of_line(2.0, here, here).is_some());
    assert_eq!(spot(46.0, 7.9).within_of_line(2.0, here, here), None);
    assert_eq!(spot(f64::NAN, 7.7).within(2.0, here), None);
}
