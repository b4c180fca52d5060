//! Allots days to the stops of a trip: consecutive, at least one each, and with as much forecast snow in total as
//! possible.

/// Returns the number of days of each stop, in the order of the stops, and their total value. `worth` has for each stop
/// the value of each day there. Every stop gets a day; with fewer days than stops there is no result.
pub(super) fn days(worth: &[Vec<f64>], days: usize) -> Option<(Vec<usize>, f64)> {
    let stops = worth.len();
    if stops == 0 || days < stops {
        return None;
    }
    // By stop and last day: the best value so far, and the first day of the stop.
    let mut best: Vec<Vec<Option<(f64, usize)>>> = Vec::with_capacity(stops);
    for (stop, row) in worth.iter().enumerate() {
        let mut line = vec![None; days];
        for last in stop..days {
            let mut here = 0.0;
            for first in (stop..=last).rev() {
                here += row.get(first).copied().unwrap_or_default();
                let before = match stop.checked_sub(1) {
                    None if first == 0 => 0.0,
                    None => continue,
                    Some(previous) => {
                        let known = first.checked_sub(1).and_then(|day| *best.get(previous)?.get(day)?);
                        let Some((so_far, _)) = known else { continue };
                        so_far
                    }
                };
                store_better(&mut line, last, (before + here, first));
            }
        }
        best.push(line);
    }
    let (total, _) = (*best.last()?.get(days - 1)?)?;
    let (mut counts, mut end) = (Vec::with_capacity(stops), days);
    for line in best.iter().rev() {
        let (_, first) = (*line.get(end.checked_sub(1)?)?)?;
        counts.push(end - first);
        end = first;
    }
    counts.reverse();
    Some((counts, total))
}

/// Stores an option if it is worth more than the known one; on ties the later arrival stays, which was found first.
fn store_better(line: &mut [Option<(f64, usize)>], at: usize, way: (f64, usize)) {
    if let Some(slot) = line.get_mut(at).filter(|slot| slot.is_none_or(|(known, _)| way.0 > known)) {
        *slot = Some(way);
    }
}

#[cfg(test)]
mod tests;
