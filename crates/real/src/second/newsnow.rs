//! `newsnow` of the second set: the rule of the first set, scored on days on which gauges caught nothing, on days on
//! which they caught snow, and against the board.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::Outcome;
use crate::folder::Folder;
use crate::measure::{Pair, bias, mae};
use crate::newsnow::records::Station;
use crate::newsnow::{PredictedSnow, baseline, predict_all, records, rows};
use crate::table::{Table, percent, two};

/// The kind of a day with snow; the other kind is dry.
const SNOWY: &str = "true";
/// Smallest new snow of a snow day, cm.
const SNOW_CM: f64 = 1.0;
/// Less new snow than this counts as called 0, cm.
const NOTHING_CM: f64 = 0.5;
/// Classes of the board, cm: lower and upper bound.
const CLASSES: [(f64, f64); 6] =
    [(0.0, 1.0), (1.0, 2.0), (2.0, 5.0), (5.0, 15.0), (15.0, 30.0), (30.0, f64::INFINITY)];

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let stations = records::stations(folder)?;
    let predicted = predict_all(&stations);
    let scored = ScoredDays::new(&stations, &predicted);
    Ok(Outcome {
        predictions: rows(&predicted),
        scores: vec![gauges(folder, &scored)?, board(folder, &scored)?],
    })
}

/// New snow of the days with enough readings, and the sum of the hourly rises.
struct ScoredDays(BTreeMap<(String, NaiveDate), (f64, f64)>);

impl ScoredDays {
    fn new(stations: &[Station], predicted: &PredictedSnow) -> Self {
        let mut out = BTreeMap::new();
        for station in stations {
            for day in baseline::days(station) {
                let key = (station.name.clone(), day.date);
                if let Some(cm) = predicted.get(&key) {
                    out.insert(key, (*cm, day.cm[3]));
                }
            }
        }
        Self(out)
    }
}

/// Days of a group of stations.
#[derive(Default)]
struct GaugeDays {
    dry: usize,
    called: usize,
    snow: usize,
    missed: usize,
}

fn gauges(folder: &Folder, scored: &ScoredDays) -> Result<Table, String> {
    let file = folder.required("truth_newsnow.csv")?;
    let (station, date, kind) = (file.column("station")?, file.column("date")?, file.column("kind")?);
    let mut groups: BTreeMap<&'static str, GaugeDays> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let name = row.text(station);
        let Some((cm, rises)) = scored.0.get(&(name.to_owned(), row.date(date)?)) else { continue };
        let days = groups.entry(group(name)).or_default();
        if row.text(kind) != SNOWY {
            days.dry += 1;
            days.called += usize::from(*cm >= SNOW_CM);
        } else if *rises >= SNOW_CM {
            days.snow += 1;
            days.missed += usize::from(*cm < SNOW_CM);
        }
    }
    let title = "New snow on days with and without precipitation by gauges".to_owned();
    let header = ["stations", "dry days", "called >= 1 cm", "snow days", "missed"];
    let mut table = Table::new(title, &header);
    for (name, GaugeDays { dry, called, snow, missed }) in groups {
        table.row(name, [dry.to_string(), percent(called, dry), snow.to_string(), percent(missed, snow)]);
    }
    Ok(table)
}

fn group(station: &str) -> &'static str {
    if station.starts_with("snotel") {
        "Sierra Nevada, pillow and gauge"
    } else if station == records::BOARD {
        "Col de Porte, heated gauge"
    } else if station.ends_with("_2014") {
        "Davos 2014, two heated gauges"
    } else {
        "Weissfluhjoch, own heated gauge"
    }
}

fn board(folder: &Folder, scored: &ScoredDays) -> Result<Table, String> {
    let file = folder.required("truth_board.csv")?;
    let (station, date, snow) = (file.column("station")?, file.column("date")?, file.column("new_snow_cm")?);
    let mut pairs: Vec<Pair> = Vec::new();
    for row in file.rows() {
        let row = row?;
        let ours = scored.0.get(&(row.text(station).to_owned(), row.date(date)?));
        pairs.extend(ours.map(|(cm, _)| *cm).zip(row.number(snow)?));
    }
    let title = format!("New snow against the board, Col de Porte, {} days", pairs.len());
    let header = ["board, cm", "days", "called 0", "total of ours over the board's", "MAE cm", "bias cm"];
    let mut table = Table::new(title, &header);
    let mut row = |name: &str, of: &[Pair]| {
        let none = of.iter().filter(|(ours, _)| *ours < NOTHING_CM).count();
        let total = |side: fn(&Pair) -> f64| of.iter().map(side).sum::<f64>();
        let ratio = total(|pair| pair.0) / total(|pair| pair.1);
        let count = of.len();
        table.row(name, [count.to_string(), percent(none, count), two(ratio), two(mae(of)), two(bias(of))]);
    };
    for (low, high) in CLASSES {
        let of: Vec<Pair> = pairs.iter().copied().filter(|(_, cm)| (low..high).contains(cm)).collect();
        let name = if high.is_finite() { format!("{low} to {high}") } else { format!("{low} and more") };
        row(&name, &of);
    }
    row("all", &pairs);
    Ok(table)
}
