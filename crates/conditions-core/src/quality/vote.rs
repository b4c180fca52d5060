//! The modelled surface by vote: each model determines a surface from its own precipitation, and the majority decides.

use crate::forecast::MAX_MODELS;
use crate::record::RefreezeRisk;

use super::SurfaceType;

/// Precipitation before the capture.
#[derive(Clone, Copy, Default)]
pub(super) struct RecentFall {
    pub(super) rain6h_mm: Option<f64>,
    pub(super) snow24h_cm: Option<f64>,
}

/// Precipitation of each model, and the median.
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

/// The result of a vote.
#[derive(Clone, Copy)]
pub(super) struct SurfaceVote {
    pub(super) surface: SurfaceType,
    /// Share of the models that agree; `None` for a single model.
    pub(super) agreement: Option<f64>,
    pub(super) refreeze: Option<RefreezeRisk>,
    pub(super) new_cm: Option<f64>,
}

/// Returns the surface of most models. A tie goes to the surface of the median, else to the first in the order of the
/// types.
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
