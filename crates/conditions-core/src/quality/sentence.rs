//! Sentences about stations, built without the general formatter, which would cost more than the decision itself.

use alloc::string::String;

use crate::evidence::StationReading;
use crate::text::ShownName;
use crate::units::{Hundredths, Tenths};

/// Maximum length of the words around names and numbers, in bytes: a text needs one allocation.
const WORDS: usize = 192;

/// A text under construction.
pub(super) struct Text(String);

impl Text {
    /// Makes an empty text with capacity for the names of these stations.
    pub(super) fn with_capacity_for<'a>(stations: impl IntoIterator<Item = &'a StationReading>) -> Self {
        let names = stations.into_iter().map(|reading| name(reading).len() + reading.network.len());
        Self(String::with_capacity(WORDS + names.sum::<usize>()))
    }

    /// Appends words unchanged.
    pub(super) fn push(mut self, words: &str) -> Self {
        self.0.push_str(words);
        self
    }

    /// Appends a station: its name, else its identifier, and its network.
    pub(super) fn place(self, reading: &StationReading) -> Self {
        self.push(name(reading)).push(" (").push(&reading.network).push(")")
    }

    /// Appends a number with one decimal.
    pub(super) fn tenths(self, number: Tenths) -> Self {
        self.fixed(number.units(), 1)
    }

    /// Appends a number with two decimals.
    pub(super) fn hundredths(self, number: Hundredths) -> Self {
        self.fixed(number.units(), 2)
    }

    fn fixed(mut self, units: i32, decimals: usize) -> Self {
        if units < 0 {
            self.0.push('-');
        }
        // The least `i32` has ten digits.
        let mut digits = [0; 10];
        let mut rest = units.unsigned_abs();
        let mut count = 0;
        for digit in &mut digits {
            if rest == 0 && count > decimals {
                break;
            }
            (*digit, rest) = ((rest % 10) as u8, rest / 10);
            count += 1;
        }
        for (place, digit) in digits.iter().enumerate().take(count).rev() {
            self.0.push(char::from(b'0' + digit));
            if place == decimals {
                self.0.push('.');
            }
        }
        self
    }

    pub(super) fn done(self) -> String {
        self.0
    }
}

fn name(reading: &StationReading) -> &str {
    reading.name.as_ref().map_or(&reading.station_id, ShownName::as_str)
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use proptest::prelude::*;

    use super::*;

    fn numbers(units: i32) -> [String; 2] {
        let text = || Text::with_capacity_for([]);
        [
            text().tenths(Tenths::from_units(units)).done(),
            text().hundredths(Hundredths::from_units(units)).done(),
        ]
    }

    proptest! {
        #[test]
        fn numbers_match_the_formatter(units in prop_oneof![-2000..2000_i32, any::<i32>()]) {
            let [tenths, hundredths] = numbers(units);
            prop_assert_eq!(tenths, format!("{:.1}", f64::from(units) / 10.0));
            prop_assert_eq!(hundredths, format!("{:.2}", f64::from(units) / 100.0));
        }
    }
}
