//! Thresholds by which values get a label: the direction of a wind, the phase of an hour's precipitation, a doubtful
//! depth. All are choices of this project.

use super::Range;

/// Thresholds of labels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Labels {
    /// Mean wind below which it is calm, without a direction, m/s: force 0 of the Beaufort scale ends there.
    pub wind_calm_mps: f64,
    /// Minimum length of the mean of wind components relative to the mean speed, 0–1: a lower one means that hours or
    /// models contradict each other in direction. Two equal winds at a right angle are just steady.
    pub wind_steadiness: f64,
    /// Precipitation of an hour below which the hour counts as dry, mm.
    pub phase_dry_mm: f64,
    /// Shares of snow in precipitation that is rain and snow; below the range it is rain, above it snow.
    pub phase_mixed: Range,
    /// A modelled depth of base or mid mountain is doubtful if it exceeds this multiple of a measured one.
    pub doubtful_depth_factor: f64,
    /// Like `doubtful_depth_factor`, for the summit.
    pub doubtful_summit_factor: f64,
}

impl Labels {
    pub(super) const CONTRACT: Self = Self {
        wind_calm_mps: 0.5,
        wind_steadiness: 0.7,
        phase_dry_mm: 0.1,
        phase_mixed: Range { low: 0.2, high: 0.8 },
        doubtful_depth_factor: 1.5,
        doubtful_summit_factor: 2.5,
    };
}
