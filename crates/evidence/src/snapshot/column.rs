//! A stored column of numbers: whole hundredths with commas between them, nothing for null. Read several times as fast as
//! a list of JSON numbers.

use std::fmt::{self, Write as _};

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The values of one column.
#[derive(Debug, Default)]
pub(super) struct Column(pub(super) Vec<Option<f64>>);

const PER_UNIT: f64 = 100.0;
/// Bound of what is written, far beyond every plausible value.
const MOST_UNITS: f64 = 1e15;

impl Column {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(self.0.len() * 5);
        for (at, value) in self.0.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            if let Some(value) = value.filter(|value| value.is_finite()) {
                // Writing to memory cannot fail.
                let _ = write!(text, "{}", (value * PER_UNIT).round().clamp(-MOST_UNITS, MOST_UNITS) as i64);
            }
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Either)
    }
}

/// Reads the text, and the list of numbers of older versions.
struct Either;

impl<'de> Visitor<'de> for Either {
    type Value = Column;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("hundredths with commas between them, or a list of numbers")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Column, E> {
        let mut values = Vec::with_capacity(text.len() / 3 + 1);
        for units in hundredths(text) {
            values.push(units.map_err(E::custom)?.map(|units| units as f64 / PER_UNIT));
        }
        Ok(Column(values))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Column, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Column(values))
    }
}

/// Error of a part between two commas.
const NO_NUMBER: &str = "a part of the column is not a number of hundredths";
/// Maximum number of digits, so that the number fits.
const MOST_DIGITS: usize = 16;

/// Reads the parts of a column.
pub(super) fn hundredths(text: &str) -> impl Iterator<Item = Result<Option<i64>, &'static str>> {
    text.as_bytes().split(|byte| *byte == b',').map(number)
}

fn number(part: &[u8]) -> Result<Option<i64>, &'static str> {
    let (sign, digits) = match part {
        [] => return Ok(None),
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    if digits.is_empty() || digits.len() > MOST_DIGITS {
        return Err(NO_NUMBER);
    }
    let mut units = 0;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return Err(NO_NUMBER);
        }
        units = units * 10 + i64::from(digit);
    }
    Ok(Some(sign * units))
}

/// Rounds to the stored precision.
pub(super) fn hundredth(value: f64) -> f64 {
    (value * PER_UNIT).round() / PER_UNIT
}
