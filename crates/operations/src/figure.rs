//! A number with its name and unit, for answers whose rows have different numbers.

use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

/// A number with its name and unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Figure {
    /// Name of the quantity.
    pub name: &'static str,
    /// The number; null if not known.
    pub value: Option<Tenths>,
    /// Unit; empty for pure numbers.
    pub unit: &'static str,
}

impl Figure {
    pub(crate) const fn new(name: &'static str, value: Option<Tenths>, unit: &'static str) -> Self {
        Self { name, value, unit }
    }

    pub(crate) fn count(name: &'static str, count: impl Into<f64>) -> Self {
        Self::new(name, Tenths::new(count.into()), "")
    }
}
