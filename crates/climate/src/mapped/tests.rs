use proptest::prelude::*;

use super::*;

const POLICY: Policy = Policy::DEFAULT;

fn cm(units: i32) -> f64 {
    f64::from(units) / 10.0
}

fn fit(days: &[(i32, i32)]) -> Option<QuantileMap> {
    QuantileMap::fit(&POLICY, days.iter().map(|(from, to)| (cm(*from), cm(*to))))
}

fn applied(map: &QuantileMap, units: i32) -> i32 {
    map.apply(Tenths::from_units(units)).units()
}

/// Returns the snow of `days` days, rising evenly.
fn even(days: i32, from_step: i32, to_step: i32) -> Vec<(i32, i32)> {
    (1..=days).map(|day| (10 + day * from_step, 10 + day * to_step)).collect()
}

#[test]
fn large_samples_map_quantiles() {
    // The largest amounts of both sides correspond, whichever days they fell on.
    let days = even(10_000, 1, 0).into_iter().rev().zip(even(10_000, 0, 2));
    let map = fit(&days.map(|((from, _), (_, to))| (from.min(2_990), to.min(2_990))).collect::<Vec<_>>());
    let map = map.unwrap();
    for (from, to) in [(500, 990), (1_000, 1_980)] {
        assert!((applied(&map, from) - to).abs() < 40, "{from}: {}", applied(&map, from));
    }
}

#[test]
fn few_days_move_the_map_little() {
    let moved = |days: i32| {
        let map = fit(&even(days, 0, 0).iter().map(|_| (100, 200)).collect::<Vec<_>>()).unwrap();
        applied(&map, 100)
    };
    // The weight of a hundred days is one half.
    assert_eq!((moved(20), moved(100), moved(10_000)), (117, 150, 199));
    assert_eq!(fit(&even(19, 3, 4)), None);
}

#[test]
fn unmeasured_drizzle_fades() {
    // On every second day the archive's tenths are zero at the station.
    let mut days = even(2_000, 0, 0).iter().map(|_| (100, 100)).collect::<Vec<_>>();
    days.extend(even(2_000, 0, 0).iter().map(|_| (12, 0)));
    let map = fit(&days).unwrap();
    assert_eq!((applied(&map, 100), applied(&map, 200)), (100, 200));
    assert!(applied(&map, 12) < 10, "no snow day any more: {}", applied(&map, 12));
}

#[test]
fn ratio_is_constant_and_bounded() {
    let map = fit(&even(200, 1, 2)).unwrap();
    let ratio = |units: i32| f64::from(applied(&map, units)) / f64::from(units);
    assert!((ratio(1_000) - ratio(2_000)).abs() < 0.001 && ratio(1_000) > 1.3);
    let absurd = fit(&(0..10_000).map(|_| (10, 2_000)).collect::<Vec<_>>()).unwrap();
    assert_eq!(applied(&absurd, 100), 298);
}

#[test]
fn invalid_amounts_are_left_out() {
    let good: Vec<(f64, f64)> = even(60, 3, 4).iter().map(|(from, to)| (cm(*from), cm(*to))).collect();
    let mut odd = good.clone();
    odd.extend([(f64::NAN, 5.0), (5.0, f64::INFINITY), (-1.0, 5.0), (5.0, -1.0), (5.0, 10_000.0)]);
    assert_eq!(QuantileMap::fit(&POLICY, odd), QuantileMap::fit(&POLICY, good));
}

#[test]
fn snowless_side_makes_no_map() {
    assert_eq!(fit(&even(300, 3, -100).iter().map(|(from, _)| (*from, 0)).collect::<Vec<_>>()), None);
    assert_eq!(fit(&even(300, 0, 3).iter().map(|(_, to)| (0, *to)).collect::<Vec<_>>()), None);
    assert_eq!(fit(&[]), None);
}

#[test]
fn map_round_trips() {
    let map = fit(&even(90, 3, 4)).unwrap();
    let text = serde_json::to_string(&map).unwrap();
    assert_eq!(serde_json::from_str::<QuantileMap>(&text).unwrap(), map);
    for odd in [
        "[]",
        "[[0.0,0.0]]",
        "[[0.0,1.0],[1.0,2.0]]",
        "[[0.0,0.0],[1.0,2.0],[1.0,3.0]]",
        "[[0.0,0.0],[1.0,2.0],[2.0,1.0]]",
        "[[0.0,0.0],[1.0,-2.0]]",
        "[[0.0,0.0],[1.0,null]]",
    ] {
        assert!(serde_json::from_str::<QuantileMap>(odd).is_err(), "{odd}");
    }
}

fn days() -> impl Strategy<Value = Vec<(i32, i32)>> {
    let amount = prop_oneof![2 => Just(0), 3 => 1..40_i32, 3 => 10..300_i32, 1 => 0..3_000_i32];
    prop::collection::vec((amount.clone(), amount), 0..160)
}

proptest! {
    #[test]
    fn map_is_monotonic_and_bounded(days in days(), asked in prop::collection::vec(0..3_000_i32, 2..40)) {
        let Some(map) = fit(&days) else { return Ok(()) };
        let mut asked = asked;
        asked.sort_unstable();
        let told: Vec<i32> = asked.iter().map(|units| applied(&map, *units)).collect();
        prop_assert!(told.is_sorted(), "{asked:?} {told:?}");
        for (asked, told) in asked.iter().zip(&told) {
            prop_assert!(*told >= 0 && *told <= asked * 3 + 1, "{asked} {told}");
        }
        prop_assert_eq!(applied(&map, 0), 0);
    }

    #[test]
    fn the_order_of_days_never_matters(days in days(), turn in 0..160_usize) {
        let mut turned = days.clone();
        turned.rotate_left(turn.min(days.len()));
        turned.reverse();
        prop_assert_eq!(fit(&days), fit(&turned));
    }

    #[test]
    fn equal_samples_make_identity(days in days(), asked in 0..3_000_i32, turn in 0..160_usize) {
        let mut measured: Vec<i32> = days.iter().map(|(from, _)| *from).collect();
        measured.rotate_left(turn.min(days.len()));
        let days: Vec<(i32, i32)> = days.iter().zip(measured).map(|((from, _), to)| (*from, to)).collect();
        let Some(map) = fit(&days) else { return Ok(()) };
        prop_assert_eq!(applied(&map, asked), asked);
    }
}
