//! Contradictions between measured and modelled depth.
//!
//! Implements the specification's `depthDisagreement` and `contract-decisions` 4: the test uses the published bands,
//! whichever leads. Displayed values take part at any age, because a reader sees both numbers next to each other.

use alloc::format;

use crate::depth::{BandReading, Depths};
use crate::policy::Policy;
use crate::record::{Band, DepthDisagreement, DisagreementKind, MeasuredSide, ModelSide};
use crate::source::Kind;
use crate::units::{Hundredths, Tenths};

/// Returns the contradiction, if there is one.
pub(crate) fn find(policy: &Policy, depths: &Depths<'_>) -> Option<DepthDisagreement> {
    let base = depths.reading(Band::Base)?;
    if base.kind() == Kind::Model {
        // The higher measured band first: it is the better evidence against a modelled base.
        let measured = [Band::Summit, Band::Mid].into_iter().find_map(|band| {
            depths.reading(band).filter(|upper| {
                upper.kind().is_measured() && base.cm.get() < policy.disagreement_fraction * upper.cm.get()
            })
        })?;
        let kind = DisagreementKind::ModelBaseBelowHalfMeasuredUpper;
        return disagree(kind, "under half of", &measured, &base);
    }
    let summit = depths.reading(Band::Summit)?;
    if base.kind().is_measured() && summit.kind() == Kind::Model && base.cm > summit.cm {
        return disagree(DisagreementKind::MeasuredBaseAboveModelSummit, "below", &base, &summit);
    }
    None
}

fn disagree(
    kind: DisagreementKind,
    relation: &str,
    measured: &BandReading<'_>,
    model: &BandReading<'_>,
) -> Option<DepthDisagreement> {
    let (measured_word, model_word) = (word(measured.band), word(model.band));
    let note = format!(
        "The modelled {model_word} depth of {} cm is {relation} the measured {measured_word} depth of {} cm.",
        model.cm.get(),
        measured.cm.get(),
    );
    Some(DepthDisagreement {
        kind,
        measured: MeasuredSide { band: measured.band, cm: measured.cm, source: measured.kind() },
        model: ModelSide { band: model.band, cm: model.cm },
        ratio: ratio(model.cm, measured.cm)?,
        note,
    })
}

/// Returns `model` ÷ `measured` to two decimals, half away from zero, or `None` if the measured depth is not above
/// zero. Uses integers: a binary quotient would round some halves the wrong way.
fn ratio(model: Tenths, measured: Tenths) -> Option<Hundredths> {
    let (model, measured) = (i64::from(model.units()), i64::from(measured.units()));
    if measured <= 0 || model < 0 {
        return None;
    }
    let hundredths = (200 * model + measured) / (2 * measured);
    i32::try_from(hundredths).ok().map(Hundredths::from_units)
}

const fn word(band: Band) -> &'static str {
    match band {
        Band::Base => "base",
        Band::Mid => "mid-mountain",
        Band::Summit => "summit",
    }
}
