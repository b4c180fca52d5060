//! Runs and lifts of the map: their sums per area as the areas' file has them, and the sections themselves from
//! `runs.geojson` and `lifts.geojson`.
//!
//! Lengths are horizontal, as the map measures them. Outlines of runs (polygons) repeat runs that are drawn as lines and
//! are not measured. Freeride routes are neither groomed nor marked as pistes and are left out everywhere.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, BufReader, Read};

use conditions_core::geo::{Point, distance_km};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde_json::Value;

use super::{ImportError, stream};
use crate::terrain::{LiftKinds, LiftType};

/// Sums of an area.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Statistics {
    pub(crate) lifts: Option<LiftKinds>,
    pub(crate) runs: Option<RunSums>,
    /// Kilometres of downhill runs, from a file without their difficulties.
    pub(crate) downhill_km: Option<f64>,
}

/// Kilometres of runs by difficulty.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct RunSums {
    /// Beginner, intermediate, advanced, expert.
    pub(crate) tiers_km: [f64; 4],
    /// Kilometres of runs without a difficulty.
    pub(crate) unknown_km: f64,
    /// Number of sections; a run may have several.
    pub(crate) sections: u32,
}

/// A run section of an area.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    pub(super) name: Option<String>,
    pub(super) km: f64,
    /// First and last point.
    pub(super) ends: (Point, Point),
}

/// The runs of an area.
#[derive(Debug, Default)]
pub(super) struct AreaRuns {
    pub(super) sums: RunSums,
    pub(super) sections: Vec<Section>,
}

/// Runs and lifts by the area's identifier, which is valid for one build of the map.
#[derive(Debug, Default)]
pub struct Details {
    pub(super) runs: HashMap<String, AreaRuns>,
    pub(super) lifts: HashMap<String, AreaLifts>,
}

/// The lifts of an area.
#[derive(Debug, Default)]
pub(super) struct AreaLifts {
    pub(super) kinds: LiftKinds,
    /// Names of railways: one line consists of several features.
    railways: BTreeSet<String>,
}

impl Statistics {
    /// Reads the member `statistics` of an area. One unreadable sum makes the sums unknown, not smaller.
    pub(super) fn from_json(statistics: &Value) -> Self {
        let difficulties = &statistics["runs"]["byActivity"]["downhill"]["byDifficulty"];
        Self {
            lifts: lift_kinds(&statistics["lifts"]["byType"]),
            runs: run_sums(difficulties),
            downhill_km: None,
        }
    }
}

fn lift_kinds(by_type: &Value) -> Option<LiftKinds> {
    let by_type = by_type.as_object().filter(|kinds| !kinds.is_empty())?;
    let mut kinds = LiftKinds::default();
    for (name, sums) in by_type {
        let count = u32::try_from(sums["count"].as_u64()?).ok()?;
        kinds.add(LiftType::parse(name), count);
    }
    Some(kinds)
}

fn run_sums(difficulties: &Value) -> Option<RunSums> {
    let difficulties = difficulties.as_object()?;
    let mut sums = RunSums::default();
    for (name, of) in difficulties {
        let count = u32::try_from(of["count"].as_u64()?).ok()?;
        sums.add(name, of["lengthInKm"].as_f64()?, count);
    }
    (sums.sections > 0).then_some(sums)
}

impl RunSums {
    /// Adds sections of a difficulty. Freeride is not a difficulty of a marked run.
    fn add(&mut self, difficulty: &str, km: f64, sections: u32) {
        if difficulty == "freeride" || !km.is_finite() || km < 0.0 {
            return;
        }
        let [beginner, intermediate, advanced, expert] = &mut self.tiers_km;
        let tier = match difficulty {
            "novice" | "easy" => beginner,
            "intermediate" => intermediate,
            "advanced" => advanced,
            "expert" | "extreme" => expert,
            _ => &mut self.unknown_km,
        };
        *tier += km;
        self.sections = self.sections.saturating_add(sections);
    }

    /// Adds the sums of another area.
    pub(super) fn merge(&mut self, other: &Self) {
        for (tier, km) in self.tiers_km.iter_mut().zip(other.tiers_km) {
            *tier += km;
        }
        self.unknown_km += other.unknown_km;
        self.sections = self.sections.saturating_add(other.sections);
    }

    pub(super) fn graded_km(&self) -> f64 {
        self.tiers_km.iter().sum()
    }

    pub(super) fn km(&self) -> f64 {
        self.graded_km() + self.unknown_km
    }
}

