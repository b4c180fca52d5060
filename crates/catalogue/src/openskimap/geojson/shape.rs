//! Computes the centre of an area's outline: the centroid of its outer rings, or the mean of its points if it has no
//! surface.

use serde_json::Value;

/// Half of the globe, in degrees: a wider outline crosses the date line.
const HALF_TURN: f64 = 180.0;

/// Returns degrees north and east; `None` for a missing or unreadable geometry.
pub(super) fn centroid(geometry: &Value) -> Option<(f64, f64)> {
    let mut rings = Vec::new();
    rings_of(geometry, &mut rings, 0);
    rings.retain(|ring| !ring.is_empty());
    let points = || rings.iter().flatten().copied();
    let (west, east) = points().fold((f64::MAX, f64::MIN), |(w, e), (x, _)| (w.min(x), e.max(x)));
    if points().next().is_none() || points().any(|(x, y)| !x.is_finite() || !y.is_finite()) {
        return None;
    }
    if east - west > HALF_TURN {
        for point in rings.iter_mut().flatten().filter(|point| point.0 < 0.0) {
            point.0 += 2.0 * HALF_TURN;
        }
    }
    let (x, y) = weighted(&rings).unwrap_or_else(|| mean(&rings));
    Some((y, if x > HALF_TURN { x - 2.0 * HALF_TURN } else { x }))
}

/// A ring of points, east then north as GeoJSON writes them.
type Ring = Vec<(f64, f64)>;

fn rings_of(geometry: &Value, rings: &mut Vec<Ring>, depth: u8) {
    let coordinates = &geometry["coordinates"];
    match geometry["type"].as_str().unwrap_or("") {
        "Point" => rings.push(point(coordinates).into_iter().collect()),
        "MultiPoint" | "LineString" => rings.push(ring(coordinates)),
        "MultiLineString" => rings.extend(items(coordinates).map(ring)),
        // Inner rings are holes; a hole hardly moves the middle of a ski area.
        "Polygon" => rings.extend(items(coordinates).next().map(ring)),
        "MultiPolygon" => rings.extend(items(coordinates).filter_map(|polygon| Some(ring(polygon.get(0)?)))),
        "GeometryCollection" if depth < 4 => {
            for part in items(&geometry["geometries"]) {
                rings_of(part, rings, depth + 1);
            }
        }
        _ => {}
    }
}

fn ring(points: &Value) -> Ring {
    items(points).filter_map(point).collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn point(position: &Value) -> Option<(f64, f64)> {
    Some((position.get(0)?.as_f64()?, position.get(1)?.as_f64()?))
}

/// Returns the centroid by the shoelace formula; `None` if the rings enclose nothing.
fn weighted(rings: &[Ring]) -> Option<(f64, f64)> {
    let mut sum = (0.0, 0.0, 0.0);
    for ring in rings {
        // Relative to its first point the products stay small, and exact enough for outlines of a few metres.
        let (x0, y0) = *ring.first()?;
        let mut part = (0.0, 0.0, 0.0);
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let (ax, ay, bx, by) = (a.0 - x0, a.1 - y0, b.0 - x0, b.1 - y0);
            let cross = ax * by - bx * ay;
            part = (part.0 + cross, part.1 + (ax + bx) * cross, part.2 + (ay + by) * cross);
        }
        let area = (part.0 / 2.0).abs();
        if area > 0.0 {
            let centre = (x0 + part.1 / (3.0 * part.0), y0 + part.2 / (3.0 * part.0));
            sum = (sum.0 + area, sum.1 + area * centre.0, sum.2 + area * centre.1);
        }
    }
    (sum.0 > 1e-12).then(|| (sum.1 / sum.0, sum.2 / sum.0))
}

fn mean(rings: &[Ring]) -> (f64, f64) {
    let (sum, count) = rings
        .iter()
        .flatten()
        .fold(((0.0, 0.0), 0.0), |((x, y), n), point| ((x + point.0, y + point.1), n + 1.0));
    (sum.0 / count, sum.1 / count)
}

#[cfg(test)]
mod tests;
