//! `snowpack` of the second set: each winter once from hourly weather and once from the extremes of its days.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use climate::snowpack::{Day, Pack, Season, Weather};

use super::winters::{self, Winter};
use crate::Outcome;
use crate::folder::Folder;
use crate::measure::{Pair, bias, mean};
use crate::table::{Predictions, Table, two};

/// Minimum number of hours with known weather of a day; with fewer, its extremes are used.
const LEAST_HOURS: usize = 20;
const DAY_HOURS: f64 = 24.0;
/// The two inputs of the model.
const INPUTS: [&str; 2] = ["hours", "days"];

/// Water, mm, and depth, cm, at the start of a date.
type States = BTreeMap<NaiveDate, (f64, f64)>;
/// Measured water and depth.
type Measured = BTreeMap<NaiveDate, (Option<f64>, Option<f64>)>;

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let winters = winters::winters(folder)?;
    let truth = truth(folder)?;
    let mut predictions = Predictions::new(&["site", "winter", "date", "by", "swe_mm", "depth_cm"]);
    let mut pools: BTreeMap<(&str, &str), Errors> = BTreeMap::new();
    let mut apart: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for winter in &winters {
        let runs = INPUTS.map(|by| through(winter, by == "hours"));
        for (by, states) in INPUTS.into_iter().zip(&runs) {
            for (date, (swe, cm)) in states {
                let head = [winter.site.clone(), winter.name.clone(), date.to_string(), by.to_owned()];
                predictions.row(head.into_iter().chain([format!("{swe:.1}"), format!("{cm:.1}")]));
            }
            if let Some(measured) = truth.get(&(winter.site.clone(), winter.name.clone())) {
                pools.entry((&winter.site, by)).or_default().add(states, measured);
            }
        }
        let [hours, days] = runs;
        apart.entry(&winter.site).or_default().push(difference(&hours, &days));
    }
    let title = "Snow on the ground, November to May".to_owned();
    let header =
        ["site, by", "water RMSE mm", "bias", "depth RMSE cm", "bias", "hours less days, mm", "most"];
    let mut table = Table::new(title, &header);
    for ((site, by), errors) in &pools {
        let apart: Vec<f64> = apart.get(site).into_iter().flatten().map(|mm| mm.abs()).collect();
        let most = apart.iter().copied().fold(0.0, f64::max);
        let figures = errors.figures().into_iter().chain([two(mean(apart)), two(most)]);
        table.row(&format!("{site} {by}"), figures);
    }
    Ok(Outcome { predictions, scores: vec![table] })
}

#[derive(Default)]
struct Errors {
    water: Vec<Pair>,
    depth: Vec<Pair>,
}

impl Errors {
    fn add(&mut self, states: &States, measured: &Measured) {
        for (date, (swe, cm)) in measured.iter().filter(|(date, _)| is_winter(**date)) {
            let Some(ours) = states.get(date) else { continue };
            // Bare ground that the model also has does not test it.
            let pair = |ours: f64, truth: Option<f64>| {
                truth.map(|truth| (ours, truth)).filter(|(ours, truth)| *ours > 0.0 || *truth > 0.0)
            };
            self.water.extend(pair(ours.0, *swe));
            self.depth.extend(pair(ours.1, *cm));
        }
    }

    fn figures(&self) -> [String; 4] {
        let rmse = |pairs: &[Pair]| mean(pairs.iter().map(|(ours, truth)| (ours - truth).powi(2))).sqrt();
        [two(rmse(&self.water)), two(bias(&self.water)), two(rmse(&self.depth)), two(bias(&self.depth))]
    }
}

fn is_winter(date: NaiveDate) -> bool {
    !(6..=10).contains(&date.month())
}

/// Returns the mean difference of the water by hours and by days.
fn difference(hours: &States, days: &States) -> f64 {
    let common = hours.iter().filter(|(date, _)| is_winter(**date));
    mean(common.filter_map(|(date, (swe, _))| Some(swe - days.get(date)?.0)))
}

fn through(winter: &Winter, with_hours: bool) -> States {
    let mut states = States::new();
    let (swe, cm) = winter.start;
    let pack = Pack::measured(cm, Some(swe));
    let mut season = Season::new(pack, Some(winter.elevation_m), winter.lat < 0.0);
    for (date, [low, high, water]) in &winter.days {
        states.insert(*date, (season.pack.swe_mm(), season.pack.depth_cm));
        let hours = winter.hours.get(date).filter(|_| with_hours).filter(|hours| {
            hours.iter().filter(|hour| hour.temp_c.is_some() && hour.water_mm.is_some()).count()
                >= LEAST_HOURS
        });
        let Some(hours) = hours else {
            let (date, humidity_pct) = (*date, None);
            season.day(&Day { date, temp_min_c: *low, temp_max_c: *high, humidity_pct, water_mm: *water });
            continue;
        };
        let length = (DAY_HOURS / hours.len() as f64).min(1.0);
        for hour in hours {
            season.hours(
                *date,
                &Weather {
                    hours: length,
                    temp_c: hour.temp_c,
                    humidity_pct: hour.humidity_pct,
                    water_mm: hour.water_mm,
                },
            );
        }
    }
    states
}

fn truth(folder: &Folder) -> Result<BTreeMap<(String, String), Measured>, String> {
    let file = folder.required("truth_snowpack.csv")?;
    let (site, winter, date) = (file.column("site")?, file.column("winter")?, file.column("date")?);
    let (swe, depth) = (file.column("swe_mm")?, file.column("depth_cm")?);
    let mut out: BTreeMap<(String, String), Measured> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let measured = (row.number(swe)?, row.number(depth)?);
        let key = (row.text(site).to_owned(), row.text(winter).to_owned());
        out.entry(key).or_default().insert(row.date(date)?, measured);
    }
    Ok(out)
}
