//! Finds the order of the stops with the shortest route, exactly: every set of stops is solved once for each last stop
//! (Held and Karp, 1962). Ten stops take ten thousand additions.

/// Returns the order of positions in the square table `km` with the shortest route from first to last; of its two
/// directions, the one that begins with the lower position. More than [`MOST`] stops keep their order.
pub(super) fn shortest(km: &[Vec<f64>]) -> Vec<usize> {
    let count = km.len();
    if !(2..=MOST).contains(&count) {
        return (0..count).collect();
    }
    let leg = |from: usize, to: usize| km.get(from).and_then(|row| row.get(to)).copied().unwrap_or(f64::INFINITY);
    let sets = 1_usize << count;
    // By set and last stop: the shortest route through the set, and the stop before the last.
    let mut best = vec![(f64::INFINITY, usize::MAX); sets * count];
    let cell = |set: usize, last: usize| set * count + last;
    for stop in 0..count {
        store_shorter(&mut best, cell(1 << stop, stop), (0.0, usize::MAX));
    }
    for set in 1..sets {
        for last in (0..count).filter(|last| set & (1 << last) != 0) {
            let Some((so_far, _)) = best.get(cell(set, last)).copied().filter(|(km, _)| km.is_finite()) else {
                continue;
            };
            for next in (0..count).filter(|next| set & (1 << next) == 0) {
                store_shorter(&mut best, cell(set | 1 << next, next), (so_far + leg(last, next), last));
            }
        }
    }
    let whole = sets - 1;
    let ending = |last: usize| best.get(cell(whole, last)).map_or(f64::INFINITY, |(km, _)| *km);
    let Some(mut last) = (0..count).min_by(|a, b| ending(*a).total_cmp(&ending(*b))) else {
        return Vec::new();
    };
    let (mut set, mut order) = (whole, Vec::with_capacity(count));
    while order.len() < count {
        order.push(last);
        let Some((_, before)) = best.get(cell(set, last)).copied().filter(|(_, before)| *before < count) else {
            break;
        };
        set &= !(1 << last);
        last = before;
    }
    if order.first() > order.last() {
        order.reverse();
    }
    order
}

/// Maximum number of stops that are ordered exactly.
pub(super) const MOST: usize = 10;

/// Stores a route if it is shorter than the known one.
fn store_shorter(best: &mut [(f64, usize)], at: usize, way: (f64, usize)) {
    if let Some(slot) = best.get_mut(at).filter(|slot| way.0 < slot.0) {
        *slot = way;
    }
}

#[cfg(test)]
mod tests;
