//! The days of a resort's winters, packed: two bytes a number, null as a value of its own, and each winter's sums made
//! once when it arrives.
//!
//! What comes in is cleaned here, whoever brings it: a number outside of its range is unknown, never zero; a glacier's
//! ice is no snow depth; a day named twice counts once; a winter of which days are missing is kept and does not count.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;

use crate::policy::Policy;
use crate::winter::{Hemisphere, Winter};

/// Stands for a day of which nothing is known.
const UNKNOWN: u16 = u16::MAX;

/// One day as it arrives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// The resort's local date.
    pub date: NaiveDate,
    /// Snowfall, centimetres.
    pub snowfall_cm: Option<f64>,
    /// Mean snow depth, centimetres.
    pub depth_cm: Option<f64>,
}

/// What cleaning found in a winter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cleaned {
    /// Numbers outside of their range, which are unknown now.
    pub implausible: usize,
    /// Depths of a glacier's ice, which are unknown now.
    pub ice: usize,
    /// Days that belong to another winter, which were left out.
    pub astray: usize,
}

/// What a winter's season amounts to. Of an incomplete one the numbers speak of the known days alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Whether the season is over and every day of it known, but for the few that the policy allows.
    pub complete: bool,
    /// Days of the season whose snowfall is known.
    pub days_known: u16,
    /// Snowfall of the known days.
    pub total: Tenths,
    /// Snow days.
    pub snow_days: u16,
    /// Powder days.
    pub powder_days: u16,
    /// The day with the most snowfall, the earliest of equals, when any fell.
    pub biggest: Option<(Tenths, NaiveDate)>,
    /// The longest run of days that are known to be no snow days.
    pub longest_dry: u16,
    /// The last day of the winter, in season or not, whose snowfall is known.
    pub last_known: Option<NaiveDate>,
}

/// One winter of a resort, day by day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinterDays {
    winter: Winter,
    known_since: Timestamp,
    /// Snowfall in tenths of a centimetre day by day, then depth in centimetres day by day.
    cells: Box<[u16]>,
    summary: Summary,
}

impl WinterDays {
    /// Packs the days of a winter that became known at `known_since`, in any order; days that are not named are unknown.
    pub fn from_days(
        policy: &Policy,
        winter: Winter,
        known_since: Timestamp,
        days: impl IntoIterator<Item = Day>,
    ) -> (Self, Cleaned) {
        let count = winter.days();
        let mut snowfall = vec![UNKNOWN; count];
        let mut depth = vec![UNKNOWN; count];
        let mut ice = vec![false; count];
        let mut cleaned = Cleaned::default();
        for day in days {
            let Some(at) = winter.index(day.date) else {
                cleaned.astray += 1;
                continue;
            };
            let snow = packed(day.snowfall_cm, 10.0, policy.most_snowfall_cm);
            // Ice is told from nonsense: a glacier's cell shows tens of metres, and they are many.
            let is_ice = day.depth_cm.is_some_and(|cm| cm.is_finite() && cm >= policy.glacier_depth_cm);
            let deep = packed(day.depth_cm.filter(|_| !is_ice), 1.0, policy.glacier_depth_cm);
            cleaned.implausible += usize::from(snow.is_none()) + usize::from(deep.is_none());
            put(&mut snowfall, at, snow.unwrap_or(UNKNOWN));
            put(&mut depth, at, deep.unwrap_or(UNKNOWN));
            if let Some(slot) = ice.get_mut(at) {
                *slot = is_ice;
            }
        }
        cleaned.ice = ice.iter().filter(|is_ice| **is_ice).count();
        let known = depth.iter().filter(|cm| **cm != UNKNOWN).count() + cleaned.ice;
        if cleaned.ice as f64 > known as f64 * policy.glacier_share {
            depth.fill(UNKNOWN);
        }
        snowfall.append(&mut depth);
        (Self::from_cells(policy, winter, known_since, snowfall.into_boxed_slice()), cleaned)
    }

    pub(crate) fn from_cells(
        policy: &Policy,
        winter: Winter,
        known_since: Timestamp,
        cells: Box<[u16]>,
    ) -> Self {
        let mut days = Self { winter, known_since, cells, summary: Summary::default() };
        days.summary = days.summed(policy);
        days
    }

    pub(crate) fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// Which winter.
    #[must_use]
    pub const fn winter(&self) -> Winter {
        self.winter
    }

    /// When it became known.
    #[must_use]
    pub const fn known_since(&self) -> Timestamp {
        self.known_since
    }

    /// What its season amounts to.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Snowfall of the day with this index, counted from the winter's first.
    #[must_use]
    pub fn snowfall_at(&self, index: usize) -> Option<Tenths> {
        self.of_snowfall().get(index).copied().and_then(known).map(|units| Tenths::from_units(units.into()))
    }

    /// Mean depth of the day with this index, centimetres.
    #[must_use]
    pub fn depth_at(&self, index: usize) -> Option<u16> {
        self.of_depth().get(index).copied().and_then(known)
    }

    /// Snowfall of a date.
    #[must_use]
    pub fn snowfall(&self, date: NaiveDate) -> Option<Tenths> {
        self.snowfall_at(self.winter.index(date)?)
    }

    /// Mean depth of a date, centimetres.
    #[must_use]
    pub fn depth_cm(&self, date: NaiveDate) -> Option<u16> {
        self.depth_at(self.winter.index(date)?)
    }

