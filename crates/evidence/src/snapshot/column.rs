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
        let mut number = Digits::default();
        for byte in text.bytes() {
            match byte {
                b',' => values.push(std::mem::take(&mut number).value().map_err(E::custom)?),
                _ => number.push(byte).map_err(E::custom)?,
            }
        }
        values.push(number.value().map_err(E::custom)?);
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

/// A number of hundredths while it is read.
#[derive(Default)]
struct Digits {
    is_negative: bool,
    count: u32,
    units: i64,
}

/// Error of a part between two commas.
const NO_NUMBER: &str = "a part of the column is not a number of hundredths";

impl Digits {
    /// Maximum number of digits, so that the number fits.
    const MOST: u32 = 16;

    fn push(&mut self, byte: u8) -> Result<(), &'static str> {
        match byte {
            b'0'..=b'9' if self.count < Self::MOST => {
                self.units = self.units * 10 + i64::from(byte - b'0');
                self.count += 1;
            }
            b'-' if self.count == 0 && !self.is_negative => self.is_negative = true,
            _ => return Err(NO_NUMBER),
        }
        Ok(())
    }

    fn value(self) -> Result<Option<f64>, &'static str> {
        match (self.count, self.is_negative) {
            (0, false) => Ok(None),
            (0, true) => Err(NO_NUMBER),
            (_, is_negative) => {
                Ok(Some((if is_negative { -self.units } else { self.units }) as f64 / PER_UNIT))
            }
        }
    }
}

/// Rounds to the stored precision.
pub(super) fn hundredth(value: f64) -> f64 {
    (value * PER_UNIT).round() / PER_UNIT
}
