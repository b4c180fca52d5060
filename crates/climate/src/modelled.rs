//! The modelled snow of a winter by day: depth at three elevations, and new snow at mid mountain, the elevation of the
//! forecasts. One model for every winter, past and running.
//!
//! Implements `contract-decisions` 4: modelled depth "exists for all three bands where the season's weather since bare
//! ground is known". A winter begins in midsummer, so it begins on bare ground; snow that outlasts a summer is not
//! carried over. Weather is moved to a band by the lapse rate of the forecasts. A winter without weather has no
//! modelled snow. After a gap the snow is null until the next bare ground.

use std::ops::Range;

use crate::snowpack::{Day, Pack, Season};
use chrono::NaiveDate;
use conditions_core::evidence::PerBand;
use conditions_core::record::Band;
use conditions_core::snow::{LAPSE_C_PER_M, snow_share};

use crate::cells::UNKNOWN;
use crate::columns::Column;
use crate::policy::Policy;
use crate::series::Series;
use crate::site::Site;
use crate::winter::{Hemisphere, Winter};

/// The end of a winter's known weather, with the snow at that time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeatherExtent {
    /// Last day with known weather.
    pub through: NaiveDate,
    /// Pack at its end by band; `None` if too much is missing.
    pub packs: PerBand<Option<Pack>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ModelledWinter {
    winter: Winter,
    /// Depth at the end of each day, centimetres, base to summit.
    depth: [Series; 3],
    reached: WeatherExtent,
}

/// Result of the model for a winter's weather.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WinterModel {
    pub(crate) modelled: ModelledWinter,
    /// New snow at mid mountain up to the last known day, in cells of tenths of a centimetre; `None` if it is unknown
    /// for more than a few of the days for which the archive has snowfall.
    pub(crate) snowfall: Option<Vec<u16>>,
}

impl WinterModel {
    /// Runs the model on the cells of a winter's five columns. Returns `None` without weather, and without the
    /// elevation to which it applies.
    pub(crate) fn run(policy: &Policy, site: &Site, winter: Winter, cells: &[u16]) -> Option<Self> {
        let asked_m = site.asked_m?;
        let days = days(winter, cells);
        let last = days.iter().rposition(is_known)?;
        let days = days.get(..=last)?;
        let is_southern = winter.hemisphere() == Hemisphere::South;
        let run = |band_m: Option<f64>| {
            band_m.map_or_else(Run::default, |band_m| {
                through(policy, days, Elevations { asked_m, band_m }, is_southern)
            })
        };
        let PerBand { base, mid, summit } = site.bands.map(run);
        let packs = PerBand { base: base.end, mid: mid.end, summit: summit.end };
        let reached = WeatherExtent { through: winter.date_at(last), packs };
        let of_known = |cells: &[u16]| cells.iter().filter(|cell| **cell != UNKNOWN).count();
        let archived = of_known(cells.get(..winter.days()).unwrap_or_default());
        let snowfall = Some(mid.snowfall).filter(|own| policy.suffices(of_known(own), archived));
        let depth = [base.depth, mid.depth, summit.depth].map(|depth| Series::new(&depth));
        Some(Self { modelled: ModelledWinter { winter, depth, reached }, snowfall })
    }
}

impl ModelledWinter {
    /// Returns the known depths of these days, centimetres.
    pub(crate) fn depths(&self, band: Band, days: Range<usize>) -> impl Iterator<Item = u16> {
        self.column(band).within(days)
    }

    /// Returns the depth at the end of a day, centimetres.
    pub(crate) fn depth_at(&self, band: Band, index: usize) -> Option<u16> {
        self.column(band).at(index)
    }

    pub(crate) const fn reached(&self) -> &WeatherExtent {
        &self.reached
    }

    /// Size in memory, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.depth.iter().map(Series::bytes).sum::<usize>()
    }

    const fn column(&self, band: Band) -> &Series {
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
    snowfall: Vec<u16>,
    end: Option<Pack>,
}

/// Elevations between which the weather of a day is moved, metres.
#[derive(Clone, Copy)]
struct Elevations {
    /// Elevation of the weather.
    asked_m: f64,
    /// Elevation of the snow.
    band_m: f64,
}

/// Runs the model from bare ground through days at the elevation of a band.
fn through(policy: &Policy, days: &[Day], elevations: Elevations, is_southern: bool) -> Run {
    let Elevations { asked_m, band_m } = elevations;
    let shift = LAPSE_C_PER_M * (asked_m - band_m);
    let mut season = Season::new(Pack::default(), Some(band_m), is_southern);
    let is_whole = |season: &Season| season.missing_hours <= policy.pack_missing_hours;
    let mut run = Run::default();
    for day in days {
        let moved = |temp: Option<f64>| temp.map(|temp| temp + shift);
        // Half of all days: rain does not change bare ground.
        let is_bare = season.pack == Pack::default() && season.missing_hours <= 0.0;
        let is_rain = |temp: f64| snow_share(temp, day.humidity_pct, Some(band_m)) <= 0.0;
        if is_bare && day.water_mm.is_some() && moved(day.temp_min_c).is_some_and(is_rain) {
            run.depth.push(0);
            run.snowfall.push(0);
            continue;
        }
        let fell =
            season.day(&Day { temp_min_c: moved(day.temp_min_c), temp_max_c: moved(day.temp_max_c), ..*day });
        let fell = Column::Snowfall.packed(policy, fell.snow_cm).filter(|_| is_known(day));
        run.snowfall.push(fell.unwrap_or(UNKNOWN));
        run.depth.push(if is_whole(&season) { season.pack.depth_cm.round() as u16 } else { UNKNOWN });
    }
    Run { end: is_whole(&season).then_some(season.pack), ..run }
}

/// Returns the days of a winter in the form that the model reads.
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

pub(crate) mod form;

#[cfg(test)]
mod tests;
