//! Distances and outlines on the globe: how far two resorts are apart, and whether one lies inside a drawn line.

/// Mean radius of the Earth, kilometres (IUGG).
const EARTH_RADIUS_KM: f64 = 6_371.008_8;

/// One degree of latitude, kilometres: a cheap lower bound before [`distance_km`].
const KM_PER_DEGREE: f64 = 111.195;

/// A point, degrees north and degrees east.
pub type Point = (f64, f64);

/// Great-circle distance in kilometres.
#[must_use]
pub fn distance_km(from: Point, to: Point) -> f64 {
    let (lat_a, lat_b) = (from.0.to_radians(), to.0.to_radians());
    let lat_half = ((lat_b - lat_a) / 2.0).sin();
    let lon_half = ((to.1 - from.1).to_radians() / 2.0).sin();
    let square = lat_half * lat_half + lat_a.cos() * lat_b.cos() * lon_half * lon_half;
    2.0 * EARTH_RADIUS_KM * square.clamp(0.0, 1.0).sqrt().asin()
}

/// Whether two points are at most `km` apart; most pairs are told apart by latitude alone.
pub(crate) fn within(km: f64, a: Point, b: Point) -> bool {
    (a.0 - b.0).abs() * KM_PER_DEGREE <= km && distance_km(a, b) <= km
}

/// Whether a point lies inside a closed outline (even-odd rule, plain degrees: for outlines far from pole and date
/// line).
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

#[cfg(test)]
mod tests;
