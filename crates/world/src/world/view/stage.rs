//! Which of a resort's own reports count: all of them on its page, and not those that can still be taken back where others are
//! told (`contract-decisions` 15).

use evidence::{Form as _, Operator};
use operators::review::with_claims;
use operators::voice::{ResortStatements, RevocableReport};

use super::{ReportFilter, VisibleResort};
use crate::voices::VoiceBook;
use crate::world::ResolvedResort;

impl<'w> VisibleResort<'w> {
    /// The same for lists and rankings: a doubtful value of the resort counts once it cannot be taken back.
    #[must_use]
    pub const fn listed(self) -> Self {
        Self { stage: ReportFilter::Listed, ..self }
    }

    /// The same for alerts and webhooks: a report of the resort counts once it cannot be taken back.
    #[must_use]
    pub const fn settled(self) -> Self {
        Self { stage: ReportFilter::Settled, ..self }
    }

    pub(super) fn resolved(&self) -> &'w ResolvedResort {
        let now = self.view.as_of();
        let other = match self.stage {
            ReportFilter::Published => &None,
            ReportFilter::Listed => {
                self.state.listed.get_or_init(|| self.before(|voice| voice.doubtful_at(now)))
            }
            ReportFilter::Settled => {
                self.state.settled.get_or_init(|| self.before(|voice| voice.unsettled_at(now)))
            }
        };
        other.as_deref().unwrap_or(&self.state.published)
    }

    /// What stood before a report; `None` without one.
    fn before(
        &self,
        find: impl Fn(&'w ResortStatements) -> Option<&'w RevocableReport>,
    ) -> Option<Box<ResolvedResort>> {
        let (held, world) = (&self.state.held, self.view.world);
        let report = find(self.view.shelf::<VoiceBook>().of(&held.resort.slug)?)?;
        // Claims that do not read are as if there were none, as in the evidence.
        let claims = report.before.as_deref().and_then(|payload| Operator::decode(payload).ok());
        let evidence = with_claims(&held.evidence, &claims.unwrap_or_default());
        Some(Box::new(ResolvedResort::new(&world.policy, &held.profile, &evidence, world.as_of)))
    }
}

#[cfg(test)]
mod tests;
