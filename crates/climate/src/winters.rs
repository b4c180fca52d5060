//! The days of a resort's winters, judged, and each winter's sums made once when it arrives.
//!
//! What comes in has been cleaned, whoever brought it (see [`RawWinter`](crate::RawWinter)): a number outside of its range is unknown, never
//! zero; a glacier's ice is no snow depth; a day named twice counts once; a winter of which days are missing is kept and
//! does not count.

use std::ops::Range;
use std::sync::Arc;

use chrono::NaiveDate;
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;

use crate::cells::{UNKNOWN, known};
use crate::modelled::{Modelled, Reached};
use crate::month_sum::MonthSum;
use crate::policy::Policy;
use crate::site::Site;
use crate::winter::{Hemisphere, Winter};

/// What a winter's season amounts to. Of an incomplete one the numbers speak of the known days alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Whether the season is over and every day of it known, but for the few that the policy allows.
    pub complete: bool,
    /// Days of the season whose snowfall is known.
    pub days_known: u16,
    /// Snowfall of the known days.
    pub total: Tenths,
    /// Number of snow days.
    pub snow_days: u16,
    /// Number of powder days.
    pub powder_days: u16,
    /// The day with the most snowfall, the earliest of equals, when any fell.
    pub biggest: Option<(Tenths, NaiveDate)>,
    /// The longest run of days that are known to be no snow days.
    pub longest_dry: u16,
    /// The last day of the winter, in season or not, whose snowfall is known.
    pub last_known: Option<NaiveDate>,
}

/// One winter of a resort, day by day.
#[derive(Debug, Clone, PartialEq)]
pub struct WinterDays {
    winter: Winter,
    known_since: Timestamp,
    /// Snowfall in tenths of a centimetre day by day, then depth in centimetres day by day.
    cells: Box<[u16]>,
    summary: Summary,
    /// In the order of the winter.
    months: [MonthSum; 12],
    modelled: Option<Modelled>,
}

impl WinterDays {
    pub(crate) fn from_cells(
        policy: &Policy,
        winter: Winter,
        known_since: Timestamp,
        cells: Box<[u16]>,
        modelled: Option<Modelled>,
    ) -> Self {
        let (summary, months) = (Summary::default(), [MonthSum::default(); 12]);
        let mut days = Self { winter, known_since, cells, summary, months, modelled };
        days.summary = days.summed(policy);
        for (at, (_, range)) in winter.months().enumerate() {
            let sum =
                MonthSum::of(policy, part(days.of_snowfall(), range.clone()), part(days.of_depth(), range));
            if let Some(slot) = days.months.get_mut(at) {
                *slot = sum;
            }
        }
        days
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

    /// What its months amount to, in the order of the winter.
    pub(crate) const fn months(&self) -> &[MonthSum; 12] {
        &self.months
    }

    /// Snowfall of the known ones of the days with these indices, counted from the winter's first.
    pub fn snowfalls(&self, days: Range<usize>) -> impl Iterator<Item = Tenths> {
        let cells = part(self.of_snowfall(), days).iter().copied().filter_map(known);
        cells.map(|units| Tenths::from_units(units.into()))
    }

    /// Mean depths of the known ones of the days with these indices, centimetres.
    pub fn depths(&self, days: Range<usize>) -> impl Iterator<Item = u16> {
        part(self.of_depth(), days).iter().copied().filter_map(known)
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

    /// The depth that the weather makes at a band at the end of the known ones of the days with these indices, centimetres.
    pub fn modelled_depths(&self, band: Band, days: Range<usize>) -> impl Iterator<Item = u16> {
        self.modelled.iter().flat_map(move |modelled| modelled.depths(band, days.clone()))
    }

    /// The same of one day.
    #[must_use]
    pub fn modelled_depth_at(&self, band: Band, index: usize) -> Option<u16> {
        self.modelled.as_ref()?.depth_at(band, index)
    }

    /// How far the weather reaches, and the snow that it has made by then; `None` without weather.
    #[must_use]
    pub fn reached(&self) -> Option<&Reached> {
        self.modelled.as_ref().map(Modelled::reached)
    }

    /// The snow that the weather makes.
    pub(crate) const fn modelled(&self) -> Option<&Modelled> {
        self.modelled.as_ref()
    }

    /// Mean depth of a date, centimetres.
    #[must_use]
    pub fn depth_cm(&self, date: NaiveDate) -> Option<u16> {
        self.depth_at(self.winter.index(date)?)
    }

    fn of_snowfall(&self) -> &[u16] {
        self.cells.get(..self.cells.len() / 2).unwrap_or_default()
    }

    fn of_depth(&self) -> &[u16] {
        self.cells.get(self.cells.len() / 2..).unwrap_or_default()
    }

    fn summed(&self, policy: &Policy) -> Summary {
        let mut sum = Summary::default();
        let (snow_day, powder_day) = policy.day_units();
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
        sum.biggest = most.map(|(units, at)| (Tenths::from_units(units.into()), self.winter.date_at(at)));
        sum.last_known =
            self.of_snowfall().iter().rposition(|cell| *cell != UNKNOWN).map(|at| self.winter.date_at(at));
        // The days that the archive does not know yet are no gap: the season is not over for it.
        let is_over = sum.last_known.is_some_and(|last| last >= self.winter.season_last_day());
        sum.complete = is_over && days - sum.days_known <= policy.season_missing_days;
        sum
    }

    /// Size in memory, bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let modelled = self.modelled.as_ref().map_or(0, Modelled::bytes);
        size_of::<Self>() + size_of_val(&*self.cells) + modelled
    }
}

/// The cells of these indices, as far as there are any.
fn part(cells: &[u16], days: Range<usize>) -> &[u16] {
    cells.get(days.start..days.end.min(cells.len())).unwrap_or_default()
}

/// Every winter of a resort that is on record, oldest first. Cheap to clone.
#[derive(Debug, Clone, PartialEq)]
pub struct Winters {
    hemisphere: Hemisphere,
    site: Site,
    winters: Vec<Arc<WinterDays>>,
}

impl Winters {
    /// None yet, of a place without known elevations: no snow is modelled there.
    #[must_use]
    pub fn new(hemisphere: Hemisphere) -> Self {
        Self::at(hemisphere, Site::default())
    }

    /// None yet, of a site.
    #[must_use]
    pub const fn at(hemisphere: Hemisphere, site: Site) -> Self {
        Self { hemisphere, site, winters: Vec::new() }
    }

    /// The elevations that their snow is modelled at.
    #[must_use]
    pub const fn site(&self) -> &Site {
        &self.site
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

    /// Whether these are the very same winters, not only equal ones.
    #[must_use]
    pub fn are(&self, others: &Self) -> bool {
        let same = |(one, other): (&Arc<WinterDays>, &Arc<WinterDays>)| Arc::ptr_eq(one, other);
        self.winters.len() == others.winters.len() && self.winters.iter().zip(&others.winters).all(same)
    }

    /// The winters that were known at an instant.
    #[must_use]
    pub fn known_at(&self, at: Timestamp) -> Self {
        let winters = self.winters.iter().filter(|days| days.known_since <= at).cloned().collect();
        Self { winters, ..*self }
    }

    /// The hemisphere of the resort.
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

    /// Size in memory, bytes.
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
