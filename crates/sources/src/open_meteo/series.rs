//! Converts one location's `hourly` section to series, one per model: columns attributed, converted and placed by time.

use std::collections::HashSet;
use std::fmt;

use conditions_core::hourly::HourlySeries;

use super::columns::{Conversion, Quantity};
use super::grid::Grid;
use super::wire::{Cell, Location, Section};
use super::{UNATTRIBUTED, models, times};
use crate::error::{Kind, excerpt};

/// A remark about a response that is worth a line in the log and affects nothing else.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Index of the location in the request, if it concerns one.
    pub location: Option<usize>,
    pub remark: Remark,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location {
            Some(location) => write!(f, "location {location}: {}", self.remark),
            None => write!(f, "{}", self.remark),
        }
    }
}

/// Content of a [`Note`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// A column of a model that was not requested.
    #[error("column {0} belongs to a model that was not requested: left out")]
    UnaskedModel(String),
    /// A column that this service does not read.
    #[error("column {0} is not known: left out")]
    UnknownColumn(String),
    /// A repeated column.
    #[error("column {0} is repeated: the first one is used")]
    RepeatedColumn(String),
    /// A column in an unknown unit.
    #[error("column {column} is in {unit:?}: left out")]
    UnknownUnit {
        column: String,
        /// Its unit, empty if none is given.
        unit: String,
    },
    /// A column that is longer or shorter than the time axis.
    #[error("column {column} has {got} values for {want} times: placed from the start, the rest is null")]
    UnequalLength {
        column: String,
        /// Length of the column.
        got: usize,
        /// Length of the time axis.
        want: usize,
    },
    /// Values that are not numbers, or impossible ones.
    #[error("column {column} has {count} impossible values: null")]
    ImpossibleValues { column: String, count: usize },
    /// Rows of the time axis that were repaired or dropped.
    #[error("the time axis is odd: {0}")]
    OddTimes(String),
    /// A model without a single value.
    #[error("model {0} has no data here: left out")]
    SilentModel(String),
    /// The upstream did not name the model.
    #[error("one of several models is left and the response does not name it")]
    Unattributed,
    /// Number of locations that were not requested or are repeated.
    #[error("{0} locations were not requested or are repeated: left out")]
    ExtraLocations(usize),
    /// The second half is on other minutes of the hour than the first.
    #[error("{0}: the two responses do not share an hourly grid: the second is left out")]
    OtherGrid(String),
}

/// Reads the series of a location, with remarks.
///
/// # Errors
/// Returns an error if there is no hourly section or no time axis, or no model has values.
pub fn read(location: &Location, asked: &[String]) -> Result<(Vec<HourlySeries>, Vec<Remark>), Kind> {
    let section =
        location.section("hourly").ok_or_else(|| Kind::Malformed("no hourly section".to_owned()))?;
    let axis = section.column("time").ok_or_else(|| Kind::Times("there is none".to_owned()))?;
    let offset = location.offset()?;
    let instants: Vec<_> = axis.iter().map(|cell| times::parse_time(cell, offset)).collect();
    let grid = Grid::new(&instants).map_err(|why| Kind::Times(why.to_owned()))?;
    let names = || asked.iter().map(String::as_str);
    let has_suffixes = section.columns.iter().any(|(key, _)| models::split_by(key, names()).is_some());
    let (series, remarks) = (Vec::new(), Vec::new());
    let mut reader = Reader { section, asked, has_suffixes, grid, rows: axis.len(), series, remarks };
    reader.odd_times();
    let mut seen: HashSet<&str> = HashSet::with_capacity(section.columns.len());
    for (key, cells) in &section.columns {
        if !seen.insert(key) {
            reader.remarks.push(Remark::RepeatedColumn(excerpt(key, 80)));
        } else if key != "time" {
            reader.column(key, cells);
        }
    }
    reader.finish()
}

struct Reader<'a> {
    section: &'a Section,
    asked: &'a [String],
    /// Whether any column of the section names a requested model.
    has_suffixes: bool,
    grid: Grid,
    rows: usize,
    series: Vec<HourlySeries>,
    remarks: Vec<Remark>,
}

