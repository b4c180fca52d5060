//! Repair of small gaps in a model's hours, before days are summed.
//!
//! Implements `contract-decisions` 8: "a missing temperature between two hours at most 2 h away is interpolated, and
//! precipitation between −0.5 and 0 mm counts as 0". Without the repair one missing temperature in a dry hour voids the
//! model's day, and the same hour missing in every model voids the day altogether. Larger gaps stay unknown. Humidity,
//! wind, gusts and cloud need no repair: a gap in them does not void a day of snow.

use alloc::vec::Vec;

use super::{HourlySeries, TEMP_C};

/// Maximum distance of the known hours on both sides of a missing temperature, in hours.
const REACH_H: usize = 2;

/// Lowest precipitation that counts as 0 mm: negative values come from the rounding of packed fields and of differences
/// between running sums.
pub const LEAST_WATER_MM: f32 = -0.5;

/// A series with repaired small gaps, and the steps of the repairs.
pub(super) struct RepairedSeries {
    pub(super) series: HourlySeries,
    pub(super) steps: Vec<i64>,
}

/// Repairs the small gaps of a series.
pub(super) fn repair(series: &HourlySeries) -> RepairedSeries {
    let mut series = series.clone();
    let mut steps = Vec::new();
    interpolate(&mut series.temp_c, &mut steps);
    for (step, cell) in (0..).zip(&mut series.precipitation_mm) {
        if cell.is_some_and(|mm| (LEAST_WATER_MM..0.0).contains(&mm)) {
            *cell = Some(0.0);
            steps.push(step);
        }
    }
    RepairedSeries { series, steps }
}

/// Fills each gap in a column of temperatures if every hour of it has a known hour within reach on both sides.
fn interpolate(column: &mut [Option<f32>], steps: &mut Vec<i64>) {
    let mut before: Option<(usize, f32)> = None;
    for step in 0..column.len() {
        let Some(Some(to)) = column.get(step).copied() else { continue };
        if !TEMP_C.contains(&f64::from(to)) {
            continue;
        }
        if let Some((last, from)) = before
            && (2..=REACH_H + 1).contains(&(step - last))
        {
            let slope = (to - from) / (step - last) as f32;
            for (ahead, cell) in (1_u8..).zip(column.iter_mut().take(step).skip(last + 1)) {
                *cell = Some(from + slope * f32::from(ahead));
                steps.extend(i64::try_from(last + usize::from(ahead)));
            }
        }
        before = Some((step, to));
    }
}

#[cfg(test)]
mod tests;
