//! The snow score: how good the snow is for skiing today, 0–100, computed from the known components; null if too few
//! are known.
//!
//! There are six components. Each is present, with points out of its maximum, or missing. A component without data is
//! missing and never zero, and the score is rescaled over the components that are present. Confidence has two effects.
//! Components are weighted by their confidence, and the whole score is discounted by low confidence, so that of two
//! equal days the measured one ranks higher:
//!
//! ```text
//! points     = maximum × share, one decimal
//! present    = Σ maximum of the present ÷ Σ maximum of all
//! confidence = Σ(maximum × confidence) ÷ Σ maximum, over the present, two decimals
//! score      = 100 × (Σ(points × confidence) ÷ Σ(maximum × confidence)) × (1 − discount × (1 − confidence)), one decimal
//! ```
//!
//! There is no score out of season, because a closed mountain is not a bad ski day, and if too few components are
//! present. Everything is computed from published numbers, so that readers can reproduce it. The resolver does not use
//! the score.

mod policy;

pub use policy::{Curve, Knot, ScorePolicy};

use policy::share;

use crate::field::Field;
use crate::record::{OperatingStatus, QualityLabel, Resolution};
use crate::source::Kind;
use crate::time::Timestamp;
use crate::units::{Confidence, Hundredths, Tenths};

/// A component of the score, in the published order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Part {
    /// New snow of the past 24 hours.
    RecentSnow,
    /// Headline depth relative to the average of the day.
    DepthVsAvg,
    /// Forecast snowfall of the next 7 days.
    Forecast,
    /// State of the snow, by its quality label.
    Surface,
    /// Open lifts as a share of all, or the operating status.
    Operations,
    /// Usual depth of snow on this day.
    History,
}

impl Part {
    /// Every component, in the published order.
    pub const ALL: [Self; 6] =
        [Self::RecentSnow, Self::DepthVsAvg, Self::Forecast, Self::Surface, Self::Operations, Self::History];

    /// Returns the name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RecentSnow => "recentSnow",
            Self::DepthVsAvg => "depthVsAvg",
            Self::Forecast => "forecast",
            Self::Surface => "surface",
            Self::Operations => "operations",
            Self::History => "history",
        }
    }
}

/// The value from which a component was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// New snow of the past 24 hours.
    Snowfall24h(Tenths),
    /// Headline depth as a percentage of the average of the day.
    PercentOfAverage(i32),
    /// Forecast of the next 7 days.
    Next7d(Tenths),
    /// State of the snow, by its quality label.
    Quality(QualityLabel),
    /// A headline depth so small that the ground is bare.
    Bare(Tenths),
    /// Number of lifts open and in total.
    Lifts {
        /// Number of open lifts.
        open: u32,
        /// Total number of lifts.
        total: u32,
    },
    /// Operating status, if it is more informative than the lifts.
    Status(OperatingStatus),
    /// Average depth of the day.
    Average(Tenths),
}

/// A component that is present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoredPart {
    /// Points, 0 to the maximum.
    pub points: Tenths,
    /// Value from which they were computed.
    pub basis: Basis,
    /// Source of that value.
    pub source: Kind,
    /// Time of its observation; null when unknown.
    pub observed_at: Option<Timestamp>,
    /// Trust in that value, 0 to 1.
    pub confidence: Confidence,
}

/// One component, present or missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Component {
    /// Which of the six components it is.
    pub part: Part,
    /// Maximum points.
    pub maximum: Tenths,
    /// Points and their basis; null when no data is reported for the component.
    pub present: Option<ScoredPart>,
}

/// Reason why there is no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Withheld"))]
pub enum WithheldReason {
    /// The status is OFF_SEASON or PRE_SEASON.
    OutOfSeason,
    /// The components that are present have too small a share of all points.
    ThinEvidence,
}

/// A score with its components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Score, 0–100; null when it is withheld.
    pub value: Option<Tenths>,
    /// Reason why it is withheld.
    pub withheld: Option<WithheldReason>,
    /// Share of all points that belongs to the components that are present, 0–1.
    pub present: Hundredths,
    /// Mean confidence of the components that are present, weighted by their maxima; 0 if none is.
    pub confidence: Confidence,
    /// Components in the order of [`Part::ALL`].
    pub components: [Component; 6],
}

/// Computes the score of a resolution.
#[must_use]
pub fn score(policy: &ScorePolicy, resolution: &Resolution) -> Score {
    let components = Part::ALL.map(|part| {
        let present = present(policy, part, resolution).filter(|found| found.confidence > Confidence::NONE);
        Component { part, maximum: tenths(policy.maximum_of(part)), present }
    });
    total(policy, resolution.record.status.value, components)
}

