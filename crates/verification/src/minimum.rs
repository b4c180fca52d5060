//! Minimisation of a function of several numbers by the simplex of Nelder and Mead (1965, *Comput. J.* 7): without
//! derivatives, and reproducible.

/// Maximum number of steps.
const STEPS: usize = 400;
/// Difference of the corners' values below which the search ends.
const ENOUGH: f64 = 1e-4;

type Corner = (f64, Vec<f64>);

/// Returns the minimum of `of`, searched from `start` with steps of about `step`.
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

/// Returns the mean of the corners.
fn centre(corners: &[Corner], numbers: usize) -> Vec<f64> {
    let mean = |place: usize| {
        let all = corners.iter().filter_map(|(_, at)| at.get(place));
        all.sum::<f64>() / corners.len() as f64
    };
    (0..numbers).map(mean).collect()
}

/// Returns the point at a share of the distance between two points.
fn between(from: &[f64], to: &[f64], share: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(from, to)| from + share * (to - from)).collect()
}

#[cfg(test)]
mod tests;
