//! Winters: the winter of a date, its name, and the days of its season.
//!
//! A northern winter is the twelve months from 1 July, named by both of its years: `2024-25`. A southern one is the
//! calendar year, named by it: `2024`, because southern seasons of the contract do not cross the new year. The
//! *season*, whose snowfall is the season's total, is the same half of a year everywhere, so that totals are
//! comparable: 1 November to 30 April in the north, 1 May to 31 October in the south.

use std::fmt;

use chrono::{Datelike, Days, NaiveDate};

/// Half of the earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hemisphere {
    /// North of the equator, and on it.
    North,
    /// South of it.
    South,
}

impl Hemisphere {
    /// Returns the hemisphere of a latitude, degrees north.
    #[must_use]
    pub fn from_latitude(lat: f64) -> Self {
        if lat < 0.0 { Self::South } else { Self::North }
    }

    /// Returns the month in which a winter begins, and the first of the six months of its season.
    const fn months(self) -> (u32, u32) {
        match self {
            Self::North => (7, 11),
            Self::South => (1, 5),
        }
    }
}

/// Valid first years of a winter: those of any reanalysis, and some future ones.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2199;

/// A winter of one hemisphere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Winter {
    year: i16,
    hemisphere: Hemisphere,
}

impl Winter {
    /// Returns the winter that begins in `year`, or `None` for a year outside 1900–2199.
    #[must_use]
    pub fn new(hemisphere: Hemisphere, year: i32) -> Option<Self> {
        let year = YEARS.contains(&year).then(|| i16::try_from(year).ok())??;
        Some(Self { year, hemisphere })
    }

    /// Returns the winter that contains a date.
    #[must_use]
    pub fn containing(hemisphere: Hemisphere, date: NaiveDate) -> Option<Self> {
        let (begins, _) = hemisphere.months();
        Self::new(hemisphere, if date.month() >= begins { date.year() } else { date.year() - 1 })
    }

    /// Returns its hemisphere.
    #[must_use]
    pub const fn hemisphere(self) -> Hemisphere {
        self.hemisphere
    }

    /// Returns the calendar year in which it begins.
    #[must_use]
    pub fn year(self) -> i32 {
        i32::from(self.year)
    }

    /// Returns the winter `by` winters later, or `None` outside the valid years.
    #[must_use]
    pub fn plus(self, by: i32) -> Option<Self> {
        Self::new(self.hemisphere, self.year().checked_add(by)?)
    }

    #[must_use]
    pub fn first_day(self) -> NaiveDate {
        month_begins(self.year(), self.hemisphere.months().0)
    }

    #[must_use]
    pub fn last_day(self) -> NaiveDate {
        before(month_begins(self.year() + 1, self.hemisphere.months().0))
    }

    #[must_use]
    pub fn days(self) -> usize {
        index(self.first_day(), self.last_day()) + 1
    }

    #[must_use]
    pub fn season_first_day(self) -> NaiveDate {
        month_begins(self.year(), self.hemisphere.months().1)
    }

    #[must_use]
    pub fn season_last_day(self) -> NaiveDate {
        let (_, first) = self.hemisphere.months();
        before(if first > 6 {
            month_begins(self.year() + 1, first - 6)
        } else {
            month_begins(self.year(), first + 6)
        })
    }

    /// Returns the season's days as indices into the winter's days, the end excluded.
    #[must_use]
    pub fn season_range(self) -> std::ops::Range<usize> {
        let first = self.first_day();
        index(first, self.season_first_day())..index(first, self.season_last_day()) + 1
    }

    /// Returns the index of a date among its days, or `None` if it is not one of them.
    #[must_use]
    pub fn index(self, date: NaiveDate) -> Option<usize> {
        let days = date.signed_duration_since(self.first_day()).num_days();
        usize::try_from(days).ok().filter(|at| *at < self.days())
    }

    /// Returns the date with this index among its days.
    #[must_use]
    pub fn date_at(self, index: usize) -> NaiveDate {
        let first = self.first_day();
        first.checked_add_days(Days::new(index as u64)).unwrap_or(first)
    }

    /// Returns the date of a calendar day in it; 29 February becomes the 28th in common years.
    #[must_use]
    pub fn date_of(self, month: u32, day: u32) -> Option<NaiveDate> {
        let year = if month >= self.hemisphere.months().0 { self.year() } else { self.year() + 1 };
        let exact = NaiveDate::from_ymd_opt(year, month, day);
        exact.or_else(|| if (month, day) == (2, 29) { NaiveDate::from_ymd_opt(year, 2, 28) } else { None })
    }

    /// Returns the twelve months in the order of the winter: calendar month, and the indices of its days.
    pub fn months(self) -> impl Iterator<Item = (u32, std::ops::Range<usize>)> {
        let (begins, _) = self.hemisphere.months();
        let first = self.first_day();
        (0..12).map(move |step| {
            let at = |months: u32| {
                let past = begins - 1 + months;
                index(first, month_begins(self.year() + i32::from(past >= 12), past % 12 + 1))
            };
            let end = if step == 11 { self.days() } else { at(step + 1) };
            ((begins - 1 + step) % 12 + 1, at(step)..end)
        })
    }
}

/// Formats as `2024-25` in the north, `2024` in the south.
impl fmt::Display for Winter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hemisphere {
            Hemisphere::North => write!(f, "{}-{:02}", self.year, (self.year + 1) % 100),
            Hemisphere::South => self.year.fmt(f),
        }
    }
}

/// A season's name in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonName {
    /// `2024-25`, `2024/25` or `2024-2025`: a northern winter.
    Northern(i32),
    /// `2024`: the winter that begins in that year, on either hemisphere.
    Year(i32),
}

impl SeasonName {
    /// Parses a season's name; `None` if it is malformed or has two years that are not consecutive.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| {
            (digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse::<i32>().ok())?
        };
        let year = |digits: &str| number(digits).filter(|year| digits.len() == 4 && YEARS.contains(year));
        let Some((first, second)) = text.split_once(['-', '/']) else { return year(text).map(Self::Year) };
        let first = year(first)?;
        let follows = match second.len() {
            2 => number(second)? == (first + 1) % 100,
            4 => number(second)? == first + 1,
            _ => false,
        };
        follows.then_some(Self::Northern(first))
    }

    /// Returns the winter of this name on a hemisphere, or `None` if there is none.
    #[must_use]
    pub fn on(self, hemisphere: Hemisphere) -> Option<Winter> {
        match (self, hemisphere) {
            (Self::Northern(_), Hemisphere::South) => None,
            (Self::Northern(year), Hemisphere::North) | (Self::Year(year), _) => {
                Winter::new(hemisphere, year)
            }
        }
    }
}

fn month_begins(year: i32, month: u32) -> NaiveDate {
    // Months 1 to 12 of the years above always begin.
    NaiveDate::from_ymd_opt(year, month, 1).unwrap_or_default()
}

fn before(date: NaiveDate) -> NaiveDate {
    date.pred_opt().unwrap_or(date)
}

fn index(first: NaiveDate, date: NaiveDate) -> usize {
    usize::try_from(date.signed_duration_since(first).num_days()).unwrap_or(0)
}

#[cfg(test)]
mod tests;