/// A feature of either file; members that are not read are skipped while parsing.
#[derive(Deserialize)]
struct Feature {
    #[serde(default)]
    properties: Option<Properties>,
    #[serde(default)]
    geometry: Value,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Properties {
    r#type: Value,
    uses: Value,
    name: Value,
    r#ref: Value,
    difficulty: Value,
    status: Value,
    access: Value,
    lift_type: Value,
    ski_areas: Option<Vec<AreaReference>>,
}

/// An area that a run or lift belongs to; the file repeats its outline, which is skipped.
#[derive(Deserialize)]
struct AreaReference {
    #[serde(default)]
    properties: Option<AreaIdentifier>,
}

#[derive(Deserialize)]
struct AreaIdentifier {
    #[serde(default)]
    id: Value,
}

impl Properties {
    fn area_ids(&self) -> impl Iterator<Item = &str> {
        let areas = self.ski_areas.iter().flatten();
        areas.filter_map(|area| area.properties.as_ref()?.id.as_str()).filter(|id| !id.is_empty())
    }

    fn label(&self) -> Option<String> {
        let texts = [&self.name, &self.r#ref].into_iter().filter_map(Value::as_str);
        texts.map(str::trim).find(|text| !text.is_empty()).map(str::to_owned)
    }

    fn is_operating(&self) -> bool {
        self.status.as_str() == Some("operating")
    }
}

impl Details {
    /// Reads `runs.geojson`, plain or gzip.
    ///
    /// # Errors
    /// Returns an error with the position for a file that is empty, damaged, truncated or of another kind.
    pub fn read_runs(&mut self, file: impl Read) -> Result<(), ImportError> {
        each_feature(file, "runs", "run", |feature, properties| {
            let is_downhill =
                properties.uses.as_array().is_some_and(|uses| uses.iter().any(|one| one == "downhill"));
            let line = points(feature);
            let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) else { return };
            let difficulty = properties.difficulty.as_str().unwrap_or("other");
            if !is_downhill || !properties.is_operating() || difficulty == "freeride" {
                return;
            }
            let km = line.iter().zip(line.iter().skip(1)).map(|(a, b)| distance_km(*a, *b)).sum();
            let section = Section { name: properties.label(), km, ends: (first, last) };
            for id in properties.area_ids() {
                let area = self.runs.entry(id.to_owned()).or_default();
                area.sums.add(difficulty, km, 1);
                area.sections.push(section.clone());
            }
        })
    }

    /// Reads `lifts.geojson`, plain or gzip. Lifts out of operation and private lifts do not count.
    ///
    /// # Errors
    /// Returns errors like [`Details::read_runs`].
    pub fn read_lifts(&mut self, file: impl Read) -> Result<(), ImportError> {
        each_feature(file, "lifts", "lift", |_, properties| {
            if !properties.is_operating() || properties.access.as_str() == Some("private") {
                return;
            }
            let kind = properties.lift_type.as_str().map_or(LiftType::Other, LiftType::parse);
            let name = properties.label().filter(|_| kind == LiftType::Railway);
            for id in properties.area_ids() {
                let area = self.lifts.entry(id.to_owned()).or_default();
                if name.as_ref().is_none_or(|name| area.railways.insert(name.clone())) {
                    area.kinds.add(kind, 1);
                }
            }
        })
    }
}

/// Passes the features of one type to `each`.
fn each_feature(
    file: impl Read,
    wanted: &'static str,
    kind: &str,
    mut each: impl FnMut(&Feature, &Properties),
) -> Result<(), ImportError> {
    let unread = |error: std::io::Error| ImportError::Unread(error.to_string());
    let mut file = BufReader::with_capacity(1 << 16, file);
    let begin = file.fill_buf().map_err(unread)?;
    if begin.is_empty() {
        return Err(ImportError::Empty);
    }
    let is_gzip = begin.starts_with(&[0x1f, 0x8b]);
    let unpacked: Box<dyn Read + '_> = if is_gzip {
        Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    };
    let mut unpacked = BufReader::with_capacity(1 << 16, unpacked);
    let begin = unpacked.fill_buf().map_err(unread)?;
    let mark = if begin.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    unpacked.consume(mark);
    stream::features(serde_json::de::IoRead::new(unpacked), wanted, |feature: Feature, number| {
        let Some(properties) = &feature.properties else { return Ok(()) };
        match properties.r#type.as_str() {
            Some(found) if found == kind => each(&feature, properties),
            Some(other) if number == 1 => {
                return Err(format!("its first feature is a `{other}`, not a `{kind}`"));
            }
            _ => {}
        }
        Ok(())
    })
}

/// Returns the points of a line; empty for any other geometry and for a line with an unreadable point.
fn points(feature: &Feature) -> Vec<Point> {
    if feature.geometry["type"].as_str() != Some("LineString") {
        return Vec::new();
    }
    let positions = feature.geometry["coordinates"].as_array().into_iter().flatten();
    let point = |at: &Value| Some((at.get(1)?.as_f64()?, at.get(0)?.as_f64()?));
    positions.map(point).collect::<Option<Vec<Point>>>().unwrap_or_default()
}

#[cfg(test)]
mod tests;
