//! The one blue ramp of snow: six steps for amounts of a day, of a week, and on the ground.

use conditions_core::units::Tenths;

/// A ramp of amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Day,
    Week,
    Depth,
}

impl Scale {
    /// Returns the lower limit of each step, centimetres.
    pub(crate) const fn steps(self) -> [f64; 6] {
        match self {
            Self::Day => [0.5, 2.0, 5.0, 10.0, 20.0, 30.0],
            Self::Week => [0.5, 5.0, 10.0, 20.0, 35.0, 50.0],
            Self::Depth => [0.5, 10.0, 30.0, 60.0, 100.0, 150.0],
        }
    }

    /// Returns the step of an amount, from 0 for none to 6.
    pub(crate) fn step(self, cm: Tenths) -> usize {
        self.steps().into_iter().filter(|least| cm.get() >= *least).count()
    }
}

#[cfg(test)]
mod tests;
