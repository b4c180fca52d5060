//! Distance and outline tests on the globe: whether two points are near each other, and whether one is inside a drawn
//! line.

use conditions_core::geo::distance_km;

pub use conditions_core::geo::Point;

/// Kilometres per degree of latitude: a cheap lower bound before [`distance_km`].
const KM_PER_DEGREE: f64 = 111.195;

/// Returns whether two points are at most `km` apart; comparing latitudes excludes most pairs.
pub(crate) fn within(km: f64, a: Point, b: Point) -> bool {
    (a.0 - b.0).abs() * KM_PER_DEGREE <= km && distance_km(a, b) <= km
}

/// Returns whether a point is inside a closed outline (even-odd rule, plain degrees: for outlines far from the poles
/// and the date line).
pub(crate) fn inside(outline: &[Point], (lat, lon): Point) -> bool {
    let mut crossings = 0;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let crosses = (a.0 > lat) != (b.0 > lat);
        if crosses && lon < (b.1 - a.1) * (lat - a.0) / (b.0 - a.0) + a.1 {
            crossings += 1;
        }
    }
    crossings % 2 == 1
}

/// Returns whether two segments cross (plain degrees: for short ones far from the poles and the date line).
pub(crate) fn crosses(one: (Point, Point), other: (Point, Point)) -> bool {
    let side = |(a, b): (Point, Point), p: Point| (b.1 - a.1) * (p.0 - a.0) - (b.0 - a.0) * (p.1 - a.1);
    let parted =
        |line: (Point, Point), (a, b): (Point, Point)| (side(line, a) > 0.0) != (side(line, b) > 0.0);
    parted(one, other) && parted(other, one)
}

#[cfg(test)]
mod tests;
