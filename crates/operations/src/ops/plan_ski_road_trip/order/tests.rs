use super::{MOST, shortest};

fn table(points: &[(f64, f64)]) -> Vec<Vec<f64>> {
    let km = |a: &(f64, f64), b: &(f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
    points.iter().map(|a| points.iter().map(|b| km(a, b)).collect()).collect()
}

fn length(km: &[Vec<f64>], order: &[usize]) -> f64 {
    order.windows(2).map(|leg| km[leg[0]][leg[1]]).sum()
}

/// Returns every order of `count` stops.
fn all(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = all(count - 1);
    let with = |order: &Vec<usize>| {
        (0..count).map(|at| {
            let mut longer = order.clone();
            longer.insert(at, count - 1);
            longer
        }).collect::<Vec<_>>()
    };
    shorter.iter().flat_map(with).collect()
}

/// Returns points that look random but are reproducible.
fn scattered(count: usize, seed: u64) -> Vec<(f64, f64)> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(state >> 40).unwrap()) / 1e5
    };
    (0..count).map(|_| (next(), next())).collect()
}

#[test]
fn finds_the_shortest_order() {
    for count in 0..=7 {
        for seed in 1..=5 {
            let km = table(&scattered(count, seed));
            let order = shortest(&km);
            let mut stops = order.clone();
            stops.sort_unstable();
            assert_eq!(stops, (0..count).collect::<Vec<_>>(), "each stop once");
            let best = all(count).iter().map(|order| length(&km, order)).fold(f64::INFINITY, f64::min);
            assert!(length(&km, &order) <= best + 1e-9, "{count} stops, seed {seed}");
        }
    }
}

#[test]
fn orders_ten_stops_along_a_line() {
    let places = [3, 9, 0, 7, 1, 8, 2, 6, 4, 5];
    let km = table(&places.map(|at| (f64::from(at), 0.0)));
    let order = shortest(&km);
    let walked: Vec<i32> = order.iter().map(|at| places[*at]).collect();
    assert!(walked.is_sorted() || walked.iter().rev().is_sorted(), "{walked:?}");
    assert_eq!(places.len(), MOST);
}

#[test]
fn too_many_stops_keep_their_order() {
    let km = table(&scattered(MOST + 1, 1));
    assert_eq!(shortest(&km), (0..=MOST).collect::<Vec<_>>());
}
