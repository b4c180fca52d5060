//! Every number of the score, in one value. The numbers are defaults that a deployment may change.
//!
//! They are judgements of this project, so they are served as data: a client with other preferences can compute its own
//! score from the same components.

use super::Part;
use crate::record::QualityLabel;

/// A point of a curve: a quantity and its share of a component's maximum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Knot {
    /// Quantity, in the unit of the curve.
    pub at: f64,
    /// Share of the maximum, 0–1.
    pub share: f64,
}

/// A piecewise linear curve, constant before the first knot and after the last. Quantities increase, shares never
/// decrease.
pub type Curve = [Knot; 4];

const fn curve(knots: [(f64, f64); 4]) -> Curve {
    let [a, b, c, d] = knots;
    [knot(a), knot(b), knot(c), knot(d)]
}

const fn knot((at, share): (f64, f64)) -> Knot {
    Knot { at, share }
}

/// Every number of the score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScorePolicy {
    /// Maximum points of each component, in the order of [`Part::ALL`].
    pub maximum: [f64; 6],
    /// New snow of the past 24 hours, cm.
    pub recent_snow: Curve,
    /// Depth relative to the average of the day, percent.
    pub depth_vs_avg: Curve,
    /// Forecast of the next 7 days, cm.
    pub forecast: Curve,
    /// Average depth of the day over the recorded winters, cm.
    pub history: Curve,
    /// Share of each snow-quality label, in the order of [`QualityLabel`].
    pub surface: [f64; 7],
    /// Headline depth below which the ground counts as bare and has no reported quality, cm.
    pub bare_below_cm: f64,
    /// Share of bare ground.
    pub bare_share: f64,
    /// Share of a resort that is open without a lift count.
    pub open_share: f64,
    /// Share of a resort that is closed today.
    pub closed_share: f64,
    /// Confidence of the average, which has no reported confidence.
    pub history_confidence: f64,
    /// Minimum share of all points that the components present must have for a score.
    pub least_present: f64,
    /// Fraction by which a score is reduced at confidence 0.
    pub discount: f64,
}

impl ScorePolicy {
    /// The published defaults.
    pub const CONTRACT: Self = Self {
        maximum: [25.0, 20.0, 20.0, 15.0, 10.0, 10.0],
        recent_snow: curve([(0.0, 0.0), (5.0, 0.35), (15.0, 0.75), (30.0, 1.0)]),
        depth_vs_avg: curve([(0.0, 0.0), (50.0, 0.4), (100.0, 0.75), (150.0, 1.0)]),
        forecast: curve([(0.0, 0.0), (10.0, 0.35), (30.0, 0.75), (60.0, 1.0)]),
        history: curve([(0.0, 0.0), (30.0, 0.35), (100.0, 0.75), (200.0, 1.0)]),
        surface: [1.0, 0.8, 0.55, 0.2, 0.3, 0.5, 0.45],
        bare_below_cm: 5.0,
        bare_share: 0.0,
        open_share: 0.6,
        closed_share: 0.0,
        history_confidence: 0.6,
        least_present: 0.4,
        discount: 0.3,
    };

    /// Returns the maximum points of a component.
    #[must_use]
    pub fn maximum_of(&self, part: Part) -> f64 {
        self.maximum.get(part as usize).copied().unwrap_or(0.0)
    }

    /// Returns the share of a snow-quality label.
    #[must_use]
    pub fn surface_of(&self, label: QualityLabel) -> f64 {
        self.surface.get(label as usize).copied().unwrap_or(0.0)
    }
}

/// Returns the share of a curve at a quantity.
pub(super) fn share(curve: &Curve, at: f64) -> f64 {
    let [first, .., last] = curve;
    if at <= first.at {
        return first.share;
    }
    for pair in curve.windows(2) {
        let [lower, upper] = pair else { continue };
        if at <= upper.at {
            let way = (at - lower.at) / (upper.at - lower.at);
            return lower.share + way * (upper.share - lower.share);
        }
    }
    last.share
}
