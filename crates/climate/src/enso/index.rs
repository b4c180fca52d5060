//! An index of the tropical Pacific: one value per overlapping season of three months, without gaps.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A season of three months, by its central month counted from January of the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Season(pub i64);

impl Season {
    /// The seasons of a year by their central month, January first: `DJF` is centred on January.
    pub const NAMES: [&str; 12] =
        ["DJF", "JFM", "FMA", "MAM", "AMJ", "MJJ", "JJA", "JAS", "ASO", "SON", "OND", "NDJ"];

    /// Returns the season around a month, 0 for January.
    #[must_use]
    pub const fn around(year: i32, month0: u8) -> Self {
        Self(year as i64 * 12 + month0 as i64)
    }

    /// Returns the season `by` seasons later.
    #[must_use]
    pub const fn plus(self, by: i64) -> Self {
        Self(self.0.saturating_add(by))
    }
}

/// `DJF 2016`: the three months by their initials, and the year of the central one.
impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nth = usize::try_from(self.0.rem_euclid(12)).unwrap_or(0);
        write!(f, "{} {}", Self::NAMES.get(nth).copied().unwrap_or_default(), self.0.div_euclid(12))
    }
}

/// An index from its first season to its last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// The first season.
    pub first: Season,
    /// Departure of each season from normal, hundredths of a degree Celsius.
    pub anomalies: Vec<i32>,
}

impl Series {
    /// Returns the last season, or `None` for an empty series.
    #[must_use]
    pub fn last(&self) -> Option<Season> {
        let back = self.anomalies.len().checked_sub(1)?;
        Some(self.first.plus(i64::try_from(back).ok()?))
    }

    /// Returns the value of a season, hundredths of a degree, or `None` outside the series.
    #[must_use]
    pub fn at(&self, season: Season) -> Option<i32> {
        let nth = usize::try_from(season.0.checked_sub(self.first.0)?).ok()?;
        self.anomalies.get(nth).copied()
    }

    /// Returns every season with its value.
    pub fn seasons(&self) -> impl DoubleEndedIterator<Item = (Season, i32)> + '_ {
        self.anomalies.iter().enumerate().map(|(nth, value)| {
            let by = i64::try_from(nth).unwrap_or(i64::MAX);
            (self.first.plus(by), *value)
        })
    }
}

/// Rounds hundredths to tenths, half away from zero: the precision at which the index is published and assessed.
#[must_use]
pub const fn tenths(hundredths: i32) -> i32 {
    let half = if hundredths < 0 { -5 } else { 5 };
    (hundredths + half) / 10
}

#[cfg(test)]
mod tests;
