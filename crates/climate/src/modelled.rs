//! The snow that a winter's weather makes at three elevations, day by day: one model for every winter, past and running.
//!
//! Carries `contract-decisions` 4: modelled depth "exists for all three bands where the season's weather since bare ground is
//! known". A winter begins in midsummer, so it begins on bare ground; what outlasts a summer is not carried over. Weather is
//! moved to a band by the lapse rate of the forecasts. A winter without weather has no modelled snow, and of one with a gap
//! there is none from the gap to the next bare ground: null, not a guess.

use std::ops::Range;

use chrono::NaiveDate;
use conditions_core::evidence::Banded;
use conditions_core::record::Band;
use conditions_core::snow::{ALL_RAIN_C, LAPSE_C_PER_M};
use snowpack::{Day, Pack, Season};

use crate::cells::UNKNOWN;
use crate::columns::Column;
use crate::policy::Policy;
use crate::site::Site;
use crate::winter::{Hemisphere, Winter};

use depths::Depths;

/// How far the weather of a winter reaches, and what lies then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reached {
    /// The last day whose weather is known.
    pub through: NaiveDate,
    /// What lies at its end by band; `None` where too much is missing.
    pub packs: Banded<Option<Pack>>,
}

/// The modelled snow of a winter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Modelled {
    winter: Winter,
    /// Depth at the end of each day, centimetres, base to summit.
    depth: [Depths; 3],
    reached: Reached,
}

impl Modelled {
    /// Out of the cells of a winter's five columns; `None` without weather, and without the elevation that it holds for.
    pub(crate) fn of(policy: &Policy, site: &Site, winter: Winter, cells: &[u16]) -> Option<Self> {
        let asked_m = site.asked_m?;
        let days = days(winter, cells);
        let last = days.iter().rposition(is_known)?;
        let days = days.get(..=last)?;
        let is_southern = winter.hemisphere() == Hemisphere::South;
        let run = |band_m: Option<f64>| {
            band_m.map_or_else(Run::default, |band_m| through(policy, days, (asked_m, band_m), is_southern))
        };
        let Banded { base, mid, summit } = site.bands.map(run);
        let packs = Banded { base: base.end, mid: mid.end, summit: summit.end };
        let reached = Reached { through: winter.date_at(last), packs };
        Some(Self { winter, depth: [base, mid, summit].map(|run| Depths::new(&run.depth)), reached })
    }

    /// Depths of the known ones of these days, centimetres.
    pub(crate) fn depths(&self, band: Band, days: Range<usize>) -> impl Iterator<Item = u16> {
        self.column(band).within(days)
    }

    /// Depth at the end of a day, centimetres.
    pub(crate) fn depth_at(&self, band: Band, index: usize) -> Option<u16> {
        self.column(band).at(index)
    }

    pub(crate) const fn reached(&self) -> &Reached {
        &self.reached
    }

    /// Size in memory, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.depth.iter().map(Depths::bytes).sum::<usize>()
    }

    const fn column(&self, band: Band) -> &Depths {
        let [base, mid, summit] = &self.depth;
        match band {
            Band::Base => base,
            Band::Mid => mid,
            Band::Summit => summit,
        }
    }
}

/// The snow of one band.
#[derive(Default)]
struct Run {
    depth: Vec<u16>,
    end: Option<Pack>,
}

/// Carries bare ground through days, whose weather holds for the first of two elevations, at the second.
fn through(policy: &Policy, days: &[Day], (asked_m, band_m): (f64, f64), is_southern: bool) -> Run {
    let shift = LAPSE_C_PER_M * (asked_m - band_m);
    let mut season = Season::new(Pack::default(), Some(band_m), is_southern);
    let is_whole = |season: &Season| season.missing_hours <= policy.pack_missing_hours;
    let depth = days.iter().map(|day| {
        let moved = |temp: Option<f64>| temp.map(|temp| temp + shift);
        // Half of all days: rain on bare ground changes nothing.
        let is_bare = season.pack == Pack::default() && season.missing_hours <= 0.0;
        if is_bare && day.water_mm.is_some() && moved(day.temp_min_c).is_some_and(|temp| temp >= ALL_RAIN_C) {
            return 0;
        }
        season.day(&Day { temp_min_c: moved(day.temp_min_c), temp_max_c: moved(day.temp_max_c), ..*day });
        if is_whole(&season) { season.pack.depth_cm.round() as u16 } else { UNKNOWN }
    });
    let depth = depth.collect();
    Run { depth, end: is_whole(&season).then_some(season.pack) }
}

/// The days of a winter as the model reads them.
fn days(winter: Winter, cells: &[u16]) -> Vec<Day> {
    let at =
        |column: Column, index: usize| column.value(*cells.get(column as usize * winter.days() + index)?);
    let day = |(index, date): (usize, NaiveDate)| Day {
        date,
        temp_min_c: at(Column::TempMin, index),
        temp_max_c: at(Column::TempMax, index),
        humidity_pct: None,
        water_mm: at(Column::Water, index),
    };
    winter.first_day().iter_days().take(winter.days()).enumerate().map(day).collect()
}

fn is_known(day: &Day) -> bool {
    day.water_mm.is_some() && (day.temp_min_c.is_some() || day.temp_max_c.is_some())
}

mod depths;
pub(crate) mod form;

#[cfg(test)]
mod tests;
