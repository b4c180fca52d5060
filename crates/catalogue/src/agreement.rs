//! Compares the catalogue with an OpenSkiMap file, to find feet, swapped coordinates and namesakes in the rows.
//!
//! A row is compared with the area of its OpenStreetMap identifier, else with the nearest area in operation with the
//! same name within 15 km. A row with coordinates that fit an area of its name only after swapping them or changing a
//! sign is reported as such.

mod matching;
mod report;

use matching::{Areas, MatchMethod};

use crate::openskimap::{Area, Format, ImportError, ReadAreas, read};
use crate::resort::Resort;
use conditions_core::geo::distance_km;

/// Thresholds that a catalogue must reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// Percentage of matched rows within [`Agreement::NEAR_KM`].
    pub near_percent: f64,
    /// Percentage of compared rows whose base, and whose summit, is within [`Agreement::CLOSE_M`].
    pub close_percent: f64,
    /// Minimum number of rows with an area.
    pub matched: usize,
}

impl Gate {
    /// The project's thresholds.
    pub const CATALOGUE: Self = Self { near_percent: 97.0, close_percent: 85.0, matched: 1 };
}

/// The outcome of a comparison.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Agreement {
    /// Rows with an area, worst first: by the largest deviation relative to its threshold.
    pub compared: Vec<RowComparison>,
    /// Slugs of rows without a matching area.
    pub unmatched: Vec<String>,
    /// Slugs of rows whose base is not below their summit.
    pub base_above_summit: Vec<String>,
    /// Slugs of rows with an elevation of three to three and a half times the area's.
    pub feet_suspects: Vec<String>,
    /// Slugs of rows whose latitude and longitude fit when swapped.
    pub swapped: Vec<String>,
    /// Slugs of rows that fit on another hemisphere.
    pub wrong_hemisphere: Vec<String>,
}

/// A row compared with its area.
#[derive(Debug, Clone, PartialEq)]
pub struct RowComparison {
    /// Slug of the row.
    pub slug: String,
    /// Name of the area.
    pub area: String,
    /// Whether the identifier agreed, not only the name.
    pub by_identifier: bool,
    /// Kilometres between row and area; `None` if the area has no coordinates.
    pub km: Option<f64>,
    /// Row's base less the area's lowest point, metres.
    pub base_off_m: Option<f64>,
    /// Row's summit less the area's highest point, metres.
    pub summit_off_m: Option<f64>,
}

impl Agreement {
    /// Kilometres that count as the same place.
    pub const NEAR_KM: f64 = 5.0;
    /// Metres that count as the same elevation.
    pub const CLOSE_M: f64 = 75.0;
    /// Metres beyond which an elevation belongs to another lift.
    pub const FAR_M: f64 = 200.0;
}

/// Feet per metre (3.28), with tolerance for rounding and for small true differences.
const FEET_RATIO: std::ops::RangeInclusive<f64> = 3.0..=3.6;

/// Minimum base of an area, in metres, for a meaningful ratio: a lower one is too close to sea level.
const LEAST_BASE_FOR_RATIO_M: f64 = 200.0;

/// Compares rows with an OpenSkiMap file of any of its formats.
///
/// # Errors
/// Returns an error for a file that cannot be read, as [`crate::openskimap::import`] does.
pub fn check(resorts: &[Resort], snapshot: &[u8]) -> Result<Agreement, ImportError> {
    let ReadAreas { areas, .. } = read(snapshot, Format::Detect)?;
    let areas = Areas::new(&areas);
    let mut agreement = Agreement::default();
    for resort in resorts {
        let slug = || resort.slug.clone();
        if let (Some(base), Some(summit)) = (resort.base_m, resort.summit_m)
            && base >= summit
        {
            agreement.base_above_summit.push(slug());
        }
        let Some((area, how)) = areas.find(resort) else {
            agreement.unmatched.push(slug());
            continue;
        };
        match how {
            MatchMethod::Swapped => agreement.swapped.push(slug()),
            MatchMethod::Mirrored => agreement.wrong_hemisphere.push(slug()),
            MatchMethod::Identifier | MatchMethod::Name => {}
        }
        if in_feet(resort, area) {
            agreement.feet_suspects.push(slug());
        }
        agreement.compared.push(compare(resort, area, how));
    }
    agreement.compared.sort_by(|a, b| b.badness().total_cmp(&a.badness()).then_with(|| a.slug.cmp(&b.slug)));
    Ok(agreement)
}

fn compare(resort: &Resort, area: &Area, how: MatchMethod) -> RowComparison {
    let off = |row: Option<i32>, area: Option<f64>| Some(f64::from(row?) - area?);
    RowComparison {
        slug: resort.slug.clone(),
        area: area.label(),
        by_identifier: how != MatchMethod::Name,
        km: area.point().map(|at| distance_km(at, (resort.lat, resort.lon))),
        base_off_m: off(resort.base_m, area.lowest),
        summit_off_m: off(resort.summit_m, area.highest),
    }
}

fn in_feet(resort: &Resort, area: &Area) -> bool {
    let ratio = |row: Option<i32>, area: Option<f64>, least: f64| {
        let (Some(row), Some(area)) = (row, area) else { return false };
        area >= least && FEET_RATIO.contains(&(f64::from(row) / area))
    };
    ratio(resort.summit_m, area.highest, 1.0) || ratio(resort.base_m, area.lowest, LEAST_BASE_FOR_RATIO_M)
}

impl RowComparison {
    /// Returns the largest deviation relative to its threshold: above 1 the row fails.
    fn badness(&self) -> f64 {
        let parts = [
            self.km.map(|km| km / Agreement::NEAR_KM),
            self.base_off_m.map(|metres| metres.abs() / Agreement::CLOSE_M),
            self.summit_off_m.map(|metres| metres.abs() / Agreement::CLOSE_M),
        ];
        parts.into_iter().flatten().fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests;
