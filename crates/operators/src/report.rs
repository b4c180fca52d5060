//! Reports of a resort at one time. "Not reported", a value and "not measured" are three different things, and none of
//! them is 0.

use std::collections::BTreeMap;

use conditions_core::record::{Band, OperatingStatus};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::list::{LiftStatus, List};
use crate::surface::Surface;

macro_rules! fields {
    ($($field:ident $name:literal;)*) => {
        /// A field of a report.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Field {
            $(#[doc = $name] #[serde(rename = $name)] $field),*
        }

        impl Field {
            /// Every field, in the order of forms.
            pub const ALL: &[Self] = &[$(Self::$field),*];

            /// Returns the name in JSON, in forms and in answers.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$field => $name),* }
            }

            /// Finds the field of a name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|field| field.name() == name)
            }
        }
    };
}

fields! {
    ObservedAt "observedAt";
    Status "status";
    NewSnow24h "newSnow24h";
    NewSnow48h "newSnow48h";
    DepthBase "depthBase";
    DepthMid "depthMid";
    DepthSummit "depthSummit";
    LiftsOpen "liftsOpen";
    LiftsTotal "liftsTotal";
    RunsOpen "runsOpen";
    RunsTotal "runsTotal";
    Lifts "lifts";
    Runs "runs";
    Surface "surface";
    Note "note";
}

impl Field {
    /// Fields measured in centimetres or inches.
    pub const MEASURES: [Self; 5] =
        [Self::NewSnow24h, Self::NewSnow48h, Self::DepthBase, Self::DepthMid, Self::DepthSummit];
    /// Counted fields.
    pub const COUNTS: [Self; 4] = [Self::LiftsOpen, Self::LiftsTotal, Self::RunsOpen, Self::RunsTotal];

    /// Fields with lifts or runs by name.
    pub const LISTS: [Self; 2] = [Self::Lifts, Self::Runs];

    /// Returns the fields that count the open ones and all of a list.
    #[must_use]
    pub const fn counts(self) -> Option<[Self; 2]> {
        match self {
            Self::Lifts => Some([Self::LiftsOpen, Self::LiftsTotal]),
            Self::Runs => Some([Self::RunsOpen, Self::RunsTotal]),
            _ => None,
        }
    }

    /// Returns the band of a depth.
    #[must_use]
    pub const fn band(self) -> Option<Band> {
        match self {
            Self::DepthBase => Some(Band::Base),
            Self::DepthMid => Some(Band::Mid),
            Self::DepthSummit => Some(Band::Summit),
            _ => None,
        }
    }
}

/// One report, in centimetres.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Report {
    /// Time of the observation; `None` for the time of sending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_at: Option<Timestamp>,
    /// Operating status.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "status")]
    pub status: Option<OperatingStatus>,
    /// Depths and new snow, centimetres; null if not measured, absent if not reported.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cm: BTreeMap<Field, Option<f64>>,
    /// Numbers of lifts and runs; absent if not reported.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<Field, u32>,
    /// Lifts and runs by name; absent if not reported.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<Field, List>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<Surface>,
    /// One sentence for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Report {
    /// Returns a reported measure in centimetres.
    #[must_use]
    pub fn measured(&self, field: Field) -> Option<f64> {
        self.cm.get(&field).copied().flatten()
    }

    /// Returns a count as reported, else as in the list.
    #[must_use]
    pub fn count(&self, field: Field) -> Option<u32> {
        self.counts.get(&field).copied().or_else(|| {
            let of = |list: &Field| list.counts().is_some_and(|counts| counts.contains(&field));
            self.tallied(Field::LISTS.into_iter().find(of)?, field)
        })
    }

    /// Returns a count of a list. The number of open ones is known only if the status of each is known.
    fn tallied(&self, list: Field, count: Field) -> Option<u32> {
        let ([open, total], named) = (list.counts()?, self.lists.get(&list)?);
        if count != open {
            return Some(named.len());
        }
        let is_whole = self.counts.get(&total).is_none_or(|total| *total == named.len());
        let is_known = is_whole && named.count(LiftStatus::Unknown) == 0;
        is_known.then(|| named.count(LiftStatus::Open))
    }

    /// Replaces a list by its counts, for the log once later lists are in force.
    #[must_use]
    pub(crate) fn without_names(mut self, list: Field) -> Self {
        for count in list.counts().into_iter().flatten() {
            if let Some(known) = self.count(count) {
                self.counts.insert(count, known);
            }
        }
        self.lists.remove(&list);
        self
    }

    /// Returns whether it contains only a time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        Self { observed_at: None, ..self.clone() } == Self::default()
    }

    /// Returns whether it equals another, regardless of time.
    #[must_use]
    pub fn says_the_same_as(&self, other: &Self) -> bool {
        Self { observed_at: None, ..self.clone() } == Self { observed_at: None, ..other.clone() }
    }
}

/// Parses a status of the contract; an unknown term is rejected instead of becoming "unknown".
mod status {
    use conditions_core::record::OperatingStatus;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use crate::status::status_of;

    #[expect(clippy::ref_option, reason = "serde requires this signature")]
    pub(super) fn serialize<S: Serializer>(
        status: &Option<OperatingStatus>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        status.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<OperatingStatus>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        let known =
            |text: String| status_of(&text).ok_or_else(|| D::Error::custom("not a status of the contract"));
        text.map(known).transpose()
    }
}

#[cfg(test)]
mod tests;
