//! `slr`: depth of new snow from a day's water, by the phase and ratio of `conditions_core::snow`.
//!
//! Truth is the snow measured on a board at Alta and at Col de Porte, and at any other station with a file
//! `ghcn_<station>.csv`. For these and Alta only the total water of rain and snow and the day's extremes are known, so
//! the mean of the extremes decides phase and ratio; Col de Porte has the water of the snow.

use std::collections::BTreeMap;

use conditions_core::snow;

use crate::Outcome;
use crate::folder::Folder;
use crate::labels;
use crate::measure::{Pair, bias, correlation, mae};
use crate::table::{Predictions, Table, two};

/// Prefix of the files of stations other than Alta.
const OTHERS: &str = "ghcn_";
/// Minimum amount of a powder day, centimetres.
const POWDER_CM: f64 = 15.0;

/// A day with measured new snow.
struct Day {
    station: String,
    date: String,
    /// Water, millimetres; for Col de Porte that of the snow.
    water_mm: f64,
    /// Mean of the day's extremes, °C.
    temp_c: f64,
    measured_cm: f64,
    ours_cm: f64,
}

/// Days by group.
type Sets = BTreeMap<String, Vec<Day>>;

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let mut predictions = Predictions::new(&["station", "date", "snow_cm"]);
    let mut sets = Sets::new();
    observer(folder, "alta_daily.csv", "alta", &mut sets, &mut predictions)?;
    for file in folder.starting(OTHERS)? {
        let station = file.trim_start_matches(OTHERS).trim_end_matches(".csv");
        observer(folder, &file, station, &mut sets, &mut predictions)?;
    }
    col_de_porte(folder, &mut sets, &mut predictions)?;
    let mut scores = Vec::new();
    for (title, days) in &sets {
        scores.push(rules(title, days));
        scores.push(by_temperature(title, days));
    }
    Ok(Outcome { predictions, scores })
}

/// Returns the days of an observer who reads a board, a gauge and two thermometers once a day.
fn observer(
    folder: &Folder,
    file: &str,
    station: &str,
    sets: &mut Sets,
    predictions: &mut Predictions,
) -> Result<(), String> {
    let Some(file) = folder.file(file)? else { return Ok(()) };
    let (date, water, snow) = (file.column("date")?, file.column("prcp_mm")?, file.optional("snow_cm"));
    let (high, low, several) = (file.column("tmax_c")?, file.column("tmin_c")?, file.optional("multi_day"));
    let name = match station {
        "alta" => "Alta",
        other => other,
    };
    labels::check_dating(
        folder,
        &format!("{name}: new snow and water"),
        &file.daily(date, snow)?,
        &file.daily(date, water)?,
    )?;
    for row in file.rows() {
        let row = row?;
        let (Some(water_mm), Some(high), Some(low)) =
            (row.number(water)?.filter(|mm| *mm >= 0.0), row.number(high)?, row.number(low)?)
        else {
            continue;
        };
        let temp_c = f64::midpoint(high, low);
        let fall = snow::fall(water_mm, temp_c, None, None).unwrap_or_default();
        let ours_cm = snow::settled_cm(fall.snow_cm, fall.frozen_mm);
        let date = row.date(date)?.to_string();
        predictions.row([station.to_owned(), date.clone(), format!("{ours_cm:.2}")]);
        let is_one_day = row.number(several)?.is_none_or(|several| several == 0.0);
        let Some(measured_cm) = row.number(snow)?.filter(|_| is_one_day && high >= low) else { continue };
        let day = || {
            let (station, date) = (station.to_owned(), date.clone());
            Day { station, date, water_mm, temp_c, measured_cm, ours_cm }
        };
        let mut put = |what: &str| sets.entry(format!("{name}, {what}")).or_default().push(day());
        if water_mm >= 5.0 && high <= 0.5 {
            put("all snow (at least 5 mm, highest temperature at most 0.5 °C)");
        }
        if water_mm >= 2.5 && low <= 0.0 && temp_c <= 2.0 {
            put("snow or mixed (at least 2.5 mm, mean at most 2 °C)");
        }
    }
    Ok(())
}

