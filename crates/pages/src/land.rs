//! Draws land and borders under the dots of a map, from `data/land.txt` and `data/borders.txt`, clipped to the map and
//! simplified to its pixels.

use std::fmt::Write as _;
use std::sync::LazyLock;

/// Degrees per unit in the file.
const UNIT: f64 = 0.05;
/// Minimum distance between drawn corners, pixels.
const NEAR: f64 = 1.5;
/// Minimum size of a drawn ring, pixels; smaller in both directions is left out.
const SMALL: f64 = 2.0;

/// A position: longitude and latitude in degrees, or pixels from the left and from the top.
type Point = (f64, f64);

/// Rings of land.
static RINGS: LazyLock<Vec<Vec<Point>>> = LazyLock::new(|| lines(include_str!("../data/land.txt")));
/// Lines between countries.
static BORDERS: LazyLock<Vec<Vec<Point>>> = LazyLock::new(|| lines(include_str!("../data/borders.txt")));

/// Parses lines of longitude and latitude. Malformed numbers in the file are skipped.
fn lines(text: &str) -> Vec<Vec<Point>> {
    text.lines()
        .map(|line| {
            let mut last = (0.0, 0.0);
            let step = |text: &str| {
                let (lon, lat) = text.split_once(' ')?;
                Some((lon.parse::<f64>().ok()?, lat.parse::<f64>().ok()?))
            };
            let point = |(lon, lat)| {
                last = (last.0 + lon, last.1 + lat);
                (last.0 * UNIT, last.1 * UNIT)
            };
            line.split(',').filter_map(step).map(point).collect()
        })
        .collect()
}

/// Returns the borders on a map like [`path`]. Lines that cross its edge continue to their next corner.
pub(crate) fn borders(width: f64, height: f64, place: impl Fn(Point) -> Point) -> String {
    let is_on = |point: &Point| (0.0..=width).contains(&point.0) && (0.0..=height).contains(&point.1);
    let mut out = String::new();
    for line in BORDERS.iter() {
        let placed = thinned(&line.iter().map(|point| place(*point)).collect::<Vec<_>>());
        let mut is_drawn = false;
        for pair in placed.windows(2) {
            let [from, to] = pair else { continue };
            if !(is_on(from) || is_on(to)) {
                is_drawn = false;
                continue;
            }
            // Writing to a string cannot fail.
            if !is_drawn {
                let _ = write!(out, "M{:.0} {:.0}", from.0, from.1);
            }
            let _ = write!(out, "L{:.0} {:.0}", to.0, to.1);
            is_drawn = true;
        }
    }
    out
}

/// Returns the land on a map of this size as the `d` of a path; `place` projects longitude and latitude to pixels.
pub(crate) fn path(width: f64, height: f64, place: impl Fn(Point) -> Point) -> String {
    let mut out = String::new();
    for ring in RINGS.iter() {
        let clipped = clipped(ring.iter().map(|point| place(*point)).collect(), width, height);
        let seen = thinned(&clipped);
        if is_seen(&seen) {
            for (at, (x, y)) in seen.iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = write!(out, "{}{x:.0} {y:.0}", if at == 0 { 'M' } else { 'L' });
            }
            out.push('Z');
        }
    }
    out
}

fn is_seen(points: &[Point]) -> bool {
    let span = |of: fn(&Point) -> f64| {
        let all = || points.iter().map(of);
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    };
    points.len() >= 3 && span(|point| point.0).max(span(|point| point.1)) >= SMALL
}

/// Removes corners that are within a pixel of the one before.
fn thinned(points: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for (x, y) in points {
        if kept.last().is_none_or(|(a, b)| (a - x).hypot(b - y) >= NEAR) {
            kept.push((*x, *y));
        }
    }
    kept
}

/// Clips a ring to the map, edge by edge (Sutherland and Hodgman).
fn clipped(ring: Vec<Point>, width: f64, height: f64) -> Vec<Point> {
    // Distance of a position inside each edge; negative outside.
    let within: [&dyn Fn(Point) -> f64; 4] =
        [&|point| point.0, &|point| width - point.0, &|point| point.1, &|point| height - point.1];
    let mut left = ring;
    for inside in within {
        let Some(mut before) = left.last().copied() else { return left };
        let mut kept = Vec::with_capacity(left.len());
        for point in left {
            let (a, b) = (inside(before), inside(point));
            if (a < 0.0) != (b < 0.0) {
                let share = a / (a - b);
                kept.push((before.0 + share * (point.0 - before.0), before.1 + share * (point.1 - before.1)));
            }
            if b >= 0.0 {
                kept.push(point);
            }
            before = point;
        }
        left = kept;
    }
    left
}

#[cfg(test)]
mod tests;
