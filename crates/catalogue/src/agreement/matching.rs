//! Finds the area of a file that corresponds to a row of the catalogue.

use std::collections::HashMap;

use conditions_core::geo::distance_km;

use crate::geo::Point;
use crate::name_text::compact;
use crate::openskimap::{Area, SourceId, split_name};
use crate::resort::Resort;

/// Maximum distance of an area with the same name, in kilometres.
const SAME_NAME_KM: f64 = 15.0;

/// The way in which an area was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchMethod {
    /// By OpenStreetMap identifier.
    Identifier,
    /// By name and place.
    Name,
    /// By identifier or name, with latitude and longitude swapped.
    Swapped,
    /// By identifier or name, with the sign of one or both coordinates changed.
    Mirrored,
}

/// The areas of a file, indexed for lookups.
pub(super) struct Areas<'a> {
    by_source: HashMap<&'a SourceId, &'a Area>,
    by_name: HashMap<String, Vec<&'a Area>>,
}

impl<'a> Areas<'a> {
    pub(super) fn new(areas: &'a [Area]) -> Self {
        let mut by_source = HashMap::new();
        let mut by_name: HashMap<String, Vec<&'a Area>> = HashMap::new();
        for area in areas {
            for source in &area.sources {
                // After a failed merge the file may contain an area twice; the one with coordinates and lifts is
                // preferred.
                let entry = by_source.entry(source).or_insert(area);
                if (entry.point().is_some(), entry.lifts) < (area.point().is_some(), area.lifts) {
                    *entry = area;
                }
            }
            if area.status == "operating" && area.point().is_some() {
                for name in names(area) {
                    by_name.entry(name).or_default().push(area);
                }
            }
        }
        Self { by_source, by_name }
    }

    /// Returns the area of a row, and how it was found.
    pub(super) fn find(&self, resort: &Resort) -> Option<(&'a Area, MatchMethod)> {
        let sources = resort.sources.iter().filter_map(|source| SourceId::parse(source));
        if let Some(area) = sources.filter_map(|source| self.by_source.get(&source)).next() {
            let misread = area.point().and_then(|at| misread(resort, at));
            return Some((area, misread.unwrap_or(MatchMethod::Identifier)));
        }
        let names = std::iter::once(&resort.name).chain(&resort.aliases).map(|name| compact(name));
        let candidates: Vec<&Area> =
            names.filter_map(|name| self.by_name.get(&name)).flatten().copied().collect();
        [MatchMethod::Name, MatchMethod::Swapped, MatchMethod::Mirrored].into_iter().find_map(|how| {
            let near = candidates.iter().filter_map(|area| {
                let at = area.point()?;
                let km = readings(resort, how)
                    .into_iter()
                    .map(|row| distance_km(row, at))
                    .fold(f64::MAX, f64::min);
                (km <= SAME_NAME_KM).then_some((km, *area))
            });
            near.min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.sources.cmp(&b.1.sources)))
                .map(|(_, area)| (area, how))
        })
    }
}

/// Returns the keys of all parts of an area's name.
fn names(area: &Area) -> Vec<String> {
    let Some(names) = split_name(&area.name) else { return Vec::new() };
    std::iter::once(&names.name).chain(&names.aliases).map(|name| compact(name)).collect()
}

/// Returns whether a row far from its own area is near it with its coordinates swapped or mirrored.
fn misread(resort: &Resort, area: Point) -> Option<MatchMethod> {
    [MatchMethod::Name, MatchMethod::Swapped, MatchMethod::Mirrored]
        .into_iter()
        .find(|how| readings(resort, *how).into_iter().any(|row| distance_km(row, area) <= SAME_NAME_KM))
        .filter(|how| *how != MatchMethod::Name)
}

/// Returns the points that a row's coordinates may mean.
fn readings(resort: &Resort, how: MatchMethod) -> Vec<Point> {
    let (lat, lon) = (resort.lat, resort.lon);
    match how {
        MatchMethod::Identifier | MatchMethod::Name => vec![(lat, lon)],
        MatchMethod::Swapped => vec![(lon, lat)],
        MatchMethod::Mirrored => vec![(-lat, lon), (lat, -lon), (-lat, -lon)],
    }
}
