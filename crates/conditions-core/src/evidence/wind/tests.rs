use super::*;
use crate::policy::Labels;

fn mean(winds: &[(f64, f64)]) -> MeanWind {
    MeanWind::mean(winds.iter().map(|(speed, from)| (MeanWind::new(*speed, *from), 1.0))).expect("a wind")
}

fn from(winds: &[(f64, f64)]) -> Option<u16> {
    mean(winds).from_deg(&Policy::CONTRACT)
}

#[test]
fn direction_survives_components() {
    for degrees in 0..360_u16 {
        assert_eq!(from(&[(5.0, f64::from(degrees))]), Some(degrees));
    }
    assert_eq!(from(&[(5.0, 360.0)]), Some(0));
    assert_eq!(from(&[(5.0, 359.7)]), Some(0));
}

#[test]
fn mean_crosses_north() {
    assert_eq!(from(&[(5.0, 350.0), (5.0, 20.0)]), Some(5));
    assert_eq!(from(&[(5.0, 10.0), (5.0, 350.0)]), Some(0));
}

#[test]
fn stronger_wind_decides() {
    assert_eq!(from(&[(12.0, 270.0), (1.0, 180.0)]), Some(265));
    let weighted = MeanWind::mean([(MeanWind::new(5.0, 180.0), 0.0), (MeanWind::new(5.0, 90.0), 2.0)]);
    assert_eq!(weighted.and_then(|wind| wind.from_deg(&Policy::CONTRACT)), Some(90));
}

#[test]
fn calm_and_contradictory_winds_lack_a_direction() {
    assert_eq!(from(&[(0.0, 270.0)]), None);
    assert_eq!(from(&[(0.4, 270.0)]), None);
    assert_eq!(from(&[(0.5, 270.0)]), Some(270));
    assert_eq!(from(&[(8.0, 0.0), (8.0, 180.0)]), None);
    assert_eq!(from(&[(8.0, 0.0), (8.0, 95.0)]), None);
    assert_eq!(from(&[(8.0, 0.0), (8.0, 80.0)]), Some(40));
    assert_eq!(MeanWind::mean([]), None);
    assert_eq!(MeanWind::mean([(MeanWind::new(5.0, 90.0), 0.0)]), None);
}

#[test]
fn unusable_numbers_lack_a_direction() {
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let _ = MeanWind::new(odd, odd).from_deg(&Policy::CONTRACT);
        let wind = MeanWind { from_east_mps: odd, from_north_mps: odd, speed_mps: odd };
        let _ = wind.from_deg(&Policy::CONTRACT);
    }
    let still = MeanWind { from_east_mps: 0.0, from_north_mps: 0.0, speed_mps: 0.0 };
    let lax =
        Policy { labels: Labels { wind_calm_mps: 0.0, ..Policy::CONTRACT.labels }, ..Policy::contract() };
    assert_eq!(still.from_deg(&lax), None);
}
