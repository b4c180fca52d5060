//! The arguments of one resolution, handed to every rule as one value.

use crate::choose::{Candidate, Question};
use crate::evidence::{Claim, Evidence, Profile};
use crate::freshness::FieldClass;
use crate::policy::Policy;
use crate::record::Flag;
use crate::time::Timestamp;
use crate::topics::{Topic, Topics};

/// What one resolution looks at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case<'a> {
    /// The instant of the resolution.
    pub(crate) now: Timestamp,
    /// The thresholds.
    pub(crate) policy: &'a Policy,
    /// What reference data says of the resort.
    pub(crate) profile: &'a Profile,
    /// All the evidence.
    pub(crate) evidence: &'a Evidence,
    /// Which observations are about what.
    pub(crate) topics: &'a Topics,
}

impl<'a> Case<'a> {
    /// Asks for one field.
    pub(crate) const fn question<T>(
        self,
        class: FieldClass,
        name: &'static str,
        check: fn(&Policy, &T) -> Option<Flag>,
    ) -> Question<'a, T> {
        Question { now: self.now, policy: self.policy, class, name, check }
    }

    /// The observations about a topic, as far as they claim what `read` reads.
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
