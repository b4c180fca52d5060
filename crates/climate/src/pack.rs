//! A winter as text for storage: short, and readable by people who look into the database.
//!
//! `1;0x123 5 12 -x4;0x130 2 9`: the form's number, then snowfall in tenths of a centimetre and depth in centimetres, day
//! by day from the winter's first; `-` is a day of which nothing is known, `x` repeats. A text that does not have exactly
//! the winter's days is refused: days that are off by one would all be wrong.

use std::fmt::Write as _;

use crate::cells::UNKNOWN;
use crate::raw::RawWinter;
use crate::winter::Winter;

const FORM: &str = "1";

/// Why a stored winter cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// Written by a newer program, or by none.
    #[error("the winter is in a form that this program does not know")]
    Form,
    /// Something that is neither a number nor unknown.
    #[error("the winter holds something that is no number")]
    Number,
    /// Too many or too few days.
    #[error("the winter has another number of days than the calendar")]
    Days,
}

/// Writes a winter.
#[must_use]
pub fn write(raw: &RawWinter) -> String {
    let (snowfall, depth) = raw.columns();
    let mut out = String::from(FORM);
    for column in [snowfall, depth] {
        out.push(';');
        for (nth, run) in column.chunk_by(|a, b| a == b).enumerate() {
            out.push_str(if nth > 0 { " " } else { "" });
            // Writing to a string cannot fail.
            let _ = match run.first() {
                Some(&UNKNOWN) | None => out.write_char('-'),
                Some(units) => write!(out, "{units}"),
            };
            if run.len() > 1 {
                let _ = write!(out, "x{}", run.len());
            }
        }
    }
    out
}

/// Reads a winter.
///
/// # Errors
/// [`PackError`]; nothing is guessed.
pub fn read(winter: Winter, text: &str) -> Result<RawWinter, PackError> {
    let mut parts = text.split(';');
    if parts.next() != Some(FORM) {
        return Err(PackError::Form);
    }
    let mut cells = Vec::with_capacity(2 * winter.days());
    for _ in 0..2 {
        let before = cells.len();
        column(parts.next().ok_or(PackError::Days)?, winter.days(), &mut cells)?;
        if cells.len() - before != winter.days() {
            return Err(PackError::Days);
        }
    }
    if parts.next().is_some() {
        return Err(PackError::Form);
    }
    Ok(RawWinter::from_cells(winter, cells.into_boxed_slice()))
}

fn column(text: &str, most: usize, cells: &mut Vec<u16>) -> Result<(), PackError> {
    for token in text.split(' ').filter(|token| !token.is_empty()) {
        let (value, times) = token.split_once('x').unwrap_or((token, "1"));
        let times: usize = times.parse().map_err(|_| PackError::Number)?;
        let value = match value {
            "-" => UNKNOWN,
            number => number.parse().ok().filter(|units| *units != UNKNOWN).ok_or(PackError::Number)?,
        };
        if times > most {
            return Err(PackError::Days);
        }
        cells.resize(cells.len() + times, value);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
