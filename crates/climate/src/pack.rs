//! Text form of a winter for storage: short, and readable in the database.
//!
//! `2;0x123 5 12 -x4;0x130 2 9;…`: the version of the form, then snowfall in tenths of a centimetre, depth in
//! centimetres, lowest and highest temperature in tenths of a degree above −100 °C and water in tenths of a millimetre,
//! by day from the winter's first. `-` is an unknown day, `x` repeats. A text that does not have exactly the winter's
//! days is rejected: if days were off by one, all would be wrong.

use std::fmt::Write as _;

use crate::cells::UNKNOWN;
use crate::columns::Column;
use crate::raw::RawWinter;
use crate::winter::Winter;

/// The version that is written.
const FORM: &str = "2";
/// The version before weather was requested, with only the first two columns.
const FORM_WITHOUT_WEATHER: &str = "1";

/// Prefix of a text whose winter was requested with its weather.
pub const WITH_WEATHER: &str = "2;";

/// Reason why a stored winter cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// The version is newer, or missing.
    #[error("the stored winter has an unknown version")]
    Form,
    /// A cell is neither a number nor the marker of an unknown day.
    #[error("a cell of the stored winter is not a number")]
    Number,
    /// There are too many or too few days.
    #[error("the stored winter has another number of days than the calendar")]
    Days,
}

/// Writes a winter.
#[must_use]
pub fn write(raw: &RawWinter) -> String {
    let mut out = String::from(FORM);
    for column in raw.columns() {
        out.push(';');
        write_column(&mut out, column);
    }
    out
}

/// Writes a column.
pub(crate) fn write_column(out: &mut String, column: &[u16]) {
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

/// Reads a winter.
///
/// # Errors
/// Returns [`PackError`] if the text is malformed.
pub fn read(winter: Winter, text: &str) -> Result<RawWinter, PackError> {
    let mut parts = text.split(';');
    let columns = form(parts.next())?;
    let mut cells = cells(winter, &mut parts, columns)?;
    if parts.next().is_some() {
        return Err(PackError::Form);
    }
    cells.resize(Column::ALL.len() * winter.days(), UNKNOWN);
    Ok(RawWinter::from_cells(winter, cells.into_boxed_slice()))
}

/// Reads only its snow, the columns before its weather; later columns are ignored. Without `snowfall` that column is
/// skipped too, and unknown.
pub(crate) fn read_snow(winter: Winter, text: &str, snowfall: bool) -> Result<Vec<u16>, PackError> {
    let mut parts = text.split(';');
    form(parts.next())?;
    if snowfall {
        return cells(winter, &mut parts, Column::WITHOUT_WEATHER);
    }
    parts.next().ok_or(PackError::Days)?;
    let mut cells = vec![UNKNOWN; winter.days()];
    read_column(parts.next().ok_or(PackError::Days)?, winter.days(), &mut cells)?;
    Ok(cells)
}

/// Returns the number of columns of a text in this version.
fn form(form: Option<&str>) -> Result<usize, PackError> {
    match form {
        Some(FORM) => Ok(Column::ALL.len()),
        Some(FORM_WITHOUT_WEATHER) => Ok(Column::WITHOUT_WEATHER),
        Some(_) | None => Err(PackError::Form),
    }
}

/// Reads the cells of the next columns, each with the winter's days.
fn cells<'t>(
    winter: Winter,
    parts: &mut impl Iterator<Item = &'t str>,
    columns: usize,
) -> Result<Vec<u16>, PackError> {
    let mut cells = Vec::with_capacity(columns * winter.days());
    for _ in 0..columns {
        read_column(parts.next().ok_or(PackError::Days)?, winter.days(), &mut cells)?;
    }
    Ok(cells)
}

/// Reads a column of exactly `days` days and appends it.
pub(crate) fn read_column(text: &str, days: usize, cells: &mut Vec<u16>) -> Result<(), PackError> {
    let before = cells.len();
    column(text, days, cells)?;
    if cells.len() - before == days { Ok(()) } else { Err(PackError::Days) }
}

/// Byte by byte: a start reads a hundred megabytes of this.
fn column(text: &str, most: usize, cells: &mut Vec<u16>) -> Result<(), PackError> {
    let mut rest = text.as_bytes();
    loop {
        rest = match rest {
            [] => return Ok(()),
            [b' ', after @ ..] => after,
            [b'-', after @ ..] => run(UNKNOWN, after, most, cells)?,
            _ => {
                let (units, after) = number(rest)?;
                let cell = u16::try_from(units).ok().filter(|units| *units != UNKNOWN);
                run(cell.ok_or(PackError::Number)?, after, most, cells)?
            }
        };
    }
}

/// Appends a cell as often as the following text states, and returns the rest.
fn run<'t>(cell: u16, behind: &'t [u8], most: usize, cells: &mut Vec<u16>) -> Result<&'t [u8], PackError> {
    let (times, rest) = match behind {
        [b'x', times @ ..] => number(times)?,
        _ => (1, behind),
    };
    if !matches!(rest, [] | [b' ', ..]) {
        return Err(PackError::Number);
    }
    let times = usize::try_from(times).ok().filter(|times| *times <= most).ok_or(PackError::Days)?;
    cells.resize(cells.len() + times, cell);
    Ok(rest)
}

/// Parses the number at the start of a text and returns the rest; too large a number saturates.
fn number(text: &[u8]) -> Result<(u32, &[u8]), PackError> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(digits).ok_or(PackError::Number)?;
    let add = |sum: u32, byte: &u8| sum.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
    if digits.is_empty() { Err(PackError::Number) } else { Ok((digits.iter().fold(0, add), rest)) }
}

#[cfg(test)]
mod tests;