fn col_de_porte(folder: &Folder, sets: &mut Sets, predictions: &mut Predictions) -> Result<(), String> {
    let Some(file) = folder.file("cdp_daily.csv")? else { return Ok(()) };
    let (date, snow, rain) = (file.column("date")?, file.column("snow_mm")?, file.optional("rain_mm"));
    let (new_snow, high, low) =
        (file.optional("new_snow_cm"), file.column("tmax_c")?, file.column("tmin_c")?);
    labels::check_dating(
        folder,
        "Col de Porte: new snow and its water",
        &file.daily(date, new_snow)?,
        &file.daily(date, snow)?,
    )?;
    for row in file.rows() {
        let row = row?;
        let (Some(water_mm), Some(high), Some(low)) =
            (row.number(snow)?.filter(|mm| *mm >= 0.0), row.number(high)?, row.number(low)?)
        else {
            continue;
        };
        let temp_c = f64::midpoint(high, low);
        let ours_cm = snow::settled_cm(snow::new_snow_cm(water_mm, Some(temp_c)), water_mm);
        let date = row.date(date)?.to_string();
        predictions.row(["col_de_porte".to_owned(), date.clone(), format!("{ours_cm:.2}")]);
        if let Some(measured_cm) = row.number(new_snow)?
            && row.number(rain)? == Some(0.0)
            && water_mm >= 5.0
        {
            let station = "col_de_porte".to_owned();
            let day = Day { station, date, water_mm, temp_c, measured_cm, ours_cm };
            sets.entry("Col de Porte, snow only (at least 5 mm)".to_owned()).or_default().push(day);
        }
    }
    Ok(())
}

/// Returns the ratio of the steep table of many forecasters, 30:1 at −25 °C: a baseline.
fn steep(temp_c: f64) -> f64 {
    let knots = [
        (-25.0, 30.0),
        (-20.0, 25.0),
        (-15.0, 20.0),
        (-12.0, 18.0),
        (-9.0, 15.0),
        (-6.0, 12.0),
        (-3.0, 10.0),
        (0.0, 8.0),
        (2.0, 0.0),
    ];
    let temp = temp_c.max(-25.0);
    let mut lines = knots.windows(2).filter_map(|pair| pair.first().zip(pair.last()));
    lines
        .find(|(_, (warm, _))| temp <= *warm)
        .map_or(0.0, |((cold, light), (warm, heavy))| light + (heavy - light) * (temp - cold) / (warm - cold))
}

/// Returns the baselines and the service's rule.
fn all(day: &Day) -> [(&'static str, f64); 4] {
    let water_cm = day.water_mm / 10.0;
    [
        ("10:1", 10.0 * water_cm),
        ("12:1", 12.0 * water_cm),
        ("steep table by temperature", steep(day.temp_c) * water_cm),
        ("**ours**", day.ours_cm),
    ]
}

fn rules(title: &str, days: &[Day]) -> Table {
    let stations: std::collections::BTreeSet<&str> = days.iter().map(|day| day.station.as_str()).collect();
    let first = days.iter().map(|day| day.date.as_str()).min().unwrap_or_default();
    let title = format!("Snow from water: {title}, {} days of {stations:?} from {first} on", days.len());
    let header = ["rule", "MAE cm", "bias cm", "r", "total", "days >= 15 cm, ratio"];
    let mut table = Table::new(title, &header);
    for nth in 0..4 {
        let pairs: Vec<Pair> =
            days.iter().filter_map(|day| Some((all(day).get(nth)?.1, day.measured_cm))).collect();
        let name = days.first().and_then(|day| Some(all(day).get(nth)?.0)).unwrap_or_default();
        let sum = |side: fn(&Pair) -> f64| pairs.iter().map(side).sum::<f64>();
        let powder =
            |side: fn(&Pair) -> f64| pairs.iter().filter(|pair| side(pair) >= POWDER_CM).count() as f64;
        table.row(
            name,
            [
                mae(&pairs),
                bias(&pairs),
                correlation(&pairs),
                sum(|pair| pair.0) / sum(|pair| pair.1),
                powder(|pair| pair.0) / powder(|pair| pair.1).max(1.0),
            ]
            .map(two),
        );
    }
    table
}

fn by_temperature(title: &str, days: &[Day]) -> Table {
    let mut bins: BTreeMap<i64, Vec<&Day>> = BTreeMap::new();
    for day in days {
        bins.entry((day.temp_c / 3.0).round() as i64 * 3).or_default().push(day);
    }
    let header = ["°C", "days", "measured ratio, median", "ours, mean", "measured 10th", "measured 90th"];
    let mut table = Table::new(format!("Ratio by daily mean temperature: {title}"), &header);
    for (temp, days) in bins.into_iter().filter(|(_, days)| days.len() >= 10) {
        let mut ratios: Vec<f64> = days.iter().map(|day| 10.0 * day.measured_cm / day.water_mm).collect();
        ratios.sort_by(f64::total_cmp);
        let at = |share: usize| ratios.get((ratios.len() - 1) * share / 10).copied().unwrap_or(f64::NAN);
        let ours = crate::measure::mean(days.iter().map(|day| 10.0 * day.ours_cm / day.water_mm));
        table.row(&temp.to_string(), [days.len().to_string(), two(at(5)), two(ours), two(at(1)), two(at(9))]);
    }
    table
}

#[cfg(test)]
mod tests;
