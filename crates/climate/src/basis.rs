//! The basis of past snowfall. A resort's winters are compared only on one basis.

use serde::{Deserialize, Serialize};

/// Basis of a snowfall amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The archive's own snowfall: 7 cm for 10 mm of the water that its grid cell classifies as snow.
    Archive,
    /// Computed by this project from the archive's precipitation and its temperature at mid mountain, with the phase
    /// and ratio of the forecasts.
    Modelled,
}
