//! Every number of the score, in one value. A number here is a default; a deployment may change it.
//!
//! The numbers are judgements of this service and no law of nature, which is why they are served as data: who judges
//! otherwise can compute a score of their own from the same components.

use super::Part;
use crate::record::QualityLabel;

/// A corner of a curve: at this quantity, this share of a component's maximum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Knot {
    /// The quantity, in the unit of its curve.
    pub at: f64,
    /// The share, 0–1.
    pub share: f64,
}

/// A curve: straight between its knots, level beyond the first and the last. Quantities rise, shares never fall.
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
    /// Most points of each component, in the order of [`Part::ALL`].
    pub maximum: [f64; 6],
    /// New snow of the past 24 hours, cm.
    pub recent_snow: Curve,
    /// Depth against the average of the day, percent.
    pub depth_vs_avg: Curve,
    /// Forecast of the next 7 days, cm.
    pub forecast: Curve,
    /// Average depth of the day over the winters on record, cm.
    pub history: Curve,
    /// Share of each snow-quality label, in the order of [`QualityLabel`].
    pub surface: [f64; 7],
    /// A headline depth below this is bare ground, where nobody reports a quality of snow, cm.
    pub bare_below_cm: f64,
    /// Share of bare ground.
    pub bare_share: f64,
    /// Share of a resort that is open without saying how many lifts are.
    pub open_share: f64,
    /// Share of a resort that is closed today.
    pub closed_share: f64,
    /// Confidence of the average, which carries none of its own.
    pub history_confidence: f64,
    /// The components that are present hold at least this share of all points, or there is no score.
    pub least_present: f64,
    /// What a score loses of itself when nothing in it is certain: the fraction at confidence 0.
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

    /// Most points of a component.
    #[must_use]
    pub fn maximum_of(&self, part: Part) -> f64 {
        self.maximum.get(part as usize).copied().unwrap_or(0.0)
    }

    /// Share of a snow-quality label.
    #[must_use]
    pub fn surface_of(&self, label: QualityLabel) -> f64 {
        self.surface.get(label as usize).copied().unwrap_or(0.0)
    }
}

/// The share of a curve at a quantity.
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
