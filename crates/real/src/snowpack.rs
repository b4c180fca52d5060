//! `snowpack`: a winter's snow from its weather, by `climate::snowpack`: hour by hour if hours are recorded, else by
//! the day's extremes.
//!
//! The model receives the data that a lane can provide: temperature, humidity and total precipitation. The phase is
//! computed, not the station's. It receives no depth except the first of a winter that does not begin on bare ground.

mod records;
mod score;

use std::collections::BTreeMap;

use chrono::{NaiveDate, TimeDelta};
use climate::snowpack::{Day, Pack, Season, Weather};

use crate::Outcome;
use crate::folder::Folder;
use crate::table::Predictions;
use records::{Hour, Winter};

/// The station's elevation, metres.
const ELEVATION_M: f64 = 1325.0;
/// Number of days of unknown weather after which the snow is unknown.
const UNKNOWN_DAYS: u32 = 10;
const DAY_HOURS: f64 = 24.0;
/// Hour at which a day begins, UTC.
const DAY_STARTS_H: i64 = 6;

/// Water, millimetres, and depth, centimetres, at the start of a date.
pub(crate) type States = BTreeMap<NaiveDate, (f64, f64)>;

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let winters = records::winters(folder)?;
    let is_southern = records::is_southern(&winters);
    if is_southern {
        folder.note(
            "cdp_daily.csv: coldest from June to August, so the sun of the southern hemisphere is used"
                .to_owned(),
        );
    }
    let mut predictions = Predictions::new(&["station", "date", "swe_mm", "depth_cm"]);
    let mut ours = BTreeMap::new();
    let mut by_day = BTreeMap::new();
    for (name, winter) in &winters {
        if let Some(words) = winter.shortcoming() {
            folder.note(format!("cdp_daily.csv: winter {name}: {words}"));
        }
        let states = through(winter, true, is_southern);
        for (date, (swe_mm, depth_cm)) in &states {
            let row = [date.to_string(), format!("{swe_mm:.1}"), format!("{depth_cm:.1}")];
            predictions.row(std::iter::once("col_de_porte".to_owned()).chain(row));
        }
        ours.insert(name.clone(), states);
        by_day.insert(name.clone(), through(winter, false, is_southern));
    }
    Ok(Outcome { predictions, scores: score::tables(&winters, &ours, &by_day, is_southern) })
}

/// Returns the states of a winter at the start of its days. A day missing from the record has unknown weather. After
/// [`UNKNOWN_DAYS`] such days the winter begins again on the next day with known weather, with the depth of that day.
fn through(winter: &Winter, with_hours: bool, is_southern: bool) -> States {
    let mut states = States::new();
    let (Some((first, _)), Some((last, _))) = (winter.days.first_key_value(), winter.days.last_key_value())
    else {
        return states;
    };
    let mut season: Option<Season> = None;
    let mut unknown = 0;
    for date in first.iter_days().take_while(|date| date <= last) {
        let day = winter.days.get(&date);
        let is_known = winter.is_known(date);
        if season.is_none() || (unknown >= UNKNOWN_DAYS && is_known) {
            let measured = day.and_then(|day| day.depth_cm).map(|cm| Pack::measured(cm, None));
            season = measured.map(|pack| Season::new(pack, Some(ELEVATION_M), is_southern)).or(season);
        }
        unknown = if is_known { 0 } else { unknown + 1 };
        let Some(season) = &mut season else { continue };
        if day.is_some() {
            states.insert(date, (season.pack.swe_mm(), season.pack.depth_cm));
        }
        if let Some(hours) = winter.hours_of(date).filter(|_| with_hours) {
            // More than 24 are parts of hours.
            let length = (DAY_HOURS / hours.len() as f64).min(1.0);
            for Hour { temp_c, humidity_pct, water_mm } in hours {
                let (temp_c, humidity_pct, water_mm) = (*temp_c, *humidity_pct, *water_mm);
                season.hours(date, &Weather { hours: length, temp_c, humidity_pct, water_mm });
            }
        } else {
            season.day(&Day {
                date,
                temp_min_c: day.and_then(|day| day.temp_min_c),
                temp_max_c: day.and_then(|day| day.temp_max_c),
                humidity_pct: None,
                water_mm: day.and_then(|day| day.water_mm),
            });
        }
    }
    states
}

/// Returns the date of the day that contains the hour ending at `end`.
fn date_of(end: chrono::NaiveDateTime) -> NaiveDate {
    (end - TimeDelta::hours(DAY_STARTS_H) - TimeDelta::minutes(1)).date()
}

#[cfg(test)]
mod tests;
