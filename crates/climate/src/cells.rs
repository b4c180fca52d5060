//! Packed number of one day: two bytes, with a marker for an unknown day.

/// The cell of an unknown day.
pub(crate) const UNKNOWN: u16 = u16::MAX;

/// Returns the number in a cell, or `None` for an unknown day.
pub(crate) const fn known(cell: u16) -> Option<u16> {
    if cell == UNKNOWN { None } else { Some(cell) }
}

/// Returns `value` in steps of one `per_unit`th, or `None` if it is negative or above `most`.
pub(crate) fn packed(value: f64, per_unit: f64, most: f64) -> Option<u16> {
    (value >= 0.0 && value <= most).then(|| (value * per_unit).round() as u16)
}