impl Reader<'_> {
    fn odd_times(&mut self) {
        let odd = self.grid.oddities;
        let counts = [
            (odd.unreadable, "unreadable"),
            (odd.repeated, "repeated"),
            (odd.off_hour, "between the hours"),
            (odd.unsorted, "out of order"),
            (odd.missing, "missing"),
        ];
        let words: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        if !words.is_empty() {
            self.remarks.push(Remark::OddTimes(words.join(", ")));
        }
    }

    fn column(&mut self, key: &str, cells: &[Cell]) {
        let Some((quantity, model)) = self.attribute(key) else { return };
        if cells.len() != self.rows {
            let (column, got, want) = (excerpt(key, 80), cells.len(), self.rows);
            self.remarks.push(Remark::UnequalLength { column, got, want });
        }
        let values: Vec<&Cell> = cells.iter().take(self.rows).collect();
        if values.iter().all(|cell| matches!(cell, Cell::Null)) {
            // A variable that the model does not have: nulls in the unit "undefined". There is nothing to convert, but
            // the model is present.
            self.series_of(&model);
            return;
        }
        let unit = self.section.unit(key).unwrap_or_default();
        let Some(conversion) = quantity.conversion(unit) else {
            self.remarks.push(Remark::UnknownUnit { column: excerpt(key, 80), unit: excerpt(unit, 40) });
            return;
        };
        let mut impossible = 0;
        let converted = values.iter().map(|cell| {
            let value = convert(cell, quantity, conversion);
            impossible += usize::from(value.is_none() && !matches!(cell, Cell::Null));
            value
        });
        let placed = self.grid.place(converted);
        *quantity.column(self.series_of(&model)) = placed;
        if impossible > 0 {
            self.remarks.push(Remark::ImpossibleValues { column: excerpt(key, 80), count: impossible });
        }
    }

    /// Returns the quantity and model of a column; `None`, with a remark, for an unwanted one.
    fn attribute(&mut self, key: &str) -> Option<(Quantity, String)> {
        if let Some((variable, model)) = models::split_by(key, self.asked.iter().map(String::as_str))
            && let Some(quantity) = Quantity::from_variable(variable)
        {
            return Some((quantity, model.to_owned()));
        }
        if let Some(quantity) = Quantity::from_variable(key) {
            let model = match self.asked {
                [only] => only.clone(),
                _ => UNATTRIBUTED.to_owned(),
            };
            return Some((quantity, model));
        }
        let column = excerpt(key, 80);
        let of_a_model = Quantity::ALL
            .iter()
            .any(|quantity| key.strip_prefix(quantity.variable()).is_some_and(|rest| rest.starts_with('_')));
        let known =
            models::split_known(key).is_some_and(|(variable, _)| Quantity::from_variable(variable).is_some());
        self.remarks.push(if known || (of_a_model && self.has_suffixes) {
            Remark::UnaskedModel(column)
        } else {
            Remark::UnknownColumn(column)
        });
        None
    }

    fn series_of(&mut self, model: &str) -> &mut HourlySeries {
        let at = self.series.iter().position(|series| series.model == model).unwrap_or_else(|| {
            self.series.push(HourlySeries::new(model.to_owned(), self.grid.start));
            self.series.len() - 1
        });
        // The position was found or made on the line above.
        &mut self.series[at]
    }

    fn finish(mut self) -> Result<(Vec<HourlySeries>, Vec<Remark>), Kind> {
        let mut kept = Vec::with_capacity(self.series.len());
        for mut series in self.series {
            let reports =
                Quantity::ALL.iter().any(|quantity| quantity.column(&mut series).iter().any(Option::is_some));
            if !reports {
                self.remarks.push(Remark::SilentModel(series.model));
                continue;
            }
            if series.model == UNATTRIBUTED {
                self.remarks.push(Remark::Unattributed);
            }
            kept.push(series);
        }
        if !kept.is_empty() {
            return Ok((kept, self.remarks));
        }
        // There were columns, but no usable one: the location is not silent.
        let left_out = self.remarks.iter().find(|remark| {
            matches!(remark, Remark::UnknownUnit { .. } | Remark::UnaskedModel(_) | Remark::UnknownColumn(_))
        });
        Err(left_out
            .map_or(Kind::NothingReported, |remark| Kind::Malformed(format!("nothing to use: {remark}"))))
    }
}

fn convert(cell: &Cell, quantity: Quantity, conversion: Conversion) -> Option<f32> {
    let value = conversion.apply(cell.number()?)?;
    (value >= quantity.least()).then_some(value)
}

#[cfg(test)]
mod tests;
