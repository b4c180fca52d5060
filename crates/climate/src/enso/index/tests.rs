use super::*;

#[test]
fn seasons_are_named_by_months() {
    assert_eq!(Season::around(2016, 0).to_string(), "DJF 2016");
    assert_eq!(Season::around(2016, 0).plus(-1).to_string(), "NDJ 2015");
    assert_eq!(Season::around(2016, 11).plus(1), Season::around(2017, 0));
}

#[test]
fn finds_values_by_season() {
    let series = Series { first: Season::around(1950, 0), anomalies: vec![-138, -121, -111] };
    assert_eq!(series.at(Season::around(1950, 2)), Some(-111));
    assert_eq!(series.at(Season::around(1950, 3)), None);
    assert_eq!(series.at(Season::around(1949, 11)), None);
    assert_eq!(series.last(), Some(Season::around(1950, 2)));
    assert_eq!(Series { anomalies: Vec::new(), ..series }.last(), None);
}

#[test]
fn half_a_tenth_rounds_away_from_zero() {
    let rounded = [45, 44, -45, -44, 0, 4, -5, 250].map(tenths);
    assert_eq!(rounded, [5, 4, -5, -4, 0, 0, -1, 25]);
}
