//! Selects which of a resort's own reports count: all of them on its page, but in lists and notifications not those
//! that can still be undone (`contract-decisions` 15).

use evidence::{Form as _, Operator};
use operators::review::with_claims;
use operators::statements::{ResortStatements, RevocableReport};

use super::{ReportFilter, VisibleResort};
use crate::report_data::OwnDataSet;
use crate::world::ResolvedResort;

impl<'w> VisibleResort<'w> {
    /// Returns the resort's state for lists and rankings: a doubtful value of the resort counts once it can no longer
    /// be undone.
    #[must_use]
    pub const fn for_lists(self) -> Self {
        Self { stage: ReportFilter::Listed, ..self }
    }

    /// Returns the resort's state for alerts and webhooks: a report of the resort counts once it can no longer be
    /// undone.
    #[must_use]
    pub const fn settled(self) -> Self {
        Self { stage: ReportFilter::Settled, ..self }
    }

    pub(super) fn resolved(&self) -> &'w ResolvedResort {
        let now = self.view.as_of();
        let Some(revocable) = self.view.world.revocable.get(self.position) else {
            return &self.state.published;
        };
        let other = match self.stage {
            ReportFilter::Published => &None,
            ReportFilter::Listed => {
                revocable.listed.get_or_init(|| self.before(|voice| voice.doubtful_at(now)))
            }
            ReportFilter::Settled => {
                revocable.settled.get_or_init(|| self.before(|voice| voice.unsettled_at(now)))
            }
        };
        other.as_deref().unwrap_or(&self.state.published)
    }

    /// Returns the state before a report; `None` without one.
    fn before(
        &self,
        find: impl Fn(&'w ResortStatements) -> Option<&'w RevocableReport>,
    ) -> Option<Box<ResolvedResort>> {
        let (held, world) = (&self.state.held, self.view.world);
        let report = find(self.view.dataset::<OwnDataSet>().get(&held.resort.slug)?)?;
        // Unreadable claims count as absent, as in the evidence.
        let claims = report.before.as_deref().and_then(|payload| Operator::decode(payload).ok());
        let evidence = with_claims(&held.evidence, &claims.unwrap_or_default());
        let (resolved, _) = ResolvedResort::new(&world.policy, &held.profile, &evidence, world.as_of);
        Some(Box::new(resolved))
    }
}

#[cfg(test)]
mod tests;
