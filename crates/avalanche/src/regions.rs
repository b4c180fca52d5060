//! The region of a place, and whether a bulletin's region matches it.
//!
//! Regions are redrawn each autumn, so a file of them has dates, and a lookup is for a day. The service ships no
//! polygons, only the region of each resort (`data/resorts.csv`, which names the file it comes from); a deployment may
//! provide its own file. A file may state its day and its licence next to its features.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::NaiveDate;
use serde_json::Value;

use crate::area::Area;

/// Regions of a file: each with its area and the days on which it exists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Regions {
    /// The smallest first: where two overlap, the one drawn closer around a place is meant.
    cuts: Vec<RegionVersion>,
    licence: Option<String>,
    dated: Option<NaiveDate>,
}

/// A region with its boundaries for some seasons.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RegionVersion {
    id: String,
    from: Option<NaiveDate>,
    /// The first day on which it is not a region any more.
    until: Option<NaiveDate>,
    size: i64,
    area: Area,
}

/// Error for a file of regions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The file is not in the format.
    #[error("not GeoJSON with features: {0}")]
    Malformed(String),
    /// A feature is not a region.
    #[error("feature {0} lacks an id, readable dates or a polygon in degrees")]
    Feature(usize),
    /// The file does not contain a region.
    #[error("the file has no region")]
    Empty,
}

impl Regions {
    /// Reads a file in the form of the EAWS micro-regions: features with `id`, and with `start_date` and `end_date`
    /// unless they are valid forever. Parts of a region by elevation form one region.
    ///
    /// # Errors
    /// Returns an error if it is not such a file, or if a feature is unreadable: without that region its resorts would
    /// silently lose their coverage.
    pub fn from_geojson(bytes: &[u8]) -> Result<Self, FileError> {
        let file: Value =
            serde_json::from_slice(bytes).map_err(|error| FileError::Malformed(error.to_string()))?;
        let features =
            file["features"].as_array().ok_or_else(|| FileError::Malformed("no features".to_owned()))?;
        let mut cuts: BTreeMap<(String, Option<NaiveDate>, Option<NaiveDate>), Area> = BTreeMap::new();
        for (index, feature) in features.iter().enumerate() {
            let properties = &feature["properties"];
            let read = || {
                let id = properties["id"].as_str().filter(|id| !id.is_empty())?;
                let key = (id.to_owned(), day(&properties["start_date"])?, day(&properties["end_date"])?);
                Some((key, Area::from_geojson(&feature["geometry"])?))
            };
            let (key, area) = read().ok_or(FileError::Feature(index))?;
            let whole = match cuts.remove(&key) {
                Some(known) => known.merge(area),
                None => area,
            };
            cuts.insert(key, whole);
        }
        if cuts.is_empty() {
            return Err(FileError::Empty);
        }
        let cut =
            |((id, from, until), area): (_, Area)| RegionVersion { id, from, until, size: area.size(), area };
        let mut cuts: Vec<RegionVersion> = cuts.into_iter().map(cut).collect();
        cuts.sort_by(|a, b| a.size.cmp(&b.size).then_with(|| a.id.cmp(&b.id)));
        let text = |names: [&str; 2]| names.iter().find_map(|name| plain(&file[*name]));
        let stated = text(["dated", "date"]).and_then(|text| text.get(..10)?.parse().ok());
        let dated = stated.or_else(|| cuts.iter().filter_map(|cut| cut.from).max());
        Ok(Self { cuts, licence: text(["licence", "license"]), dated })
    }

    /// Returns the licence that the file states, on one line.
    #[must_use]
    pub fn licence(&self) -> Option<&str> {
        self.licence.as_deref()
    }

    /// Returns the day that the file states, else the newest day on which one of its regions was drawn.
    #[must_use]
    pub const fn dated(&self) -> Option<NaiveDate> {
        self.dated
    }

    /// Returns the region of a place on a day; the smallest if several overlap.
    #[must_use]
    pub fn at(&self, lat: f64, lon: f64, day: NaiveDate) -> Option<&str> {
        let is_cut = |cut: &&RegionVersion| {
            cut.from.is_none_or(|from| from <= day) && cut.until.is_none_or(|until| day < until)
        };
        self.cuts.iter().filter(is_cut).find(|cut| cut.area.contains(lat, lon)).map(|cut| cut.id.as_str())
    }

    /// Returns the number of regions and former regions of the file.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cuts.len()
    }

    /// Returns whether the file is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cuts.is_empty()
    }
}

/// Returns a text of one line, if there is one.
fn plain(value: &Value) -> Option<String> {
    let words: Vec<&str> = value.as_str()?.split_whitespace().collect();
    let line: String = words.join(" ").chars().filter(|c| !c.is_control()).take(200).collect();
    (!line.is_empty()).then_some(line)
}

/// Parses a day; the inner `None` means that none is stated, the outer one that it is invalid.
fn day(value: &Value) -> Option<Option<NaiveDate>> {
    match value {
        Value::Null => Some(None),
        Value::String(text) if text.is_empty() => Some(None),
        Value::String(text) => text.get(..10)?.parse().ok().map(Some),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Match between a bulletin's region and a resort's, the best last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RegionMatch {
    /// The bulletin's region is the larger one, with an identifier of this length.
    Within(usize),
    /// The bulletin's region is a part of the resort's; it is unknown in which part the resort is.
    Part,
    /// Equal identifiers, or an area that contains the resort.
    Same,
}

/// Returns how a bulletin for the region `bulletin` matches a resort in the region `resort`: by the same identifier, or
/// by one that extends the other at a hyphen.
#[must_use]
pub fn match_regions(resort: &str, bulletin: &str) -> Option<RegionMatch> {
    let goes_on = |longer: &str, shorter: &str| {
        !shorter.is_empty() && longer.strip_prefix(shorter).is_some_and(|rest| rest.starts_with('-'))
    };
    if resort == bulletin {
        Some(RegionMatch::Same)
    } else if goes_on(bulletin, resort) {
        Some(RegionMatch::Part)
    } else if goes_on(resort, bulletin) {
        Some(RegionMatch::Within(bulletin.len()))
    } else {
        None
    }
}

static RESORTS: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("../data/resorts.csv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(',')).collect()
});

/// Returns the region of a resort in the catalogue, as drawn in the file that `data/resorts.csv` names.
#[must_use]
pub fn region_of_resort(slug: &str) -> Option<&'static str> {
    RESORTS.get(slug).copied()
}

/// Returns every resort with a known region, and the region, by slug.
pub fn resorts() -> impl Iterator<Item = (&'static str, &'static str)> {
    RESORTS.iter().map(|(slug, region)| (*slug, *region))
}

#[cfg(test)]
mod tests;
