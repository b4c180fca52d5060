//! Distances between two places on the globe, in kilometres and in degrees of arc. Places are degrees north and east.

/// Mean radius of the Earth, kilometres (IUGG).
pub const EARTH_RADIUS_KM: f64 = 6_371.008_8;

/// A point, degrees north and degrees east.
pub type Point = (f64, f64);

/// Returns the great-circle distance in kilometres, by the haversine formula, which is accurate for near places.
#[must_use]
pub fn distance_km(from: Point, to: Point) -> f64 {
    let (lat_a, lat_b) = (from.0.to_radians(), to.0.to_radians());
    let lat_half = libm::sin((lat_b - lat_a) / 2.0);
    let lon_half = libm::sin((to.1 - from.1).to_radians() / 2.0);
    let square = lat_half * lat_half + libm::cos(lat_a) * libm::cos(lat_b) * lon_half * lon_half;
    2.0 * EARTH_RADIUS_KM * libm::asin(libm::sqrt(square.clamp(0.0, 1.0)))
}

/// Returns the larger of the two differences between a place and the centre of a grid cell, in degrees of arc: in
/// latitude, and in longitude scaled to the latitude of the place.
#[must_use]
pub fn degrees_apart(place: Point, cell: Point) -> f64 {
    let east = libm::fmod(cell.1 - place.1, 360.0).abs();
    let east = east.min(360.0 - east) * libm::cos(place.0.to_radians());
    (cell.0 - place.0).abs().max(east)
}

#[cfg(test)]
mod tests;
