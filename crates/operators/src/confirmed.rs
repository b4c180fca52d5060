//! Values that the sender confirms by name although they look like slips, such as `depthBase:840`.

use crate::checks::Warning;
use crate::problem::Problem;
use crate::report::Field;

/// Name of the argument with confirmations.
pub const ARGUMENT: &str = "confirm";

/// Tolerance between a confirmed number and the value, centimetres, because texts of numbers are rounded.
const SAME_CM: f64 = 0.05;

/// The confirmed values, in centimetres.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConfirmedValues(Vec<(Field, f64)>);

impl ConfirmedValues {
    /// Parses confirmations separated by commas.
    ///
    /// # Errors
    /// Returns a problem if a part is not a field with a number.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let one = |text: &str| {
            let (field, cm) = text.trim().split_once(':')?;
            Some((Field::from_name(field)?, cm.parse::<f64>().ok().filter(|cm| cm.is_finite())?))
        };
        let all: Option<Vec<_>> = text.split(',').map(one).collect();
        let wrong =
            "must name each value as in `review.warnings`, such as depthBase:840, separated by commas";
        all.map(Self).ok_or_else(|| Problem::new(ARGUMENT, wrong))
    }

    /// Returns the questioned values that are not confirmed. A confirmation covers the value, whichever check questions
    /// it.
    #[must_use]
    pub fn unconfirmed(&self, warnings: &[Warning]) -> Vec<Warning> {
        let is_confirmed = |warning: &Warning| {
            let said = |cm: &f64| warning.said.is_some_and(|said| (said - cm).abs() <= SAME_CM);
            self.0.iter().any(|(field, cm)| *field == warning.field && said(cm))
        };
        warnings
            .iter()
            .filter(|warning| warning.confirm.is_some() && !is_confirmed(warning))
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests;
