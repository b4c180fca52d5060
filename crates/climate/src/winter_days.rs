//! The evaluated days of a winter, with sums computed once on arrival.
//!
//! Its input is already cleaned (see [`RawWinter`](crate::RawWinter)). A number outside its range is unknown, never
//! zero. Glacier ice is not a snow depth. A day named twice counts once. A winter with missing days is stored but does
//! not count.

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

/// Sums of a winter's season. For an incomplete one they cover only the known days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Whether the season is over and every day of it known, except for the few that the policy allows.
    pub complete: bool,
    /// Number of days of the season with known snowfall.
    pub days_known: u16,
    /// Snowfall of the known days.
    pub total: Tenths,
    /// Number of snow days.
    pub snow_days: u16,
    /// Number of powder days.
    pub powder_days: u16,
    /// The day with the most snowfall, the earliest of equals, if any fell.
    pub biggest: Option<(Tenths, NaiveDate)>,
    /// Length of the longest run of days known not to be snow days.
    pub longest_dry: u16,
    /// Last day of the winter, in season or not, with known snowfall.
    pub last_known: Option<NaiveDate>,
}

/// One winter of a resort by day.
#[derive(Debug, Clone, PartialEq)]
pub struct WinterDays {
    winter: Winter,
    known_since: Timestamp,
    basis: Basis,
    /// Snowfall in tenths of a centimetre.
    snowfall: Series,
    /// Depth of the archive, centimetres.
    depth: Series,
    summary: Summary,
    /// Sums of the months in the order of the winter.
    months: [MonthSum; 12],
    modelled: Option<ModelledWinter>,
}

impl WinterDays {
    /// Makes a winter from cells by day: snowfall with its basis, and depth. Days after the end of the cells are
    /// unknown.
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
            *slot = MonthSum::from_cells(policy, days.len(), part(snowfall, days.clone()), part(depth, days));
        }
        let summary = summed(policy, winter, snowfall);
        let (snowfall, depth) = (Series::new(snowfall), Series::new(depth));
        Self { winter, known_since, basis, snowfall, depth, summary, months, modelled }
    }

    #[must_use]
    pub const fn winter(&self) -> Winter {
        self.winter
    }

    /// Returns the time at which it became known.
    #[must_use]
    pub const fn known_since(&self) -> Timestamp {
        self.known_since
    }

    /// Returns the basis of its snowfall.
    #[must_use]
    pub const fn basis(&self) -> Basis {
        self.basis
    }

    /// Returns the sums of its season.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Returns the sums of its months, in the order of the winter.
    pub(crate) const fn months(&self) -> &[MonthSum; 12] {
        &self.months
    }

    /// Returns the known snowfalls of the days with these indices, counted from the winter's first.
    pub fn snowfalls(&self, days: Range<usize>) -> impl Iterator<Item = Tenths> {
        self.snowfall.within(days).map(|units| Tenths::from_units(units.into()))
    }

    /// Returns the known mean depths of the days with these indices, centimetres.
    pub fn depths(&self, days: Range<usize>) -> impl Iterator<Item = u16> {
        self.depth.within(days)
    }

    /// Returns the snowfall of the day with this index, counted from the winter's first.
    #[must_use]
    pub fn snowfall_at(&self, index: usize) -> Option<Tenths> {
        self.snowfall.at(index).map(|units| Tenths::from_units(units.into()))
    }

    /// Returns the mean depth of the day with this index, centimetres.
    #[must_use]
    pub fn depth_at(&self, index: usize) -> Option<u16> {
        self.depth.at(index)
    }

    /// Returns the known modelled depths at a band at the end of the days with these indices, centimetres.
    pub fn modelled_depths(&self, band: Band, days: Range<usize>) -> impl Iterator<Item = u16> {
        self.modelled.iter().flat_map(move |modelled| modelled.depths(band, days.clone()))
    }

    /// Returns the modelled depth at a band at the end of the day with this index, centimetres.
    #[must_use]
    pub fn modelled_depth_at(&self, band: Band, index: usize) -> Option<u16> {
        self.modelled.as_ref()?.depth_at(band, index)
    }

    /// Returns the greatest depth of the archive or of any band, centimetres.
    #[must_use]
    pub fn deepest_cm(&self) -> Option<u16> {
        let all = 0..self.winter.months().map(|(_, days)| days.end).max().unwrap_or(0);
        let modelled = [Band::Base, Band::Mid, Band::Summit]
            .into_iter()
            .flat_map(|band| self.modelled_depths(band, all.clone()));
        self.depths(all.clone()).chain(modelled).max()
    }

    /// Returns the end of its known weather with the snow at that time, or `None` without weather.
    #[must_use]
    pub fn reached(&self) -> Option<&WeatherExtent> {
        self.modelled.as_ref().map(ModelledWinter::reached)
    }

    /// Returns the mean depth of a date, centimetres.
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
    // Days that the archive does not know yet are not gaps: the season is not over.
    let is_over = sum.last_known.is_some_and(|last| last >= winter.season_last_day());
    sum.complete = is_over && days - sum.days_known <= policy.season_missing_days;
    sum
}

/// Returns the existing cells of these indices.
fn part(cells: &[u16], days: Range<usize>) -> &[u16] {
    cells.get(days.start..days.end.min(cells.len())).unwrap_or_default()
}
