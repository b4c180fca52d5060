//! Detects a number in another unit under the old name: inches for centimetres, Fahrenheit for Celsius, and the like.
//!
//! A change of unit shows as a jump that no weather causes and that ends near the converted value. From there on the
//! numbers are followed in their own unit. They are believed again when one of them returns to the conversion of the
//! one before, or when the fault has lasted longer than such faults do. Winds vary too much for this test, and so do
//! temperatures whose number in both units is about the same, below some −20 °C.

use conditions_core::time::Timestamp;

use super::{Limits, Units, hours_between};
use crate::despike::Sample;
use crate::station::Quantity;

/// A conversion, there and back.
type Conversion = (fn(f64) -> f64, fn(f64) -> f64);

/// Kind of unit mistake.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum UnitFamily {
    /// Degrees of the other scale.
    Degrees,
    /// Inches, millimetres, metres and the reverse.
    Lengths,
}

/// The quantities that are checked.
pub(super) const QUANTITIES: [(Quantity, UnitFamily); 3] = [
    (Quantity::Temp, UnitFamily::Degrees),
    (Quantity::SurfaceTemp, UnitFamily::Degrees),
    (Quantity::SnowDepth, UnitFamily::Lengths),
];

/// From the true value to the number that is mistaken for it: Fahrenheit read as Celsius ...
const FAHRENHEIT: [Conversion; 1] = [(|celsius| celsius * 1.8 + 32.0, |number| (number - 32.0) / 1.8)];
/// ... and Celsius read as Fahrenheit.
const CELSIUS: [Conversion; 1] = [(|celsius| (celsius - 32.0) / 1.8, |number| number * 1.8 + 32.0)];
/// Inches, metres and millimetres read as centimetres ...
const NO_CENTIMETRES: [Conversion; 3] = [
    (|cm| cm / 2.54, |number| number * 2.54),
    (|cm| cm / 100.0, |number| number * 100.0),
    (|cm| cm * 10.0, |number| number / 10.0),
];
/// ... and centimetres, metres and millimetres read as inches.
const NO_INCHES: [Conversion; 3] = [
    (|cm| cm * 2.54, |number| number / 2.54),
    (|cm| cm * 0.0254, |number| number / 0.0254),
    (|cm| cm * 25.4, |number| number / 25.4),
];

impl UnitFamily {
    /// Returns the conversions that can be mistaken for the units of the network. Their inverses are left out: a number
    /// that jumps back to its true value must not count as the beginning of a fault.
    const fn conversions(self, units: Units) -> &'static [Conversion] {
        match (self, units) {
            (Self::Degrees, Units::Metric) => &FAHRENHEIT,
            (Self::Degrees, Units::American) => &CELSIUS,
            (Self::Lengths, Units::Metric) => &NO_CENTIMETRES,
            (Self::Lengths, Units::American) => &NO_INCHES,
        }
    }

    /// Returns whether two readings are near enough in time to be compared.
    fn is_soon(self, before: Sample, after: Sample, limits: &Limits) -> bool {
        let hours = match self {
            Self::Degrees => limits.unit_gap_hours.0,
            Self::Lengths => limits.unit_gap_hours.1,
        };
        hours_between(before.at, after.at) <= hours as f64
    }

    /// Returns whether no weather leads from one reading to the other in the time between them.
    fn is_jump(self, before: Sample, after: Sample, limits: &Limits) -> bool {
        let change = (after.value - before.value).abs();
        let most = match self {
            Self::Degrees => limits.unit_jump_c,
            Self::Lengths => {
                let hours = hours_between(before.at, after.at).max(1.0);
                (limits.depth.rise_cm_per_hour * hours).min(limits.depth.change_cm_per_day)
            }
        };
        change > most && self.is_soon(before, after, limits)
    }

    fn is_near(self, expected: f64, found: f64, limits: &Limits) -> bool {
        let slack = match self {
            Self::Degrees => limits.unit_near_c,
            Self::Lengths => limits.unit_near_depth.1.max(limits.unit_near_depth.0 * expected.abs()),
        };
        (expected - found).abs() <= slack
    }
}

/// Finds the values in another unit, and since when there are such values. `known` is the earlier finding, for faults
/// that began before the stored readings.
pub(super) fn foreign(
    samples: &[Sample],
    tongue: &UnitFamily,
    known: impl Fn(Timestamp) -> Option<Timestamp>,
    limits: &Limits,
) -> Vec<(Timestamp, Timestamp)> {
    let mut out = Vec::new();
    let mut before: Option<Sample> = None;
    let mut foreign: Option<(Timestamp, &Conversion)> = None;
    for &sample in samples {
        foreign = match (foreign, before) {
            (Some((since, conversion)), Some(before)) => {
                let native = (conversion.1)(before.value);
                let nearer = (sample.value - native).abs() < (sample.value - before.value).abs();
                let is_back = nearer && tongue.is_soon(before, sample, limits);
                let held_long = sample.at.since(since) > limits.unit_hold_ms();
                (!is_back && !held_long).then_some((since, conversion))
            }
            (None, Some(before)) if tongue.is_jump(before, sample, limits) => tongue
                .conversions(limits.units)
                .iter()
                .find(|conversion| tongue.is_near((conversion.0)(before.value), sample.value, limits))
                .map(|conversion| (sample.at, conversion)),
            (None, Some(_)) => None,
            // For the first stored reading only the earlier finding can show a fault.
            (_, None) => {
                let since = known(sample.at).filter(|since| sample.at.since(*since) <= limits.unit_hold_ms());
                since.zip(returning(samples, tongue, limits))
            }
        };
        if let Some((since, _)) = foreign {
            out.push((sample.at, since));
        }
        before = Some(sample);
    }
    out
}

/// Returns the conversion by which a series that begins in another unit comes back; the likeliest one while it has not.
fn returning(samples: &[Sample], tongue: &UnitFamily, limits: &Limits) -> Option<&'static Conversion> {
    let back = samples.windows(2).find_map(|pair| {
        let [before, after] = pair else { return None };
        let jumps = tongue.is_jump(*before, *after, limits);
        let mut conversions = tongue.conversions(limits.units).iter();
        conversions
            .find(|conversion| jumps && tongue.is_near((conversion.1)(before.value), after.value, limits))
    });
    back.or_else(|| tongue.conversions(limits.units).first())
}

#[cfg(test)]
mod tests;
