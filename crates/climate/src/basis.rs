//! Whose centimetres the snowfall of a past winter is in. A resort's winters are compared on one basis alone.

use serde::{Deserialize, Serialize};

/// What snowfall is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The archive's own: 7 cm for 10 mm of water of what its grid cell tells from rain.
    Archive,
    /// Ours, out of the archive's precipitation and its temperature at mid mountain: phase and ratio as in the forecasts.
    Modelled,
}
