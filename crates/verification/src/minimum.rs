//! The least of a function of some numbers, by the simplex of Nelder and Mead (1965, *Comput. J.* 7): no derivatives, the same
//! answer each time.

/// Steps at most.
const STEPS: usize = 400;
/// Corners whose values differ by less are one.
const ENOUGH: f64 = 1e-4;

type Corner = (f64, Vec<f64>);

/// Where `of` is least, sought from `start` by steps of about `step`.
pub(crate) fn minimum(of: impl Fn(&[f64]) -> f64, start: &[f64], step: f64) -> Vec<f64> {
    let valued = |at: Vec<f64>| -> Corner { (of(&at), at) };
    let mut corners: Vec<Corner> = vec![valued(start.to_vec())];
    for place in 0..start.len() {
        let mut at = start.to_vec();
        if let Some(number) = at.get_mut(place) {
            *number += step;
        }
        corners.push(valued(at));
    }
    for _ in 0..STEPS {
        corners.sort_by(|a, b| a.0.total_cmp(&b.0));
        let Some((worst, rest)) = corners.split_last_mut() else { break };
        let (Some(best), Some(second)) = (rest.first(), rest.last()) else { break };
        if worst.0 - best.0 < ENOUGH {
            break;
        }
        let (best, second) = (best.clone(), second.0);
        let centre = centre(rest, start.len());
        let towards = |share: f64| valued(between(&centre, &worst.1, share));
        let reflected = towards(-1.0);
        if reflected.0 < best.0 {
            let further = towards(-2.0);
            *worst = if further.0 < reflected.0 { further } else { reflected };
        } else if reflected.0 < second {
            *worst = reflected;
        } else {
            let nearer = towards(if reflected.0 < worst.0 { -0.5 } else { 0.5 });
            if nearer.0 < worst.0.min(reflected.0) {
                *worst = nearer;
            } else {
                for corner in corners.iter_mut().skip(1) {
                    *corner = valued(between(&best.1, &corner.1, 0.5));
                }
            }
        }
    }
    let least = corners.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    least.map_or_else(|| start.to_vec(), |(_, at)| at)
}

/// The mean of some corners.
fn centre(corners: &[Corner], numbers: usize) -> Vec<f64> {
    let mean = |place: usize| {
        let all = corners.iter().filter_map(|(_, at)| at.get(place));
        all.sum::<f64>() / corners.len() as f64
    };
    (0..numbers).map(mean).collect()
}

/// The point at a share of the way from one to another.
fn between(from: &[f64], to: &[f64], share: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(from, to)| from + share * (to - from)).collect()
}

#[cfg(test)]
mod tests;
