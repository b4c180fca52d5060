//! The elevation range of a rating, in metres or relative to the tree line, and whether it includes a resort.

use serde::{Deserialize, Serialize};

/// An end of a range of elevations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredBound", into = "StoredBound")]
pub enum Bound {
    /// Metres above sea level.
    Metres(i32),
    /// The tree line, at an unknown elevation.
    Treeline,
    /// An elevation that divides the region and is not stated.
    Unstated,
}

/// The stored form: a number or a word.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredBound {
    Metres(i32),
    Word(BoundWord),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BoundWord {
    Treeline,
    Unstated,
}

impl From<StoredBound> for Bound {
    fn from(stored: StoredBound) -> Self {
        match stored {
            StoredBound::Metres(metres) => Self::Metres(metres),
            StoredBound::Word(BoundWord::Treeline) => Self::Treeline,
            StoredBound::Word(BoundWord::Unstated) => Self::Unstated,
        }
    }
}

impl From<Bound> for StoredBound {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::Metres(metres) => Self::Metres(metres),
            Bound::Treeline => Self::Word(BoundWord::Treeline),
            Bound::Unstated => Self::Word(BoundWord::Unstated),
        }
    }
}

/// A range of elevations, without ends if the whole region is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Elevation {
    /// Lower end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Bound>,
    /// Upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Bound>,
}

/// Whether a range includes an elevation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Yes,
    No,
    /// It depends on the tree line or on another elevation that the bulletin does not give.
    Unknown,
}

impl Elevation {
    /// The whole region.
    pub const ALL: Self = Self { from: None, to: None };

    /// Makes the range above a bound.
    #[must_use]
    pub const fn above(bound: Bound) -> Self {
        Self { from: Some(bound), to: None }
    }

    /// Makes the range below a bound.
    #[must_use]
    pub const fn below(bound: Bound) -> Self {
        Self { from: None, to: Some(bound) }
    }

    /// Returns whether the whole region is meant.
    #[must_use]
    pub const fn is_all(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }

    /// Returns whether the range includes an elevation, metres above sea level. Both ends are included: at a bound,
    /// both sides are relevant.
    #[must_use]
    pub fn reaches(&self, metres: i32) -> Reach {
        let ends = [(self.from, true), (self.to, false)];
        let mut reach = Reach::Yes;
        for (bound, is_lower) in ends {
            let is_beyond = |bound| if is_lower { metres < bound } else { metres > bound };
            match bound {
                Some(Bound::Metres(bound)) if is_beyond(bound) => return Reach::No,
                Some(Bound::Treeline | Bound::Unstated) => reach = Reach::Unknown,
                Some(Bound::Metres(_)) | None => {}
            }
        }
        reach
    }
}

impl core::fmt::Display for Elevation {
    /// Writes the range in words: `above 2200 m`, `below the tree line`, `1800 m to 2400 m`, `at all elevations`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match (self.from, self.to) {
            (None, None) => f.write_str("at all elevations"),
            (Some(Bound::Unstated), None) => f.write_str("at higher elevations"),
            (None, Some(Bound::Unstated)) => f.write_str("at lower elevations"),
            (Some(from), None) => write!(f, "above {from}"),
            (None, Some(to)) => write!(f, "below {to}"),
            (Some(Bound::Treeline), Some(Bound::Treeline)) => f.write_str("at the tree line"),
            (Some(Bound::Unstated), Some(Bound::Unstated)) => f.write_str("at middle elevations"),
            (Some(from), Some(to)) => write!(f, "{from} to {to}"),
        }
    }
}

impl core::fmt::Display for Bound {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Metres(metres) => write!(f, "{metres} m"),
            Self::Treeline => f.write_str("the tree line"),
            Self::Unstated => f.write_str("an elevation that is not stated"),
        }
    }
}

#[cfg(test)]
mod tests;
