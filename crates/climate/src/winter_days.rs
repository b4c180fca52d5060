//! The days of a winter, judged, and its sums made once when it arrives.
//!
//! What comes in has been cleaned, whoever brought it (see [`RawWinter`](crate::RawWinter)): a number outside of its range is unknown, never
//! zero; a glacier's ice is no snow depth; a day named twice counts once; a winter of which days are missing is kept and
//! does not count.

use std::ops::Range;

use chrono::NaiveDate;
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;

use crate::basis::Basis;
use crate::cells::{UNKNOWN, known};
use crate::modelled::{ModelledWinter, WeatherExtent};
use crate::month_sum::MonthSum;
use crate::policy::Policy;
use crate::series::Series;
use crate::winter::Winter;

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
    basis: Basis,
    /// Tenths of a centimetre.
    snowfall: Series,
    /// The archive's, centimetres.
    depth: Series,
    summary: Summary,
    /// In the order of the winter.
    months: [MonthSum; 12],
    modelled: Option<ModelledWinter>,
}

impl WinterDays {
    /// Out of cells day by day: snowfall with what it is made of, and depth. What lies behind the cells is unknown.
    pub(crate) fn new(
        policy: &Policy,
        winter: Winter,
        known_since: Timestamp,
        basis: Basis,
        snowfall: &[u16],
        depth: &[u16],
        modelled: Option<ModelledWinter>,
    ) -> Self {
        let mut months = [MonthSum::default(); 12];
        for (slot, (_, days)) in months.iter_mut().zip(winter.months()) {
            *slot = MonthSum::of(policy, days.len(), part(snowfall, days.clone()), part(depth, days));
        }
        let summary = summed(policy, winter, snowfall);
        let (snowfall, depth) = (Series::new(snowfall), Series::new(depth));
        Self { winter, known_since, basis, snowfall, depth, summary, months, modelled }
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

    /// What its snowfall is made of.
    #[must_use]
    pub const fn basis(&self) -> Basis {
        self.basis
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
        self.snowfall.within(days).map(|units| Tenths::from_units(units.into()))
    }

    /// Mean depths of the known ones of the days with these indices, centimetres.
    pub fn depths(&self, days: Range<usize>) -> impl Iterator<Item = u16> {
        self.depth.within(days)
    }

    /// Snowfall of the day with this index, counted from the winter's first.
    #[must_use]
    pub fn snowfall_at(&self, index: usize) -> Option<Tenths> {
        self.snowfall.at(index).map(|units| Tenths::from_units(units.into()))
    }

    /// Mean depth of the day with this index, centimetres.
    #[must_use]
    pub fn depth_at(&self, index: usize) -> Option<u16> {
        self.depth.at(index)
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

    /// The deepest day of the archive or of any band, centimetres.
    #[must_use]
    pub fn deepest_cm(&self) -> Option<u16> {
        let all = 0..self.winter.months().map(|(_, days)| days.end).max().unwrap_or(0);
        let modelled = [Band::Base, Band::Mid, Band::Summit]
            .into_iter()
            .flat_map(|band| self.modelled_depths(band, all.clone()));
        self.depths(all.clone()).chain(modelled).max()
    }

    /// How far the weather reaches, and the snow that it has made by then; `None` without weather.
    #[must_use]
    pub fn reached(&self) -> Option<&WeatherExtent> {
        self.modelled.as_ref().map(ModelledWinter::reached)
    }

    /// Mean depth of a date, centimetres.
    #[must_use]
    pub fn depth_cm(&self, date: NaiveDate) -> Option<u16> {
        self.depth_at(self.winter.index(date)?)
    }

    /// Size in memory, bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let modelled = self.modelled.as_ref().map_or(0, ModelledWinter::bytes);
        size_of::<Self>() + self.snowfall.bytes() + self.depth.bytes() + modelled
    }
}

fn summed(policy: &Policy, winter: Winter, snowfall: &[u16]) -> Summary {
    let mut sum = Summary::default();
    let (snow_day, powder_day) = policy.day_units();
    let season = winter.season_range();
    let days = u16::try_from(season.len()).unwrap_or(u16::MAX);
    let first = season.start;
    let (mut total, mut dry, mut most) = (0_i32, 0_u16, None::<(u16, usize)>);
    for (at, cell) in part(snowfall, season).iter().enumerate() {
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
    sum.biggest = most.map(|(units, at)| (Tenths::from_units(units.into()), winter.date_at(at)));
    sum.last_known = snowfall.iter().rposition(|cell| *cell != UNKNOWN).map(|at| winter.date_at(at));
    // The days that the archive does not know yet are no gap: the season is not over for it.
    let is_over = sum.last_known.is_some_and(|last| last >= winter.season_last_day());
    sum.complete = is_over && days - sum.days_known <= policy.season_missing_days;
    sum
}

/// The cells of these indices, as far as there are any.
fn part(cells: &[u16], days: Range<usize>) -> &[u16] {
    cells.get(days.start..days.end.min(cells.len())).unwrap_or_default()
}
