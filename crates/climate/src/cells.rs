//! The number of one day as it is packed: two bytes, with a value of its own for a day of which nothing is known.

/// The cell of an unknown day.
pub(crate) const UNKNOWN: u16 = u16::MAX;

/// The number in a cell; `None` for an unknown day.
pub(crate) const fn known(cell: u16) -> Option<u16> {
    if cell == UNKNOWN { None } else { Some(cell) }
}

/// `value` in steps of one `per_unit`th; `None` when it is negative or above `most`.
pub(crate) fn packed(value: f64, per_unit: f64, most: f64) -> Option<u16> {
    (value >= 0.0 && value <= most).then(|| (value * per_unit).round() as u16)
}
