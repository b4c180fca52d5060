//! A report: what a resort says at one time. Not said, said and "not measured" are three things, and none of them is 0.

use std::collections::BTreeMap;

use conditions_core::record::{Band, OperatingStatus};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::list::{LiftStatus, List};
use crate::surface::Surface;

macro_rules! fields {
    ($($field:ident $name:literal;)*) => {
        /// Something that a report may say.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Field {
            $(#[doc = $name] #[serde(rename = $name)] $field),*
        }

        impl Field {
            /// Every field, in the order of forms.
            pub const ALL: &[Self] = &[$(Self::$field),*];

            /// Its name in JSON, in forms and in answers.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$field => $name),* }
            }

            /// The field of a name.
            #[must_use]
            pub fn of(name: &str) -> Option<Self> {
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
    /// Fields that are measured in centimetres or inches.
    pub const MEASURES: [Self; 5] =
        [Self::NewSnow24h, Self::NewSnow48h, Self::DepthBase, Self::DepthMid, Self::DepthSummit];
    /// Fields that are counted.
    pub const COUNTS: [Self; 4] = [Self::LiftsOpen, Self::LiftsTotal, Self::RunsOpen, Self::RunsTotal];

    /// Fields that name lifts or runs one by one.
    pub const LISTS: [Self; 2] = [Self::Lifts, Self::Runs];

    /// What counts the open ones and all of a list.
    #[must_use]
    pub const fn counts(self) -> Option<[Self; 2]> {
        match self {
            Self::Lifts => Some([Self::LiftsOpen, Self::LiftsTotal]),
            Self::Runs => Some([Self::RunsOpen, Self::RunsTotal]),
            _ => None,
        }
    }

    /// The band of a depth.
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
    /// When it was so; `None`: when the report is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_at: Option<Timestamp>,
    /// Whether the lifts run.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "status")]
    pub status: Option<OperatingStatus>,
    /// Depths and new snow, centimetres; null: not measured; absent: not said.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cm: BTreeMap<Field, Option<f64>>,
    /// Lifts and runs; absent: not said.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<Field, u32>,
    /// Lifts and runs by name; absent: not said.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<Field, List>,
    /// The surface.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<Surface>,
    /// One sentence for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Report {
    /// A measure that is said to be so many centimetres.
    #[must_use]
    pub fn measured(&self, field: Field) -> Option<f64> {
        self.cm.get(&field).copied().flatten()
    }

    /// A count: as it is said, else as the list has it.
    #[must_use]
    pub fn counted(&self, field: Field) -> Option<u32> {
        self.counts.get(&field).copied().or_else(|| {
            let of = |list: &Field| list.counts().is_some_and(|counts| counts.contains(&field));
            self.tallied(Field::LISTS.into_iter().find(of)?, field)
        })
    }

    /// What a list says of one of its counts. How many are open is known where it is known of each.
    fn tallied(&self, list: Field, count: Field) -> Option<u32> {
        let ([open, total], named) = (list.counts()?, self.lists.get(&list)?);
        if count != open {
            return Some(named.len());
        }
        let is_whole = self.counts.get(&total).is_none_or(|total| *total == named.len());
        let is_known = is_whole && named.count(LiftStatus::Unknown) == 0;
        is_known.then(|| named.count(LiftStatus::Open))
    }

    /// The same with a list's counts alone: what is left of it in the log when later ones stand.
    #[must_use]
    pub(crate) fn without_names(mut self, list: Field) -> Self {
        for count in list.counts().into_iter().flatten() {
            if let Some(known) = self.counted(count) {
                self.counts.insert(count, known);
            }
        }
        self.lists.remove(&list);
        self
    }

    /// Whether it says nothing but when.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        Self { observed_at: None, ..self.clone() } == Self::default()
    }

    /// Whether it says the same as another, at whatever time.
    #[must_use]
    pub fn says_the_same_as(&self, other: &Self) -> bool {
        Self { observed_at: None, ..self.clone() } == Self { observed_at: None, ..other.clone() }
    }
}

/// The status in the words of the contract; a word that is none of them is refused, not taken for "unknown".
mod status {
    use conditions_core::record::OperatingStatus;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use crate::status::status_of;

    #[expect(clippy::ref_option, reason = "the form that serde asks for")]
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
            |text: String| status_of(&text).ok_or_else(|| D::Error::custom("no status of the contract"));
        text.map(known).transpose()
    }
}

#[cfg(test)]
mod tests;
