//! Snow on the ground, from a snowpack model driven by the season's weather.

use super::PerBand;
use crate::time::Timestamp;

/// Modelled snow, base to summit.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields))]
pub struct ModelledSnow {
    /// Time up to which the weather is known.
    pub at: Timestamp,
    /// Depth by band, centimetres; null if the weather since the ground was bare is not known.
    pub depth_cm: PerBand<Option<f64>>,
}