    /// The date of an index.
    #[must_use]
    pub fn date(&self, index: usize) -> NaiveDate {
        let first = self.winter.first_day();
        first.checked_add_days(Days::new(index as u64)).unwrap_or(first)
    }

    fn of_snowfall(&self) -> &[u16] {
        self.cells.get(..self.cells.len() / 2).unwrap_or_default()
    }

    fn of_depth(&self) -> &[u16] {
        self.cells.get(self.cells.len() / 2..).unwrap_or_default()
    }

    fn summed(&self, policy: &Policy) -> Summary {
        let mut sum = Summary::default();
        let units = |cm: f64| (cm * 10.0) as u16;
        let (snow_day, powder_day) = (units(policy.snow_day_cm), units(policy.powder_day_cm));
        let season = self.winter.season_range();
        let days = u16::try_from(season.len()).unwrap_or(u16::MAX);
        let first = season.start;
        let (mut total, mut dry, mut most) = (0_i32, 0_u16, None::<(u16, usize)>);
        for (at, cell) in self.of_snowfall().get(season).unwrap_or_default().iter().enumerate() {
            let Some(units) = known(*cell) else {
                dry = 0;
                continue;
            };
            sum.days_known += 1;
            total += i32::from(units);
            sum.snow_days += u16::from(units >= snow_day);
            sum.powder_days += u16::from(units >= powder_day);
            dry = if units >= snow_day { 0 } else { dry + 1 };
            sum.longest_dry = sum.longest_dry.max(dry);
            if units > most.map_or(0, |(units, _)| units) {
                most = Some((units, first + at));
            }
        }
        sum.total = Tenths::from_units(total);
        sum.biggest = most.map(|(units, at)| (Tenths::from_units(units.into()), self.date(at)));
        sum.last_known = self.of_snowfall().iter().rposition(|cell| *cell != UNKNOWN).map(|at| self.date(at));
        // The days that the archive does not know yet are no gap: the season is not over for it.
        let is_over = sum.last_known.is_some_and(|last| last >= self.winter.season_last_day());
        sum.complete = is_over && days - sum.days_known <= policy.season_missing_days;
        sum
    }

    /// Bytes that it takes up.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.cells)
    }
}

/// A number in steps of one `per_unit`th; `None` for one that is there and cannot be.
fn packed(value: Option<f64>, per_unit: f64, most: f64) -> Option<u16> {
    let Some(value) = value else { return Some(UNKNOWN) };
    (value >= 0.0 && value <= most).then(|| (value * per_unit).round() as u16)
}

const fn known(cell: u16) -> Option<u16> {
    if cell == UNKNOWN { None } else { Some(cell) }
}

fn put(cells: &mut [u16], at: usize, value: u16) {
    if let Some(cell) = cells.get_mut(at) {
        *cell = value;
    }
}

/// Every winter of a resort that is on record, oldest first. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Winters {
    hemisphere: Hemisphere,
    winters: Vec<Arc<WinterDays>>,
}

impl Winters {
    /// None yet.
    #[must_use]
    pub const fn new(hemisphere: Hemisphere) -> Self {
        Self { hemisphere, winters: Vec::new() }
    }

    /// Takes a winter in, in the place of the one of the same year; one of the other hemisphere is left out.
    pub fn put(&mut self, days: WinterDays) {
        if days.winter.hemisphere() != self.hemisphere {
            return;
        }
        match self.winters.binary_search_by_key(&days.winter, |known| known.winter) {
            Ok(at) => {
                if let Some(slot) = self.winters.get_mut(at) {
                    *slot = Arc::new(days);
                }
            }
            Err(at) => self.winters.insert(at, Arc::new(days)),
        }
    }

    /// The winters that were known at an instant.
    #[must_use]
    pub fn known_at(&self, at: Timestamp) -> Self {
        let winters = self.winters.iter().filter(|days| days.known_since <= at).cloned().collect();
        Self { hemisphere: self.hemisphere, winters }
    }

    /// Where.
    #[must_use]
    pub const fn hemisphere(&self) -> Hemisphere {
        self.hemisphere
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.winters.is_empty()
    }

    /// Every winter, oldest first, complete or not.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &WinterDays> + DoubleEndedIterator + Clone {
        self.winters.iter().map(AsRef::as_ref)
    }

    /// One winter.
    #[must_use]
    pub fn get(&self, winter: Winter) -> Option<&WinterDays> {
        let at = self.winters.binary_search_by_key(&winter, |known| known.winter).ok()?;
        self.winters.get(at).map(AsRef::as_ref)
    }

    /// The newest complete winters, at most `count`, newest first.
    pub fn newest_complete(&self, count: usize) -> impl Iterator<Item = &WinterDays> {
        self.iter().rev().filter(|days| days.summary.complete).take(count)
    }

    /// Snowfall of a date.
    #[must_use]
    pub fn snowfall(&self, date: NaiveDate) -> Option<Tenths> {
        self.get(Winter::of(self.hemisphere, date)?)?.snowfall(date)
    }

    /// Mean depth of a date, centimetres.
    #[must_use]
    pub fn depth_cm(&self, date: NaiveDate) -> Option<u16> {
        self.get(Winter::of(self.hemisphere, date)?)?.depth_cm(date)
    }

    /// Bytes that they take up.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let held = self.winters.capacity() * size_of::<Arc<WinterDays>>();
        // Each shared winter has two counters in front.
        size_of::<Self>() + held + self.iter().map(|days| days.bytes() + 16).sum::<usize>()
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod tests_support;
