//! `snowpack`: a winter's snow out of its weather, by the crate of that name: hour by hour where hours are recorded, else by
//! the day's extremes.
//!
//! What the model is given is what a lane can give: temperature, humidity and the water that fell in all. Its phase is ours,
//! not the station's. It never sees a depth but the first of a winter that does not begin on bare ground.

mod records;
mod score;

use std::collections::BTreeMap;

use ::snowpack::{Day, Pack, Season, Weather};
use chrono::{NaiveDate, TimeDelta};

use crate::Outcome;
use crate::folder::Folder;
use crate::table::Predictions;
use records::{Hour, Winter};

/// The station's elevation, metres.
const ELEVATION_M: f64 = 1325.0;
/// A day begins at this hour, UTC.
const DAY_STARTS_H: i64 = 6;

/// Water, millimetres, and depth, centimetres, at the start of a date.
pub(crate) type States = BTreeMap<NaiveDate, (f64, f64)>;

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let winters = records::winters(folder)?;
    let mut predictions = Predictions::new(&["station", "date", "swe_mm", "depth_cm"]);
    let mut ours = BTreeMap::new();
    let mut by_day = BTreeMap::new();
    for (name, winter) in &winters {
        let states = through(winter, true);
        for (date, (swe_mm, depth_cm)) in &states {
            let row = [date.to_string(), format!("{swe_mm:.1}"), format!("{depth_cm:.1}")];
            predictions.row(std::iter::once("col_de_porte".to_owned()).chain(row));
        }
        ours.insert(name.clone(), states);
        by_day.insert(name.clone(), through(winter, false));
    }
    Ok(Outcome { predictions, scores: score::tables(&winters, &ours, &by_day) })
}

/// The states of a winter at the start of its days.
fn through(winter: &Winter, with_hours: bool) -> States {
    let mut states = States::new();
    let Some((first, begin)) = winter.days.iter().find_map(|(date, day)| Some((*date, day.depth_cm?))) else {
        return states;
    };
    let mut season = Season::new(Pack::measured(begin, None), Some(ELEVATION_M), false);
    for (date, day) in winter.days.range(first..) {
        states.insert(*date, (season.pack.swe_mm(), season.pack.depth_cm));
        let hours = winter.hours.get(date).filter(|hours| with_hours && hours.len() >= 20);
        if let Some(hours) = hours {
            for Hour { temp_c, humidity_pct, water_mm } in hours {
                let (temp_c, humidity_pct, water_mm) = (*temp_c, *humidity_pct, *water_mm);
                season.hours(*date, &Weather { hours: 1.0, temp_c, humidity_pct, water_mm });
            }
        } else {
            season.day(&Day {
                date: *date,
                temp_min_c: day.temp_min_c,
                temp_max_c: day.temp_max_c,
                humidity_pct: None,
                water_mm: day.water_mm,
            });
        }
    }
    states
}

/// The date of the day to which the hour that ends at `end` belongs.
fn date_of(end: chrono::NaiveDateTime) -> NaiveDate {
    (end - TimeDelta::hours(DAY_STARTS_H) - TimeDelta::minutes(1)).date()
}

#[cfg(test)]
mod tests;
