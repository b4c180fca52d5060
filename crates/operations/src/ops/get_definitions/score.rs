//! The numbers of the score, named so that a reader can recompute a score from a resort's components.

use conditions_core::record::QualityLabel;
use conditions_core::score::{Curve, Part, ScorePolicy};

use super::List;
use crate::score::FORMULA;
use crate::text::word;

/// Every label of snow quality.
const LABELS: [QualityLabel; 7] = [
    QualityLabel::Powder,
    QualityLabel::Packed,
    QualityLabel::Dense,
    QualityLabel::Icy,
    QualityLabel::Wet,
    QualityLabel::Spring,
    QualityLabel::Variable,
];

pub(super) fn score(policy: &ScorePolicy, list: &mut List) {
    for part in Part::ALL {
        let meaning = format!("most points of this component; {}", rule(part));
        list.add(format!("score.{}.maximum", part.name()), policy.maximum_of(part), "", meaning);
    }
    curve(list, Part::RecentSnow, &policy.recent_snow, "cm");
    curve(list, Part::DepthVsAvg, &policy.depth_vs_avg, "%");
    curve(list, Part::Forecast, &policy.forecast, "cm");
    curve(list, Part::History, &policy.history, "cm");
    for label in LABELS {
        let id = format!("score.surface.share.{}", word(&label));
        list.add(id, policy.surface_of(label), "", "share of the maximum for this snow quality");
    }
    let bare = "a headline depth (displayDepthCm) below this counts as bare ground if no snowQuality is reported";
    list.add("score.surface.bareBelow", policy.bare_below_cm, "cm", bare);
    list.add("score.surface.share.bare", policy.bare_share, "", "share of the maximum for bare ground");
    let open = "share of the maximum when the resort is open and the number of open lifts is not reported";
    list.add("score.operations.share.OPEN", policy.open_share, "", open);
    let closed = "share of the maximum when the resort is closed today";
    list.add("score.operations.share.CLOSED_TODAY", policy.closed_share, "", closed);
    let history = "confidence of the average, which has none in the data";
    list.add("score.history.confidence", policy.history_confidence, "", history);
    let least = "the known components must account for at least this share of all points for a score";
    list.add("score.leastPresent", policy.least_present, "", least);
    let discount = format!("fraction that a score loses at confidence 0. Score: {FORMULA}");
    list.add("score.discount", policy.discount, "", discount);
}

/// Describes how the points of a component are computed.
const fn rule(part: Part) -> &'static str {
    match part {
        Part::RecentSnow => "points = maximum × the curve's share at snowfall24hCm",
        Part::DepthVsAvg => "points = maximum × the curve's share at depthVsAvgPct",
        Part::Forecast => "points = maximum × the curve's share at next7dCm",
        Part::Surface => "points = maximum × the share of the label of snowQuality, or of bare ground",
        Part::Operations => {
            "points = maximum × lifts.open ÷ lifts.total of an open resort, else × the share of the status; missing \
             while the status is unknown"
        }
        Part::History => "points = maximum × the curve's share at depthVsAvgBasis.averageCm",
    }
}

fn curve(list: &mut List, part: Part, curve: &Curve, unit: &'static str) {
    for (number, knot) in (1..).zip(curve) {
        let id = |what: &str| format!("score.{}.curve.{number}.{what}", part.name());
        list.add(id("at"), knot.at, unit, "corner of a curve that is straight between its corners, level beyond");
        list.add(id("share"), knot.share, "", "share of the maximum there");
    }
}
