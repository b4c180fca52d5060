//! Merges the two halves of a batch into one list of series per place.

use conditions_core::hourly::HourlySeries;
use conditions_core::time::HOUR_MS;

use super::columns::Quantity;
use super::error;
use super::grid::LONGEST_HOURS;
use super::response::{Answer, LocationAnswer};
use super::series::{Note, Remark};
use crate::error::{FaultPosition, Kind, ParseError};

/// The forecast of one place.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceForecast {
    /// Elevation of the temperature, metres above sea level.
    pub elevation_m: Option<f64>,
    /// One series per model.
    pub series: Vec<HourlySeries>,
    /// Reason for which wind, cloud, freezing level and snow depth are missing, if they are.
    pub without_context: Option<ParseError>,
    /// Remarks about the merge.
    pub notes: Vec<Note>,
}

/// Merges the halves of a batch, place by place, in the order of the batch. A place without its first half fails; one
/// without its second half is still used.
///
/// Unattributed series of both halves belong to the same model: if one model is left of the second half's two, and one
/// of the first half's seven, which include those two, it must be the same.
#[must_use]
pub fn merge(
    core: Answer,
    context: Option<Result<Answer, ParseError>>,
) -> Vec<Result<PlaceForecast, ParseError>> {
    let mut context = context.map(|context| context.map(|answer| answer.locations.into_iter()));
    let mut second = |index| {
        let next = match context.as_mut()? {
            Ok(locations) => locations.next(),
            Err(fault) => Some(Err(fault.clone())),
        };
        Some(next.unwrap_or_else(|| Err(error(FaultPosition::Location(index), Kind::Missing))))
    };
    let places = core.locations.into_iter().enumerate().map(|(index, location)| {
        let second = second(index);
        Ok(place(index, location?, second))
    });
    places.collect()
}

fn place(
    index: usize,
    core: LocationAnswer,
    context: Option<Result<LocationAnswer, ParseError>>,
) -> PlaceForecast {
    let mut out = PlaceForecast {
        elevation_m: core.elevation_m,
        series: core.series,
        without_context: None,
        notes: Vec::new(),
    };
    match context {
        None => {}
        Some(Err(fault)) => out.without_context = Some(fault),
        Some(Ok(context)) => {
            for second in context.series {
                match out.series.iter_mut().find(|first| first.model == second.model) {
                    None => out.series.push(second),
                    Some(first) => {
                        if let Err(remark) = join(first, second) {
                            out.notes.push(Note { location: Some(index), remark });
                        }
                    }
                }
            }
        }
    }
    out
}

/// Adds the columns of `second` that `first` does not have, on a grid that contains both.
fn join(first: &mut HourlySeries, mut second: HourlySeries) -> Result<(), Remark> {
    let apart = second.start.since(first.start);
    let hours = usize::try_from(apart.abs() / HOUR_MS).unwrap_or(usize::MAX);
    if apart % HOUR_MS != 0 || hours > LONGEST_HOURS {
        return Err(Remark::OtherGrid(first.model.clone()));
    }
    let (later, start) = if apart > 0 { (&mut second, first.start) } else { (&mut *first, second.start) };
    for quantity in Quantity::ALL {
        let column = quantity.column(later);
        if !column.is_empty() {
            column.splice(0..0, std::iter::repeat_n(None, hours));
        }
    }
    first.start = start;
    for quantity in Quantity::ALL {
        let column = quantity.column(first);
        if column.is_empty() {
            *column = std::mem::take(quantity.column(&mut second));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
