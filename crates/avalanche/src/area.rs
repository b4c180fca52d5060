//! The area of a region or a bulletin: rings of points in thousandths of a degree, and whether a place is inside.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Thousandths of a degree, about 100 m: no region is drawn more exactly than the size of a resort.
const PER_DEGREE: f64 = 1_000.0;
/// Maximum number of points of one area.
const MOST_POINTS: usize = 200_000;

/// An area of rings. A point inside an odd number of them is inside, so a hole is an ordinary ring.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Vec<i32>>", into = "Vec<Vec<i32>>")]
pub struct Area {
    rings: Vec<Vec<Point>>,
    /// The box around all rings: west, south, east, north.
    bounds: [i32; 4],
}

/// Thousandths of a degree, east and north.
type Point = (i32, i32);

impl Area {
    /// Makes an area from a geometry of `GeoJSON`: one or several polygons; `None` for anything else and for an empty
    /// area.
    #[must_use]
    pub fn from_geojson(geometry: &Value) -> Option<Self> {
        let coordinates = geometry["coordinates"].as_array()?;
        let polygons: Vec<&Value> = match geometry["type"].as_str()? {
            "Polygon" => vec![&geometry["coordinates"]],
            "MultiPolygon" => coordinates.iter().collect(),
            _ => return None,
        };
        let rings = polygons.into_iter().filter_map(Value::as_array).flatten();
        let rings: Option<Vec<Vec<Point>>> =
            rings.map(|ring| ring.as_array().map(|ring| quantised(ring))?).collect();
        let area = Self::new(rings?);
        let points: usize = area.rings.iter().map(Vec::len).sum();
        (points > 0 && points <= MOST_POINTS).then_some(area)
    }

    fn new(mut rings: Vec<Vec<Point>>) -> Self {
        rings.retain(|ring| ring.len() > 2);
        let all = || rings.iter().flatten();
        let bounds = [
            all().map(|(east, _)| *east).min().unwrap_or(0),
            all().map(|(_, north)| *north).min().unwrap_or(0),
            all().map(|(east, _)| *east).max().unwrap_or(-1),
            all().map(|(_, north)| *north).max().unwrap_or(-1),
        ];
        Self { rings, bounds }
    }

    /// Returns whether a place is inside, degrees north and east.
    #[must_use]
    pub fn contains(&self, lat: f64, lon: f64) -> bool {
        let (east, north) = (lon * PER_DEGREE, lat * PER_DEGREE);
        let [west_end, south_end, east_end, north_end] = self.bounds.map(f64::from);
        if east < west_end || east > east_end || north < south_end || north > north_end {
            return false;
        }
        self.rings.iter().fold(false, |inside, ring| inside ^ encloses(ring, east, north))
    }

    /// Returns twice its size in square thousandths of a degree, to distinguish a smaller area from a larger one at the
    /// same place.
    #[must_use]
    pub fn size(&self) -> i64 {
        let doubled = |ring: &Vec<Point>| {
            let next = ring.iter().cycle().skip(1);
            let cross = |((x, y), (u, v)): (&Point, &Point)| {
                i64::from(*x) * i64::from(*v) - i64::from(*u) * i64::from(*y)
            };
            ring.iter().zip(next).map(cross).sum::<i64>().abs()
        };
        self.rings.iter().map(doubled).sum()
    }

    /// Adds another area.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        // A repeated ring would be a hole in itself.
        for ring in other.rings {
            if !self.rings.contains(&ring) {
                self.rings.push(ring);
            }
        }
        Self::new(self.rings)
    }
}

/// Returns the points of a ring, without repetitions; `None` if one of them is not on Earth, as in map coordinates in
/// metres.
fn quantised(ring: &[Value]) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = Vec::with_capacity(ring.len());
    for point in ring {
        let (lon, lat) = (point.get(0)?.as_f64()?, point.get(1)?.as_f64()?);
        if lon.abs() > 180.0 || lat.abs() > 90.0 {
            return None;
        }
        let point = ((lon * PER_DEGREE).round() as i32, (lat * PER_DEGREE).round() as i32);
        if points.last() != Some(&point) {
            points.push(point);
        }
    }
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    Some(points)
}

/// Returns whether a ring encloses a point: an odd number of its sides is to the east.
fn encloses(ring: &[Point], east: f64, north: f64) -> bool {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).fold(false, |inside, (from, to)| {
        let (from_east, from_north) = (f64::from(from.0), f64::from(from.1));
        let (to_east, to_north) = (f64::from(to.0), f64::from(to.1));
        let crosses = (from_north > north) != (to_north > north);
        let at = || from_east + (north - from_north) / (to_north - from_north) * (to_east - from_east);
        inside ^ (crosses && east < at())
    })
}

impl From<Vec<Vec<i32>>> for Area {
    /// Reads each ring as steps from point to point: east, north, east, north.
    fn from(stored: Vec<Vec<i32>>) -> Self {
        let ring = |steps: Vec<i32>| {
            let mut at = (0_i32, 0_i32);
            let steps = steps.chunks_exact(2);
            let points = steps.filter_map(|step| match *step {
                [east, north] => {
                    at = (at.0.saturating_add(east), at.1.saturating_add(north));
                    Some(at)
                }
                _ => None,
            });
            points.collect()
        };
        Self::new(stored.into_iter().map(ring).collect())
    }
}

impl From<Area> for Vec<Vec<i32>> {
    fn from(area: Area) -> Self {
        let ring = |ring: Vec<Point>| {
            let mut before = (0, 0);
            let mut steps = Vec::with_capacity(ring.len() * 2);
            for (east, north) in ring {
                steps.extend([east - before.0, north - before.1]);
                before = (east, north);
            }
            steps
        };
        area.rings.into_iter().map(ring).collect()
    }
}

#[cfg(test)]
mod tests;