/// Combines components into a score.
fn total(policy: &ScorePolicy, status: Option<OperatingStatus>, components: [Component; 6]) -> Score {
    let (mut all, mut held, mut trusted, mut earned) = (0.0, 0.0, 0.0, 0.0);
    for component in &components {
        let maximum = component.maximum.get();
        all += maximum;
        if let Some(found) = &component.present {
            held += maximum;
            trusted += maximum * found.confidence.get();
            earned += found.points.get() * found.confidence.get();
        }
    }
    let fraction = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let present = Hundredths::new(fraction(held, all)).unwrap_or_default();
    let confidence = Confidence::new(fraction(trusted, held));
    let withheld = match status {
        Some(OperatingStatus::OffSeason | OperatingStatus::PreSeason) => Some(WithheldReason::OutOfSeason),
        _ if trusted <= 0.0 || present.get() < policy.least_present => Some(WithheldReason::ThinEvidence),
        Some(OperatingStatus::Open | OperatingStatus::ClosedToday | OperatingStatus::Unknown) | None => None,
    };
    let kept = 1.0 - policy.discount * (1.0 - confidence.get());
    let value = withheld.is_none().then(|| tenths(100.0 * fraction(earned, trusted) * kept));
    Score { value, withheld, present, confidence, components }
}

fn tenths(value: f64) -> Tenths {
    Tenths::new(value.clamp(0.0, 100.0)).unwrap_or_default()
}

fn present(policy: &ScorePolicy, part: Part, resolution: &Resolution) -> Option<ScoredPart> {
    let record = &resolution.record;
    let worth = |share: f64| tenths(policy.maximum_of(part) * share);
    match part {
        Part::RecentSnow => of_field(&resolution.snowfall24h_cm, |cm| {
            (worth(share(&policy.recent_snow, cm.get())), Basis::Snowfall24h(*cm))
        }),
        Part::DepthVsAvg => of_field(&record.depth_vs_avg_pct, |percent| {
            (worth(share(&policy.depth_vs_avg, f64::from(*percent))), Basis::PercentOfAverage(*percent))
        }),
        Part::Forecast => of_field(&record.forecast.next7d_cm, |cm| {
            (worth(share(&policy.forecast, cm.get())), Basis::Next7d(*cm))
        }),
        Part::Surface => surface(policy, resolution, worth),
        Part::Operations => operations(policy, resolution, worth),
        Part::History => {
            let average = record.depth_vs_avg_basis.as_ref()?.average_cm?;
            Some(ScoredPart {
                points: worth(share(&policy.history, average.get())),
                basis: Basis::Average(average),
                source: Kind::Model,
                observed_at: None,
                confidence: Confidence::new(policy.history_confidence),
            })
        }
    }
}

fn of_field<T>(field: &Field<T>, points: impl FnOnce(&T) -> (Tenths, Basis)) -> Option<ScoredPart> {
    let (points, basis) = points(field.value.as_ref()?);
    Some(ScoredPart {
        points,
        basis,
        source: field.source,
        observed_at: field.observed_at,
        confidence: field.confidence,
    })
}

/// Returns the snow quality, else bare ground, which has no quality but is known.
fn surface(
    policy: &ScorePolicy,
    resolution: &Resolution,
    worth: impl Fn(f64) -> Tenths,
) -> Option<ScoredPart> {
    let record = &resolution.record;
    let quality = record.snow_quality.as_ref().and_then(|field| {
        of_field(field, |quality| (worth(policy.surface_of(quality.label)), Basis::Quality(quality.label)))
    });
    quality.or_else(|| {
        let depth = record.display_depth_cm.as_ref()?;
        let is_bare = depth.value?.get() < policy.bare_below_cm;
        of_field(depth, |cm| (worth(policy.bare_share), Basis::Bare(*cm))).filter(|_| is_bare)
    })
}

/// Returns the share of open lifts if the resort is open and both numbers are known, else the status. An unknown status
/// gives no component even with lift counts: it may be unknown because the two contradict each other.
fn operations(
    policy: &ScorePolicy,
    resolution: &Resolution,
    worth: impl Fn(f64) -> Tenths,
) -> Option<ScoredPart> {
    let record = &resolution.record;
    let by_status = |share| of_field(&record.status, |status| (worth(share), Basis::Status(*status)));
    match record.status.value? {
        OperatingStatus::ClosedToday => by_status(policy.closed_share),
        OperatingStatus::Open => {
            let counted = record.lifts.value.and_then(|lifts| lifts.open.zip(lifts.total));
            match counted.filter(|(open, total)| *total > 0 && open <= total) {
                Some((open, total)) => of_field(&record.lifts, |_| {
                    (worth(f64::from(open) / f64::from(total)), Basis::Lifts { open, total })
                }),
                None => by_status(policy.open_share),
            }
        }
        OperatingStatus::PreSeason | OperatingStatus::OffSeason | OperatingStatus::Unknown => None,
    }
}

#[cfg(test)]
mod tests;
