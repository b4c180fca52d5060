//! The claims in force after a resort's reports: a report replaces the fields that it contains and leaves the others
//! unchanged.
//!
//! "Not measured" ends the claim of that field; a report older than the current claim does not change it. Nothing is
//! overwritten: every report is stored, and so are the claims before it.

use conditions_core::evidence::{Claim, Observation, Origin};
use conditions_core::record::OpenTotal;
use conditions_core::time::Timestamp;

use crate::report::{Field, Report};

/// Returns the claims in force after a report observed at `at`.
#[must_use]
pub fn after(former: &[Observation], report: &Report, at: Timestamp) -> Vec<Observation> {
    let mut standing: Vec<Observation> = former.to_vec();
    let mut put = |subject: Subject, claim: Option<Claim>| {
        let newer = |known: &Observation| {
            Subject::from_claim(&known.claim) == Some(subject) && known.observed_at > Some(at)
        };
        if standing.iter().any(newer) {
            return;
        }
        standing.retain(|known| Subject::from_claim(&known.claim) != Some(subject));
        standing.extend(claim.map(|claim| Observation::new(Origin::Operator, Some(at), claim)));
    };
    if let Some(status) = report.status {
        put(Subject::Status, Some(Claim::Status(status)));
    }
    for (field, cm) in &report.cm {
        let Some(subject) = Subject::of_field(*field) else { continue };
        put(subject, cm.and_then(|cm| subject.claim(cm)));
    }
    for (subject, open, total) in [
        (Subject::Lifts, Field::LiftsOpen, Field::LiftsTotal),
        (Subject::Runs, Field::RunsOpen, Field::RunsTotal),
    ] {
        let [open, total] = [open, total].map(|field| report.count(field));
        if open.is_none() && total.is_none() {
            continue;
        }
        // The total changes only over the years, so it is reported once.
        let total = total.or_else(|| count_of(former, subject).and_then(|known| known.total));
        let count = OpenTotal { open, total };
        put(subject, Some(if subject == Subject::Lifts { Claim::Lifts(count) } else { Claim::Runs(count) }));
    }
    if let Some(surface) = report.surface {
        put(Subject::Surface, Some(Claim::Surface(surface.title().to_owned())));
    }
    standing
}

/// Returns the claim in force about a field, with its time.
#[must_use]
pub fn current_claim(claims: &[Observation], field: Field) -> Option<(f64, Option<Timestamp>)> {
    let subject = Subject::of_field(field)?;
    claims.iter().find_map(|known| {
        let value = match (&known.claim, field) {
            (Claim::Depth { cm, .. } | Claim::Snowfall24h(cm) | Claim::Snowfall48h(cm), _) => Some(*cm),
            (Claim::Lifts(count) | Claim::Runs(count), Field::LiftsOpen | Field::RunsOpen) => {
                count.open.map(f64::from)
            }
            (Claim::Lifts(count) | Claim::Runs(count), Field::LiftsTotal | Field::RunsTotal) => {
                count.total.map(f64::from)
            }
            _ => None,
        }?;
        (Subject::from_claim(&known.claim) == Some(subject)).then_some((value, known.observed_at))
    })
}

fn count_of(claims: &[Observation], subject: Subject) -> Option<OpenTotal> {
    claims.iter().find_map(|known| match &known.claim {
        Claim::Lifts(count) if subject == Subject::Lifts => Some(*count),
        Claim::Runs(count) if subject == Subject::Runs => Some(*count),
        _ => None,
    })
}

/// Subject of a claim: a later claim about the same subject replaces it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Status,
    NewSnow24h,
    NewSnow48h,
    Depth(conditions_core::record::Band),
    Lifts,
    Runs,
    Surface,
}

impl Subject {
    const fn from_claim(claim: &Claim) -> Option<Self> {
        match claim {
            Claim::Status(_) => Some(Self::Status),
            Claim::Snowfall24h(_) => Some(Self::NewSnow24h),
            Claim::Snowfall48h(_) => Some(Self::NewSnow48h),
            Claim::Depth { band, .. } => Some(Self::Depth(*band)),
            Claim::Lifts(_) => Some(Self::Lifts),
            Claim::Runs(_) => Some(Self::Runs),
            Claim::Surface(_) => Some(Self::Surface),
            _ => None,
        }
    }

    const fn of_field(field: Field) -> Option<Self> {
        match field {
            Field::Status => Some(Self::Status),
            Field::NewSnow24h => Some(Self::NewSnow24h),
            Field::NewSnow48h => Some(Self::NewSnow48h),
            Field::LiftsOpen | Field::LiftsTotal | Field::Lifts => Some(Self::Lifts),
            Field::RunsOpen | Field::RunsTotal | Field::Runs => Some(Self::Runs),
            Field::Surface => Some(Self::Surface),
            Field::ObservedAt | Field::Note => None,
            Field::DepthBase | Field::DepthMid | Field::DepthSummit => match field.band() {
                Some(band) => Some(Self::Depth(band)),
                None => None,
            },
        }
    }

    const fn claim(self, cm: f64) -> Option<Claim> {
        match self {
            Self::NewSnow24h => Some(Claim::Snowfall24h(cm)),
            Self::NewSnow48h => Some(Claim::Snowfall48h(cm)),
            Self::Depth(band) => Some(Claim::Depth { band, cm }),
            Self::Status | Self::Lifts | Self::Runs | Self::Surface => None,
        }
    }
}

#[cfg(test)]
mod tests;
