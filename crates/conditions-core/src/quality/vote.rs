//! The modelled surface by vote: each model sees one by what fell in it, and most of them decide.

use crate::forecast::MAX_MODELS;
use crate::record::RefreezeRisk;

use super::SurfaceType;

/// What fell before the capture.
#[derive(Clone, Copy, Default)]
pub(super) struct RecentFall {
    pub(super) rain6h_mm: Option<f64>,
    pub(super) snow24h_cm: Option<f64>,
}

/// What fell, in the words of each model and in the middle of them.
#[derive(Default)]
pub(super) struct ModelFalls {
    list: [RecentFall; MAX_MODELS],
    len: usize,
    pub(super) middle: RecentFall,
}

impl ModelFalls {
    pub(super) fn add(&mut self, fallen: RecentFall) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = fallen;
            self.len += 1;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = RecentFall> {
        self.list.iter().copied().take(self.len)
    }
}

/// A surface that was voted for.
#[derive(Clone, Copy)]
pub(super) struct SurfaceVote {
    pub(super) surface: SurfaceType,
    /// Share of the models that see it; `None` where one alone speaks.
    pub(super) agreement: Option<f64>,
    pub(super) refreeze: Option<RefreezeRisk>,
    pub(super) new_cm: Option<f64>,
}

/// The surface that most models see by what fell in each; of equally many that which the middle of them gives, else the
/// first in the order of the types.
pub(super) fn vote(
    voices: &ModelFalls,
    judge: impl Fn(RecentFall) -> Option<SurfaceType>,
) -> Option<SurfaceVote> {
    let middle = judge(voices.middle);
    let mut counts = [0_usize; SurfaceType::ALL.len()];
    for surface in voices.iter().filter_map(&judge) {
        if let Some(count) = counts.get_mut(surface as usize) {
            *count += 1;
        }
    }
    let all: usize = counts.iter().sum();
    let most = counts.iter().copied().max().unwrap_or(0);
    let leading = |surface: &SurfaceType| counts.get(*surface as usize).is_some_and(|count| *count == most);
    let surface = if all == 0 {
        middle
    } else {
        middle.filter(leading).or_else(|| SurfaceType::ALL.into_iter().find(leading))
    };
    let agreement = (all > 1).then(|| most as f64 / all as f64);
    Some(SurfaceVote { surface: surface?, agreement, refreeze: None, new_cm: None })
}
