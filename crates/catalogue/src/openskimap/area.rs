//! A ski area as OpenSkiMap describes it, independent of the file's format.

use std::fmt;

use super::sections::Statistics;

/// A ski area. Values that are missing or impossible in the file are absent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Area {
    /// Position in the file.
    pub(crate) at: String,
    /// OpenSkiMap's own identifier; it changes with every edit, so it is only shown.
    pub(crate) id: String,
    pub(crate) name: String,
    /// Lifecycle, not today's operation; empty when unknown.
    pub(crate) status: String,
    pub(crate) downhill: bool,
    /// ISO codes or English names; several for an area across a border.
    pub(crate) countries: Vec<String>,
    pub(crate) regions: Vec<String>,
    pub(crate) localities: Vec<String>,
    pub(crate) lat: Option<f64>,
    pub(crate) lon: Option<f64>,
    /// Elevation of the lowest point, metres above sea level.
    pub(crate) lowest: Option<f64>,
    /// Elevation of the highest point, metres above sea level.
    pub(crate) highest: Option<f64>,
    pub(crate) lifts: Option<u32>,
    pub(crate) statistics: Statistics,
    pub(crate) websites: Vec<String>,
    /// Permanent identifiers, OpenStreetMap's first.
    pub(crate) sources: Vec<SourceId>,
}

/// A permanent identifier of an area.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SourceId {
    /// OpenStreetMap: element type and number. Relations are drawn for whole areas, so they come first.
    Osm(Element, u64),
    /// Skimap.org's number.
    Skimap(u64),
}

/// An OpenStreetMap element type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Element {
    Relation,
    Way,
    Node,
}

impl Area {
    /// Returns the identifier by which a re-import finds the area.
    pub(crate) fn key(&self) -> Option<&SourceId> {
        self.sources.iter().min()
    }

    /// Returns a human-readable label.
    pub(crate) fn label(&self) -> String {
        let named = [&self.name, &self.id].into_iter().find(|text| !text.is_empty()).cloned();
        named.or_else(|| self.key().map(ToString::to_string)).unwrap_or_else(|| "unnamed".to_owned())
    }

    /// Returns both coordinates if they are valid. OpenSkiMap has no area at 0, 0: that is a missing value.
    pub(crate) fn point(&self) -> Option<(f64, f64)> {
        let (lat, lon) = (self.lat?, self.lon?);
        let on_globe = (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon);
        (on_globe && (lat, lon) != (0.0, 0.0)).then_some((lat, lon))
    }
}

impl SourceId {
    /// Parses `way/123` (GeoJSON), an openstreetmap.org or skimap.org address (CSV), or `osm:way/123` (a catalogue
    /// row).
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches('/');
        if let Some(number) = text.strip_prefix("skimap:") {
            return number.parse().ok().map(Self::Skimap);
        }
        if text.contains("skimap.org/") {
            return text.rsplit('/').next()?.parse().ok().map(Self::Skimap);
        }
        let path = text.rsplit_once("openstreetmap.org/").map_or(text, |(_, path)| path);
        let (element, number) = path.strip_prefix("osm:").unwrap_or(path).split_once('/')?;
        let element = match element {
            "relation" => Element::Relation,
            "way" => Element::Way,
            "node" => Element::Node,
            _ => return None,
        };
        number.parse().ok().map(|number| Self::Osm(element, number))
    }
}

impl fmt::Display for SourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Osm(Element::Relation, number) => write!(f, "osm:relation/{number}"),
            Self::Osm(Element::Way, number) => write!(f, "osm:way/{number}"),
            Self::Osm(Element::Node, number) => write!(f, "osm:node/{number}"),
            Self::Skimap(number) => write!(f, "skimap:{number}"),
        }
    }
}

/// Parses a finite number; returns `None` for other text.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite())
}

/// Returns the parts of a list field. The live file separates addresses by blanks and names by `;`, the archived one
/// everything by `;`.
pub(super) fn list(text: &str, blanks: bool) -> Vec<String> {
    text.split(|c: char| c == ';' || (blanks && c.is_whitespace()))
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}
