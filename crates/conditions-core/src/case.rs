//! The arguments of one resolution, handed to every rule as one value.

use crate::choose::{Candidate, Question};
use crate::evidence::{Claim, Evidence, Profile};
use crate::freshness::FieldClass;
use crate::policy::Policy;
use crate::present::Present;
use crate::record::Flag;
use crate::topics::{Topic, Topics};

/// The arguments of one resolution.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) present: &'a Present,
    pub(crate) policy: &'a Policy,
    pub(crate) profile: &'a Profile,
    pub(crate) evidence: &'a Evidence,
    pub(crate) topics: &'a Topics,
}

impl<'a> Case<'a> {
    /// Builds the question for one field.
    pub(crate) const fn question<T>(
        self,
        class: FieldClass,
        name: &'static str,
        check: fn(&Policy, &T) -> Option<Flag>,
    ) -> Question<'a, T> {
        Question { present: self.present, policy: self.policy, class, name, check }
    }

    /// Returns the observations of a topic for which `read` finds a value.
    pub(crate) fn claims<T>(
        self,
        topic: Topic,
        read: impl Fn(&'a Claim) -> Option<T>,
    ) -> impl Iterator<Item = Candidate<'a, T>> {
        self.topics
            .about(topic, &self.evidence.observations)
            .filter_map(move |seen| read(&seen.claim).map(|value| Candidate::observed(seen, value)))
    }
}
