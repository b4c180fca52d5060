//! Fixed-point numbers: published values are compared, summed and hashed exactly, never as floats.
//!
//! Implements `contract-decisions` 8: "rows are integers of tenths, so that `next7dCm` equals the sum of the first
//! seven rows exactly".

/// Rounds half away from zero to the nearest integer (`core` has no `f64::round`). Returns `None` for non-finite or
/// out-of-range input.
pub(crate) fn round_to_i32(value: f64) -> Option<i32> {
    // The greatest double below a half: adding a half would round up values between it and a half.
    const BELOW_HALF: f64 = 0.5 - f64::EPSILON / 4.0;
    let moved = value + BELOW_HALF.copysign(value);
    // Truncation rounds here; cheaper than the general `libm::round`.
    (moved > f64::from(i32::MIN) - 1.0 && moved < f64::from(i32::MAX) + 1.0).then_some(moved as i32)
}

/// Returns the median, the mean of the middle two for an even count, or `None` if empty. Sorts in place.
pub(crate) fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = *values.get(values.len() / 2 - 1)?;
    Some(lower + (upper - lower) / 2.0)
}

macro_rules! fixed_point {
    ($(#[$doc:meta])* $name:ident, $scale:literal, $schema:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(i32);

        impl $name {
            /// The known quantity 0; an unknown quantity is `None`.
            pub const ZERO: Self = Self(0);

            /// Rounds half away from zero; `None` for NaN, infinities and values that do not fit.
            #[must_use]
            pub fn new(value: f64) -> Option<Self> {
                round_to_i32(value * f64::from($scale)).map(Self)
            }

            /// Makes a number from a count of the smallest unit.
            #[must_use]
            pub const fn from_units(units: i32) -> Self {
                Self(units)
            }

            /// Returns the number as a count of the smallest unit.
            #[must_use]
            pub const fn units(self) -> i32 {
                self.0
            }

            /// Returns the value as a float: the nearest double to the decimal number.
            #[must_use]
            pub fn get(self) -> f64 {
                f64::from(self.0) / f64::from($scale)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // Whole numbers are written without a fraction: `120`, not `120.0`.
                if self.0 % $scale == 0 {
                    serializer.serialize_i32(self.0 / $scale)
                } else {
                    serializer.serialize_f64(self.get())
                }
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = f64::deserialize(deserializer)?;
                Self::new(value).ok_or_else(|| serde::de::Error::custom("number out of range"))
            }
        }

        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> alloc::borrow::Cow<'static, str> {
                $schema.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "number" })
            }
        }
    };
}

fixed_point! {
    /// A number with one decimal: centimetres of snow, degrees, millimetres.
    Tenths, 10, "Number"
}

fixed_point! {
    /// A number with two decimals: ratios.
    Hundredths, 100, "Ratio"
}

/// Trust in a value, 0 to 1 inclusive, two decimals.
///
/// Invariant: in range. [`Confidence::new`] clamps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Confidence(u8);

impl Confidence {
    /// Confidence of a missing value.
    pub const NONE: Self = Self(0);

    /// Clamps to 0–1 and rounds half away from zero to two decimals; NaN gives 0.
    #[must_use]
    pub fn new(value: f64) -> Self {
        let hundredths = round_to_i32(value.clamp(0.0, 1.0) * 100.0).unwrap_or(0);
        Self(hundredths as u8)
    }

    /// Makes a confidence from whole hundredths, for policy tables. Values above 100 count as 100.
    #[must_use]
    pub const fn from_hundredths(hundredths: u8) -> Self {
        Self(if hundredths > 100 { 100 } else { hundredths })
    }

    /// Returns the value as a float.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Confidence {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(100) {
            serializer.serialize_u8(self.0 / 100)
        } else {
            serializer.serialize_f64(self.get())
        }
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Confidence {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        if (0.0..=1.0).contains(&value) {
            Ok(Self::new(value))
        } else {
            Err(serde::de::Error::custom("confidence must be between 0 and 1"))
        }
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Confidence {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Confidence".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "number", "minimum": 0, "maximum": 1,
            "description": "Trust in the value, 0 to 1 inclusive. Low confidence: label the value estimated."
        })
    }
}

/// Returns the ranks of sorted values, from 1: equal values share a rank, and the next rank counts all of them.
pub fn ranks<T: PartialEq>(sorted: impl IntoIterator<Item = T>) -> impl Iterator<Item = usize> {
    let mut held: Option<(usize, T)> = None;
    sorted.into_iter().enumerate().map(move |(place, value)| {
        let rank = match &held {
            Some((rank, same)) if *same == value => *rank,
            _ => place + 1,
        };
        held = Some((rank, value));
        rank
    })
}

#[cfg(test)]
mod tests;
