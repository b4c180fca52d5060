//! `slr`: how deep a day's water lies as snow, by the phase and ratio of `conditions_core::snow`.
//!
//! Truth is what was measured on a board at Alta and at Col de Porte. Of Alta only the water of rain and snow together and
//! the day's extremes are known, so that the mean of these decides phase and ratio; Col de Porte gives the water of the snow.

use std::collections::BTreeMap;

use conditions_core::snow;

use crate::Outcome;
use crate::folder::Folder;
use crate::labels;
use crate::measure::{Pair, bias, correlation, mae};
use crate::table::{Predictions, Table, two};

/// A powder day, centimetres.
const POWDER_CM: f64 = 15.0;

/// A day whose new snow was measured.
struct Day {
    station: &'static str,
    date: String,
    /// Water, millimetres; of Col de Porte that of the snow.
    water_mm: f64,
    /// Mean of the day's extremes, °C.
    temp_c: f64,
    measured_cm: f64,
    ours_cm: f64,
}

/// Days by what they have in common.
type Sets = BTreeMap<&'static str, Vec<Day>>;

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let mut predictions = Predictions::new(&["station", "date", "snow_cm"]);
    let mut sets = Sets::new();
    alta(folder, &mut sets, &mut predictions)?;
    col_de_porte(folder, &mut sets, &mut predictions)?;
    if sets.is_empty() {
        return Err(
            "no day of alta_daily.csv or cdp_daily.csv can be used: is --data the right folder?".to_owned()
        );
    }
    let mut scores = Vec::new();
    for (title, days) in &sets {
        scores.push(rules(title, days));
        scores.push(by_temperature(title, days));
    }
    Ok(Outcome { predictions, scores })
}

fn alta(folder: &Folder, sets: &mut Sets, predictions: &mut Predictions) -> Result<(), String> {
    let Some(file) = folder.file("alta_daily.csv")? else { return Ok(()) };
    let (date, water, snow) = (file.column("date")?, file.column("prcp_mm")?, file.column("snow_cm")?);
    let (high, low, several) = (file.column("tmax_c")?, file.column("tmin_c")?, file.column("multi_day")?);
    labels::alike("Alta: new snow and water", &file.daily(date, snow)?, &file.daily(date, water)?)?;
    for row in file.rows() {
        let row = row?;
        let (Some(water_mm), Some(high), Some(low)) =
            (row.number(water)?, row.number(high)?, row.number(low)?)
        else {
            continue;
        };
        let temp_c = f64::midpoint(high, low);
        let fall = snow::fall(water_mm, temp_c, None, None).unwrap_or_default();
        let ours_cm = snow::settled_cm(fall.snow_cm, fall.frozen_mm);
        let date = row.date(date)?.to_string();
        predictions.row(["alta".to_owned(), date.clone(), format!("{ours_cm:.2}")]);
        let Some(measured_cm) = row.number(snow)?.filter(|_| row.text(several) != "1" && high >= low) else {
            continue;
        };
        let day = || Day { station: "alta", date: date.clone(), water_mm, temp_c, measured_cm, ours_cm };
        if water_mm >= 5.0 && high <= 0.5 {
            sets.entry("Alta, all snow (at least 5 mm, highest temperature at most 0.5 °C)")
                .or_default()
                .push(day());
        }
        if water_mm >= 2.5 && low <= 0.0 && temp_c <= 2.0 {
            sets.entry("Alta, snow or mixed (at least 2.5 mm, mean at most 2 °C)").or_default().push(day());
        }
    }
    Ok(())
}

fn col_de_porte(folder: &Folder, sets: &mut Sets, predictions: &mut Predictions) -> Result<(), String> {
    let Some(file) = folder.file("cdp_daily.csv")? else { return Ok(()) };
    let (date, snow, rain) = (file.column("date")?, file.column("snow_mm")?, file.column("rain_mm")?);
    let (new_snow, high, low) = (file.column("new_snow_cm")?, file.column("tmax_c")?, file.column("tmin_c")?);
    labels::alike(
        "Col de Porte: new snow and its water",
        &file.daily(date, new_snow)?,
        &file.daily(date, snow)?,
    )?;
    for row in file.rows() {
        let row = row?;
        let (Some(water_mm), Some(high), Some(low)) =
            (row.number(snow)?, row.number(high)?, row.number(low)?)
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
            let day = Day { station: "col_de_porte", date, water_mm, temp_c, measured_cm, ours_cm };
            sets.entry("Col de Porte, snow only (at least 5 mm)").or_default().push(day);
        }
    }
    Ok(())
}

/// The steep table of many forecasters, 30:1 at −25 °C: a baseline.
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

/// The rules that ours is held against, and ours.
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
    let stations: std::collections::BTreeSet<&str> = days.iter().map(|day| day.station).collect();
    let first = days.first().map_or("", |day| &day.date);
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
