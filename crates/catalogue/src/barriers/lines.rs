//! Drawn lines, and the test whether the straight line between two places crosses one of them.

use crate::geo::{Point, crosses};

/// A polyline of points, degrees north and degrees east.
pub(super) type Line = &'static [Point];

/// Lines that are tested together.
#[derive(Debug)]
pub(super) struct Lines {
    lines: &'static [Line],
    /// Southernmost, westernmost, northernmost and easternmost coordinate of each line, to exclude most pairs of places
    /// quickly.
    extents: Vec<[f64; 4]>,
}

impl Lines {
    pub(super) fn new(lines: &'static [Line]) -> Self {
        Self { lines, extents: lines.iter().map(|line| extent(line)).collect() }
    }

    /// Returns whether one of the lines is between two places.
    pub(super) fn lie_between(&self, a: Point, b: Point) -> bool {
        let [south, west, north, east] = extent(&[a, b]);
        let near = |[s, w, n, e]: &[f64; 4]| south <= *n && *s <= north && west <= *e && *w <= east;
        let nearby = self.lines.iter().zip(&self.extents).filter(|(_, extent)| near(extent));
        nearby
            .flat_map(|(line, _)| line.iter().zip(line.iter().skip(1)))
            .any(|(begin, end)| crosses((a, b), (*begin, *end)))
    }
}

fn extent(points: &[Point]) -> [f64; 4] {
    let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    points.iter().fold(none, |[south, west, north, east], (lat, lon)| {
        [south.min(*lat), west.min(*lon), north.max(*lat), east.max(*lon)]
    })
}
